import { bigint, index, integer, json, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import type { Actor } from '../audit/entry.ts';
import { bytea, dialog } from '../schema.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Every merge of profiles, and every account that got a profile of its own again. */
export const profileLinks = dialog.table(
  'profile_links',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    /** Their order: given under the lock of the profile, which clocks of several machines are not. */
    seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<'merge' | 'unlink'>().notNull(),
    /** The one that survived the merge, or that the account left. */
    profileId: uuid('profile_id').notNull(),
    /** The accounts that moved. */
    identityIds: uuid('identity_ids').array().notNull(),
    /** The code that a customer redeemed; null where an owner linked. */
    codeId: uuid('code_id'),
    madeAt: at('made_at').notNull().defaultNow(),
    madeBy: json('made_by').$type<Actor>().notNull(),
    undoneAt: at('undone_at'),
    undoneBy: json('undone_by').$type<Actor>(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('profile_links_by_profile').on(t.projectId, t.profileId, t.seq),
  ],
);

/** The profiles that a link is about, each as it was before. */
export const linkedProfiles = dialog.table(
  'linked_profiles',
  {
    projectId: uuid('project_id').notNull(),
    linkId: uuid('link_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    /** `json`, so that what is put back has the order of keys and the digits that it had. */
    snapshot: json('snapshot').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.linkId, t.profileId] }),
    index('linked_profiles_by_profile').on(t.projectId, t.profileId, t.linkId),
  ],
);

/** Codes with which a customer links the account in which they type one. */
export const linkCodes = dialog.table(
  'link_codes',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    hash: bytea('hash').notNull(),
    /** The last four characters, so that an owner can tell codes apart. */
    hint: text('hint').notNull(),
    /** Follows its profile when that is merged into another. */
    profileId: uuid('profile_id').notNull(),
    madeBy: json('made_by').$type<Actor>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    usedAt: at('used_at'),
    usedBy: uuid('used_by'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('link_codes_hash').on(t.projectId, t.hash),
    index('link_codes_by_profile').on(t.projectId, t.profileId),
    index('link_codes_expiry').on(t.expiresAt),
  ],
);

/** How many wrong codes came from an account in the hour that began with the first of them. */
export const linkAttempts = dialog.table(
  'link_attempts',
  {
    projectId: uuid('project_id').notNull(),
    identityId: uuid('identity_id').notNull(),
    wrong: integer('wrong').notNull(),
    since: at('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.identityId] }), index('link_attempts_age').on(t.since)],
);
