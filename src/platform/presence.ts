import { newId } from './ids.ts';
import type { Database } from './postgres.ts';

const everyMs = 5000;
/** A process not seen for this long is taken for gone. */
const goneAfterSeconds = 30;

export interface Presence {
  stop(): Promise<void>;
}

/** Gives a sign of life of this process, now and every five seconds, until it stops. */
export async function showPresence(database: Database, role: string): Promise<Presence> {
  const id = newId();
  const show = () =>
    database.query(
      `WITH gone AS (DELETE FROM dialog.processes WHERE seen_at < now() - interval '1 day')
       INSERT INTO dialog.processes (id, role) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
      [id, role],
    );
  await show();
  // A database that is away is told of by everything else; the next beat comes soon.
  const timer = setInterval(() => show().catch(() => {}), everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await database.query('DELETE FROM dialog.processes WHERE id = $1', [id]).catch(() => {});
    },
  };
}

/** True while a process with a worker has shown itself lately. */
export async function isWorkerPresent(database: Database): Promise<boolean> {
  const { rows } = await database.query(
    `SELECT 1 FROM dialog.processes
     WHERE role IN ('all', 'worker') AND seen_at > now() - make_interval(secs => $1) LIMIT 1`,
    [goneAfterSeconds],
  );
  return rows.length > 0;
}
