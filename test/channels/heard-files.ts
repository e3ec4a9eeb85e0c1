import { randomUUID } from 'node:crypto';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { type DialogScene, makeDialogScene, signedCall } from '../dialogs/scene.ts';
import type { Answer, Client, TestProject } from '../harness/client.ts';
import { until } from '../harness/until.ts';

type Json = Record<string, any>;

/** A webhook channel through which customers send files. */
export interface FilesScene extends DialogScene {
  secret: string;
  /** Posts what a customer said. @param body without what every message needs */
  say(body: Json): Promise<Answer>;
  /** The attachments of the customer's last message, when none is waiting any more. */
  arrived(externalId: string): Promise<Json[]>;
  /** The customer's messages in the time line of their profile, newest first. */
  timeLine(externalId: string): Promise<Json[]>;
  /** The record of a file, with an address. */
  file(id: string): Promise<Answer>;
  audit(action: string): Promise<Json[]>;
}

/**
 * @param live whether the channel reaches out; it is in the sandbox otherwise
 * @param same another scene with the same channel, for a client of another process
 */
export async function makeFilesScene(
  client: Client,
  { live = true, project, same }: { live?: boolean; project?: TestProject; same?: FilesScene } = {},
): Promise<FilesScene> {
  const own = same?.project ?? project ?? (await client.makeProject());
  const secret = same?.secret ?? newSigningSecret();
  const url = live ? 'https://nobody.example/' : undefined;
  const channel = same
    ? { id: same.channelId }
    : await client.makeChannel(own.id, url, { signing_secret: secret });
  const dialogs = await makeDialogScene(client, own, channel.id);
  const identityOf = (externalId: string) => client.makeIdentity(own.id, channel.id, externalId);
  const scene: FilesScene = {
    ...dialogs,
    secret,
    say(body) {
      const { raw, headers } = signedCall(secret, { message_id: randomUUID(), ...body });
      return client.call('POST', `/api/channels/${channel.id}/webhook`, { raw, headers });
    },
    async timeLine(externalId) {
      const { profile_id } = await identityOf(externalId);
      const page = await client.make('GET', `/projects/${own.id}/profiles/${profile_id}/messages`);
      return page.items.filter(({ direction }: Json) => direction === 'in');
    },
    arrived: (externalId) =>
      until(async () => {
        const [newest] = await scene.timeLine(externalId);
        const { attachments = [] } = newest ?? {};
        return newest && attachments.every(({ status }: Json) => status !== 'waiting') && attachments;
      }),
    file: (id) => client.call('GET', `/api/v1/projects/${own.id}/files/${id}`, own),
    async audit(action) {
      const { body } = await client.call('GET', `/api/v1/projects/${own.id}/audit`, own);
      return body.items.filter((entry: Json) => entry.action === action);
    },
  };
  return scene;
}
