import { sql } from 'drizzle-orm';
import {
  bigint,
  customType,
  date,
  index,
  integer,
  json,
  jsonb,
  pgSchema,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * The Postgres schema of the project API and everything beside it but the catalog.
 *
 * Every unique key holds `project_id`, so that the data can be spread by project. The exceptions form a small
 * directory that is looked up before a project is known: owners, sessions and hashes of keys. The hot tables
 * (`tasks`, `request_keys`, the audit log) carry no foreign keys: what they point to is checked in the statement
 * that writes them.
 */
export const dialog = pgSchema('dialog');

/** Bytes, as the driver hands them over. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = at('created_at').notNull().defaultNow();

/** One row: what sets this installation apart on a shared Redis, and with which encryption key it was made. */
export const installation = dialog.table('installation', {
  row: smallint('row').primaryKey().default(1),
  id: uuid('id').notNull(),
  /** A known text, sealed: it opens only with the right key. */
  probe: text('probe').notNull(),
  createdAt,
});

export const owners = dialog.table('owners', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique('owners_email'),
  passwordHash: text('password_hash').notNull(),
  createdAt,
});

export const sessions = dialog.table(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    csrfToken: text('csrf_token').notNull(),
    createdAt,
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('sessions_expiry').on(t.expiresAt)],
);

export const projects = dialog.table(
  'projects',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    name: text('name').notNull(),
    createdAt,
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Set at once when the owner deletes a project; its rows are then removed in small batches. */
    deletedAt: at('deleted_at'),
  },
  (t) => [index('projects_by_owner').on(t.ownerId)],
);

export const projectKeys = dialog.table(
  'project_keys',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    /** The published methods that a method key may call; null for a project key. */
    methods: text('methods').array(),
    hash: bytea('hash').notNull().unique('project_keys_hash'),
    /** The last four characters, so that an owner can tell keys apart. */
    hint: text('hint').notNull(),
    createdAt,
    lastUsedAt: at('last_used_at'),
    /** On which day (UTC) each scope was used last: `{"audit:read": "2026-11-20"}`. */
    scopeUses: jsonb('scope_uses').$type<Record<string, string>>().notNull().default({}),
    revokedAt: at('revoked_at'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

export type Environment = 'sandbox' | 'live';

export const channels = dialog.table(
  'channels',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    /** What may be shown again. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
    /** Sealed JSON of the secret settings. */
    secrets: text('secrets').notNull(),
    /** How its latest connection to the outside world went; null where none is made. */
    connection: json('connection').$type<{ status: string; detail: string; at: string }>(),
    createdAt,
    updatedAt: at('updated_at').notNull().defaultNow(),
    deletedAt: at('deleted_at'),
  },
  // A channel is called from outside by its id alone.
  (t) => [primaryKey({ columns: [t.projectId, t.id] }), index('channels_by_id').on(t.id)],
);

export const profiles = dialog.table(
  'profiles',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    status: text('status').notNull().default('active'),
    /** `json`, not `jsonb`: the order of keys and the digits of numbers come back as they were sent. */
    state: json('state').notNull().default({}),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    access: json('access').notNull().default({}),
    paidAccess: json('paid_access').notNull().default([]),
    createdAt,
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

export const identities = dialog.table(
  'identities',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    externalId: text('external_id').notNull(),
    name: text('name'),
    profileId: uuid('profile_id').notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('identities_external_id').on(t.projectId, t.channelId, t.externalId),
    index('identities_by_external_id').on(t.projectId, t.externalId),
    index('identities_by_profile').on(t.projectId, t.profileId, t.id),
  ],
);

/** What was answered to a write, so that its repetition is answered the same and does nothing. */
export const requestKeys = dialog.table(
  'request_keys',
  {
    projectId: uuid('project_id').notNull(),
    /** The endpoint and its target, such as `messages` or `operations/<slug>/runs`. */
    endpoint: text('endpoint').notNull(),
    /** The Idempotency-Key, or the event id. */
    key: text('key').notNull(),
    fingerprint: bytea('fingerprint').notNull(),
    answer: text('answer').notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.endpoint, t.key] }),
    index('request_keys_age').using('brin', t.createdAt),
  ],
);

/** A dialog or a run that waits for a task. */
export interface Waiter {
  /** The kind and the lane of the task that tells it. */
  kind: string;
  lane: string;
  /** The dialog's identity, or the run. */
  id: string;
  /** Which of its calls this answers. */
  call: string;
}

export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'unknown';

/** Every accepted write until, and after, it was carried out. */
export const tasks = dialog.table(
  'tasks',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    /** The order within a lane. A sequence, since clocks of several machines do not agree. */
    seq: bigint('seq', { mode: 'bigint' }).notNull().generatedByDefaultAsIdentity(),
    kind: text('kind').notNull(),
    state: text('state').$type<TaskState>().notNull().default('queued'),
    environment: text('environment').$type<Environment>().notNull(),
    /** Tasks of one lane are carried out one at a time, in order. */
    lane: text('lane').notNull(),
    /** The channel or connection whose own concurrency and rate hold back its tasks, and no others. */
    targetId: uuid('target_id'),
    identityId: uuid('identity_id'),
    requestId: text('request_id'),
    payload: json('payload').notNull(),
    /** Who is told of its outcome, by a task of that kind in that lane. */
    waiter: json('waiter').$type<Waiter>(),
    /** What an attempt left behind for the next one, such as which part of a message has been sent. */
    progress: json('progress'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: at('due_at').notNull().defaultNow(),
    /** After this, what could not begin is not tried again. */
    deadlineAt: at('deadline_at').notNull(),
    /** The claim that may begin and finish it. */
    lease: uuid('lease'),
    leaseUntil: at('lease_until'),
    /** Set, and committed, just before the first byte may leave for the outside world. */
    begunAt: at('begun_at'),
    result: json('result'),
    error: json('error').$type<{ code: string; message: string }>(),
    createdAt,
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    /** How an owner settled an unknown outcome. */
    settlement: json('settlement').$type<{ outcome: string; note: string; at: string; by: string }>(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('tasks_queued').on(t.projectId, t.lane, t.seq).where(sql`state = 'queued'`),
    uniqueIndex('tasks_running').on(t.projectId, t.lane).where(sql`state = 'running'`),
    index('tasks_leases').on(t.leaseUntil).where(sql`state = 'running'`),
    index('tasks_unsettled').on(t.projectId, t.seq).where(sql`state = 'unknown'`),
    index('tasks_by_identity').on(t.projectId, t.identityId, t.seq),
    index('tasks_deliveries').on(t.projectId, t.state, t.seq).where(sql`kind = 'delivery'`),
    index('tasks_deliveries_by_target')
      .on(t.projectId, t.targetId, t.state, t.seq)
      .where(sql`kind = 'delivery'`),
  ],
);

/** Unfinished tasks and accepted writes of a project, spread over shards so that writers do not queue up. */
export const projectCounters = dialog.table(
  'project_counters',
  {
    projectId: uuid('project_id').notNull(),
    shard: smallint('shard').notNull(),
    unfinished: bigint('unfinished', { mode: 'number' }).notNull().default(0),
    /** The UTC day that `accepted` counts. */
    day: date('day').notNull(),
    accepted: bigint('accepted', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.shard] })],
);

const auditColumns = {
  projectId: uuid('project_id').notNull(),
  at: at('at').notNull().defaultNow(),
  actorType: text('actor_type').notNull(),
  actorId: text('actor_id'),
  actorName: text('actor_name'),
  action: text('action').notNull(),
  subjectType: text('subject_type').notNull(),
  subjectId: text('subject_id').notNull(),
  environment: text('environment').$type<Environment>(),
  requestId: text('request_id'),
  /** Whom it concerns, where it is a customer: the figures are counted by it. */
  identityId: uuid('identity_id'),
  data: json('data').notNull().default({}),
};

/** Audit entries as they were committed, before they have a place in the project's log. */
export const auditInbox = dialog.table(
  'audit_inbox',
  { seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(), ...auditColumns },
  (t) => [primaryKey({ columns: [t.projectId, t.seq] })],
);

/** The audit log: numbered without gaps, in an order that no later commit can disturb. */
export const auditLog = dialog.table(
  'audit_log',
  { id: bigint('id', { mode: 'number' }).notNull(), ...auditColumns },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/** The last number given in each project's audit log; its row is the lock under which numbers are given. */
export const auditHeads = dialog.table('audit_heads', {
  projectId: uuid('project_id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
});

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
    // In the order in which it is read; a removal by age is the other end of the same range.
    primaryKey({ columns: [t.projectId, t.at, t.id] }),
    index('request_log_by_key').on(t.projectId, t.keyId, t.at, t.id),
    // What went wrong is looked for, and rare. What went well is never far in the order of time.
    index('request_log_faults')
      .on(t.projectId, sql`(${t.status} / 100)`, t.at, t.id)
      .where(sql`status >= 400`),
    index('request_log_by_path').on(t.projectId, sql`"left"(path, 120) text_pattern_ops`, t.at),
  ],
);

/** Counts of requests where several processes share no Redis. Made unlogged by the migration. */
export const rateWindows = dialog.table('rate_windows', {
  bucket: text('bucket').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: at('resets_at').notNull(),
});

/** A sign of life of every process, for `/readyz`. */
export const processes = dialog.table('processes', {
  id: uuid('id').primaryKey(),
  role: text('role').notNull(),
  startedAt: at('started_at').notNull().defaultNow(),
  seenAt: at('seen_at').notNull().defaultNow(),
});
