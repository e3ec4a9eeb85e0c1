import { and, asc, eq, gt, lte, ne } from 'drizzle-orm';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { newSecret, sha256 } from '../../platform/secrets.ts';
import type { Role } from '../rights/roles.ts';
import { invitations } from './schema.ts';

/** Reads and writes invitations. */

type Orm = Pick<Transaction, 'orm'>;

export type InvitationRow = typeof invitations.$inferSelect;

/** Open invitations into one project. */
export const mostInvitations = 100;

const validDays = 7;
const dayMs = 86_400_000;

/**
 * Invites somebody; an earlier invitation of the same address into the project ends.
 * @param wanted `email` in lower case
 * @returns the stored invitation and its token, which is kept only as a hash
 */
export async function invite(
  { orm }: Orm,
  wanted: { projectId: string; email: string; role: Role; invitedBy: string },
): Promise<{ row: InvitationRow; token: string }> {
  const token = newSecret('inv_');
  const fresh = {
    id: newId(),
    role: wanted.role,
    tokenHash: sha256(token),
    invitedBy: wanted.invitedBy,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + validDays * dayMs),
  };
  const [row] = await orm
    .insert(invitations)
    .values({ ...fresh, projectId: wanted.projectId, email: wanted.email })
    .onConflictDoUpdate({ target: [invitations.projectId, invitations.email], set: fresh })
    .returning();
  return { row: row!, token };
}

/**
 * Whether an address may be invited into a project: it has an open invitation, which is replaced, or there are not too many others. The
 * caller holds a lock on the project, so that requests at the same moment are counted.
 * @param email in lower case
 */
export async function mayInvite({ orm }: Orm, projectId: string, email: string): Promise<boolean> {
  const others = and(
    eq(invitations.projectId, projectId),
    ne(invitations.email, email),
    gt(invitations.expiresAt, new Date()),
  );
  return (await orm.$count(invitations, others)) < mostInvitations;
}

/** The open invitations into a project, oldest first. */
export function invitationsInto({ orm }: Orm, projectId: string): Promise<InvitationRow[]> {
  return orm
    .select()
    .from(invitations)
    .where(and(eq(invitations.projectId, projectId), gt(invitations.expiresAt, new Date())))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
}

/** Withdraws an invitation. @returns it, or undefined if there is none */
export async function withdraw(
  { orm }: Orm,
  projectId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const [row] = await orm
    .delete(invitations)
    .where(and(eq(invitations.projectId, projectId), eq(invitations.id, id)))
    .returning();
  return row;
}

/** Withdraws all invitations that somebody has made into a project. @returns them */
export function withdrawAllBy({ orm }: Orm, projectId: string, personId: string): Promise<InvitationRow[]> {
  return orm
    .delete(invitations)
    .where(and(eq(invitations.projectId, projectId), eq(invitations.invitedBy, personId)))
    .returning();
}

const isOpen = (token: string) =>
  and(eq(invitations.tokenHash, sha256(token)), gt(invitations.expiresAt, new Date()));

/** The open invitation with a token. Its project may have been deleted. */
export async function invitationOf({ orm }: Orm, token: string): Promise<InvitationRow | undefined> {
  const [found] = await orm.select().from(invitations).where(isOpen(token));
  return found;
}

/** Takes an open invitation, which exists no longer then: of two who accept it at once, one gets it. */
export async function takeInvitation({ orm }: Orm, token: string): Promise<InvitationRow | undefined> {
  const [row] = await orm.delete(invitations).where(isOpen(token)).returning();
  return row;
}

/** Deletes the invitations that nobody accepted in time. */
export async function removeExpiredInvitations({ orm }: Orm): Promise<void> {
  await orm.delete(invitations).where(lte(invitations.expiresAt, new Date()));
}
