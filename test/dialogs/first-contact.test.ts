import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { type DialogScene, makeDialogScene, signedCall } from './scene.ts';

let server: TestServer;
let scene: DialogScene;
const secret = newSigningSecret();

beforeAll(async () => {
  server = await useTestServer();
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id, undefined, { signing_secret: secret });
  scene = await makeDialogScene(server, project, channel.id);
  const say = (id: string) => [
    { id, type: 'message', text: id },
    { id: `${id}_end`, type: 'end' },
  ];
  await scene.publish({
    triggers: [
      { type: 'event', start: 'event' },
      { type: 'first_contact', start: 'first' },
      { type: 'returning', after_seconds: 86_400, channels: ['webhook'], start: 'back' },
      { type: 'any', start: 'other' },
    ],
    steps: ['event', 'first', 'back', 'other'].flatMap(say),
  });
});
afterAll(() => server?.close());

async function says(user: string, text: string): Promise<void> {
  const call = signedCall(secret, { external_id: user, message_id: randomUUID(), text });
  const answer = await server.call('POST', `/api/channels/${scene.channelId}/webhook`, call);
  expect(answer.status).toBe(202);
}

it('the first message of a customer and one after a long silence are known as such, whatever clients submit in between', async () => {
  const identity = await scene.identity('ann');
  await scene.event(identity, 'imported');
  expect(await scene.waitForTold(identity, 1)).toEqual(['event']);
  await says('ann', 'Hello');
  await says('ann', 'Hello again');
  expect(await scene.waitForTold(identity, 3)).toEqual(['event', 'first', 'other']);
  await server.server.parts.database.query(
    `UPDATE dialog.dialogs SET last_heard_at = last_heard_at - interval '25 hours' WHERE identity_id = $1`,
    [readId('identity', identity)],
  );
  await scene.event(identity, 'reminder');
  await scene.waitForTold(identity, 4);
  await says('ann', 'I am back');
  await says('ann', 'Still here');
  expect((await scene.waitForTold(identity, 6)).slice(3)).toEqual(['event', 'back', 'other']);
});
