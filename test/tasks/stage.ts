import { randomUUID } from 'node:crypto';
import type { Content } from '../../src/dialog/content/content.ts';
import { message } from '../../src/dialog/content/payload.ts';
import { Acceptor } from '../../src/dialog/tasks/accept.ts';
import type { AcceptLimits, Submission } from '../../src/dialog/tasks/submission.ts';
import type { LaneTicket } from '../../src/dialog/tasks/task.ts';
import { newId, showId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import type { Tickets } from '../../src/platform/tickets.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';

/** The task machinery without HTTP: a database, a key, and a sandbox channel with customers. */
export interface Stage {
  test: TestDatabase;
  database: Database;
  projectId: string;
  keyId: string;
  tickets: RecordedTickets;
  /** A second connection pool, as another process has one. */
  open(): Database;
  acceptor(limits?: Partial<AcceptLimits>, database?: Database): Acceptor;
  identity(): Promise<string>;
  submission(identityId: string, more?: { key?: string; fingerprint?: Buffer; taskId?: string }): Submission;
  tasks(): Promise<any[]>;
  close(): Promise<void>;
}

const hello: Content = {
  ...{ text: 'Hello', buttons: [], columns: 1, image: '', variants: {} },
  keyboard: 'reply',
  format: 'plain',
};

export interface RecordedTickets extends Tickets<LaneTicket> {
  sent: LaneTicket[];
}

export async function setStage(): Promise<Stage> {
  const test = await createDatabase();
  const pools: Database[] = [];
  const open = () => {
    const pool = openDatabase(test.address, { connections: 6, onError: () => {} });
    pools.push(pool);
    return pool;
  };
  const database = open();
  const [projectId, keyId, channelId] = [newId(), newId(), newId()];
  await database.query(
    `INSERT INTO dialog.project_keys (project_id, id, name, scopes, hash, hint) VALUES ($1, $2, 'k', '{}', '\\x01', 'k')`,
    [projectId, keyId],
  );
  await database.query(
    `INSERT INTO dialog.channels (project_id, id, type, name, environment, settings, secrets)
     VALUES ($1, $2, 'webhook', 'c', 'sandbox', '{}', '')`,
    [projectId, channelId],
  );
  const tickets = recordTickets();
  return {
    test,
    database,
    projectId,
    keyId,
    tickets,
    open,
    acceptor: (limits = {}, on = database) =>
      new Acceptor(
        on,
        tickets,
        { projectQueueLimit: 1e6, projectDailyLimit: 1e6, retryDeadlineMs: 60_000, ...limits },
        0,
      ),
    async identity() {
      const id = newId();
      await database.query(
        `INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id) VALUES ($1, $2, $3, $4, $5)`,
        [projectId, id, channelId, id, newId()],
      );
      return id;
    },
    submission(identityId, { key = randomUUID(), fingerprint = Buffer.from('same'), taskId = newId() } = {}) {
      return {
        projectId,
        keyId,
        endpoint: 'messages',
        key,
        fingerprint,
        answer: JSON.stringify({ message_id: showId('message', newId()) }),
        task: message.task({
          id: taskId,
          payload: hello,
          ...{ identityId, environment: null, target: 'channel' },
        }),
        refusedChannelTypes: [],
        audit: {
          actor: { type: 'key', id: 'key_x', name: 'k' },
          action: 'message.accepted',
          subject: { type: 'message', id: 'msg_x' },
          requestId: 'r',
          data: {},
        },
      };
    },
    tasks: async () =>
      (
        await database.query<any>('SELECT * FROM dialog.tasks WHERE project_id = $1 ORDER BY seq', [
          projectId,
        ])
      ).rows,
    async close() {
      for (const pool of pools) await pool.close();
      await test.drop();
    },
  };
}

function recordTickets(): RecordedTickets {
  const sent: LaneTicket[] = [];
  return {
    sent,
    send: (tickets) => void sent.push(...tickets),
    consume: () => {},
    isUp: async () => true,
    stopConsuming: async () => {},
    close: async () => {},
  };
}
