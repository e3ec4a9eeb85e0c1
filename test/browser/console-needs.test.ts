import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
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
let shop: Receiver;
let bank: Target;
const secret = newSigningSecret();
/** More than a page of a list has. */
const failedJobs = 150;

const make = (method: string, path: string, body?: unknown) =>
  server.make(method, `/projects/${project.id}${path}`, body);

useConsole();
beforeAll(async () => {
  [shop, bank] = await Promise.all([startReceiver(secret), startTarget()]);
  project = await server.makeProject();
  const channel = (await server.makeChannel(project.id, shop.url, { signing_secret: secret })).id;
  shop.answer = (_received, response) => void response.writeHead(404).end();
  bank.manner = ({ url }) =>
    url === '/slow'
      ? { does: 'answer', status: 503, body: '{"detail":"booked, perhaps"}' }
      : { does: 'answer', status: 400, body: '{"detail":"no such account"}' };
  const scene = new Scene(server, project);
  await scene.connect('bank', { base_url: bank.url });
  await scene.define('pay', { connection: 'bank', request: { body: { sum: 1 } } });
  await scene.define('slow', { connection: 'bank', request: { path: '/slow', body: { sum: 1 } } });
  await make('PUT', '/scenario/draft', {
    definition: {
      triggers: [{ type: 'any', start: 'pay' }],
      steps: [{ id: 'pay', type: 'operation', operation: 'pay', input: {} }],
    },
  });
  await make('POST', '/scenario/publish');
  const ask = { id: 'ask', type: 'wait_for', approval: { text: 'Give Anna 12 EUR back?' } };
  await make('PUT', '/workflows/refund', {
    ...{ name: 'Refund', environment: 'live', definition: { steps: [ask] } },
  });
  await make('POST', '/workflows/refund/publish');
  await make('POST', '/workflows/refund/runs', {});
  for (const name of ['Anna', 'Boris']) {
    const { id } = await server.makeIdentity(project.id, channel, name);
    const { body } = await server.send(project, id);
    expect(await server.outcome(project, body.message_id)).toBe('message.failed');
  }
  expect((await scene.outcome('slow', { environment: 'live' })).status).toBe('unknown');
  const said = { external_id: 'Cleo', message_id: randomUUID(), text: 'pay' };
  await server.call('POST', `/api/channels/${channel}/webhook`, signedCall(secret, said));
  await until(async () => (await make('GET', '/dialogs?state=failed')).items.length === 1);
  await server.server.parts.database.query(
    `INSERT INTO dialog.tasks (project_id, id, kind, state, environment, lane, payload, error, created_at, finished_at, deadline_at)
     SELECT t.project_id, gen_random_uuid(), t.kind, t.state, t.environment, t.lane, t.payload, t.error, t.created_at, t.finished_at, t.deadline_at
     FROM dialog.tasks t, generate_series(2, ${failedJobs}) WHERE t.project_id = $1 AND t.kind = 'job' AND t.state = 'failed'`,
    [readId('project', project.id)],
  );
});
afterAll(() => Promise.all([shop?.close(), bank?.close()]));

const open = (opening?: Opening) => openPage(`p/${project.id}/overview`, opening);
const region = () => visit.page.getByRole('region', { name: 'Needs you', exact: true });
const rows = () => region().getByRole('listitem');
const row = (text: string | RegExp) => rows().filter({ hasText: text });

it('what failed is said by where and why, with the true number, and leads to its list', async () => {
  await open({ height: 2400 });
  const messages = row('2 messages did not arrive through “Test channel” in the last day');
  await messages.filter({ hasText: 'status 404' }).waitFor();
  await row('The scenario broke off with 1 customer').filter({ hasText: 'at step “pay”' }).waitFor();
  await row(`Operation “pay” failed ${failedJobs} times`).filter({ hasText: 'status 400' }).waitFor();
  await visit.page.getByText('Give Anna 12 EUR back?').waitFor();
  // Who waits, what is unknown, what is to be decided, then what failed.
  const texts = await rows().allTextContents();
  const places = [
    /waits for an answer/,
    /nobody knows/,
    /12 EUR/,
    /did not arrive/,
    /broke off/,
    /failed 150/,
  ];
  const order = places.map((each) => texts.findIndex((text) => each.test(text)));
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(order).not.toContain(-1);
  await expectAccessible(visit, 'needs');

  await visit.click(row('broke off').getByRole('button', { name: 'Look' }));
  await visit.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Cleo' }).waitFor();
  await visit.press('Escape');
  for (const [text, page] of [
    ['did not arrive', /audit\?.*action=message.failed/],
    ['broke off', /dialogs\?.*state=failed.*step=pay/],
    ['Operation “pay”', /jobs\?.*status=failed.*operation=pay/],
  ] as const) {
    await visit.click(row(text).getByRole('link', { name: 'All' }));
    await visit.page.waitForURL(page);
    await visit.page.goBack();
    await row(text).waitFor();
  }
  await visit.click(messages.getByRole('link', { name: 'The newest' }));
  await visit.page.waitForURL(/inbox\/prof_/);
});

it('whoever settles sees what the other side answered', async () => {
  await open({ height: 2400 });
  const known = visit.page.getByText('Of everything that has ended it is known how.');
  await row('Answer: {"detail":"booked, perhaps"}').waitFor();
  await visit.page.getByRole('list', { name: 'Readiness' }).getByText('Unknown outcomes').waitFor();
  expect(await known.count()).toBe(0);
  await visit.click(row('nobody knows').getByRole('button', { name: 'Settle' }));
  const dialog = visit.page.getByRole('dialog');
  const answer = dialog.getByRole('region', { name: 'What was answered' });
  await answer.getByText('HTTP 503').waitFor();
  expect(await answer.textContent()).toContain('booked, perhaps');
  await dialog.getByRole('link', { name: 'What was sent, and each attempt' }).waitFor();
  await expectAccessible(visit, 'needs-settle');
  await visit.click(dialog.getByRole('button', { name: 'It was done' }));
  await row('nobody knows').waitFor({ state: 'detached' });
  // The readiness knows at once.
  await known.waitFor({ state: 'attached' });
});

it('a decision is made where it stands, and its row goes', async () => {
  await open({ height: 2400 });
  await visit.click(row('12 EUR').getByRole('button', { name: 'Approve' }));
  await visit.click(visit.page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
  await row('12 EUR').waitFor({ state: 'detached' });
  expect((await make('GET', '/approvals?status=approved')).items.length).toBe(1);
});

it('a role finds what it may see to, and has no way to lists that it may not read', async () => {
  const operator = await join(server, project.id, 'operator');
  await open({ height: 2400, as: operator });
  await row('did not arrive').getByRole('link', { name: 'The newest' }).waitFor();
  expect(await row('did not arrive').getByRole('link', { name: 'All' }).count()).toBe(0);
  await row(`failed ${failedJobs} times`).getByRole('link', { name: 'All' }).waitFor();
  await visit.close();
  const billing = await join(server, project.id, 'billing');
  await open({ height: 2400, as: billing });
  await region().getByText('Nobody waits for an answer, and nothing has failed.').waitFor();
});

it('nothing moves sideways on a phone, in Russian', async () => {
  await open({ width: 390, height: 2800, touch: true, language: 'ru' });
  await visit.page.getByText('не доставлены 2 сообщения').waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'needs-phone-ru');
});
