import { randomUUID } from 'node:crypto';
import type { Answer, Client, TestProject } from '../harness/client.ts';
import { type EventClient, openEvents } from '../harness/event-stream.ts';
import { until } from '../harness/until.ts';

export const site = 'https://shop.example';

/** A browser on a page of the shop, with its own session and address. */
export interface Browser {
  visitorId: string;
  token: string;
  session: any;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  say(text: string, more?: Record<string, unknown>): Promise<Answer>;
  /** The whole transcript. */
  messages(): Promise<any[]>;
  listen(options?: {
    after?: number;
    lastEventId?: string;
    typing?: boolean;
    presses?: boolean;
    seen?: boolean;
    url?: string;
  }): Promise<Stream>;
}

/** The events that a listening tab got so far. */
export interface Stream extends EventClient {
  /** The messages among the events. */
  messages(): any[];
}

export function makeChat(
  client: Client,
  project: TestProject,
  more: Record<string, unknown> = {},
): Promise<any> {
  return client.make('POST', `/projects/${project.id}/channels`, {
    type: 'webchat',
    name: 'Website',
    environment: 'live',
    settings: { allowed_domains: ['shop.example'], title: 'Shop' },
    ...more,
  });
}

/** Sends a session request as a browser on `origin` would. The server has to trust X-Forwarded-For. */
export function openSession(
  client: Client,
  channelId: string,
  body: unknown = {},
  { origin = site, address = randomAddress() }: { origin?: string | null; address?: string } = {},
): Promise<Answer> {
  return client.call('POST', `/api/chat/${channelId}/sessions`, {
    body,
    headers: { ...(origin === null ? {} : { origin }), 'x-forwarded-for': address },
  });
}

export async function openBrowser(client: Client, channelId: string, body: unknown = {}): Promise<Browser> {
  const answer = await openSession(client, channelId, body);
  if (answer.status !== 201) throw new Error(`no session: ${answer.status} ${answer.text}`);
  const { visitor_id: visitorId, token } = answer.body;
  const base = `/api/chat/${channelId}`;
  const authorization = `Bearer ${token}`;
  const call: Browser['call'] = (method, path, sent, headers = {}) =>
    client.call(method, base + path, { body: sent, headers: { origin: site, authorization, ...headers } });
  return {
    visitorId,
    token,
    session: answer.body,
    call,
    say: (text, more = {}) => call('POST', '/messages', { text, message_id: randomUUID(), ...more }),
    messages: async () => (await call('GET', '/messages')).body.items,
    listen: ({
      after = 0,
      lastEventId,
      typing = false,
      presses = false,
      seen = false,
      url = client.url,
    } = {}) =>
      openStream(`${url}${base}/events?after=${after}&typing=${typing}&presses=${presses}&seen=${seen}`, {
        authorization,
        origin: site,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      }),
  };
}

/** The identity that a visitor got with their first message. */
export async function identityOf(client: Client, project: TestProject, visitorId: string): Promise<string> {
  return until(async () => {
    const { body } = await client.call('GET', `/api/v1/projects/${project.id}/profiles`, project);
    const identities = body.items.flatMap((profile: any) => profile.identities);
    return identities.find((identity: any) => identity.external_id === visitorId)?.id as string | undefined;
  });
}

async function openStream(url: string, headers: Record<string, string>): Promise<Stream> {
  const client = await openEvents(url, headers);
  const messages = () => client.events.filter(({ event }) => event === 'message').map(({ data }) => data);
  return Object.assign(client, { messages });
}

const randomAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
