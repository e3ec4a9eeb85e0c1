import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { roles } from '../rights/roles.ts';
import { at, bytea, dialog, owners, projects } from '../schema.ts';

export const sessions = dialog.table(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    id: uuid('id').notNull().defaultRandom(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    csrfToken: text('csrf_token').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** Moved once a minute while it is used. */
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    /** From where it was begun; null in sessions that are older than this column. */
    address: text('address'),
    userAgent: text('user_agent'),
    /** Whether its owner had not logged in before from this device or network. */
    isNewDevice: boolean('is_new_device').notNull().default(false),
    /** When its owner last gave a second factor in it. */
    confirmedAt: at('confirmed_at'),
  },
  (t) => [index('sessions_expiry').on(t.expiresAt), index('sessions_by_owner').on(t.ownerId)],
);

/** The devices from which owners have logged in, each in a network. */
export const ownerDevices = dialog.table(
  'owner_devices',
  {
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    /** SHA-256 of the owner's id, the device and the network. */
    deviceHash: bytea('device_hash').notNull(),
    lastLoginAt: at('last_login_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.deviceHash] })],
);

/** Who has which role in a project. A trigger adds the owner of a new project. */
export const members = dialog.table(
  'members',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Of `owners`, which has the accounts of all people. */
    personId: uuid('person_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    role: text('role', { enum: roles }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.personId] }),
    index('members_by_person').on(t.personId, t.projectId),
  ],
);

/** Tokens with which programs call the owner API as a person. */
export const personalTokens = dialog.table(
  'personal_tokens',
  {
    /** Grows with time. */
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    hash: bytea('hash').notNull().unique('personal_tokens_hash'),
    /** The last four characters, so that a person can tell tokens apart. */
    hint: text('hint').notNull(),
    /** It may do no more than this role; null: as much as the person. */
    role: text('role', { enum: roles }),
    /** Where it may be used; null: in all projects of the person. */
    projectIds: uuid('project_ids').array(),
    /** Ranges in the spelling of `readRange`; null: it may be used from everywhere. */
    allowedAddresses: text('allowed_addresses').array(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    lastUsedAt: at('last_used_at'),
    lastUsedAddress: text('last_used_address'),
    revokedAt: at('revoked_at'),
  },
  (t) => [index('personal_tokens_by_person').on(t.personId, t.id)],
);

/** The networks from which owners have logged in. Guesses at a password from other networks may be delayed. */
export const ownerNetworks = dialog.table(
  'owner_networks',
  {
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    /** SHA-256 of the owner's id and the network. */
    networkHash: bytea('network_hash').notNull(),
    lastLoginAt: at('last_login_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.networkHash] })],
);

/** Links for a new password, of owners who said that they have forgotten theirs. */
export const passwordResets = dialog.table(
  'password_resets',
  {
    /** SHA-256 of the token in the link. */
    tokenHash: bytea('token_hash').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    index('password_resets_by_owner').on(t.ownerId, t.expiresAt),
    index('password_resets_expiry').on(t.expiresAt),
  ],
);

/** Requests for such links, as they were made: a worker looks whether the address has an account. */
export const passwordResetRequests = dialog.table('password_reset_requests', {
  id: uuid('id').primaryKey(),
  /** In lower case. */
  email: text('email').notNull(),
  /** From where it was made. */
  address: text('address').notNull(),
  requestId: text('request_id').notNull(),
});

/** Every request of a project's keys. */
export const requestLog = dialog.table(
  'request_log',
  {
    projectId: uuid('project_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: at('at').notNull(),
    keyId: uuid('key_id').notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    status: smallint('status').notNull(),
    durationMs: integer('duration_ms').notNull(),
    requestId: text('request_id').notNull(),
    address: text('address').notNull(),
  },
  (t) => [
    // In the order of reading; deletion by age uses the other end of the same range.
    primaryKey({ columns: [t.projectId, t.at, t.id] }),
    index('request_log_by_key').on(t.projectId, t.keyId, t.at, t.id),
    // Failed requests are searched for and rare. Successful ones are found quickly in the order of time.
    index('request_log_faults')
      .on(t.projectId, sql`(${t.status} / 100)`, t.at, t.id)
      .where(sql`status >= 400`),
    index('request_log_by_path').on(t.projectId, sql`"left"(path, 120) text_pattern_ops`, t.at),
  ],
);

/** Counts of requests, for several processes without Redis. The migration makes the table unlogged. */
export const rateWindows = dialog.table('rate_windows', {
  bucket: text('bucket').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: at('resets_at').notNull(),
});
