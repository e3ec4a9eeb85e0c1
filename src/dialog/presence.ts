import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { databaseOrigin } from '../platform/database-origin.ts';
import type { FileStore } from '../platform/file-store/file-store.ts';
import { newId } from '../platform/ids.ts';
import type { Database, Queryable } from '../platform/postgres.ts';
import { excluded, name, names } from '../platform/sql-expressions.ts';
import { build, statement } from '../platform/statement.ts';
import type { Settings } from '../settings.ts';
import { processes } from './schema.ts';

const everyMs = 5000;
/** A process that was not seen for this long counts as dead. */
const goneAfterSeconds = 30;

export interface Presence {
  stop(): Promise<void>;
}

/** The database in which the rows were written, so that processes of the original do not count in a copy. */
const here = databaseOrigin;

const { id, role, origin, seenAt, filesPlace, filesMark, keys } = processes;

const showProcess = statement({
  name: 'process-show',
  prepared: false,
  params: { id, role, filesPlace, filesMark, keys },
  query: (p) => sql`
    WITH gone AS (DELETE FROM ${processes} WHERE ${seenAt} < now() - interval '1 day')
    INSERT INTO ${processes} (${names(id, role, origin, filesPlace, filesMark, keys)})
    VALUES (${p.id}, ${p.role}, ${here}, ${p.filesPlace}, ${p.filesMark}, ${p.keys})
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

const findKeys = statement({
  name: 'process-keys',
  prepared: false,
  columns: { keys },
  query: () => build.select({ keys }).from(processes).where(isAlive),
});

const findRoles = statement({
  name: 'process-roles',
  prepared: false,
  columns: { role },
  query: () => build.select({ role }).from(processes).where(isAlive),
});

/** What a process shows of itself. */
interface Shown {
  role: string;
  files: Pick<FileStore, 'place' | 'readMark'>;
  /** The ids of its encryption keys. */
  keys: readonly string[];
}

/**
 * Shows that this process is alive, where its files are and which keys it has, now and every five seconds, until it stops.
 * @param onShown called each time that the database has taken it
 */
export async function showPresence(
  database: Database,
  shown: Shown,
  onShown: () => void = () => {},
): Promise<Presence> {
  const ownId = newId();
  const show = async () => {
    const { role: ownRole, files, keys: ownKeys } = shown;
    await showProcess.run(database, {
      ...{ id: ownId, role: ownRole, filesPlace: files.place, filesMark: await files.readMark() },
      keys: [...ownKeys],
    });
    onShown();
  };
  await show();
  let showing: Promise<void> | undefined;
  const timer = setInterval(() => {
    // Other code reports a database that is away; the next attempt comes soon.
    showing ??= show()
      .catch(() => {})
      .finally(() => {
        showing = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      // After the removal it would show a process that is gone.
      await showing;
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

/** The role of each living process. */
export async function rolesOfProcesses(database: Queryable): Promise<Settings['role'][]> {
  return (await findRoles.all(database)).map((found) => found.role as Settings['role']);
}

/** The ids of the encryption keys of each living process, first that which seals; null for one of a release without ids. */
export async function keysOfProcesses(database: Queryable): Promise<(string[] | null)[]> {
  return (await findKeys.all(database)).map((found) => found.keys);
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
