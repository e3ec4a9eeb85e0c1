import { randomUUID } from 'node:crypto';
import { type DialogScene, makeDialogScene, signedCall } from '../dialogs/scene.ts';
import type { Answer, Client } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`;

/** A customer of a project, by a channel of its own system. */
export interface Customer {
  identityId: string;
  profileId: string;
  externalId: string;
  channelId: string;
  says(text: string): Promise<void>;
  /** Presses a button of a message, by its index. */
  presses(messageId: string, index: number): Promise<void>;
}

/** A project with conversations, and functions to have some and to look at them. */
export interface InboxScene extends DialogScene {
  /** Brings a customer, who has said nothing yet. @param channelId another channel of `channel` */
  customer(externalId?: string, channelId?: string): Promise<Customer>;
  /** Makes another channel. @returns its id */
  channel(): Promise<string>;
  /** A request about conversations, in the name of somebody. */
  inbox(method: string, path?: string, body?: unknown, as?: Client): Promise<Answer>;
  /** The customers on the first page of a list, in its order. */
  listed(query?: string, as?: Client): Promise<string[]>;
  /** The conversation with a customer, once it is as wanted. */
  conversation(customer: Customer, isWanted?: (conversation: any) => boolean, as?: Client): Promise<any>;
}

export async function makeInboxScene(server: TestServer): Promise<InboxScene> {
  const project = await server.makeProject();
  const channel = async () =>
    (
      await server.makeChannel(project.id, undefined, {
        url: 'https://client.example/',
        signing_secret: secret,
      })
    ).id;
  const first: string = await channel();
  const scene = await makeDialogScene(server, project, first);
  const path = `/projects/${project.id}/conversations`;
  const inbox: InboxScene['inbox'] = (method, below = '', body = undefined, as = server) =>
    as.owner(method, `${path}${below}`, body);
  return {
    ...scene,
    channel,
    inbox,
    async customer(externalId = randomUUID(), channelId = first) {
      const { id, profile_id } = await server.makeIdentity(project.id, channelId, externalId);
      const calls = async (said: object) => {
        const call = signedCall(secret, { external_id: externalId, message_id: randomUUID(), ...said });
        const { status } = await server.call('POST', `/api/channels/${channelId}/webhook`, call);
        if (status !== 202) throw new Error(`what the customer said was answered ${status}`);
      };
      return {
        ...{ identityId: id, profileId: profile_id, externalId, channelId },
        says: (text) => calls({ text }),
        presses: (message_id, index) => calls({ button: { message_id, index } }),
      };
    },
    async listed(query = '', as = server) {
      const { status, body } = await inbox('GET', query && `?${query}`, undefined, as);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body.items.map((each: any) => each.profile_id);
    },
    conversation: (customer, isWanted = () => true, as = server) =>
      until(async () => {
        const { status, body } = await inbox('GET', `/${customer.profileId}`, undefined, as);
        return status === 200 && isWanted(body) && body;
      }),
  };
}
