import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { moveActivity } from '../analytics/figures.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { refreshPaidAccess } from '../payments/paid-access.ts';
import { type HeldProfile, snapshotOf } from './holding.ts';
import { type Conflict, conflictsOf, mergeFields, type ProfileFields } from './merge.ts';

/** Who links or unlinks, for the history and the audit log. */
export interface Linker {
  projectId: string;
  actor: Actor;
  requestId: string | null;
  /** The code that was redeemed. */
  codeId?: string;
}

/** What a merge makes of profiles. */
export interface Merge {
  /** The oldest: the others vanish in it. */
  survivor: HeldProfile;
  absorbed: HeldProfile[];
  /** The survivor afterwards. */
  fields: ProfileFields;
  conflicts: Conflict<HeldProfile>[];
}

/** Works out a merge without doing it. @param held at least one, oldest first, as `holdProfiles` gives them */
export function planMerge(held: HeldProfile[]): Merge {
  const [survivor, ...absorbed] = held as [HeldProfile, ...HeldProfile[]];
  return { survivor, absorbed, fields: mergeFields([survivor, ...absorbed]), conflicts: conflictsOf(held) };
}

/**
 * Merges profiles into the oldest of them. Accounts move over, and with them all that was said through them; codes made
 * for an absorbed profile link to the survivor from now on. What each of them was is kept, so that it can be undone.
 *
 * @param held locked, and oldest first
 * @returns the id of the link, and what was merged
 */
export async function linkProfiles(
  tx: Transaction,
  held: HeldProfile[],
  { projectId, actor, requestId, codeId }: Linker,
): Promise<{ linkId: string; merge: Merge }> {
  const merge = planMerge(held);
  const { survivor, absorbed, fields } = merge;
  const linkId = newId();
  const moved = absorbed.flatMap(({ identityIds }) => identityIds);
  await tx.query({
    name: 'profiles-link',
    text: `WITH moved AS (
             UPDATE dialog.identities SET profile_id = $2 WHERE project_id = $1 AND profile_id = ANY ($3::uuid[])
           ), absorbed AS (
             DELETE FROM dialog.profiles WHERE project_id = $1 AND id = ANY ($3::uuid[])
           ), codes AS (
             UPDATE dialog.link_codes SET profile_id = $2 WHERE project_id = $1 AND profile_id = ANY ($3::uuid[])
           ), survivor AS (
             UPDATE dialog.profiles SET
               state = $4::json, tags = $5::text[], access = $6::json, paid_access = $7::json,
               updated_at = clock_timestamp()
             WHERE project_id = $1 AND id = $2
           ), link AS (
             INSERT INTO dialog.profile_links (project_id, id, kind, profile_id, identity_ids, code_id, made_by)
             VALUES ($1, $8, 'merge', $2, $9::uuid[], $10, $11::json)
           )
           INSERT INTO dialog.linked_profiles (project_id, link_id, profile_id, snapshot)
           SELECT $1, $8, profile_id, snapshot::json FROM unnest($12::uuid[], $13::text[]) AS i(profile_id, snapshot)`,
    values: [
      projectId,
      survivor.id,
      absorbed.map(({ id }) => id),
      fields.state,
      fields.tags,
      fields.access,
      fields.paidAccess,
      linkId,
      moved,
      codeId ?? null,
      JSON.stringify(actor),
      held.map(({ id }) => id),
      held.map(snapshotOf),
    ],
  });
  // Orders of one product extend each other, whichever account bought them.
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
