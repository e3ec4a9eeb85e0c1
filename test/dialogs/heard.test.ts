import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type DialogScene, makeDialogScene, signedCall } from './scene.ts';

let server: TestServer;
let scene: DialogScene;
const secret = newSigningSecret();

beforeAll(async () => {
  server = await startTestServer();
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id, undefined, { signing_secret: secret });
  scene = await makeDialogScene(server, project, channel.id);
  await server.make('PUT', `/projects/${project.id}/connections/shop`, {
    ...{ name: 'Shop', kind: 'http', settings: { base_url: 'https://shop.example' } },
  });
  await server.make('PUT', `/projects/${project.id}/operations/confirm`, {
    name: 'Confirm',
    kind: 'http',
    connection: 'shop',
    mock: { result: { own: '{{ event.order }}', given: '{{ input.order }}' } },
  });
  await scene.publish({
    triggers: [{ type: 'event' }],
    steps: [
      { id: 'ask', type: 'question', text: 'Confirm {{ event.order }}?', field: 'yes' },
      { id: 'sure', type: 'question', text: 'Sure? {{ answer.button }}', field: 'sure' },
      { id: 'send', type: 'operation', operation: 'confirm', input: { order: '{{ event.order }}' } },
      {
        id: 'done',
        type: 'message',
        text: '{{ steps.send.result.given }} {{ steps.send.result.own }} {{ event.text }}',
      },
    ],
  });
});
afterAll(async () => {
  await server?.close();
});

/** A customer's message, as the client's own system sends it. */
async function says(externalId: string, text: string, data: object): Promise<void> {
  const { raw, headers } = signedCall(secret, {
    external_id: externalId,
    text,
    message_id: randomUUID(),
    data,
  });
  const answer = await server.call('POST', `/api/channels/${scene.channelId}/webhook`, { raw, headers });
  expect(answer.status).toBe(202);
}

it('an operation after questions still reads the data of the event, whatever data the answers have', async () => {
  const identity = await scene.identity('ann');
  await scene.event(identity, 'new order', { data: { order: 1042 } });
  await scene.waitForTold(identity, 1);
  await says('ann', 'yes', { button: 'left', text: 'something else', message_id: 7 });
  await scene.waitForTold(identity, 2);
  await says('ann', 'sure', {});
  expect(await scene.waitForTold(identity, 3)).toEqual(['Confirm 1042?', 'Sure? left', '1042 1042 sure']);
});

it('an event without data that answers a question keeps the data of the first event', async () => {
  const identity = await scene.identity('bob');
  await scene.event(identity, 'new order', { data: { order: 7 } });
  await scene.event(identity, 'yes');
  await scene.event(identity, 'sure');
  expect((await scene.waitForTold(identity, 3)).at(-1)).toBe('7 7 sure');
});

it('a dialog that has waited since version 0.12.0 goes on from its stored position', async () => {
  const identity = await scene.identity('cleo');
  await scene.event(identity, 'new order', { data: { order: 5 } });
  await scene.waitForTold(identity, 1);
  const stripped = await server.server.parts.database.query(
    `UPDATE dialog.dialogs SET position = (position::jsonb - 'answer' - 'said')::json
     WHERE project_id = $1 AND identity_id = $2 AND position->'said' IS NOT NULL`,
    [readId('project', scene.project.id), readId('identity', identity)],
  );
  expect(stripped.rowCount).toBe(1);
  await says('cleo', 'yes', { button: 'right' });
  await says('cleo', 'sure', { button: 'right' });
  expect(
    (await until(async () => (await scene.told(identity)).length === 3 && scene.told(identity))).at(-1),
  ).toBe('5 5 sure');
});

it.each([
  [{ text: 'a\0' }, ['body', 'text']],
  [{ data: { deep: ['x', { note: '\0' }] } }, ['body', 'data', 'deep', 1, 'note']],
])(
  'a message from a channel with a value that cannot be stored is a 422 at its field: %j',
  async (fields, loc) => {
    const body = { external_id: 'dora', text: 'hello', message_id: randomUUID(), ...fields };
    const { raw, headers } = signedCall(secret, body);
    const answer = await server.call('POST', `/api/channels/${scene.channelId}/webhook`, { raw, headers });
    expect([answer.status, answer.body.detail.map((item: any) => item.loc)]).toEqual([422, [loc]]);
  },
);
