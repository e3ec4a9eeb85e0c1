import { createHmac, randomUUID } from 'node:crypto';
import type { Answer, Client, TestProject } from '../harness/client.ts';
import { until } from '../harness/until.ts';

type Json = Record<string, unknown>;

/** A published scenario, and functions to send messages in its dialogs. */
export interface DialogScene {
  client: Client;
  project: TestProject;
  /** In the sandbox by default. */
  channelId: string;
  /** Saves and publishes a definition. @returns its version. */
  publish(definition: Json): Promise<number>;
  identity(externalId?: string): Promise<string>;
  /** Submits an event in the name of a customer. */
  event(identityId: string, text: string, more?: Json): Promise<Answer>;
  /** The messages to and from a customer, oldest first. */
  history(identityId: string): Promise<any[]>;
  /** The texts that were sent to a customer so far, oldest first. */
  told(identityId: string): Promise<string[]>;
  /** Waits for this number of messages to a customer. @returns their texts. */
  waitForTold(identityId: string, count: number): Promise<string[]>;
  /** Waits until all messages of the customer and all events were processed. @returns what each did, oldest first. */
  settled(identityId: string): Promise<string[]>;
  /** An operator's request. */
  operator(identityId: string, path: 'hold' | 'release' | 'messages', body?: Json): Promise<Answer>;
  /** The dialog as the list shows it. */
  dialog(identityId: string): Promise<any>;
}

export async function makeDialogScene(
  client: Client,
  project?: TestProject,
  channelId?: string,
): Promise<DialogScene> {
  const own = project ?? (await client.makeProject());
  const channel = channelId ?? (await client.makeChannel(own.id)).id;
  const base = `/projects/${own.id}`;
  const scene: DialogScene = {
    client,
    project: own,
    channelId: channel,
    async publish(definition) {
      await client.make('PUT', `${base}/scenario/draft`, { definition });
      return (await client.make('POST', `${base}/scenario/publish`)).version;
    },
    identity: async (externalId = randomUUID()) =>
      (await client.makeIdentity(own.id, channel, externalId)).id,
    event: (identityId, text, more = {}) =>
      client.call('POST', `/api/v1/projects/${own.id}/events`, {
        key: own.key,
        body: { event_id: randomUUID(), identity_id: identityId, text, ...more },
      }),
    async history(identityId) {
      const items: any[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const page: any = await client.make('GET', `${base}/dialogs/${identityId}/messages?offset=${offset}`);
        items.push(...page.items);
        offset = page.next_offset;
      }
      return items.reverse();
    },
    told: async (identityId) =>
      (await scene.history(identityId))
        .filter(({ direction }) => direction === 'out')
        .map(({ text }) => text),
    waitForTold: (identityId, count) =>
      until(async () => {
        const told = await scene.told(identityId);
        return told.length >= count && told;
      }),
    settled: (identityId) =>
      until(async () => {
        // They are processed in order, so the newest page shows whether any is left.
        const { items } = await client.make('GET', `${base}/dialogs/${identityId}/messages`);
        if (items.some(({ did }: any) => did === null)) return false;
        const said = (await scene.history(identityId)).filter(({ direction }) =>
          ['in', 'event'].includes(direction),
        );
        return said.map(({ did }) => did);
      }),
    operator: (identityId, path, body) => client.owner('POST', `${base}/dialogs/${identityId}/${path}`, body),
    dialog: async (identityId) =>
      (await client.make('GET', `${base}/dialogs`)).items.find(
        (each: any) => each.identity_id === identityId,
      ),
  };
  return scene;
}

/** A call of a client's own system to a webhook channel, signed as docs/channels.md says. */
export function signedCall(secret: string, body: Json): { raw: string; headers: Record<string, string> } {
  const raw = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex');
  return { raw, headers: { 'x-service-timestamp': timestamp, 'x-service-signature': signature } };
}

/** Asks for a name and a city, and greets: two waits, a template, and state. */
export const greeting: Json = {
  triggers: [
    { type: 'command', command: '/start' },
    { type: 'event', where: { left: '{{event.text}}', op: 'eq', right: 'begin' } },
  ],
  steps: [
    { id: 'name', type: 'question', text: 'Your name?', field: 'name' },
    { id: 'city', type: 'question', text: 'Your city, {{state.name}}?', field: 'city' },
    { id: 'bye', type: 'message', text: '{{state.name}} of {{state.city}}, {{event.greeting}}' },
  ],
};
