import { sql } from 'drizzle-orm';
import type { Vault } from '../../platform/secrets.ts';

/** A secret as its row keeps it, with the one before while it is being changed. Sealed. */
export interface RotatingSecret {
  secret: string;
  previousSecret: string | null;
  previousUntil: Date | null;
}

/** The secrets that are valid now, the newest first. @param place that they were sealed for. */
export function validSecrets(vault: Vault, place: string, row: RotatingSecret): string[] {
  const { secret, previousSecret, previousUntil } = row;
  const both = previousSecret !== null && previousUntil !== null && previousUntil.getTime() > Date.now();
  return (both ? [secret, previousSecret] : [secret]).map((sealed) => vault.open(place, sealed));
}

/**
 * The columns of a change of secret: the present one stays valid for a day, so that the other side can follow in its
 * own time. One that was still valid from an earlier change is not any more.
 * @param sealed the new secret.
 */
export function rotated(sealed: string) {
  return {
    secret: sealed,
    previousSecret: sql`secret`,
    previousUntil: sql`now() + interval '24 hours'`,
    updatedAt: sql`now()`,
  };
}
