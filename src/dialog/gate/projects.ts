import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { Role } from '../rights/roles.ts';
import { projects } from '../schema.ts';
import { members } from './schema.ts';

/** Reads, writes and locks the rows of projects. */

type Orm = Pick<Transaction, 'orm'>;

/** A project as it is stored. */
export type ProjectRow = typeof projects.$inferSelect;

/** @returns the id of the new project. */
export async function insertProject({ orm }: Orm, ownerId: string, name: string): Promise<string> {
  const id = newId();
  await orm.insert(projects).values({ id, ownerId, name });
  return id;
}

/** The projects in which a person has a role, without deleted ones, oldest first. */
export function projectsOf({ orm }: Orm, personId: string): Promise<(ProjectRow & { role: Role })[]> {
  return orm
    .select({ ...getTableColumns(projects), role: members.role })
    .from(members)
    .innerJoin(projects, eq(projects.id, members.projectId))
    .where(and(eq(members.personId, personId), isNull(projects.deletedAt)))
    .orderBy(asc(projects.id));
}

/** The oldest projects of the installation that are not deleted. @param most how many to return at most */
export function oldestProjects({ orm }: Orm, most: number): Promise<{ id: string; name: string }[]> {
  return orm
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(isNull(projects.deletedAt))
    .orderBy(asc(projects.id))
    .limit(most);
}

/** Reads a project that is known to exist, because a gate has found it. */
export async function projectById({ orm }: Orm, id: string): Promise<ProjectRow> {
  const [row] = await orm.select().from(projects).where(eq(projects.id, id));
  return row!;
}

/** Renames a project. */
export async function renameProject({ orm }: Orm, id: string, name: string): Promise<void> {
  await orm.update(projects).set({ name, updatedAt: sql`now()` }).where(eq(projects.id, id));
}

/** Hides a project from all gates. `maintenance.ts` removes its data. */
export async function markProjectDeleted({ orm }: Orm, id: string): Promise<void> {
  await orm.update(projects).set({ deletedAt: sql`now()` }).where(eq(projects.id, id));
}

/**
 * Keeps a project from being deleted until the transaction ends. A deletion either waits and then sees what this transaction
 * has made, or comes first, and then nothing can be made.
 * @returns false if the project does not exist or is deleted
 */
export async function holdProject({ orm }: Orm, projectId: string): Promise<boolean> {
  const rows = await orm
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), isNull(projects.deletedAt)))
    .for('share');
  return rows.length > 0;
}

/** Takes a lock on a project until the transaction ends, so that callers for one project take turns. */
export async function lockProject({ orm }: Orm, projectId: string): Promise<void> {
  await orm.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('no key update');
}
