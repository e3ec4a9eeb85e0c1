import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres.ts';
import { rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Role } from '../rights/roles.ts';
import { projects } from '../schema.ts';
import { members, sessions } from './schema.ts';
import { isAlive } from './sessions.ts';

/** Who was let into a project, and by which session. */
export interface Standing {
  projectId: string;
  personId: string;
  sessionId: string;
}

const s = rowsOf('s', {
  projectId: members.projectId,
  personId: members.personId,
  // As text, so that a person who came without a session has none, and does not spoil the statement for others.
  sessionId: types.text,
});

const readRoles = statement({
  name: 'standing-roles',
  params: { standings: s },
  columns: { n: s.n, role: members.role },
  query: ({ standings }, columns) => sql`
    SELECT ${columns} FROM ${standings}
    JOIN ${sessions} ON ${sessions.ownerId} = ${s.at.personId} AND ${sessions.id}::text = ${s.at.sessionId} AND ${isAlive()}
    JOIN ${members} ON ${members.projectId} = ${s.at.projectId} AND ${members.personId} = ${s.at.personId}
    JOIN ${projects} ON ${projects.id} = ${s.at.projectId} AND ${projects.deletedAt} IS NULL`,
});

/**
 * Reads what many who were let in are now, in one statement, for what lasts longer than a request.
 * @returns the role of each; undefined for whom the gates would refuse now
 */
export async function rolesNow(
  database: Queryable,
  standings: readonly Standing[],
): Promise<(Role | undefined)[]> {
  const roles: (Role | undefined)[] = standings.map(() => undefined);
  for (const { n, role } of await readRoles.all(database, { standings: [...standings] })) roles[n - 1] = role;
  return roles;
}
