import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { signedCall } from '../dialogs/scene.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { type Opening, openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { join } from '../harness/people.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let project: TestProject;
let channel: string;
let shop: Receiver;
let gone: Receiver;
let bank: Target;
const secret = newSigningSecret();

const make = (method: string, path: string, body?: unknown) =>
  server.make(method, `/projects/${project.id}${path}`, body);

/** A customer says something through the webhook channel. */
async function says(externalId: string, text: string): Promise<void> {
  const call = signedCall(secret, { external_id: externalId, message_id: randomUUID(), text });
  const { status } = await server.call('POST', `/api/channels/${channel}/webhook`, call);
  expect(status).toBe(202);
}

/** Sends messages of which nobody knows whether they arrived. */
async function unknownOnes(...names: string[]): Promise<void> {
  for (const name of names) {
    const { id } = await server.makeIdentity(project.id, channel, name);
    const { body } = await server.send(project, id);
    expect(await server.outcome(project, body.message_id)).toBe('message.unknown');
  }
}

useConsole();
beforeAll(async () => {
  [shop, gone, bank] = await Promise.all([startReceiver(secret), startReceiver(secret), startTarget()]);
  project = await server.makeProject();
  const made = await server.makeChannel(project.id, shop.url, { signing_secret: secret });
  channel = made.id;
  await server.makeChannel(project.id, shop.url, { signing_secret: secret });
  shop.answer = ({ body }, response) =>
    void response.writeHead(String(body.external_id).startsWith('unknown') ? 500 : 204).end();
  gone.answer = (_received, response) => void response.writeHead(410).end('gone');
  bank.manner = () => ({ does: 'answer', status: 400, body: '{"detail":"no such account"}' });
  const scene = new Scene(server, project);
  await scene.connect('bank', { base_url: bank.url });
  await scene.define('pay', { connection: 'bank', request: { body: { sum: 1 } } });
  await make('PUT', '/scenario/draft', {
    definition: {
      triggers: [
        { type: 'text', texts: ['person'], match: 'contains', start: 'person', interrupts: true },
        { type: 'text', texts: ['pay'], match: 'contains', start: 'pay' },
        { type: 'any', start: 'hello' },
      ],
      steps: [
        { id: 'hello', type: 'message', text: 'Hello!' },
        { id: 'end', type: 'end' },
        { id: 'pay', type: 'operation', operation: 'pay', input: {} },
        { id: 'paid', type: 'end' },
        { id: 'person', type: 'handover', text: 'One moment.' },
      ],
    },
  });
  await make('POST', '/scenario/publish');
  await make('PUT', '/workflows/settle-up', {
    name: 'Settle up',
    environment: 'live',
    definition: { steps: [{ id: 'pay', type: 'operation', operation: 'pay', input: {} }] },
  });
  await make('POST', '/workflows/settle-up/publish');
  await make('PUT', '/subscriptions/warehouse', {
    ...{ name: 'Warehouse', kinds: ['message.received'], url: gone.url, signing_secret: secret },
  });
  await says('Anna', 'May I speak to a person?');
  await says('Boris', 'pay, please');
  await says('Cleo', 'hello');
  await make('POST', '/workflows/settle-up/runs', {});
  await unknownOnes('unknown-1', 'unknown-2', 'unknown-3');
  const { identity_id: cleo } = await until(async () => {
    const { items } = await make('GET', '/dialogs');
    return items.find((each: any) => each.external_id === 'Cleo' && each.state === 'ended');
  });
  await make('POST', `/dialogs/${cleo}/hold`, { minutes: 60 });
  await until(async () => {
    const [{ items: dialogs }, { items: runs }, { items: subscriptions }, { waiting }] = await Promise.all([
      make('GET', '/dialogs?state=failed'),
      make('GET', '/runs?status=failed'),
      make('GET', '/subscriptions'),
      make('GET', '/conversations/counts'),
    ]);
    return (
      dialogs.length === 1 &&
      runs.length === 1 &&
      subscriptions[0].status === 'disabled' &&
      waiting.count === 1
    );
  });
});
afterAll(() => Promise.all([shop?.close(), gone?.close(), bank?.close()]));

const open = (opening?: Opening, { id } = project) => openPage(`p/${id}/overview`, opening);

const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
const needs = () => visit.page.getByRole('list', { name: 'Needs you' });
const row = (text: string | RegExp) => needs().getByRole('listitem').filter({ hasText: text });

it('what needs somebody stands first, and goes when somebody has seen to it', async () => {
  await open({ height: 2400 });
  await row('Anna waits for a person').waitFor();
  expect(
    await heading('Needs you').evaluate((element: any) => element.getBoundingClientRect().top),
  ).toBeLessThan(
    await heading('The last 30 days').evaluate((element: any) => element.getBoundingClientRect().top),
  );
  await row(/Warehouse.*410 Gone/).waitFor();
  await row('The scenario broke off with 1 customer').waitFor();
  await row('You speak with Cleo').waitFor();
  await row('Operation “pay” failed 2 times').waitFor();
  await visit.page.locator('svg[role=img]').waitFor();
  await visit.page.locator('details').nth(1).waitFor();
  await expectAccessible(visit, 'overview');

  // Each of the three ways to settle an outcome, by two presses.
  for (const way of ['It was done', 'It was not done', 'Do it again']) {
    await visit.click(
      row(/nobody knows/)
        .first()
        .getByRole('button', { name: 'Settle' }),
    );
    await visit.page.getByRole('dialog').waitFor();
    if (way === 'It was done') await visit.screenshot('overview-settle');
    const before = await row(/nobody knows/).count();
    // What is sent again arrives now.
    shop.answer = (_received, response) => void response.writeHead(204).end();
    await visit.click(visit.page.getByRole('dialog').getByRole('button', { name: way }));
    await until(async () => (await row(/nobody knows/).count()) === before - 1);
  }
  expect((await make('GET', '/unsettled')).items).toEqual([]);

  await visit.click(row('Cleo').getByRole('button', { name: 'Give back' }));
  await row('Cleo').waitFor({ state: 'detached' });
  // What was missed follows, and would disable it again.
  gone.answer = (_received, response) => void response.writeHead(204).end();
  await visit.click(row('Warehouse').getByRole('button', { name: 'Enable' }));
  await until(async () => (await make('GET', '/subscriptions')).items[0].status === 'enabled');
  // The rows below move up when it goes.
  await row('Warehouse').waitFor({ state: 'detached' });

  bank.manner = () => ({ does: 'answer' });
  await visit.click(row('Workflow “settle-up” failed').getByRole('button', { name: 'Look' }));
  await visit.click(visit.page.getByRole('dialog').getByRole('button', { name: 'Run again' }));
  await until(async () => (await make('GET', '/runs?status=succeeded')).items.length === 1);
  await visit.screenshot('overview-runs');
  await visit.press('Escape');
});

it('each item of the readiness leads to its mend; the figures follow what happens, of one channel and of the sandbox alone, and are there as a table', async () => {
  await open({ height: 2400 });
  const list = visit.page.getByRole('list', { name: 'Readiness' });
  await list.getByText('Public address').waitFor();
  await heading('Work in the queue').waitFor();
  // What it means is said in the reader's words; a project without a program needs no key.
  await list.getByText(/The server does not know the address by which the world reaches it/).waitFor();
  expect(await list.getByText('Project keys').count()).toBe(0);
  await visit.page.getByText(/^\d+ things? to (?:look at|put right)$/).waitFor();
  await visit.screenshot('overview-readiness');
  const items = await list.getByRole('listitem').all();
  expect(items.length).toBeGreaterThan(2);
  for (const item of items) {
    // The index of the search is filled by the server itself.
    if ((await item.textContent())!.startsWith('Search')) continue;
    const ways =
      (await item.getByRole('link').count()) + (await item.getByText(/[Ss]etting|owner API/).count());
    expect([await item.textContent(), ways > 0]).toEqual([expect.any(String), true]);
  }

  const tile = visit.page.getByRole('button', { name: /^Messages in/ });
  await tile.filter({ hasText: '3' }).waitFor();
  await visit.page.getByRole('img', { name: 'Messages in' }).waitFor();
  await says('Dora', 'hello');
  // By the stream, without a reload.
  await tile.filter({ hasText: '4' }).waitFor();
  await visit.click(visit.page.getByText('As a table'));
  await visit.page.getByRole('row').nth(1).waitFor();
  expect(await visit.page.getByRole('row').count()).toBe(31);
  expect(await visit.page.getByRole('row').last().textContent()).toContain('4');

  await visit.click(visit.page.getByRole('button', { name: /All channels/ }));
  await visit.click(visit.page.getByRole('option').nth(2));
  await visit.page.waitForURL(/channel=ch_/);
  await tile.filter({ hasText: '0' }).waitFor();
  await visit.page.goBack();
  await tile.filter({ hasText: '4' }).waitFor();
  await visit.click(visit.page.getByRole('button', { name: 'Sandbox' }));
  await tile.filter({ hasText: '0' }).waitFor();
  await visit.page.getByText('Nobody waits for an answer, and nothing has failed.').waitFor();
});

it('who may not mend what the readiness found has no button for it, and reads who can', async () => {
  const empty = await server.makeProject();
  const operator = await join(server, empty.id, 'operator');
  const item = (title: string) => visit.page.getByRole('listitem').filter({ hasText: title });
  const mend = (title: string) => item(title).getByRole('link', { name: 'Mend' });
  await open({ height: 2400 }, empty);
  await mend('Live channels').waitFor();
  await mend('Published scenario').waitFor();
  expect(await visit.page.getByText(/of the project can mend it/).count()).toBe(0);
  await visit.close();
  await open({ height: 2400, as: operator }, empty);
  for (const title of ['Live channels', 'Published scenario']) {
    await item(title).getByText('An owner or a developer of the project can mend it.').waitFor();
    expect(await mend(title).count()).toBe(0);
  }
  // What the server's own settings decide is for whoever runs it, and not for owners either.
  await item('Public address').getByText('Settings of the server: docs/settings.md.').waitFor();
  await visit.screenshot('overview-operator');
  await visit.close();
  await open({ width: 390, height: 2400, touch: true, as: operator, language: 'ru' }, empty);
  const words = item('Рабочие каналы').getByText('Исправить может владелец или разработчик проекта.');
  // On a phone the words have the width, and the badge is below them.
  const [box, badge] = [
    await words.boundingBox(),
    await item('Рабочие каналы')
      .getByText(/^(?:исправьте|проверьте)$/)
      .boundingBox(),
  ];
  expect(box!.width).toBeGreaterThan(280);
  expect(badge!.y).toBeGreaterThanOrEqual(box!.y + box!.height);
});

it('nothing moves sideways on a phone, in Russian', async () => {
  await open({ width: 390, height: 2800, touch: true, language: 'ru' });
  await visit.page.locator('svg[role=img]').waitFor();
  await visit.page.locator('details').nth(1).waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'overview-phone-ru');
});

it('a message of which nobody knows whether it arrived is not called failed in its conversation', async () => {
  const { id, profile_id } = await server.makeIdentity(project.id, channel, 'unknown-4');
  shop.answer = (_received, response) => void response.writeHead(500).end();
  const { message_id } = await make('POST', `/dialogs/${id}/messages`, { text: 'Are you there?' });
  expect(await server.outcome(project, message_id)).toBe('message.unknown');
  await openPage(`p/${project.id}/inbox/${profile_id}`);
  const thread = visit.page.getByRole('log');
  await thread.getByText('Not known whether it arrived').waitFor();
  await thread.getByText('Look at the chat before you send it again.').waitFor();
  expect(await thread.getByText('Not delivered').count()).toBe(0);
  await visit.screenshot('inbox-unknown');
});
