import { and, asc, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { hasFactor } from '../factors/has-factor.ts';
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

/** The account with an id. */
export async function ownerById(
  { orm }: Orm,
  id: string,
): Promise<{ id: string; email: string } | undefined> {
  const [found] = await orm
    .select({ id: owners.id, email: owners.email })
    .from(owners)
    .where(eq(owners.id, id));
  return found;
}

/** Takes a lock on an account until the transaction ends, so that changes of what belongs to it, such as second factors, take turns. */
export async function lockOwner({ orm }: Orm, id: string): Promise<void> {
  await orm.select({ id: owners.id }).from(owners).where(eq(owners.id, id)).for('no key update');
}

/** All owners, by e-mail address, and whether they have a second factor. */
export function listOwners({ orm }: Orm): Promise<{ id: string; email: string; hasSecondFactor: boolean }[]> {
  return orm
    .select({ id: owners.id, email: owners.email, hasSecondFactor: hasFactor(owners.id) })
    .from(owners)
    .orderBy(asc(owners.email));
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

/**
 * Whether the password of an account is still the one that was checked: checks are slow, and it may have changed meanwhile. Nobody
 * changes it until the transaction ends, so whatever ends logins comes later and finds what the transaction has begun.
 * @param checked the hash with which the password was compared
 */
export async function holdPassword({ orm }: Orm, id: string, checked: string): Promise<boolean> {
  const held = await orm
    .select({ id: owners.id })
    .from(owners)
    .where(and(eq(owners.id, id), eq(owners.passwordHash, checked)))
    .for('share');
  return held.length > 0;
}

/** Notes whether a password that has just been used would be refused as a new one. */
export async function noteStrength({ orm }: Orm, id: string, isWeak: boolean): Promise<void> {
  await orm.update(owners).set({ hasWeakPassword: isWeak }).where(eq(owners.id, id));
}

/**
 * The first owner of the installation, who sees what belongs to no project: the oldest account, since ids grow with time.
 * @returns the id
 */
export async function firstOwner({ orm }: Orm): Promise<string | undefined> {
  const [found] = await orm.select({ id: owners.id }).from(owners).orderBy(asc(owners.id)).limit(1);
  return found?.id;
}
