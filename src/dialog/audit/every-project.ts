import { type SQLWrapper, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { noId } from '../../platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { projects } from '../schema.ts';
import { type Following, LogFollower } from './follower.ts';
import { auditHeads } from './schema.ts';

/** Most projects of one transaction. */
const projectsAtOnce = 100;

const h = alias(auditHeads, 'h');
const p = alias(projects, 'p');

/** A project as a follower of all projects sees it. */
interface OfProject extends Following {
  /** It has no cursor yet. */
  isNew: boolean;
}

interface EveryProject {
  /** With it the names of the statements begin. */
  name: string;
  /** One row a project that has begun, and the columns of it under the name `c`. */
  cursors: SQLWrapper;
  c: SQLWrapper & { projectId: AnyPgColumn; last: AnyPgColumn };
  /** Makes the cursors of projects. Other processes may make them at the same time. */
  begin(database: Queryable, projectIds: string[]): Promise<unknown>;
}

/**
 * Defines a follower of every project's audit log, which has one cursor a project, made when the project first has an entry.
 * @returns makes it: `advance` takes some projects further in one transaction, and returns those that have more entries. What that
 *   transaction wrote may be lost with the database, and the cursor with it
 */
export function everyProject({ name, cursors, c, begin }: EveryProject) {
  const isNew = as(types.boolean, sql`${c.projectId} IS NULL`);
  const findBehind = statement({
    name: `${name}-behind`,
    params: { projects: listOf(h.projectId) },
    columns: { projectId: h.projectId, isNew },
    query: (given, columns) => sql`
      SELECT ${columns} FROM ${auditHeads} AS ${h}
      JOIN ${projects} AS ${p} ON ${p.id} = ${h.projectId} AND ${p.deletedAt} IS NULL
      LEFT JOIN ${cursors} AS ${c} ON ${c.projectId} = ${h.projectId}
      WHERE ${h.projectId} = ANY (${given.projects}) AND coalesce(${c.last}, 0) < ${h.last}`,
  });
  /** Reads the next projects in the order of their ids, however many there are. */
  const lookOn = statement({
    name: `${name}-look`,
    params: { after: h.projectId, most: types.int },
    columns: {
      projectId: as(h.projectId, sql`seen.project_id`),
      isNew,
      behind: as(types.boolean, sql`coalesce(${c.last}, 0) < seen.last`),
    },
    query: ({ after, most }, columns) => sql`
      SELECT ${columns} FROM (
        SELECT ${h.projectId}, ${h.last} FROM ${auditHeads} AS ${h} WHERE ${h.projectId} > ${after}
        ORDER BY ${h.projectId} LIMIT ${most}
      ) AS seen
      LEFT JOIN ${cursors} AS ${c} ON ${c.projectId} = seen.project_id
      ORDER BY seen.project_id`,
  });
  return (
    database: Database,
    advance: (tx: Transaction, projectIds: string[]) => Promise<Set<string>>,
  ): LogFollower<OfProject> =>
    new LogFollower<OfProject>({
      first: { projectId: noId, isNew: true },
      lookOn: (after, most) => lookOn.all(database, { after: after.projectId, most }),
      findBehind: (projectIds) => findBehind.all(database, { projects: projectIds }),
      together: projectsAtOnce,
      async advance(some) {
        const begun = some.filter((each) => each.isNew).map(({ projectId }) => projectId);
        if (begun.length > 0) await begin(database, begun);
        const ids = some.map(({ projectId }) => projectId);
        const more = await database.transaction((tx) => advance(tx, ids), { durable: false });
        return some.filter(({ projectId }) => more.has(projectId));
      },
    });
}
