import { createHmac, randomUUID } from 'node:crypto';
import { readId } from '../../src/platform/ids.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

/** A channel through which customers can send messages, since the test knows its secret. */
export interface SpokenChannel {
  id: string;
  secret: string;
}

export interface Customer {
  channel: SpokenChannel;
  externalId: string;
  id: string;
  profileId: string;
}

/**
 * A server, a project with a scenario that tags every customer who sends a message, and the calls for the tests of
 * linking.
 */
export interface Scene {
  server: TestServer;
  project: TestProject;
  channels: [SpokenChannel, SpokenChannel];
  /** A customer of the first channel, or of another, whose profile is patched with `fields`. */
  customer(fields?: Record<string, unknown>, channel?: SpokenChannel): Promise<Customer>;
  owner(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Like `owner`, but the request must succeed. */
  make(method: string, path: string, body?: unknown): Promise<any>;
  profile(id: string): Promise<Answer>;
  patch(id: string, fields: unknown): Promise<Answer>;
  /** @param fields as JSON text where the text matters */
  link(...profileIds: string[]): Promise<Answer>;
  undo(linkId: string): Promise<Answer>;
  unlink(profileId: string, identityId: string): Promise<Answer>;
  /** Sends a message of the customer in their channel. @returns the id of the message */
  say(customer: Customer, text: string, data?: Record<string, unknown>): Promise<string>;
  /** Like `say`, but waits for the audit entry with the outcome. */
  said(customer: Customer, text: string, data?: Record<string, unknown>): Promise<any>;
  outcome(messageId: string): Promise<any>;
  /** The messages to a customer, newest first. */
  told(customer: Customer): Promise<string[]>;
}

const scenario = {
  triggers: [{ type: 'any', interrupts: true }],
  steps: [{ id: 'mark', type: 'tag', add: ['{{event.tag}}'] }],
};

export async function makeScene(): Promise<Scene> {
  const server = await startTestServer();
  const project = await server.makeProject();
  const below = `/projects/${project.id}`;
  const channel = async () => {
    const made = await server.makeChannel(project.id);
    return { id: made.id, secret: made.settings.signing_secret };
  };
  const channels: Scene['channels'] = [await channel(), await channel()];
  // Written to the database, since these tests are not about the publication of scenarios.
  await server.server.parts.database.query(
    `INSERT INTO dialog.scenario_versions (project_id, version, definition, published_by) VALUES ($1, 1, $2, 'test')`,
    [readId('project', project.id), JSON.stringify(scenario)],
  );
  const log = follow(server, project);
  const scene: Scene = {
    server,
    project,
    channels,
    async customer(fields, channel = channels[0]) {
      const externalId = randomUUID();
      const { id, profile_id: profileId } = await server.makeIdentity(project.id, channel.id, externalId);
      if (fields) await scene.patch(profileId, fields);
      return { channel, externalId, id, profileId };
    },
    owner: (method, path, body) => server.owner(method, below + path, body),
    make: (method, path, body) => server.make(method, below + path, body),
    profile: (id) => server.call('GET', `/api/v1/projects/${project.id}/profiles/${id}`, project),
    patch: (id, fields) =>
      server.call('PATCH', `/api/v1/projects/${project.id}/profiles/${id}`, {
        key: project.key,
        raw: typeof fields === 'string' ? fields : JSON.stringify(fields),
      }),
    link: (...ids) => scene.owner('POST', '/profiles/link', { profile_ids: ids }),
    undo: (linkId) => scene.owner('POST', `/links/${linkId}/undo`),
    unlink: (profileId, identityId) =>
      scene.owner('POST', `/profiles/${profileId}/unlink`, { identity_id: identityId }),
    async say({ channel: { id, secret }, externalId }, text, data = {}) {
      const raw = JSON.stringify({ external_id: externalId, text, message_id: randomUUID(), data });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex');
      const answer = await server.call('POST', `/api/channels/${id}/webhook`, {
        raw,
        headers: { 'x-service-timestamp': timestamp, 'x-service-signature': signature },
      });
      if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
      return answer.body.message_id;
    },
    outcome: (messageId) =>
      until(async () =>
        (await log()).find((entry) => entry.subject.id === messageId && entry.action !== 'message.received'),
      ),
    said: async (...words) => scene.outcome(await scene.say(...words)),
    async told({ id }) {
      const { items } = await scene.make('GET', `/dialogs/${id}/messages`);
      return items.filter((item: any) => item.direction === 'out').map((item: any) => item.text);
    },
  };
  return scene;
}

/** The audit log as it grows: each entry is read only once, however many callers wait for one. */
function follow(server: TestServer, project: TestProject): () => Promise<any[]> {
  const entries: any[] = [];
  let after = 0;
  let reading: Promise<any[]> | undefined;
  const read = async () => {
    const path = `/api/v1/projects/${project.id}/audit?after=${after}`;
    const { body } = await server.call('GET', path, project);
    entries.push(...body.items);
    after = body.next_cursor;
    return entries;
  };
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** The identities of a profile as the project API shows it. */
export const identitiesOf = ({ body }: Answer): string[] => body.identities.map(({ id }: any) => id);

export const refusal = ({ status, body }: Answer) => [status, body.code];
