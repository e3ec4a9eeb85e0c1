import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DialogScene, makeDialogScene, signedCall } from '../dialogs/scene.ts';
import { type Manner, startTarget, type Target } from '../fakes/target.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/**
 * Customers go on talking while an operation runs, and the scenario keeps what they say. A process is killed before it takes any of it
 * up, and another one in the middle of taking it up.
 */
const scenario = {
  triggers: [
    { type: 'text', text: 'order', start: 'order' },
    { type: 'text', text: 'wait', start: 'wait' },
  ],
  ...{ while_busy: 'keep', on_no_match: 'echo' },
  steps: [
    { id: 'order', type: 'operation', operation: 'order', input: { by: 'order' }, on_unknown: 'name' },
    { id: 'name', type: 'question', text: 'Name? ({{ steps.order.status }})', field: 'name' },
    { id: 'city', type: 'question', text: 'City, {{ state.name }}?', field: 'city' },
    { id: 'told', type: 'message', text: '{{ state.name }} of {{ state.city }}', next: 'done' },
    { id: 'wait', type: 'operation', operation: 'order', input: { by: 'wait' } },
    { id: 'done', type: 'end' },
    { id: 'echo', type: 'message', text: 'heard {{ event.text }}' },
  ],
};

let scene: ProcessScene;
let target: Target;
let server: ServerProcess;
let dialogs: DialogScene;
/** Lets the operation of the dialog that waits succeed. */
let answer: (manner: Manner) => void;

beforeAll(async () => {
  [scene, target] = await Promise.all([makeProcessScene(), startTarget()]);
  const answered = new Promise<Manner>((resolve) => {
    answer = resolve;
  });
  target.manner = ({ body }) => (body.includes('wait') ? answered : { does: 'hang' });
  await begin();
  const { client, project } = dialogs;
  const put = (path: string, body: object) => client.make('PUT', `/projects/${project.id}${path}`, body);
  const settings = { base_url: target.url, idempotency_header: 'Idempotency-Key' };
  await put('/connections/shop', { name: 'Shop', kind: 'http', settings });
  const request = { path: '/orders', body: '{{ input }}' };
  await put('/operations/order', { name: 'Order', connection: 'shop', request, timeout_ms: 60_000 });
  await dialogs.publish(scenario);
});
afterAll(async () => {
  await scene?.close();
  await target?.close();
});

/** Another process. */
async function begin(): Promise<void> {
  server = await scene.start();
  dialogs = await makeDialogScene(await scene.owner(server), scene.project, scene.channel.id);
}

async function says(externalId: string, text: string): Promise<void> {
  const call = signedCall(scene.channel.secret, { external_id: externalId, text, message_id: randomUUID() });
  const { status } = await dialogs.client.call('POST', `/api/channels/${scene.channel.id}/webhook`, call);
  expect(status).toBe(202);
}

const arrived = (identityId: string): string[] =>
  scene.receiver.received.filter(({ body }) => body.identity_id === identityId).map(({ body }) => body.text);

/** A customer whose operation is under way, and what they say then. */
async function keep(first: string, words: readonly string[]): Promise<string> {
  const externalId = randomUUID();
  const identityId = await dialogs.identity(externalId);
  await says(externalId, first);
  await until(() => target.arrivals.some(({ body }) => body.includes(first)));
  for (const text of words) await says(externalId, text);
  const did = ['started', ...words.map(() => 'kept')];
  expect(await dialogs.settled(identityId)).toEqual(did);
  return identityId;
}

it('what was kept before a process was killed is answered once, in its order', async () => {
  const identityId = await keep('order', ['Ann', 'Bonn', 'and', 'then?']);
  await server.kill();
  await begin();
  const told = ['Name? (unknown)', 'City, Ann?', 'Ann of Bonn', 'heard and', 'heard then?'];
  expect(await dialogs.waitForTold(identityId, told.length)).toEqual(told);
  await until(() => arrived(identityId).length === told.length);
  expect(arrived(identityId)).toEqual(told);
  expect(await dialogs.settled(identityId)).toEqual(['started', 'kept', 'kept', 'kept', 'kept']);
});

it('what is being taken up when a process is killed is answered once, in its order', async () => {
  const words = Array.from({ length: 20 }, (_, n) => `word ${n}`);
  const identityId = await keep('wait', words);
  answer({ does: 'answer' });
  await until(() => arrived(identityId).length > 0);
  await server.kill();
  await begin();
  const told = words.map((text) => `heard ${text}`);
  expect(await dialogs.waitForTold(identityId, told.length)).toEqual(told);
  // A message that was under way is not sent again: it may have arrived.
  const isOver = async () =>
    (await dialogs.history(identityId)).every(({ status }) => status !== 'queued' && status !== 'running');
  await until(isOver, 30_000);
  expect(await dialogs.told(identityId)).toEqual(told);
  const came = arrived(identityId);
  expect(came).toEqual(told.filter((text) => came.includes(text)));
});
