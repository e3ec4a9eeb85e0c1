import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { writeAudit } from '../audit/entry.ts';
import { refreshPaidAccess } from '../payments/paid-access.ts';
import { byAge, fromSnapshot, type HeldProfile, holdProfiles } from './holding.ts';
import type { Linker } from './linking.ts';
import { findLink, type LinkRow } from './links.ts';
import { unmergeFields } from './merge.ts';

/**
 * Takes a merge back: the absorbed profiles exist again under their old ids, as they were, with those of their accounts
 * that are still at the survivor.
 *
 * Merges into one profile are taken back newest first. What an earlier one brought can have been in the way of what a
 * later one would have brought, and taking it out from under the later one would leave neither.
 *
 * @returns the entry of the history, and the profiles that there are now, the survivor first
 * @throws Problem 404 `link_not_found`, 409 `already_undone`, 409 `undo_impossible`
 */
export async function undoLink(
  tx: Transaction,
  publicId: string,
  { projectId, actor, requestId }: Linker,
): Promise<{ link: LinkRow; profileIds: string[] }> {
  const { id, kind, profile_id: survivorId } = await findLink(tx, projectId, publicId);
  if (kind === 'unlink') throw impossible('An unlinking is taken back by linking the profiles again.');
  const [now] = await holdProfiles(tx, projectId, [survivorId], 'wait');
  // Read again: who takes a merge back holds its survivor, so nobody does from here on.
  const link = await findLink(tx, projectId, publicId);
  if (link.undone_at) throw new Problem(409, 'already_undone', 'This merge was undone before.');
  if (!now) throw impossible('The profile was merged into another since; undo that first.');
  const { before, absorbed } = await readSnapshots(tx, projectId, link);
  await checkNewest(tx, projectId, link);
  const moving = absorbed.map(({ identityIds }) =>
    identityIds.filter((each) => now.identityIds.includes(each)),
  );
  if (moving.some((ids) => ids.length === 0)) {
    throw impossible('All identities of a profile that was merged are elsewhere by now.');
  }
  if (moving.flat().length === now.identityIds.length) {
    throw impossible('No identity would be left to the profile.');
  }
  const { survivor, restored } = unmergeFields(now, before, absorbed);
  await tx.query({
    name: 'link-undo',
    text: `WITH made AS (
             INSERT INTO dialog.profiles (project_id, id, status, state, tags, access, paid_access, created_at)
             SELECT $1, id, status, state::json, ARRAY(SELECT json_array_elements_text(tags::json)), access::json,
               paid_access::json, created_at
             FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
               AS i(id, status, state, tags, access, paid_access, created_at)
           ), moved AS (
             UPDATE dialog.identities AS t SET profile_id = i.profile_id
             FROM unnest($9::uuid[], $10::uuid[]) AS i(id, profile_id)
             WHERE t.project_id = $1 AND t.id = i.id
           ), survivor AS (
             UPDATE dialog.profiles SET
               state = $12::json, tags = $13::text[], access = $14::json, paid_access = $15::json,
               updated_at = clock_timestamp()
             WHERE project_id = $1 AND id = $11
           )
           UPDATE dialog.profile_links SET undone_at = clock_timestamp(), undone_by = $17::json
           WHERE project_id = $1 AND id = $16`,
    values: [
      projectId,
      absorbed.map((profile) => profile.id),
      restored.map(({ status }) => status),
      restored.map(({ state }) => state),
      restored.map(({ tags }) => JSON.stringify(tags)),
      restored.map(({ access }) => access),
      restored.map(({ paidAccess }) => paidAccess),
      absorbed.map(({ createdAt }) => createdAt),
      moving.flat(),
      absorbed.flatMap((profile, i) => moving[i]!.map(() => profile.id)),
      survivorId,
      survivor.state,
      survivor.tags,
      survivor.access,
      survivor.paidAccess,
      id,
      JSON.stringify(actor),
    ],
  });
  const staying = now.identityIds.filter((each) => !moving.flat().includes(each));
  for (const [each] of [staying, ...moving]) await refreshPaidAccess(tx, projectId, each!);
  await writeAudit(tx, {
    projectId,
    actor,
    action: 'profile.link_undone',
    subject: { type: 'profile', id: showId('profile', survivorId) },
    requestId,
    data: {
      link_id: publicId,
      restored: absorbed.map((profile) => showId('profile', profile.id)),
      identity_ids: moving.flat().map((each) => showId('identity', each)),
    },
  });
  return {
    link: await findLink(tx, projectId, publicId),
    profileIds: [survivorId, ...absorbed.map((profile) => profile.id)],
  };
}

async function checkNewest(tx: Transaction, projectId: string, { id, profile_id }: LinkRow): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM dialog.profile_links
     WHERE project_id = $1 AND profile_id = $2 AND kind = 'merge' AND undone_at IS NULL
     ORDER BY seq DESC LIMIT 1`,
    [projectId, profile_id],
  );
  const newest = rows[0]!.id;
  if (newest !== id) {
    throw impossible(`The profile was merged with others since; undo ${showId('link', newest)} first.`);
  }
}

async function readSnapshots(
  tx: Transaction,
  projectId: string,
  { id, profile_id }: LinkRow,
): Promise<{ before: HeldProfile; absorbed: HeldProfile[] }> {
  const { rows } = await tx.query<{ profile_id: string; snapshot: string }>(
    'SELECT profile_id, snapshot::text AS snapshot FROM dialog.linked_profiles WHERE project_id = $1 AND link_id = $2',
    [projectId, id],
  );
  const profiles = rows.map((row) => fromSnapshot(row.profile_id, row.snapshot));
  const before = profiles.find((profile) => profile.id === profile_id)!;
  // The order of the merge decides who brought what.
  return { before, absorbed: profiles.filter((profile) => profile !== before).sort(byAge) };
}

function impossible(reason: string): Problem {
  return new Problem(409, 'undo_impossible', reason);
}
