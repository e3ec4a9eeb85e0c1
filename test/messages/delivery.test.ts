import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;
let receiver: Receiver;
let project: TestProject;
let channel: { id: string };

beforeAll(async () => {
  const secret = newSigningSecret();
  receiver = await startReceiver(secret);
  server = await useTestServer();
  project = await server.makeProject();
  channel = await server.makeChannel(project.id, receiver.url, { signing_secret: secret });
});

afterAll(async () => {
  await server?.close();
  await receiver?.close();
});

describe('a message to a live webhook channel', () => {
  it('arrives once, signed, with all its fields', async () => {
    const identity = await server.makeIdentity(project.id, channel.id, 'anna');
    const answer = await server.send(project, identity.id, {
      text: 'Hello <b>Anna</b>',
      buttons: ['Yes', { text: 'Site', url: 'https://example.org', payload: { n: 1 } }],
      keyboard: 'inline',
      columns: 2,
      format: 'html',
      image: 'https://example.org/a.png',
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ message_id: expect.stringMatching(/^msg_/), status: 'queued' });
    expect(await server.outcome(project, answer.body.message_id)).toBe('message.sent');
    expect(receiver.refused).toEqual([]);
    expect(receiver.received.map((r) => r.body)).toEqual([
      {
        type: 'message',
        message_id: answer.body.message_id,
        identity_id: identity.id,
        external_id: 'anna',
        text: 'Hello <b>Anna</b>',
        buttons: [{ text: 'Yes' }, { text: 'Site', url: 'https://example.org', payload: { n: 1 } }],
        keyboard: 'inline',
        columns: 2,
        format: 'html',
        image: 'https://example.org/a.png',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    expect(receiver.received[0]!.id).toBe(answer.body.message_id);
  });
});
