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

/** The secrets that are valid now, newest first. @param place that they were sealed for */
export function validSecrets(vault: Vault, place: string, row: RotatingSecret): string[] {
  const { secret, previousSecret, previousUntil } = row;
  const both = previousSecret !== null && previousUntil !== null && previousUntil.getTime() > Date.now();
  return (both ? [secret, previousSecret] : [secret]).map((sealed) => vault.open(place, sealed));
}

/**
 * The columns of a rotation: the current secret stays valid for a day, so that the other side has time to follow. A secret
 * from an earlier rotation becomes invalid.
 * @param sealed the new secret
 */
export function rotated(sealed: string) {
  return {
    secret: sealed,
    previousSecret: sql`secret`,
    previousUntil: sql`now() + interval '24 hours'`,
    updatedAt: sql`now()`,
  };
}
