import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { databaseOrigin } from '../platform/database-origin.ts';
import { newId } from '../platform/ids.ts';
import type { Database } from '../platform/postgres.ts';
import { excluded, name, names } from '../platform/sql-expressions.ts';
import { build, statement } from '../platform/statement.ts';
import { processes } from './schema.ts';

const everyMs = 5000;
/** A process that was not seen for this long counts as dead. */
const goneAfterSeconds = 30;

export interface Presence {
  stop(): Promise<void>;
}

/** The database in which the rows were written, so that processes of the original do not count in a copy. */
const here = databaseOrigin;

const { id, role, origin, seenAt } = processes;

const showProcess = statement({
  name: 'process-show',
  prepared: false,
  params: { id, role },
  query: (p) => sql`
    WITH gone AS (DELETE FROM ${processes} WHERE ${seenAt} < now() - interval '1 day')
    INSERT INTO ${processes} (${names(id, role, origin)}) VALUES (${p.id}, ${p.role}, ${here})
    ON CONFLICT (${name(id)}) DO UPDATE SET ${name(seenAt)} = now(), ${name(origin)} = ${excluded(origin)}`,
});

const removeProcess = statement({
  name: 'process-remove',
  prepared: false,
  params: { id },
  query: (p) => build.delete(processes).where(eq(id, p.id)),
});

const findWorker = statement({
  name: 'process-worker',
  prepared: false,
  query: () =>
    build
      .select({ id })
      .from(processes)
      .where(
        and(
          inArray(role, ['all', 'worker']),
          gt(seenAt, sql`now() - make_interval(secs => ${goneAfterSeconds})`),
          eq(origin, here),
          gt(seenAt, sql`pg_postmaster_start_time()`),
        ),
      )
      .limit(1),
});

/** Shows that this process is alive, now and every five seconds, until it stops. */
export async function showPresence(database: Database, ownRole: string): Promise<Presence> {
  const ownId = newId();
  const show = () => showProcess.run(database, { id: ownId, role: ownRole });
  await show();
  // Other code reports a database that is away; the next attempt comes soon.
  const timer = setInterval(() => show().catch(() => {}), everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await removeProcess.run(database, { id: ownId }).catch(() => {});
    },
  };
}

/**
 * Whether a process with a worker has recently shown itself in this database. In a copy of the database's files the rows are
 * older than its start; after any start the living processes show themselves again within seconds.
 */
export async function isWorkerPresent(database: Database): Promise<boolean> {
  return (await findWorker.run(database)) > 0;
}
