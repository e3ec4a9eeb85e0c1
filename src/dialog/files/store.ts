import { and, eq, inArray, sql } from 'drizzle-orm';
import { maxId, newId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, name, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { build, type ResultOf, statement } from '../../platform/statement.ts';
import type { Actor } from '../audit/entry.ts';
import type { Environment } from '../schema.ts';
import type { FileFacts } from './facts-work.ts';
import { files } from './schema.ts';
import { shownStates } from './status.ts';

/** Reads and writes the records of files. */

const { projectId, id, state } = files;
const one = { projectId, id };

/** What is known of an upload before its bytes are stored. */
const facts = {
  environment: files.environment,
  name: files.name,
  type: files.type,
  size: files.size,
  width: files.width,
  height: files.height,
  sha256: files.sha256,
  actorType: files.actorType,
  actorId: files.actorId,
  actorName: files.actorName,
  identityId: files.identityId,
};
const columns = {
  id,
  ...facts,
  state,
  messageId: files.messageId,
  error: files.error,
  createdAt: files.createdAt,
};

const begin = statement({
  name: 'file-begin',
  params: { ...one, state, ...facts },
  columns: { createdAt: files.createdAt },
  query: (p) => build.insert(files).values(p).returning({ createdAt: files.createdAt }),
});

const finish = statement({
  name: 'file-finish',
  params: one,
  query: (p) => sql`
    UPDATE ${files} SET ${name(state)} = 'stored', ${name(files.changedAt)} = now()
    WHERE ${projectId} = ${p.projectId} AND ${id} = ${p.id} AND ${state} = 'storing'`,
});

const find = statement({
  name: 'file-find',
  params: one,
  columns,
  query: (p) =>
    build
      .select(columns)
      .from(files)
      .where(and(eq(projectId, p.projectId), eq(id, p.id), inArray(state, shownStates))),
});

const wanted = rowsOf('w', one);

const findAny = statement({
  name: 'file-find-any',
  params: { wanted },
  columns: { n: wanted.n, ...columns },
  query: (p, shown) => sql`
    SELECT ${shown} FROM ${p.wanted}
    JOIN ${files} ON ${projectId} = ${wanted.at.projectId} AND ${id} = ${wanted.at.id} AND ${inArray(state, shownStates)}`,
});

const list = statement({
  name: 'file-list',
  prepared: false,
  params: { projectId, before: id, limit: types.int },
  columns: { ...columns, size: as(types.bigint, files.size), sha256: as(types.bytes, files.sha256) },
  query: (p, shown) => sql`
    SELECT ${shown} FROM ${files}
    WHERE ${projectId} = ${p.projectId} AND ${id} < ${p.before} AND ${state} = 'stored'
    ORDER BY ${id} DESC LIMIT ${p.limit}`,
});

/**
 * What becomes of a file that is deleted: its bytes go at once, but those of one that is being fetched may only be on their way. It
 * is then left like an upload whose process died, until nobody can be at it any more.
 */
export const abandonedState = sql`CASE WHEN ${state} = 'fetching' THEN 'storing' ELSE 'deleting' END`;

const abandon = statement({
  name: 'file-abandon',
  params: one,
  columns: { name: files.name, environment: files.environment, identityId: files.identityId },
  query: (p, columns) => sql`
    UPDATE ${files} SET ${name(state)} = ${abandonedState}, ${name(files.changedAt)} = now()
    WHERE ${projectId} = ${p.projectId} AND ${id} = ${p.id} AND ${inArray(state, shownStates)}
    RETURNING ${columns}`,
});

const giveUp = statement({
  name: 'file-give-up',
  params: one,
  query: (p) => sql`
    UPDATE ${files} SET ${name(state)} = 'deleting', ${name(files.changedAt)} = now()
    WHERE ${projectId} = ${p.projectId} AND ${id} = ${p.id} AND ${state} = 'storing'`,
});

/** A file that may be seen; only one that is stored may be had. */
export type FileRecord = ResultOf<typeof find>;

/** A file that may be had. */
export type StoredFile = FileRecord & { size: number; sha256: Buffer };

export const isStored = (file: FileRecord): file is StoredFile => file.state === 'stored';

/** What is known of an upload before it is stored. */
export interface NewFile extends Pick<FileFacts, 'width' | 'height'> {
  projectId: string;
  environment: Environment;
  name: string;
  type: string;
  size: number;
  sha256: Buffer;
  actor: Actor;
  /** The customer who uploaded it, if one did. */
  identityId: string | null;
}

/** Writes the record of a file whose bytes follow. Nobody may have it yet. */
export async function beginFile(on: Queryable, { actor, ...file }: NewFile): Promise<StoredFile> {
  const { projectId: project, ...given } = {
    ...file,
    id: newId(),
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
  };
  const { createdAt } = await begin.one(on, { ...given, projectId: project, state: 'storing' });
  return { ...given, state: 'storing', messageId: null, error: null, createdAt };
}

/** Gives a file to its project, when its bytes are stored. @returns false if it was given up meanwhile */
export async function finishFile(on: Queryable, project: string, file: string): Promise<boolean> {
  return (await finish.run(on, { projectId: project, id: file })) === 1;
}

/** A file of a project, also one that is not there yet or could not be fetched. */
export function findFile(on: Queryable, project: string, file: string): Promise<FileRecord | undefined> {
  return find.first(on, { projectId: project, id: file });
}

/** Files of any projects that may be seen, each at the place of its id; undefined for one that may not. */
export async function findAnyFiles(
  on: Queryable,
  ids: readonly { projectId: string; id: string }[],
): Promise<(FileRecord | undefined)[]> {
  const found: (FileRecord | undefined)[] = ids.map(() => undefined);
  for (const { n, ...file } of await findAny.all(on, { wanted: ids })) found[n - 1] = file;
  return found;
}

/** Files of a project, newest first. @param before only files that are older than this one */
export function listFiles(
  on: Queryable,
  project: string,
  { before = maxId, limit }: { before?: string | undefined; limit: number },
): Promise<StoredFile[]> {
  return list.all(on, { projectId: project, before, limit });
}

/** Takes a file from its project. Its bytes are still there. @returns undefined if there is no such file */
export function abandonFile(
  on: Queryable,
  project: string,
  file: string,
): Promise<ResultOf<typeof abandon> | undefined> {
  return abandon.first(on, { projectId: project, id: file });
}

/** Gives up a file that was never shown. Its bytes may be there. */
export async function abandonUnfinished(on: Queryable, project: string, file: string): Promise<void> {
  await giveUp.run(on, { projectId: project, id: file });
}
