import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres.ts';
import { as, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { build, type ResultOf, statement } from '../../platform/statement.ts';
import type { Actor } from '../audit/entry.ts';
import type { Environment } from '../schema.ts';
import type { TaskError } from '../tasks/task.ts';
import type { FileFacts } from './facts-work.ts';
import { files } from './schema.ts';
import { shownStates } from './status.ts';

/** Reads and writes the records of files that customers sent, from the message that announces one to its bytes. */

const { projectId, id, state } = files;
const one = { projectId, id };

const awaited = rowsOf('a', {
  projectId,
  id,
  environment: files.environment,
  name: files.name,
  type: files.type,
  size: files.size,
  width: files.width,
  height: files.height,
  actorType: files.actorType,
  actorId: files.actorId,
  actorName: files.actorName,
  identityId: files.identityId,
  messageId: files.messageId,
});
const awaitedColumns = names(
  ...[projectId, id, files.environment, files.name, files.type, files.size, files.width, files.height],
  ...[files.actorType, files.actorId, files.actorName, files.identityId, files.messageId],
);

const announce = statement({
  name: 'files-announce',
  params: { announced: awaited },
  query: (p) => sql`
    INSERT INTO ${files} (${name(state)}, ${awaitedColumns}) SELECT 'awaited', ${awaitedColumns} FROM ${p.announced}`,
});

const shown = {
  id,
  name: files.name,
  type: files.type,
  size: files.size,
  width: files.width,
  height: files.height,
};

const attach = statement({
  name: 'files-attach',
  params: { projectId, ids: listOf(id), identityId: types.uuid, messageId: types.uuid },
  columns: shown,
  query: (p, columns) => sql`
    UPDATE ${files} SET ${name(files.messageId)} = ${p.messageId}
    WHERE ${projectId} = ${p.projectId} AND ${id} = ANY (${p.ids}) AND ${state} = 'stored'
      AND ${files.identityId} = ${p.identityId} AND ${files.messageId} IS NULL
    RETURNING ${columns}`,
});

const unfetched = sql`${state} IN ('awaited', 'fetching')`;

const findAwaited = statement({
  name: 'file-awaited',
  params: one,
  columns: {
    ...one,
    environment: files.environment,
    name: files.name,
    type: files.type,
    size: files.size,
    sha256: files.sha256,
    actorType: files.actorType,
    actorId: files.actorId,
    actorName: files.actorName,
    identityId: as(types.uuid, files.identityId),
    messageId: as(types.uuid, files.messageId),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${files} WHERE ${projectId} = ${p.projectId} AND ${id} = ${p.id} AND ${unfetched}`,
});

const arrived = {
  type: files.type,
  size: types.bigint,
  width: files.width,
  height: files.height,
  sha256: types.bytes,
};

const describe = statement({
  name: 'file-arrived',
  params: { ...one, ...arrived },
  query: (p) => sql`
    UPDATE ${files} SET ${name(state)} = 'fetching', ${name(files.changedAt)} = now(), ${name(files.type)} = ${p.type},
      ${name(files.size)} = ${p.size}, ${name(files.width)} = ${p.width}, ${name(files.height)} = ${p.height},
      ${name(files.sha256)} = ${p.sha256}
    WHERE ${projectId} = ${p.projectId} AND ${id} = ${p.id} AND ${unfetched}`,
});

const finish = statement({
  name: 'file-fetched',
  params: { ...one, sha256: types.bytes },
  query: (p) => sql`
    UPDATE ${files} SET ${name(state)} = 'stored', ${name(files.changedAt)} = now()
    WHERE ${projectId} = ${p.projectId} AND ${id} = ${p.id} AND ${state} = 'fetching' AND ${files.sha256} = ${p.sha256}`,
});

const fail = statement({
  name: 'file-failed',
  params: { ...one, error: files.error, mayHaveBytes: types.boolean },
  query: (p) => sql`
    UPDATE ${files} SET ${name(state)} = 'failed', ${name(files.changedAt)} = now(), ${name(files.error)} = ${p.error},
      ${name(files.sha256)} = CASE WHEN ${p.mayHaveBytes} THEN ${files.sha256} END
    WHERE ${projectId} = ${p.projectId} AND ${id} = ${p.id} AND ${unfetched}`,
});

const about = { ...shown, state, error: files.error };

const readAbout = statement({
  name: 'files-about',
  prepared: false,
  params: { projectId, ids: listOf(id) },
  columns: about,
  query: (p) =>
    build
      .select(about)
      .from(files)
      .where(and(eq(projectId, p.projectId), sql`${id} = ANY (${p.ids})`, inArray(state, shownStates))),
});

/** A file that a message announces: where it is from, and what the channel says of it. */
export interface AnnouncedFile extends Pick<FileFacts, 'width' | 'height'> {
  projectId: string;
  id: string;
  environment: Environment;
  name: string;
  type: string | null;
  size: number | null;
  actor: Actor;
  identityId: string;
  /** The id of the message's task. */
  messageId: string;
}

/** Writes the records of files whose bytes will be fetched, in the transaction that accepts their message. */
export async function announceFiles(tx: Queryable, announced: AnnouncedFile[]): Promise<void> {
  if (announced.length === 0) return;
  await announce.run(tx, {
    announced: announced.map(({ actor, type, ...file }) => ({
      ...file,
      type: type ?? '',
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
    })),
  });
}

/**
 * Gives stored files to a message of the customer who uploaded them, in the transaction that accepts it. A file belongs to one
 * message.
 * @returns those that could be given: without files of others, and without those of another message
 */
export async function attachFiles(
  tx: Queryable,
  given: { projectId: string; ids: string[]; identityId: string; messageId: string },
): Promise<ResultOf<typeof attach>[]> {
  return given.ids.length === 0 ? [] : attach.all(tx, given);
}

export type AwaitedFile = ResultOf<typeof findAwaited>;

/** A file that is still to be fetched; undefined if it is there, has failed or was deleted. */
export function findAwaitedFile(
  on: Queryable,
  project: string,
  file: string,
): Promise<AwaitedFile | undefined> {
  return findAwaited.first(on, { projectId: project, id: file });
}

/** What the bytes of a file are. */
export interface ArrivedFile extends Pick<FileFacts, 'width' | 'height'> {
  projectId: string;
  id: string;
  type: string;
  size: number;
  sha256: Buffer;
}

/** Writes down what arrived, before its bytes are stored. @returns false if nobody waits for it any more */
export async function noteArrival(on: Queryable, file: ArrivedFile): Promise<boolean> {
  return (await describe.run(on, file)) === 1;
}

/** Shows a file whose bytes are stored. @returns false if it was deleted meanwhile, or another attempt brought other bytes */
export async function finishFetch(
  on: Queryable,
  { projectId: project, id: file, sha256 }: Pick<ArrivedFile, 'projectId' | 'id' | 'sha256'>,
): Promise<boolean> {
  return (await finish.run(on, { projectId: project, id: file, sha256 })) === 1;
}

/**
 * Writes down why a file will not come.
 * @param mayHaveBytes whether bytes of it may be in the store: what is known of them goes on counting then
 * @returns false if nobody waits for it any more
 */
export async function failFetch(
  on: Queryable,
  { projectId: project, id: file }: { projectId: string; id: string },
  error: TaskError,
  mayHaveBytes: boolean,
): Promise<boolean> {
  return (await fail.run(on, { projectId: project, id: file, error, mayHaveBytes })) === 1;
}

/** What is known of files of a project now, by id; without those that were deleted. */
export async function readFilesAbout(
  on: Queryable,
  project: string,
  ids: string[],
): Promise<Map<string, ResultOf<typeof readAbout>>> {
  const found = ids.length === 0 ? [] : await readAbout.all(on, { projectId: project, ids });
  return new Map(found.map((file) => [file.id, file]));
}
