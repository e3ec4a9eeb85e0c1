import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { signedCall } from '../dialogs/scene.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { localhost, openPage, role, row, server, useConsole, visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';

let project: TestProject;
let channel: string;
let shop: Receiver;
const secret = newSigningSecret();

useConsole();

const make = (method: string, path: string, body?: unknown) =>
  server.make(method, `/projects/${project.id}${path}`, body);

const scenario = (question: string, more: unknown[] = []) => ({
  triggers: [{ type: 'any', start: 'hello' }],
  steps: [
    { id: 'hello', type: 'message', text: 'Hello!' },
    { id: 'ask_city', type: 'question', text: question, field: 'city' },
    ...more,
    { id: 'done', type: 'end' },
  ],
});

/** A customer says something through the webhook channel. */
async function says(externalId: string, text: string): Promise<void> {
  const call = signedCall(secret, { external_id: externalId, message_id: randomUUID(), text });
  const { status } = await server.call('POST', `/api/channels/${channel}/webhook`, call);
  expect(status).toBe(202);
}

beforeAll(async () => {
  shop = await startReceiver(secret);
  project = await server.makeProject();
  channel = (await server.makeChannel(project.id, shop.url, { signing_secret: secret })).id;
  shop.answer = (_received, response) => void response.writeHead(204).end();
  await make('PUT', '/scenario/draft', { definition: scenario('Which city?') });
  await make('POST', '/scenario/publish');
  await says('Anna', 'Hi');
  await says('Boris', 'Hi');
  const stands = async (who: string, step: string) =>
    (await make('GET', '/dialogs')).items.some((each: any) => each.external_id === who && each.step === step);
  await until(async () => (await stands('Anna', 'ask_city')) && (await stands('Boris', 'ask_city')));
  await says('Boris', 'Riga');
  await until(() => stands('Boris', 'done'));
  await make('PUT', '/scenario/draft', {
    definition: scenario('In which city are you?', [{ id: 'thanks', type: 'message', text: 'Thank you!' }]),
  });
});
afterAll(() => shop?.close());

const open = (path: string) => openPage(`p/${project.id}/${path}`);

it('from a customer who is stuck to the step it takes two presses, and a person takes the dialog and gives it back', async () => {
  await open('dialogs');
  await row('Anna').filter({ hasText: 'an answer of the customer' }).waitFor();
  await row('Boris').filter({ hasText: 'Ended' }).waitFor();
  await expectAccessible(visit, 'dialogs');
  await visit.click(row('Anna'));
  await role('dialog', 'Anna').getByText('ask_city').waitFor();
  await expectAccessible(visit, 'dialogs-one');
  await visit.click(role('dialog').getByRole('button', { name: 'Take over' }));
  await role('dialog').getByText('A person has it').waitFor();
  const heldBy = async () =>
    (await make('GET', '/dialogs')).items.find((each: any) => each.external_id === 'Anna').held?.by;
  expect(await heldBy()).toBe('owner@example.com');
  await visit.click(role('dialog').getByRole('button', { name: 'Give back' }));
  await role('dialog').getByText('Waiting').waitFor();
  await until(async () => (await heldBy()) === undefined);
  await visit.click(role('dialog').getByRole('link', { name: 'To the step' }));
  await visit.page.waitForURL(/\/scenario\?.*step=ask_city/);
  await visit.page.goto(`${localhost()}/console/p/${project.id}/dialogs?step=ask_city&state=waiting`);
  await row('Anna').waitFor();
  expect(await row('Boris').count()).toBe(0);
});

it('the figures of steps say where people stop, and lead to those who wait there', async () => {
  await open('steps');
  await row('ask_city').waitFor();
  await expectAccessible(visit, 'steps');
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSideways(visit);
  await visit.screenshot('steps-phone');
  await visit.page.setViewportSize({ width: 1280, height: 800 });
  // They are counted a moment behind.
  const asked = await until(async () => {
    const { steps } = await make('GET', '/analytics/scenario/steps');
    return steps.find(({ id, reached }: any) => id === 'ask_city' && reached === 2);
  });
  expect(asked).toMatchObject({ reached: 2, waiting: 1 });
  await visit.click(role('tab', 'On the graph'));
  await visit.page.locator('.react-flow__node').filter({ hasText: 'ask_city' }).waitFor();
  await visit.screenshot('steps-graph');
  await visit.click(role('tab', 'As a table'));
  await visit.click(row('ask_city').getByRole('link', { name: '1', exact: true }));
  await visit.page.waitForURL(/\/dialogs\?/);
  await row('Anna').waitFor();
});

it('what differs is said field by field, the draft is published after a question, and an earlier version becomes the draft', async () => {
  await open('versions');
  const changes = role('list', 'What differs');
  await changes.getByText('Which city?').waitFor();
  await changes.getByText('In which city are you?').waitFor();
  await changes.getByRole('listitem').filter({ hasText: 'thanks' }).getByText('Added').waitFor();
  await expectAccessible(visit, 'versions');
  await visit.click(role('tab', 'On the graph'));
  await visit.page.locator('.react-flow__node').filter({ hasText: 'thanks' }).waitFor();
  await expectAccessible(visit, 'versions-graph');
  await visit.click(role('tab', 'Field by field'));
  await visit.click(role('button', 'Publish the draft'));
  await role('alertdialog', 'Publish version 2?').waitFor();
  await visit.click(role('alertdialog').getByRole('button', { name: 'Publish' }));
  const versions = role('list', 'Versions').getByRole('listitem');
  await versions.filter({ hasText: 'Version 2' }).getByText('In force').waitFor();
  await visit.page.getByText('Nothing differs.').waitFor();
  await visit.click(
    versions.filter({ hasText: 'Version 1' }).getByRole('button', { name: 'Make it the draft' }),
  );
  await visit.click(role('alertdialog').getByRole('button', { name: 'Make it the draft' }));
  await changes.getByRole('listitem').filter({ hasText: 'thanks' }).getByText('Removed').waitFor();
  const { definition } = await make('GET', '/scenario/draft');
  expect(definition.steps[1].text).toBe('Which city?');
  expect((await make('GET', '/scenario/versions')).items[0].version).toBe(2);
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSideways(visit);
  await visit.screenshot('versions-phone');
});
