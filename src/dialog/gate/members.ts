import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import type { Role } from '../rights/roles.ts';
import { owners, projects } from '../schema.ts';
import { firstOwner, lockOwner } from './owners.ts';
import { members } from './schema.ts';

/** Reads and writes who has which role in a project. */

type Orm = Pick<Transaction, 'orm'>;

/** Somebody in a project. */
export interface Member {
  id: string;
  email: string;
  role: Role;
  since: Date;
}

const columns = {
  id: owners.id,
  email: owners.email,
  role: members.role,
  since: members.createdAt,
};

/** The people of a project, longest there first. */
export function membersOf({ orm }: Orm, projectId: string): Promise<Member[]> {
  return orm
    .select(columns)
    .from(members)
    .innerJoin(owners, eq(owners.id, members.personId))
    .where(eq(members.projectId, projectId))
    .orderBy(asc(members.createdAt), asc(owners.id));
}

/** What a person is in each of their projects, without deleted ones; the oldest project first. */
export function rolesOf({ orm }: Orm, personId: string): Promise<{ projectId: string; role: Role }[]> {
  return orm
    .select({ projectId: members.projectId, role: members.role })
    .from(members)
    .innerJoin(projects, eq(projects.id, members.projectId))
    .where(and(eq(members.personId, personId), isNull(projects.deletedAt)))
    .orderBy(asc(members.projectId));
}

/** In which projects each of these people has a role, without deleted ones, and since when. */
export function membershipsOf(
  { orm }: Orm,
  personIds: readonly string[],
): Promise<{ projectId: string; personId: string; since: Date }[]> {
  return orm
    .select({ projectId: members.projectId, personId: members.personId, since: members.createdAt })
    .from(members)
    .innerJoin(projects, eq(projects.id, members.projectId))
    .where(and(inArray(members.personId, [...personIds]), isNull(projects.deletedAt)))
    .orderBy(asc(members.projectId));
}

/** Gives a role to somebody who may have one already. */
export async function setRole(
  { orm }: Orm,
  { projectId, personId, role }: { projectId: string; personId: string; role: Role },
): Promise<void> {
  await orm
    .insert(members)
    .values({ projectId, personId, role })
    .onConflictDoUpdate({ target: [members.projectId, members.personId], set: { role } });
  // An owner of one project may have others.
  if (role === 'owner') {
    await orm.update(owners).set({ mayMakeProjects: true }).where(eq(owners.id, personId));
  }
}

/** Takes the role of somebody away. */
export async function removeMember({ orm }: Orm, projectId: string, personId: string): Promise<void> {
  await orm.delete(members).where(and(eq(members.projectId, projectId), eq(members.personId, personId)));
}

/**
 * Ends the right to make projects of somebody who has just lost the role of an owner, unless another project still has them as one.
 * The first owner of the installation keeps it, so that somebody always may. It is noted and not asked of the roles alone, since whoever
 * deleted their only project owns none either, and may make another.
 */
export async function endRightToMake(tx: Orm, personId: string): Promise<void> {
  // Two projects may take the role at the same time: whoever comes second has to see what the first did.
  await lockOwner(tx, personId);
  if ((await firstOwner(tx)) === personId) return;
  const all = await rolesOf(tx, personId);
  if (all.some(({ role }) => role === 'owner')) return;
  await tx.orm.update(owners).set({ mayMakeProjects: false }).where(eq(owners.id, personId));
}

/** Whether a person may make projects; somebody who was invited to help in one may not. */
export async function mayMakeProjects({ orm }: Orm, personId: string): Promise<boolean> {
  const [found] = await orm
    .select({ may: owners.mayMakeProjects })
    .from(owners)
    .where(eq(owners.id, personId));
  return found?.may === true;
}
