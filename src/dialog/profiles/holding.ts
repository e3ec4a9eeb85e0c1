import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { losslessItems, losslessMembers } from '../http/json-body.ts';
import type { ProfileFields } from './merge.ts';

/** A profile as linking takes it in hand, with all its accounts, also those of deleted channels. */
export interface HeldProfile extends ProfileFields {
  id: string;
  createdAt: Date;
  identityIds: string[];
}

/**
 * How profiles are taken in hand: locked, locked unless somebody else has them, or only looked at.
 *
 * Accounts move between profiles under the locks of both, so to hold a profile is to know that nobody joins or leaves
 * it. Several are locked by one statement in the order of their ids, as turns of dialogs do; whoever holds some already
 * and needs another must not wait for it.
 */
export type Hold = 'wait' | 'unless_held' | 'look';

const lockOf: Record<Hold, string> = { wait: 'FOR UPDATE', unless_held: 'FOR UPDATE SKIP LOCKED', look: '' };

/** Takes profiles in hand. @returns oldest first; those that are not there, or that somebody else has, are left out. */
export async function holdProfiles(
  tx: Queryable,
  projectId: string,
  ids: string[],
  hold: Hold,
): Promise<HeldProfile[]> {
  const { rows } = await tx.query<{
    id: string;
    status: string;
    state: string;
    tags: string[];
    access: string;
    paid_access: string;
    created_at: Date;
  }>(
    `SELECT id, status, state::text AS state, tags, access::text AS access, paid_access::text AS paid_access, created_at
     FROM dialog.profiles WHERE project_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id ${lockOf[hold]}`,
    [projectId, ids],
  );
  // Asked for only now: the statement above may have waited for somebody who moved some.
  const { rows: identities } = await tx.query<{ id: string; profile_id: string }>(
    'SELECT id, profile_id FROM dialog.identities WHERE project_id = $1 AND profile_id = ANY ($2::uuid[]) ORDER BY id',
    [projectId, rows.map((row) => row.id)],
  );
  const held = rows.map(({ paid_access, created_at, ...row }) => ({
    ...row,
    paidAccess: paid_access,
    createdAt: created_at,
    identityIds: identities.filter(({ profile_id }) => profile_id === row.id).map(({ id }) => id),
  }));
  return held.sort(byAge);
}

/** The order of profiles in a merge: oldest first. Of two that were made in the same millisecond the ids decide. */
export function byAge(a: HeldProfile, b: HeldProfile): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** A profile as JSON text, to be put back one day. */
export function snapshotOf(profile: HeldProfile): string {
  const { status, state, tags, access, paidAccess, identityIds, createdAt } = profile;
  return (
    `{"status":${JSON.stringify(status)},"state":${state},"tags":${JSON.stringify(tags)},"access":${access},` +
    `"paid_access":${paidAccess},"identity_ids":${JSON.stringify(identityIds)},` +
    `"created_at":"${createdAt.toISOString()}"}`
  );
}

/** The opposite of `snapshotOf`. */
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

/** The answer to a profile that is not there: it never was, or it was merged into another. */
export function profileNotFound(): Problem {
  return new Problem(404, 'profile_not_found', 'This project has no such profile.');
}
