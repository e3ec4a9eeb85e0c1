import { eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FileStore } from '../../platform/file-store/file-store.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as, name, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { build, type ResultOf, statement } from '../../platform/statement.ts';
import { files } from './schema.ts';
import { shownStates } from './status.ts';
import { abandonedState } from './store.ts';

/** Removes files that nobody may have: first their bytes, then their records. So no bytes are left without a record. */

/**
 * An upload whose bytes are not stored after this time belongs to a process that died, and one of a customer that no message has
 * brought after it was given up by them.
 */
const unfinishedHours = 24;
const atOnce = 100;
/** Removed at the same time, each by a request of its own. */
const together = 10;
/** Files of a deleted project that one statement marks. */
const marked = 5000;

const { projectId, id, state, changedAt } = files;
const f = alias(files, 'f');

/** Now, and the millisecond to which a stored time may be rounded up. */
const readStart = statement({
  name: 'files-removal-start',
  prepared: false,
  columns: { at: as(types.instant, sql`now() + interval '1 millisecond'`) },
  query: (_, columns) => sql`SELECT ${columns}`,
});

/** Gives up uploads of customers that none of their messages brought. */
const takeUnsaid = statement({
  name: 'files-unsaid',
  prepared: false,
  params: { before: types.instant },
  query: (p) => sql`
    UPDATE ${files} SET ${name(state)} = 'deleting'
    FROM (
      SELECT ${f.projectId}, ${f.id} FROM ${files} AS ${f}
      WHERE ${f.state} = 'stored' AND ${f.identityId} IS NOT NULL AND ${f.messageId} IS NULL
        AND ${f.changedAt} < ${p.before} - make_interval(hours => ${unfinishedHours})
      ORDER BY ${f.changedAt} LIMIT ${marked} FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE ${projectId} = due.project_id AND ${id} = due.id`,
});

/** Takes files whose removal was not tried since the run began. An upload that is taken cannot be finished any more. */
const takeUnsettled = statement({
  name: 'files-unsettled',
  prepared: false,
  params: { before: types.instant },
  columns: { projectId, id },
  query: (p, columns) => sql`
    UPDATE ${files} SET ${name(state)} = 'deleting', ${name(changedAt)} = now()
    FROM (
      SELECT ${f.projectId}, ${f.id} FROM ${files} AS ${f}
      WHERE ${f.state} IN ('storing', 'deleting') AND ${f.changedAt} < ${p.before}
        AND (${f.state} = 'deleting' OR ${f.changedAt} < ${p.before} - make_interval(hours => ${unfinishedHours}))
      ORDER BY ${f.changedAt} LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE ${projectId} = due.project_id AND ${id} = due.id RETURNING ${columns}`,
});

const gone = rowsOf('gone', { projectId, id });
const forget = statement({
  name: 'files-forget',
  prepared: false,
  params: { gone },
  query: (p) => sql`
    DELETE FROM ${files} USING ${p.gone}
    WHERE ${projectId} = ${gone.at.projectId} AND ${id} = ${gone.at.id} AND ${state} = 'deleting'`,
});

const markAll = statement({
  name: 'files-of-deleted-project',
  prepared: false,
  params: { projectId },
  query: (p) => sql`
    UPDATE ${files} SET ${name(state)} = ${abandonedState}
    WHERE ${projectId} = ${p.projectId} AND ${id} = ANY (ARRAY(
      SELECT ${f.id} FROM ${files} AS ${f}
      WHERE ${f.projectId} = ${p.projectId} AND ${f.state} NOT IN ('storing', 'deleting') LIMIT ${marked}))`,
});

const findAny = statement({
  name: 'files-any',
  prepared: false,
  params: { projectId },
  columns: { id },
  query: (p) => build.select({ id }).from(files).where(eq(projectId, p.projectId)).limit(1),
});

type Place = ResultOf<typeof takeUnsettled>;

/** For retention: the files that customers sent, those of them that may be seen, and what takes these from everybody. */
export const isOfCustomer = sql`${files.identityId} IS NOT NULL`;
export const isShown = inArray(state, shownStates);
export const abandonment = sql`${name(state)} = ${abandonedState}, ${name(changedAt)} = now()`;

/** The name of a file in the store. */
export const storedName = ({ projectId: project, id: file }: Place): string => `${project}/${file}`;

/**
 * Removes the bytes and the record of one file that nobody may have any more.
 * @throws StoreFault; then the next run of `removeDeadFiles` tries again
 */
export async function removeFile(database: Queryable, store: FileStore, file: Place): Promise<void> {
  await store.remove(storedName(file));
  await forget.run(database, { gone: [file] });
}

/** What a run could not remove. */
export interface NotRemoved {
  files: number;
  /** Why, for one of them. */
  fault: unknown;
}

/**
 * Removes all files that were deleted, what customers uploaded and never sent, and what processes that died have left of uploads. A file that cannot be removed is tried
 * again by the next run. Several processes may do it at the same time.
 * @returns what is left, if anything
 */
export async function removeDeadFiles(database: Database, store: FileStore): Promise<NotRemoved | undefined> {
  let left: NotRemoved | undefined;
  const { at: before } = await readStart.one(database);
  while ((await takeUnsaid.run(database, { before })) >= marked);
  for (;;) {
    const taken = await takeUnsettled.all(database, { before });
    const removed: Place[] = [];
    for (let i = 0; i < taken.length; i += together) {
      await Promise.all(
        taken.slice(i, i + together).map((file) =>
          store.remove(storedName(file)).then(
            () => void removed.push(file),
            (fault: unknown) => {
              left = { files: (left?.files ?? 0) + 1, fault };
            },
          ),
        ),
      );
    }
    // Each project by a statement of its own: two runs that count for several in different orders would wait for each other.
    for (const project of new Set(removed.map((file) => file.projectId))) {
      await forget.run(database, { gone: removed.filter((file) => file.projectId === project) });
    }
    // If nothing of a page can be removed, the store is away.
    if (taken.length < atOnce || removed.length === 0) return left;
  }
}

/**
 * Takes all files from a deleted project, so that the next run removes them.
 * @returns whether any of them is still there; its record is needed to find its bytes
 */
export async function abandonFilesOf(database: Database, project: string): Promise<boolean> {
  while ((await markAll.run(database, { projectId: project })) >= marked);
  return (await findAny.first(database, { projectId: project })) !== undefined;
}
