import { asc, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { owners } from '../schema.ts';

/** The stored owners of this installation, for the first start and the command line. */

type Orm = Pick<Transaction, 'orm'>;

/** A password as it is stored. */
export interface StoredPassword {
  /** Made by `hashPassword`. */
  passwordHash: string;
  /** Whether `passwordFault` would refuse it as a new one. */
  isWeak: boolean;
}

/** An account that does not exist yet. */
export interface NewOwner extends StoredPassword {
  id: string;
  /** In lower case. */
  email: string;
  mayMakeProjects?: boolean;
}

/** Makes an account. @returns false if the address has one */
export async function insertOwner({ orm }: Orm, { isWeak, ...owner }: NewOwner): Promise<boolean> {
  const made = await orm
    .insert(owners)
    .values({ ...owner, hasWeakPassword: isWeak })
    .onConflictDoNothing({ target: owners.email })
    .returning({ id: owners.id });
  return made.length > 0;
}

/** The account of an address. @param email in lower case */
export async function ownerByEmail(
  { orm }: Orm,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  const [found] = await orm
    .select({ id: owners.id, email: owners.email })
    .from(owners)
    .where(eq(owners.email, email));
  return found;
}

/** All owners, by e-mail address. */
export function listOwners({ orm }: Orm): Promise<{ id: string; email: string }[]> {
  return orm.select({ id: owners.id, email: owners.email }).from(owners).orderBy(asc(owners.email));
}

/** Changes a password. Sessions stay open; `endLogins` ends them. */
export async function setPassword(
  { orm }: Orm,
  id: string,
  { passwordHash, isWeak }: StoredPassword,
): Promise<void> {
  await orm.update(owners).set({ passwordHash, hasWeakPassword: isWeak }).where(eq(owners.id, id));
}

/** The hash of an owner's password. */
export async function readPasswordHash({ orm }: Orm, id: string): Promise<string | undefined> {
  const [row] = await orm.select({ hash: owners.passwordHash }).from(owners).where(eq(owners.id, id));
  return row?.hash;
}

/** Notes whether a password that has just been used would be refused as a new one. */
export async function noteStrength({ orm }: Orm, id: string, isWeak: boolean): Promise<void> {
  await orm.update(owners).set({ hasWeakPassword: isWeak }).where(eq(owners.id, id));
}
