import { sql } from 'drizzle-orm';
import { text, timestamp } from 'drizzle-orm/pg-core';
import type { Vault } from '../../platform/secrets.ts';

/** The sealed secret of a row, and the previous one during a rotation. */
export interface RotatingSecret {
  secret: string;
  previousSecret: string | null;
  previousUntil: Date | null;
}

/** The columns of such a secret, for the table of its record. */
export const secretColumns = {
  /** Sealed. */
  secret: text('secret').notNull(),
  previousSecret: text('previous_secret'),
  previousUntil: timestamp('previous_until', { withTimezone: true, precision: 3 }),
};

/**
 * The secrets that are valid now, newest first. A previous one that is lost is left out.
 * @param place that they were sealed for
 * @throws SealedShut if the newest is lost
 */
export function validSecrets(vault: Vault, place: string, row: RotatingSecret): string[] {
  const { secret, previousSecret, previousUntil } = row;
  const newest = vault.open(place, secret);
  const both = previousSecret !== null && previousUntil !== null && previousUntil.getTime() > Date.now();
  return both && vault.sealedWith(place, previousSecret) !== undefined
    ? [newest, vault.open(place, previousSecret)]
    : [newest];
}

/**
 * The columns of a rotation: the current secret stays valid for a day, so that the other side has time to follow. A secret
 * from an earlier rotation becomes invalid. A current one that is lost is not kept.
 * @param place that they are sealed for
 * @param row as it was read
 * @param fresh the new secret
 */
export function rotated(vault: Vault, place: string, row: RotatingSecret, fresh: string) {
  const isLost = vault.sealedWith(place, row.secret) === undefined;
  return {
    secret: vault.seal(place, fresh),
    previousSecret: isLost ? null : sql`secret`,
    previousUntil: isLost ? null : sql`now() + interval '24 hours'`,
    updatedAt: sql`now()`,
  };
}
