import { createHmac } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { startTelegram } from '../fakes/telegram.ts';
import { expectAccessible } from '../harness/accessibility.ts';
import { keepSecret } from '../harness/console.ts';
import { localhost, openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';

useConsole();

const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const shown = (text: string | RegExp) => visit.page.getByText(text).first();
const tab = (name: string) => visit.page.getByRole('tab', { name, exact: true });

/** Replaces the draft that is open in the editor. */
async function rewrite(definition: object): Promise<void> {
  const text = visit.page.getByRole('textbox', { name: 'The definition as JSON' });
  await visit.click(text);
  await visit.press('Control+a');
  await visit.page.evaluate(
    (json) => (globalThis as any).navigator.clipboard.writeText(json),
    JSON.stringify(definition, null, 2),
  );
  await visit.press('Control+v');
}

it('what happens in a repository is told in Telegram: a receiver, a workflow and its customer are made in the console alone', async () => {
  const telegram = await startTelegram();
  onTestFinished(() => telegram.close());
  const project = await server.makeProject();
  const path = `/projects/${project.id}`;
  const channel = await server.make('POST', `${path}/channels`, {
    ...{ type: 'telegram', name: 'Team', environment: 'live' },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  telegram.meet({ id: 77, first_name: 'Team' });
  await server.makeIdentity(project.id, channel.id, '77');

  await openPage(`p/${project.id}/receivers`, { height: 1300 });
  await visit.click(button('New receiver'));
  await visit.page.getByRole('dialog').waitFor();
  await visit.type('Code');
  await visit.click(visit.page.getByRole('button', { name: /Who calls$/ }));
  await visit.click(visit.page.getByRole('option', { name: 'GitHub', exact: true }));
  await visit.click(button('Make receiver'));
  const secretField = visit.page.getByRole('textbox', { name: 'Secret of the receiver' });
  await expect.poll(() => secretField.inputValue()).toMatch(/^rsec_/);
  const secret = await secretField.inputValue();
  await keepSecret(visit);
  await shown('Waiting for it').waitFor();

  const { url } = await server.make('GET', `${path}/receivers/code`);
  /** As GitHub signs: https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
  const push = async (delivery: string, key: string) => {
    const body = JSON.stringify({ ref: 'refs/heads/main', pusher: { name: 'anna' } });
    const signature = createHmac('sha256', key).update(body).digest('hex');
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'push',
        'x-github-delivery': delivery,
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body,
    });
    return answer.status;
  };
  expect(await push('1', 'another secret')).toBe(401);
  await shown('Its signature is wrong').waitFor();

  await visit.click(button('Make a workflow from this receiver'));
  await visit.page.waitForURL(/\/workflows\/code/);
  await visit.click(button('JSON'));
  const tell = {
    id: 'tell',
    type: 'message',
    text: '{{ event.body.pusher.name }} pushed to {{ event.body.ref }}',
  };
  await rewrite({ triggers: [{ type: 'receiver', receiver: 'code' }], steps: [tell] });
  // Nobody would get it, and that is said before a run fails.
  await until(async () => {
    const { definition } = await server.make('GET', `${path}/workflows/code`);
    return definition.steps[0].id === 'tell';
  });
  await visit.click(button('Publish'));
  const question = visit.page.getByRole('alertdialog', { name: 'This cannot be published yet' });
  await question.getByText('The message has no recipient').waitFor();
  await expectAccessible(visit, 'github-no-customer');
  await visit.press('Escape');
  const customer = { channel_id: channel.id, external_id: '77' };
  await rewrite({ triggers: [{ type: 'receiver', receiver: 'code', customer }], steps: [tell] });
  await until(async () => {
    const { definition } = await server.make('GET', `${path}/workflows/code`);
    return definition.triggers[0].customer !== undefined;
  });
  await visit.click(button('Publish'));
  const publish = visit.page.getByRole('alertdialog', { name: 'Publish version 1?' });
  await visit.click(publish.getByRole('button', { name: 'Publish', exact: true }));
  await until(async () => (await server.make('GET', `${path}/workflows/code`)).published_version === 1);

  expect(await push('2', secret)).toBe(202);
  await until(() => telegram.sent.length === 1);
  expect(JSON.stringify(telegram.sent[0])).toContain('anna pushed to refs/heads/main');

  await visit.open(`${localhost()}/console/p/${project.id}/receivers/code`);
  await visit.click(tab('Calls'));
  await visit.click(visit.page.getByRole('link', { name: 'Its run' }));
  await visit.page.waitForURL(/\/runs\/run_/);
  await shown('Succeeded').waitFor();
});
