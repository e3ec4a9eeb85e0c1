import { asc, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { owners } from '../schema.ts';

/** The stored owners of this installation, for the first start and the command line. */

type Orm = Pick<Transaction, 'orm'>;

/** @param owner `passwordHash` comes from `hashPassword`, `email` is in lower case. */
export async function insertOwner(
  { orm }: Orm,
  owner: { id: string; email: string; passwordHash: string },
): Promise<void> {
  await orm.insert(owners).values(owner);
}

/** All owners, by e-mail address. */
export function listOwners({ orm }: Orm): Promise<{ id: string; email: string }[]> {
  return orm.select({ id: owners.id, email: owners.email }).from(owners).orderBy(asc(owners.email));
}

/** Changes a password. Sessions stay open; `endLogins` ends them. */
export async function setPasswordHash({ orm }: Orm, id: string, passwordHash: string): Promise<void> {
  await orm.update(owners).set({ passwordHash }).where(eq(owners.id, id));
}
