import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  pgSchema,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { json, jsonb } from '../platform/json-column.ts';

/**
 * The Postgres schema of everything except the catalog.
 *
 * Every unique key contains `project_id`, so that the data can be distributed by project. The exceptions are a small
 * directory that is read before a project is known: owners, sessions and hashes of keys. The hot tables (`tasks`,
 * `request_keys`, the audit log) have no foreign keys: the statement that writes a row checks what it refers to.
 */
export const dialog = pgSchema('dialog');

/** Bytes, as the driver returns them. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A time with the precision of a `Date`. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = at('created_at').notNull().defaultNow();

/** One row: the id of this installation, which keeps it apart on a shared Redis, and a check of its encryption key. */
export const installation = dialog.table('installation', {
  row: smallint('row').primaryKey().default(1),
  id: uuid('id').notNull(),
  /** A known text, sealed: only the right key opens it. */
  probe: text('probe').notNull(),
  /** The ids of the encryption keys that processes have sealed with; null until the first start of a release that records them. */
  sealedBy: text('sealed_by').array(),
  /** What the first start made and has not shown yet; null after it was shown. */
  unshown: json('unshown').$type<Unshown>(),
  createdAt,
});

/** Ids that a start needs to show what the first start made. The secrets are made when they are shown. */
export interface Unshown {
  owner_id: string;
  /** True if the operator chose the password, in OWNER_PASSWORD or by a reset; it is then not replaced. */
  password_chosen: boolean;
  demo: UnshownDemo | null;
  /** The last start that tried to show it. */
  attempt?: string;
}

/** The demo project that the first start made. */
export interface UnshownDemo {
  project_id: string;
  live_channel_id: string;
  live_identity_id: string;
  sandbox_identity_id: string;
  chat_channel_id: string;
  /** The key that an earlier start made and may not have shown. */
  key_id?: string;
}

export const owners = dialog.table('owners', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique('owners_email'),
  passwordHash: text('password_hash').notNull(),
  /** Whether the password would be refused as a new one; null until it is known, at the next login. */
  hasWeakPassword: boolean('has_weak_password'),
  /** False for somebody who was invited to help in a project, or is the owner of none any more. */
  mayMakeProjects: boolean('may_make_projects').notNull().default(true),
  createdAt,
});

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
    /** Set at once when the owner deletes a project; its rows are then deleted in batches. */
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
    /** The UTC day on which each scope was last used: `{"audit:read": "2026-11-20"}`. */
    scopeUses: jsonb('scope_uses').$type<Record<string, string>>().notNull().default({}),
    revokedAt: at('revoked_at'),
    /** From then on the key is refused. */
    expiresAt: at('expires_at'),
    /** Ranges in the spelling of `readRange`; null: it may be used from everywhere. */
    allowedAddresses: text('allowed_addresses').array(),
    lastUsedAddress: text('last_used_address'),
    /** The key that replaces it. */
    replacedBy: uuid('replaced_by'),
    /** The person who made it; null if nobody knows, or nobody did, such as for the keys of the first start. */
    madeBy: uuid('made_by'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/** Whether people take conversations now. Somebody without a row does not. */
export const presence = dialog.table(
  'presence',
  {
    projectId: uuid('project_id').notNull(),
    personId: uuid('person_id').notNull(),
    isAvailable: boolean('is_available').notNull(),
    since: at('since').notNull().defaultNow(),
    /** The name by which customers see the person; null if they see none. */
    customerName: text('customer_name'),
    /** Their picture for customers, `file_…`; null if they have none. */
    picture: text('picture'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.personId] })],
);

/** Whether a key is neither revoked nor expired. @param key the table, or an alias of it */
export const keyInForce = (key: Record<'revokedAt' | 'expiresAt', AnyPgColumn>) =>
  sql`${key.revokedAt} IS NULL AND (${key.expiresAt} IS NULL OR ${key.expiresAt} > now())`;

export type Environment = 'sandbox' | 'live';

export type ChannelTypeName = 'webhook' | 'telegram' | 'webchat';

export const channels = dialog.table(
  'channels',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type').$type<ChannelTypeName>().notNull(),
    name: text('name').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    /** Settings that may be shown. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
    /** Sealed JSON of the secret settings. */
    secrets: text('secrets').notNull(),
    /** The result of the last attempt to connect it to the outside world; null if the type has no such connection. */
    connection: json('connection').$type<{
      status: 'connected' | 'failed' | 'not_connected';
      detail: string;
      at: string;
      /** Somebody disconnected it, so a change does not connect it. */
      by_hand?: boolean;
    }>(),
    createdAt,
    updatedAt: at('updated_at').notNull().defaultNow(),
    deletedAt: at('deleted_at'),
  },
  // Calls from outside name a channel by its id alone.
  (t) => [primaryKey({ columns: [t.projectId, t.id] }), index('channels_by_id').on(t.id)],
);

export const profiles = dialog.table(
  'profiles',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    status: text('status').notNull().default('active'),
    /** `json`, not `jsonb`, so that the order of keys and the digits of numbers are kept. */
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
    index('identities_by_channel').on(t.projectId, t.channelId, t.profileId),
  ],
);

/** The answers to writes, so that a repetition gets the same answer and does nothing. */
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
  /** The kind and the lane of the task that notifies it. */
  kind: string;
  lane: string;
  /** The dialog's identity, or the run. */
  id: string;
  /** The call that this answers. */
  call: string;
  /** The origin of that task; absent in rows from before origins existed. */
  origin?: string;
  /** The awaited task may be carried out again even if it has happened; absent if it may not. */
  repeatable?: true;
  /** The environment of the waiter, if it waits for the run that the task starts. A workflow may have another one. */
  run?: Environment;
}

/**
 * The flow that caused something, so that workflows which start each other by what they change come to an end. The dialog with
 * a customer has no workflow and is the beginning of its chain.
 */
export interface Cause {
  /** The slug of the workflow; null for the scenario. */
  workflow: string | null;
  /** The number of flows before it in a chain in which each started the next. */
  depth: number;
  /** When the first flow of the chain was started, RFC 3339. */
  root_at: string;
}

/** How an owner settled an unknown outcome; `retry` repeats the task. */
export type SettledAs = 'done' | 'failed' | 'retry';

/** An owner's decision about an unknown outcome. */
export interface Settlement {
  outcome: SettledAs;
  note: string;
  /** RFC 3339. */
  at: string;
  /** Who settled it: the e-mail address of an owner, or `parley unsettled` with the user of the machine. */
  by: string;
  /** `run_…`: the run that does it again, if it was settled by starting that. */
  rerun?: string;
}

export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'unknown';

/** Accepted writes, before and after they are carried out. */
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
    /** The tasks of one lane run one at a time, in order. */
    lane: text('lane').notNull(),
    /**
     * What caused the task: a workflow, the scenario (`dialog`), or else its kind. Workers take turns between the origins of
     * a project, so that a busy one does not delay the others. Empty in rows that are older than this column.
     */
    origin: text('origin').notNull().default(''),
    /** The channel or connection whose concurrency and rate limit its tasks. */
    targetId: uuid('target_id'),
    identityId: uuid('identity_id'),
    requestId: text('request_id'),
    payload: json('payload').notNull(),
    /** Who is notified of its outcome, by a task of this kind in this lane. */
    waiter: json('waiter').$type<Waiter>(),
    /** The flow that queued it; null for what clients, customers and owners cause. */
    cause: json('cause').$type<Cause>(),
    /** What an attempt stored for the next one, such as which part of a message has been sent. */
    progress: json('progress'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: at('due_at').notNull().defaultNow(),
    /** Deadline: a task that has not begun by then fails. */
    deadlineAt: at('deadline_at').notNull(),
    /** The claim that may begin and finish it. */
    lease: uuid('lease'),
    leaseUntil: at('lease_until'),
    /** Set and committed just before the first byte may be sent to the outside world. */
    begunAt: at('begun_at'),
    /** What it was about to send then, for owners; without secrets. Null for most kinds. */
    sent: json('sent'),
    /** What the other side answered to that, as it stands on record; null if nothing came, and for most kinds. */
    answer: json('answer'),
    result: json('result'),
    error: json('error').$type<{ code: string; message: string }>(),
    createdAt,
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    /** How an owner settled an unknown outcome. */
    settlement: json('settlement').$type<Settlement>(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('tasks_queued').on(t.projectId, t.lane, t.seq).where(sql`state = 'queued'`),
    index('tasks_waiting').on(t.projectId, t.origin, t.lane).where(sql`state = 'queued'`),
    uniqueIndex('tasks_running').on(t.projectId, t.lane).where(sql`state = 'running'`),
    index('tasks_leases').on(t.leaseUntil).where(sql`state = 'running'`),
    index('tasks_unsettled').on(t.projectId, t.seq).where(sql`state = 'unknown'`),
    index('tasks_runs_to_begin')
      .on(t.projectId, sql`(payload ->> 'workflow')`, t.id)
      .where(sql`kind = 'run' AND state = 'queued'`),
    index('tasks_awaited')
      .on(t.projectId, sql`(waiter ->> 'id')`)
      .where(sql`waiter IS NOT NULL AND state = 'queued'`),
    // A partial index like the others, so that a search by key cannot use it: a plan made while the table is small would read
    // all tasks of a project through an index that begins with the project.
    index('tasks_by_identity').on(t.projectId, t.identityId, t.seq).where(sql`identity_id IS NOT NULL`),
    // Those of an operation are those of its revisions.
    index('tasks_jobs').on(t.projectId, t.state, t.id).where(sql`kind = 'job'`),
    index('tasks_jobs_by_revision')
      .on(t.projectId, sql`(payload ->> 'revision')`, t.state, t.id)
      .where(sql`kind = 'job'`),
    index('tasks_jobs_by_identity')
      .on(t.projectId, t.identityId, t.state, t.id)
      .where(sql`kind = 'job' AND identity_id IS NOT NULL`),
    // What failed lately, for the overview. Few tasks have a place in it, and those have ended.
    index('tasks_failed')
      .on(t.projectId, t.kind, t.finishedAt)
      .where(sql`state = 'failed' AND kind IN ('message', 'job')`),
    index('tasks_deliveries').on(t.projectId, t.state, t.seq).where(sql`kind = 'delivery'`),
    index('tasks_deliveries_by_target')
      .on(t.projectId, t.targetId, t.state, t.seq)
      .where(sql`kind = 'delivery'`),
  ],
);

/** Unfinished tasks and accepted writes of a project, in shards, so that writers do not wait for each other. */
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

/** The processes that are alive, for `/readyz` and for readiness. */
export const processes = dialog.table('processes', {
  id: uuid('id').primaryKey(),
  role: text('role').notNull(),
  /** The database to which the process is connected. A restored copy has another one. */
  origin: text('origin'),
  /** Tells the store of files of this process from others; null in a process that knows no files. */
  filesPlace: text('files_place'),
  /** The id in its folder of files, by which processes on several machines can tell whether they share it. */
  filesMark: text('files_mark'),
  /** The ids of its encryption keys, of which the first seals; null in a process that knows no ids. */
  keys: text('keys').array(),
  startedAt: at('started_at').notNull().defaultNow(),
  seenAt: at('seen_at').notNull().defaultNow(),
});
