import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { passkeys, totpSecrets } from './schema.ts';

/** Whether a person has a second factor, as an expression for a statement that reads the person. */
export function hasFactor(ownerId: AnyPgColumn): SQL<boolean> {
  const exists = sql`(
    EXISTS (SELECT 1 FROM ${totpSecrets} WHERE ${totpSecrets.ownerId} = ${ownerId} AND ${totpSecrets.confirmedAt} IS NOT NULL)
    OR EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.ownerId} = ${ownerId}))`;
  // Drizzle takes the table's name from the columns of a selected expression if the statement has one table, and `id` would be
  // that of the passkey then. It does not look into an expression inside of one.
  return sql<boolean>`${exists}`;
}
