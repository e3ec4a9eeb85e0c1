import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDialogScene } from '../dialogs/scene.ts';
import type { TestProject } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { deliver, type MadeReceiver, makeReceiver } from './sender.ts';

let server: TestServer;
let project: TestProject;
const path = (of: string) => `/projects/${project.id}${of}`;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
});
afterAll(() => server?.close());

const publish = async (slug: string, definition: Record<string, unknown>, environment = 'live') => {
  await server.make('PUT', path(`/workflows/${slug}`), { name: slug, environment, definition });
  await server.make('POST', path(`/workflows/${slug}/publish`));
};
const called = async (receiver: MadeReceiver, body: unknown, headers?: Record<string, string>) => {
  const answer = await deliver(server, receiver, body, headers);
  expect(answer.status).toBe(202);
  return answer.body.event_id as string;
};
const callOf = ({ slug }: MadeReceiver, id: string, more = '') =>
  path(`/receivers/${slug}/deliveries/${id}${more}`);
const handled = (receiver: MadeReceiver, id: string) =>
  until(async () => {
    const call = await server.make('GET', callOf(receiver, id));
    return call.outcome ? call : undefined;
  });
const listed = async ({ slug }: MadeReceiver) =>
  (await server.make('GET', path(`/receivers/${slug}/deliveries`))).items;
const runOf = (id: string) =>
  until(async () => {
    const run = await server.make('GET', path(`/runs/${id}`));
    return ['succeeded', 'failed'].includes(run.status) && run;
  });

it('a call shows what it said, with what is named like a secret hidden, and the runs that it started', async () => {
  await publish('bill', {
    triggers: [],
    steps: [{ id: 'sum', type: 'set', vars: { no: '{{ input.no }}' } }],
  });
  const target = { workflow: 'bill', input: { no: '{{ body.order.no }}' } };
  const receiver = await makeReceiver(server, project.id, { target });
  const body = '{"order": {"no": 90071992547409931, "api_key": "k-1"}, "name": "Анна"}';
  const id = await called(receiver, body, {
    'content-type': 'application/json',
    'x-shop': 'north',
    'x-token': 't',
  });
  const call = await handled(receiver, id);
  expect(call).toMatchObject({
    event_id: id,
    body: { order: { no: '90071992547409931', api_key: '[hidden]' }, name: 'Анна' },
    outcome: { status: 'handled', runs: [expect.stringMatching(/^run_/)], flows: 0, error: null },
  });
  expect(call.headers).toMatchObject({ 'x-shop': 'north', 'x-token': '[hidden]' });
  expect(Object.keys(call.headers)).not.toContain('x-service-signature');
  expect(call).not.toHaveProperty('replay_of');
  expect(call.outcome).not.toHaveProperty('moved');
});

it('a call that failed is handled again once its workflow is there, under an id of its own', async () => {
  const receiver = await makeReceiver(server, project.id, {
    target: { workflow: 'late', input: { no: '{{ body.no }}' } },
    // By this id a repetition of the sender is recognized; a replay is none.
    dedupe_id: '{{ body.no }}',
  });
  const id = await called(receiver, { no: 7 });
  expect((await handled(receiver, id)).outcome).toMatchObject({
    status: 'failed',
    error: { code: 'workflow_not_published' },
  });
  await publish('late', {
    triggers: [],
    steps: [{ id: 'sum', type: 'set', vars: { no: '{{ input.no }}' } }],
  });
  const again = await server.owner('POST', callOf(receiver, id, '/replay'));
  expect(again).toMatchObject({ status: 202, body: { status: 'queued' } });
  const { event_id: second } = again.body;
  expect(second).not.toBe(id);
  const call = await handled(receiver, second);
  expect(call).toMatchObject({ replay_of: id, body: { no: 7 }, outcome: { status: 'handled', error: null } });
  expect(await runOf(call.outcome.runs[0])).toMatchObject({ status: 'succeeded', input: { no: 7 } });
  expect((await handled(receiver, id)).outcome.status).toBe('failed');
  expect(await listed(receiver)).toMatchObject([
    { status: 'accepted', reason: 'replayed', event_id: second, outcome: { status: 'handled' } },
    { status: 'accepted', reason: null, event_id: id, outcome: { status: 'failed' } },
  ]);
  const { items } = await server.make('GET', path(`/audit?subject_id=${second}`));
  expect(items).toContainEqual(
    expect.objectContaining({
      action: 'webhook.accepted',
      actor: expect.objectContaining({ type: 'owner' }),
      data: { receiver: receiver.slug, replay_of: id },
    }),
  );
});

it('a request to handle a call again that is repeated with its key does it once', async () => {
  await publish('once', { triggers: [], steps: [{ id: 'sum', type: 'set', vars: { a: 1 } }] });
  const receiver = await makeReceiver(server, project.id, { target: { workflow: 'once' } });
  const id = await called(receiver, { no: 1 });
  await handled(receiver, id);
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    [1, 2, 3].map(() => server.owner('POST', callOf(receiver, id, '/replay'), undefined, headers)),
  );
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(answers.map(({ body }) => body.event_id)).size).toBe(1);
  await handled(receiver, answers[0]!.body.event_id);
  expect(await listed(receiver)).toHaveLength(2);
});

it('a call names the run and the customer whose flows it moved', async () => {
  const receiver = await makeReceiver(server, project.id, {}, 'paid');
  const wait = {
    id: 'paid',
    type: 'wait_for',
    receiver: { slug: 'paid', match: { 'body.order': '{{ input.no }}' } },
  };
  await publish('order', { triggers: [], steps: [wait] });
  const start = async (no: string) =>
    (await server.make('POST', path('/workflows/order/runs'), { input: { no } })).run_id;
  const [first, second] = [await start('90071992547409931'), await start('90071992547409932')];
  await until(async () =>
    (await Promise.all([first, second].map((id) => server.make('GET', path(`/runs/${id}`))))).every(
      ({ status }) => status === 'waiting',
    ),
  );
  const id = await called(receiver, '{"order": 90071992547409932}');
  expect((await handled(receiver, id)).outcome).toMatchObject({ flows: 1, moved: [second], runs: [] });
  expect(await runOf(second)).toMatchObject({ status: 'succeeded' });
  const again = await server.make('POST', callOf(receiver, id, '/replay'));
  expect((await handled(receiver, again.event_id)).outcome).toMatchObject({ flows: 0, runs: [] });
  expect((await server.make('GET', path(`/runs/${first}`))).status).toBe('waiting');
});

it('a call names the customer whose dialog it moved', async () => {
  const dialogs = await makeDialogScene(server, project);
  const receiver = await makeReceiver(server, project.id, {}, 'parcel');
  await dialogs.publish({
    triggers: [{ type: 'event' }],
    steps: [
      {
        id: 'parcel',
        type: 'wait_for',
        receiver: { slug: 'parcel', match: { 'body.no': '{{ event.no }}' } },
      },
      { id: 'here', type: 'message', text: 'Your parcel is here.' },
    ],
  });
  const customer = await dialogs.identity('ann');
  await dialogs.event(customer, 'ordered', { data: { no: 7 } });
  await dialogs.settled(customer);
  const id = await called(receiver, { no: 7 });
  expect((await handled(receiver, id)).outcome).toMatchObject({ flows: 1, moved: [customer], runs: [] });
});

it('a developer sees that there was a call, and neither its words nor a way to have it handled again', async () => {
  const receiver = await makeReceiver(server, project.id);
  const id = await called(receiver, { name: 'Anna' }, { 'x-shop': 'north' });
  await handled(receiver, id);
  const { client } = await join(server, project.id, 'developer');
  const { body } = await client.owner('GET', callOf(receiver, id));
  expect(body).toMatchObject({ event_id: id, headers: {}, body: null, outcome: { status: 'handled' } });
  expect(body.hidden).toContain('is left out here');
  const answer = await client.owner('POST', callOf(receiver, id, '/replay'));
  expect([answer.status, answer.body.code]).toEqual([403, 'role_required']);
  expect(await listed(receiver)).toHaveLength(1);
});

it('a call of another receiver, of another project, or one that nobody made is not there', async () => {
  const [own, other] = [await makeReceiver(server, project.id), await makeReceiver(server, project.id)];
  const id = await called(own, { no: 1 });
  await handled(own, id);
  const elsewhere = await server.makeProject();
  const foreign = await makeReceiver(server, elsewhere.id, {}, own.slug);
  const paths = [
    callOf(other, id),
    `/projects/${elsewhere.id}/receivers/${foreign.slug}/deliveries/${id}`,
    callOf(own, 'evt_nobody'),
    callOf(own, `${id}x`),
  ];
  for (const each of paths) {
    expect(await server.owner('GET', each)).toMatchObject({ status: 404, body: { code: 'call_not_found' } });
    const answer = await server.owner('POST', `${each}/replay`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'call_not_found' } });
  }
  expect(await listed(own)).toHaveLength(1);
});
