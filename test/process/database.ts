import pg from 'pg';
import { readId } from '../../src/platform/ids.ts';
import type { DatabaseAddress } from '../../src/platform/postgres.ts';

/** The test's own connection, to read tasks, to hold locks and to cut other connections. */
export interface Session {
  query(text: string, values?: unknown[]): Promise<any[]>;
  /** The task of a message. */
  task(
    messageId: string,
  ): Promise<{ state: string; attempts: number; begun_at: Date | null; progress: unknown }>;
  /** The number of tasks in this state. */
  count(state: string): Promise<number>;
  /**
   * Ends other connections to this database: all, or those of one application name. None is left when this returns.
   * @returns how many there were.
   */
  cut(applicationName?: string): Promise<number>;
  close(): Promise<void>;
}

export async function openSession(address: DatabaseAddress): Promise<Session> {
  const client = new pg.Client({ ...address, application_name: 'test' });
  client.on('error', () => {});
  await client.connect();
  const query = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
  return {
    query,
    async task(messageId) {
      const [task] = await query(
        'SELECT state, attempts, begun_at, progress FROM dialog.tasks WHERE id = $1',
        [readId('message', messageId)],
      );
      return task;
    },
    async count(state) {
      const [row] = await query('SELECT count(*)::int AS n FROM dialog.tasks WHERE state = $1', [state]);
      return row.n;
    },
    async cut(applicationName) {
      const rows = await query(
        `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'test'
           AND ($1::text IS NULL OR application_name = $1)`,
        [applicationName ?? null],
      );
      return rows.length;
    },
    close: () => client.end(),
  };
}
