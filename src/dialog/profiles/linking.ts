import { sql } from 'drizzle-orm';
import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { moveActivity } from '../analytics/figures.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { identities, profiles } from '../schema.ts';
import { type HeldProfile, snapshotOf } from './holding.ts';
import { type Conflict, conflictsOf, mergeFields, type ProfileFields } from './merge.ts';
import { refreshPaidAccess } from './paid-access.ts';
import { linkCodes, linkedProfiles, profileLinks } from './schema.ts';

/** Who links or unlinks, for the history and the audit log. */
export interface Linker {
  projectId: string;
  actor: Actor;
  requestId: string | null;
  /** The redeemed code, if a customer links. */
  codeId?: string;
  /** A customer links, and not a person who has looked at both. */
  isByCustomer?: boolean;
}

/** The effect of a merge. */
export interface Merge {
  /** The oldest profile, which absorbs the others. */
  survivor: HeldProfile;
  absorbed: HeldProfile[];
  /** The survivor's fields after the merge. */
  fields: ProfileFields;
  conflicts: Conflict<HeldProfile>[];
}

/** The status of a profile whose customer must not be served. */
const blocked = 'blocked';

const before = rowsOf('i', { profileId: linkedProfiles.profileId, snapshot: types.text });
const t = profiles;

/** Changes all tables of a merge in one statement. */
const link = statement({
  name: 'profiles-link',
  params: {
    projectId: t.projectId,
    survivorId: t.id,
    absorbedIds: listOf(t.id),
    status: orNull(t.status),
    state: types.jsonText,
    tags: t.tags,
    access: types.jsonText,
    paidAccess: types.jsonText,
    linkId: profileLinks.id,
    moved: profileLinks.identityIds,
    codeId: profileLinks.codeId,
    madeBy: profileLinks.madeBy,
    before,
  },
  query: (p) => {
    const i = identities;
    const c = linkCodes;
    const l = profileLinks;
    const o = linkedProfiles;
    return sql`
      WITH moved AS (
        UPDATE ${i} SET ${name(i.profileId)} = ${p.survivorId}
        WHERE ${i.projectId} = ${p.projectId} AND ${i.profileId} = ANY (${p.absorbedIds})
      ), absorbed AS (
        DELETE FROM ${t} WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ANY (${p.absorbedIds})
      ), codes AS (
        UPDATE ${c} SET ${name(c.profileId)} = ${p.survivorId}
        WHERE ${c.projectId} = ${p.projectId} AND ${c.profileId} = ANY (${p.absorbedIds})
      ), survivor AS (
        UPDATE ${t} SET
          ${name(t.status)} = coalesce(${p.status}, ${t.status}), ${name(t.state)} = ${p.state},
          ${name(t.tags)} = ${p.tags}, ${name(t.access)} = ${p.access}, ${name(t.paidAccess)} = ${p.paidAccess},
          ${name(t.updatedAt)} = clock_timestamp()
        WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ${p.survivorId}
      ), link AS (
        INSERT INTO ${l} (${names(l.projectId, l.id, l.kind, l.profileId, l.identityIds, l.codeId, l.madeBy)})
        VALUES (${p.projectId}, ${p.linkId}, 'merge', ${p.survivorId}, ${p.moved}, ${p.codeId}, ${p.madeBy})
      )
      INSERT INTO ${o} (${names(o.projectId, o.linkId, o.profileId, o.snapshot)})
      SELECT ${p.projectId}, ${p.linkId}, ${before.at.profileId}, ${before.at.snapshot}::json FROM ${p.before}`;
  },
});

/** Plans a merge without doing it. @param held at least one profile, oldest first, from `holdProfiles` */
export function planMerge(held: HeldProfile[]): Merge {
  const [survivor, ...absorbed] = held as [HeldProfile, ...HeldProfile[]];
  return { survivor, absorbed, fields: mergeFields([survivor, ...absorbed]), conflicts: conflictsOf(held) };
}

/**
 * Merges profiles into the oldest of them. Their accounts move to it, with all their messages; codes for an absorbed profile
 * lead to the survivor from now on. The former profiles are stored, so that the merge can be undone.
 *
 * @param held locked, oldest first
 * @returns the id of the link, and the merge
 */
export async function linkProfiles(
  tx: Transaction,
  held: HeldProfile[],
  { projectId, actor, requestId, codeId, isByCustomer = codeId !== undefined }: Linker,
): Promise<{ linkId: string; merge: Merge }> {
  const merge = planMerge(held);
  const { survivor, absorbed, fields } = merge;
  // Customers must not escape from being blocked by linking; an owner has seen both profiles.
  const isBlocked = isByCustomer && held.some(({ status }) => status === blocked);
  const linkId = newId();
  const moved = absorbed.flatMap(({ identityIds }) => identityIds);
  await link.run(tx, {
    projectId,
    survivorId: survivor.id,
    absorbedIds: absorbed.map(({ id }) => id),
    status: isBlocked ? blocked : null,
    state: fields.state,
    tags: fields.tags,
    access: fields.access,
    paidAccess: fields.paidAccess,
    linkId,
    moved,
    codeId: codeId ?? null,
    madeBy: actor,
    before: held.map((profile) => ({ profileId: profile.id, snapshot: snapshotOf(profile) })),
  });
  // Orders for one product extend each other, whichever account bought them.
  await refreshPaidAccess(tx, projectId, [...survivor.identityIds, ...moved][0]!);
  await moveActivity(
    tx,
    projectId,
    absorbed.map(({ id }) => id),
    survivor.id,
  );
  await writeAudit(tx, {
    projectId,
    actor,
    action: 'profile.linked',
    subject: { type: 'profile', id: showId('profile', survivor.id) },
    requestId,
    data: {
      link_id: showId('link', linkId),
      absorbed: absorbed.map(({ id }) => showId('profile', id)),
      identity_ids: moved.map((id) => showId('identity', id)),
      ...(codeId ? { link_code_id: showId('linkCode', codeId) } : {}),
    },
  });
  return { linkId, merge };
}
