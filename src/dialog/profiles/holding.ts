import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { jsonText } from '../../platform/json-text.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { asText } from '../../platform/sql-expressions.ts';
import { listOf } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { losslessItems, losslessMembers } from '../http/json-body.ts';
import { identities, profiles } from '../schema.ts';
import { type ProfileFields, writeFields } from './merge.ts';

/** A profile during linking, with all its accounts, including those of deleted channels. */
export interface HeldProfile extends ProfileFields {
  id: string;
  createdAt: Date;
  identityIds: string[];
}

/**
 * How profiles are read: locked, locked unless another transaction has them, or without a lock.
 *
 * Accounts move between profiles under the locks of both, so nobody joins or leaves a locked profile. One statement locks
 * several profiles in the order of their ids, as turns of dialogs do. A transaction that already holds some and needs another
 * must not wait for it.
 */
export type Hold = 'wait' | 'unless_held' | 'look';

const held = {
  id: profiles.id,
  status: profiles.status,
  state: asText(profiles.state),
  tags: profiles.tags,
  access: asText(profiles.access),
  paidAccess: asText(profiles.paidAccess),
  createdAt: profiles.createdAt,
};

const hold = (name: string, lock: SQL) =>
  statement({
    name,
    prepared: false,
    params: { projectId: profiles.projectId, ids: listOf(profiles.id) },
    columns: held,
    query: (p, columns) => sql`
      SELECT ${columns} FROM ${profiles}
      WHERE ${profiles.projectId} = ${p.projectId} AND ${profiles.id} = ANY (${p.ids}) ORDER BY ${profiles.id} ${lock}`,
  });

const holdBy = {
  wait: hold('profiles-hold', sql`FOR UPDATE`),
  unless_held: hold('profiles-hold-unless-held', sql`FOR UPDATE SKIP LOCKED`),
  look: hold('profiles-look', sql``),
} satisfies Record<Hold, unknown>;

const member = { id: identities.id, profileId: identities.profileId };

const findMembers = statement({
  name: 'profiles-members',
  prepared: false,
  params: { projectId: identities.projectId, profileIds: listOf(identities.profileId) },
  columns: member,
  query: (p) =>
    build
      .select(member)
      .from(identities)
      .where(and(eq(identities.projectId, p.projectId), sql`${identities.profileId} = ANY (${p.profileIds})`))
      .orderBy(asc(identities.id)),
});

/** Reads profiles. @returns oldest first, without profiles that do not exist or that another transaction holds */
export async function holdProfiles(
  tx: Queryable,
  projectId: string,
  ids: string[],
  how: Hold,
): Promise<HeldProfile[]> {
  const rows = await holdBy[how].all(tx, { projectId, ids });
  // Read only now, because the statement above may have waited for a transaction that moved accounts.
  const members = await findMembers.all(tx, { projectId, profileIds: rows.map((row) => row.id) });
  return rows
    .map((row) => ({
      ...row,
      identityIds: members.filter(({ profileId }) => profileId === row.id).map(({ id }) => id),
    }))
    .sort(byAge);
}

/** The order of profiles in a merge: oldest first. If two are from the same millisecond, the ids decide. */
export function byAge(a: HeldProfile, b: HeldProfile): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** A profile as JSON text, from which it can be restored. */
export function snapshotOf(profile: HeldProfile): string {
  const { identityIds, createdAt } = profile;
  return jsonText({ ...writeFields(profile), identity_ids: identityIds, created_at: createdAt });
}

/** Reads the text of `snapshotOf`. */
export function fromSnapshot(id: string, snapshot: string): HeldProfile {
  const members = losslessMembers(snapshot);
  const strings = (name: string) =>
    losslessItems(members.get(name)!).map((item) => JSON.parse(item) as string);
  return {
    id,
    status: JSON.parse(members.get('status')!) as string,
    state: members.get('state')!,
    tags: strings('tags'),
    access: members.get('access')!,
    paidAccess: members.get('paid_access')!,
    identityIds: strings('identity_ids'),
    createdAt: new Date(JSON.parse(members.get('created_at')!) as string),
  };
}

/** The answer for a profile that never existed, or was merged into another. */
export function profileNotFound(): Problem {
  return new Problem(404, 'profile_not_found', 'This project has no such profile.');
}
