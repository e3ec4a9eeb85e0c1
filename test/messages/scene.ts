import type { ServerResponse } from 'node:http';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { type Received, type Receiver, startReceiver } from '../fakes/receiver.ts';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';

/** A live webhook channel of its own, with the receiver at its end. */
export interface Scene {
  receiver: Receiver;
  channelId: string;
  identity(externalId?: string): Promise<string>;
  /** The texts that arrived, in order; of one customer, if one is named. */
  texts(externalId?: string): string[];
}

const open: Receiver[] = [];

export async function makeScene(
  server: TestServer,
  project: TestProject,
  answer?: (received: Received, response: ServerResponse) => void | Promise<void>,
): Promise<Scene> {
  const secret = newSigningSecret();
  const receiver = await startReceiver(secret);
  open.push(receiver);
  if (answer) receiver.answer = answer;
  const channel = await server.makeChannel(project.id, receiver.url, { signing_secret: secret });
  return {
    receiver,
    channelId: channel.id,
    identity: async (externalId) => (await server.makeIdentity(project.id, channel.id, externalId)).id,
    texts: (externalId) =>
      receiver.received
        .filter(({ body }) => externalId === undefined || body.external_id === externalId)
        .map(({ body }) => body.text),
  };
}

/** Closes every receiver of this file's scenes. @throws if one of them got an unsigned request. */
export async function closeScenes(): Promise<void> {
  const scenes = open.splice(0);
  await Promise.all(scenes.map((receiver) => receiver.close()));
  const refused = scenes.flatMap((receiver) => receiver.refused);
  if (refused.length > 0) throw new Error(`without a right signature: ${refused.join('; ')}`);
}
