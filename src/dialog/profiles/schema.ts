import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { json } from '../../platform/json-column.ts';
import type { Actor } from '../audit/entry.ts';
import { bytea, dialog, profiles } from '../schema.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Merges of profiles, and accounts that were unlinked. */
export const profileLinks = dialog.table(
  'profile_links',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    /** The order of links, given under the lock of the profile, because the clocks of several machines may differ. */
    seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<'merge' | 'unlink'>().notNull(),
    /** The profile that survived the merge, or that the account left. */
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

/** The profiles of a link, each in its state before the link. */
export const linkedProfiles = dialog.table(
  'linked_profiles',
  {
    projectId: uuid('project_id').notNull(),
    linkId: uuid('link_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    /** `json`, so that a restored profile keeps the order of keys and the digits. */
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
    /** If this profile is merged into another, the code refers to that one. */
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

/** Wrong codes of an account in the hour that began with the first of them. */
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

/**
 * By what profiles are found: their tags, their access, and the fields of their state that the project's settings name. A trigger of
 * the table of profiles keeps them, in the transaction of each change; `facets.ts` has their form.
 */
export const profileFacets = dialog.table(
  'profile_facets',
  {
    projectId: uuid('project_id').notNull(),
    facet: text('facet').notNull(),
    profileId: uuid('profile_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.facet, t.profileId] }),
    index('profile_facets_by_profile').on(t.projectId, t.profileId),
    foreignKey({
      columns: [t.projectId, t.profileId],
      foreignColumns: [profiles.projectId, profiles.id],
    }).onDelete('cascade'),
  ],
);

/** By what lists of profiles are sorted. Triggers of the tables of profiles and identities keep the names. */
export const profileCards = dialog.table(
  'profile_cards',
  {
    projectId: uuid('project_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    /** The name of the oldest account that has one. */
    name: text('name'),
    /** Those without a name come last. */
    isUnnamed: boolean('is_unnamed').notNull(),
    /** The beginning of the name, in lower case. */
    sortName: text('sort_name').notNull(),
    /** When the customer last said something; before that, when they came. Written behind the audit log. */
    activeAt: at('active_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.profileId] }),
    index('profile_cards_by_activity').on(t.projectId, t.activeAt, t.profileId),
    index('profile_cards_by_name').on(t.projectId, t.isUnnamed, t.sortName, t.profileId),
    foreignKey({
      columns: [t.projectId, t.profileId],
      foreignColumns: [profiles.projectId, profiles.id],
    }).onDelete('cascade'),
  ],
);

/** Projects whose facets and cards have to be written anew, as after a change of what they are made of, and how far that is. */
export const profileRefills = dialog.table('profile_refills', {
  projectId: uuid('project_id').primaryKey(),
  /** The last profile whose turn was. */
  after: uuid('after').notNull().default(sql`'00000000-0000-0000-0000-000000000000'`),
  since: at('since').notNull().defaultNow(),
});

/** Pairs of profiles that somebody has said are different customers, the lesser id first. */
export const distinctProfiles = dialog.table(
  'distinct_profiles',
  {
    projectId: uuid('project_id').notNull(),
    oneId: uuid('one_id').notNull(),
    otherId: uuid('other_id').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.oneId, t.otherId] })],
);
