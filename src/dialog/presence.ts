import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { databaseOrigin } from '../platform/database-origin.ts';
import type { FileStore } from '../platform/file-store/file-store.ts';
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

const { id, role, origin, seenAt, filesPlace, filesMark } = processes;

const showProcess = statement({
  name: 'process-show',
  prepared: false,
  params: { id, role, filesPlace, filesMark },
  query: (p) => sql`
    WITH gone AS (DELETE FROM ${processes} WHERE ${seenAt} < now() - interval '1 day')
    INSERT INTO ${processes} (${names(id, role, origin, filesPlace, filesMark)})
    VALUES (${p.id}, ${p.role}, ${here}, ${p.filesPlace}, ${p.filesMark})
    ON CONFLICT (${name(id)}) DO UPDATE SET ${name(seenAt)} = now(), ${name(origin)} = ${excluded(origin)},
      ${name(filesMark)} = ${excluded(filesMark)}`,
});

const removeProcess = statement({
  name: 'process-remove',
  prepared: false,
  params: { id },
  query: (p) => build.delete(processes).where(eq(id, p.id)),
});

/** Of processes that have recently shown themselves in this database. */
const isAlive = and(
  gt(seenAt, sql`now() - make_interval(secs => ${goneAfterSeconds})`),
  eq(origin, here),
  gt(seenAt, sql`pg_postmaster_start_time()`),
);

const findWorker = statement({
  name: 'process-worker',
  prepared: false,
  query: () =>
    build
      .select({ id })
      .from(processes)
      .where(and(inArray(role, ['all', 'worker']), isAlive))
      .limit(1),
});

const ofFiles = { place: filesPlace, mark: filesMark };
const findFileStores = statement({
  name: 'process-files',
  prepared: false,
  columns: ofFiles,
  query: () =>
    build
      .select(ofFiles)
      .from(processes)
      .where(and(isNotNull(filesPlace), isAlive)),
});

/** Shows that this process is alive, and where its files are, now and every five seconds, until it stops. */
export async function showPresence(
  database: Database,
  ownRole: string,
  files: Pick<FileStore, 'place' | 'readMark'>,
): Promise<Presence> {
  const ownId = newId();
  const show = async () => {
    const mark = await files.readMark();
    await showProcess.run(database, { id: ownId, role: ownRole, filesPlace: files.place, filesMark: mark });
  };
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

/** How many living processes know files, and in how many stores they keep them. */
export async function countFileStores(database: Database): Promise<{ processes: number; stores: number }> {
  const found = await findFileStores.all(database);
  const stores: { places: Set<string>; marks: Set<string> }[] = [];
  for (const { place, mark } of found) {
    // A folder may have several paths, one on each machine. Then its mark tells.
    const same = stores.find(({ places, marks }) => places.has(place!) || (mark !== null && marks.has(mark)));
    const store = same ?? { places: new Set(), marks: new Set() };
    store.places.add(place!);
    if (mark !== null) store.marks.add(mark);
    if (!same) stores.push(store);
  }
  return { processes: found.length, stores: stores.length };
}
