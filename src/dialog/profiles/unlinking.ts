import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { writeAudit } from '../audit/entry.ts';
import { refreshPaidAccess } from '../payments/paid-access.ts';
import { holdProfiles, profileNotFound, snapshotOf } from './holding.ts';
import type { Linker } from './linking.ts';

/**
 * Gives an account a profile of its own again. The new profile has the status of the old one, so that who was blocked
 * stays blocked; all else of the old profile is the customer's and stays there.
 *
 * @returns the ids of the new profile and of the entry in the history
 * @throws Problem 404 `profile_not_found`, 404 `identity_not_found`, 409 `last_identity`
 */
export async function unlinkIdentity(
  tx: Transaction,
  { profileId, identityId }: { profileId: string; identityId: string | undefined },
  { projectId, actor, requestId }: Linker,
): Promise<{ profileId: string; linkId: string }> {
  const [held] = await holdProfiles(tx, projectId, [profileId], 'wait');
  if (!held) throw profileNotFound();
  // Only what the profile shows can be named, and has to remain.
  const { rows: shown } = await tx.query<{ id: string }>(
    `SELECT i.id FROM dialog.identities AS i
     JOIN dialog.channels AS c ON c.project_id = i.project_id AND c.id = i.channel_id AND c.deleted_at IS NULL
     WHERE i.project_id = $1 AND i.profile_id = $2`,
    [projectId, profileId],
  );
  if (!identityId || !shown.some(({ id }) => id === identityId)) {
    throw new Problem(404, 'identity_not_found', 'This profile has no such identity.');
  }
  if (shown.length === 1) {
    throw new Problem(
      409,
      'last_identity',
      'This is the only identity of the profile: it has a profile of its own.',
    );
  }
  const made = newId();
  const linkId = newId();
  await tx.query({
    name: 'identity-unlink',
    text: `WITH made AS (
             INSERT INTO dialog.profiles (project_id, id, status) VALUES ($1, $3, $4)
           ), moved AS (
             UPDATE dialog.identities SET profile_id = $3 WHERE project_id = $1 AND id = $5
           ), left_behind AS (
             UPDATE dialog.profiles SET updated_at = clock_timestamp() WHERE project_id = $1 AND id = $2
           ), link AS (
             INSERT INTO dialog.profile_links (project_id, id, kind, profile_id, identity_ids, made_by)
             VALUES ($1, $6, 'unlink', $2, ARRAY[$5::uuid], $7::json)
           )
           INSERT INTO dialog.linked_profiles (project_id, link_id, profile_id, snapshot)
           VALUES ($1, $6, $2, $8::json), ($1, $6, $3, 'null')`,
    values: [
      projectId,
      profileId,
      made,
      held.status,
      identityId,
      linkId,
      JSON.stringify(actor),
      snapshotOf(held),
    ],
  });
  // What an account has bought goes with it.
  const [other] = shown.filter(({ id }) => id !== identityId);
  for (const id of [identityId, other!.id]) await refreshPaidAccess(tx, projectId, id);
  await writeAudit(tx, {
    projectId,
    actor,
    action: 'profile.unlinked',
    subject: { type: 'profile', id: showId('profile', profileId) },
    requestId,
    data: {
      link_id: showId('link', linkId),
      identity_id: showId('identity', identityId),
      profile_id: showId('profile', made),
    },
  });
  return { profileId: made, linkId };
}
