import { sql } from 'drizzle-orm';
import { bigint, index, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, bytea, dialog, owners } from '../schema.ts';

const ownerId = () =>
  uuid('owner_id')
    .notNull()
    .references(() => owners.id, { onDelete: 'cascade' });

/** The app that makes codes for a person. It counts once a code of it was given. */
export const totpSecrets = dialog.table('totp_secrets', {
  ownerId: ownerId().primaryKey(),
  /** Sealed. */
  secret: text('secret').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  confirmedAt: at('confirmed_at'),
  /** The time step of the newest code that was accepted: this one and older ones are refused. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  lastUsedAt: at('last_used_at'),
});

/** The recovery codes that a person has not used yet. */
export const recoveryCodes = dialog.table(
  'recovery_codes',
  {
    ownerId: ownerId(),
    /** SHA-256 of the owner's id and the code. */
    codeHash: bytea('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.codeHash] })],
);

/** The passkeys of people: W3C Web Authentication, level 3, section 4, "credential record". */
export const passkeys = dialog.table(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    ownerId: ownerId(),
    name: text('name').notNull(),
    /** Chosen by the authenticator. */
    credentialId: bytea('credential_id').notNull(),
    /** In COSE form. */
    publicKey: bytea('public_key').notNull(),
    /** How often it signed, as it says; 0 where it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it. */
    transports: text('transports').array().notNull(),
    /** The relying party: the host at which it can be used. */
    host: text('host').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [
    uniqueIndex('passkeys_credential').on(t.credentialId),
    index('passkeys_by_owner').on(t.ownerId, t.host),
  ],
);

/** For what a passkey signs a challenge. */
export const ceremonies = ['registration', 'login', 'second login', 'confirmation'] as const;

/** What passkeys are asked to sign. Each is taken once. */
export const passkeyChallenges = dialog.table(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge. */
    challengeHash: bytea('challenge_hash').primaryKey(),
    ceremony: text('ceremony', { enum: ceremonies }).notNull(),
    /** Whose passkey; null for whoever logs in with it alone. */
    ownerId: uuid('owner_id').references(() => owners.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_expiry').on(t.expiresAt),
    index('passkey_challenges_by_owner').on(t.ownerId).where(sql`owner_id IS NOT NULL`),
  ],
);

/** Logins in which the password was right and the second factor is still missing. */
export const halfLogins = dialog.table(
  'half_logins',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    ownerId: ownerId(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('half_logins_expiry').on(t.expiresAt), index('half_logins_by_owner').on(t.ownerId)],
);
