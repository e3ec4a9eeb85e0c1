import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { asText, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { writeAudit } from '../audit/entry.ts';
import { identities, profiles } from '../schema.ts';
import { byAge, fromSnapshot, type HeldProfile, holdProfiles } from './holding.ts';
import type { Linker } from './linking.ts';
import { findLink, type LinkRow } from './links.ts';
import { unmergeFields } from './merge.ts';
import { refreshPaidAccess } from './paid-access.ts';
import { linkedProfiles, profileLinks } from './schema.ts';

const t = profiles;
const l = profileLinks;
const i = identities;

const restoring = rowsOf('r', {
  id: t.id,
  status: t.status,
  state: types.text,
  /** JSON text. */
  tags: types.text,
  access: types.text,
  paidAccess: types.text,
  createdAt: t.createdAt,
});
const moves = rowsOf('m', { id: i.id, profileId: i.profileId });

const undo = statement({
  name: 'link-undo',
  params: {
    projectId: t.projectId,
    restored: restoring,
    moving: moves,
    survivorId: t.id,
    state: types.jsonText,
    tags: t.tags,
    access: types.jsonText,
    paidAccess: types.jsonText,
    id: l.id,
    undoneBy: l.undoneBy,
  },
  query: (p) => sql`
    WITH made AS (
      INSERT INTO ${t} (${names(t.projectId, t.id, t.status, t.state, t.tags, t.access, t.paidAccess, t.createdAt)})
      SELECT ${p.projectId}, ${restoring.at.id}, ${restoring.at.status}, ${restoring.at.state}::json,
        ARRAY(SELECT json_array_elements_text(${restoring.at.tags}::json)), ${restoring.at.access}::json,
        ${restoring.at.paidAccess}::json, ${restoring.at.createdAt}
      FROM ${p.restored}
    ), moved AS (
      UPDATE ${i} SET ${name(i.profileId)} = ${moves.at.profileId}
      FROM ${p.moving}
      WHERE ${i.projectId} = ${p.projectId} AND ${i.id} = ${moves.at.id}
    ), survivor AS (
      UPDATE ${t} SET
        ${name(t.state)} = ${p.state}, ${name(t.tags)} = ${p.tags}, ${name(t.access)} = ${p.access},
        ${name(t.paidAccess)} = ${p.paidAccess}, ${name(t.updatedAt)} = clock_timestamp()
      WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ${p.survivorId}
    )
    UPDATE ${l} SET ${name(l.undoneAt)} = clock_timestamp(), ${name(l.undoneBy)} = ${p.undoneBy}
    WHERE ${l.projectId} = ${p.projectId} AND ${l.id} = ${p.id}`,
});

const findNewest = statement({
  name: 'link-newest',
  prepared: false,
  params: { projectId: l.projectId, profileId: l.profileId },
  columns: { id: l.id },
  query: (p) =>
    build
      .select({ id: l.id })
      .from(profileLinks)
      .where(
        and(
          eq(l.projectId, p.projectId),
          eq(l.profileId, p.profileId),
          eq(l.kind, 'merge'),
          isNull(l.undoneAt),
        ),
      )
      .orderBy(desc(l.seq))
      .limit(1),
});

const findSnapshots = statement({
  name: 'link-snapshots',
  prepared: false,
  params: { projectId: linkedProfiles.projectId, linkId: linkedProfiles.linkId },
  columns: { profileId: linkedProfiles.profileId, snapshot: asText(linkedProfiles.snapshot) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${linkedProfiles}
    WHERE ${linkedProfiles.projectId} = ${p.projectId} AND ${linkedProfiles.linkId} = ${p.linkId}`,
});

/**
 * Undoes a merge: the absorbed profiles exist again under their old ids, with their former fields and those of their accounts
 * that still belong to the survivor.
 *
 * Merges into one profile are undone newest first. A value of an earlier merge may have taken precedence over one of a later
 * merge, so undoing the earlier one first would leave neither value.
 *
 * @returns the entry of the history, and the profiles that exist now, the survivor first
 * @throws Problem 404 `link_not_found`, 409 `already_undone`, 409 `undo_impossible`
 */
export async function undoLink(
  tx: Transaction,
  publicId: string,
  { projectId, actor, requestId }: Linker,
): Promise<{ link: LinkRow; profileIds: string[] }> {
  const { id, kind, profileId: survivorId } = await findLink(tx, projectId, publicId);
  if (kind === 'unlink') throw impossible('An unlinking is taken back by linking the profiles again.');
  const [now] = await holdProfiles(tx, projectId, [survivorId], 'wait');
  // Read again: undoing a merge needs the lock of its survivor, which this transaction holds now.
  const link = await findLink(tx, projectId, publicId);
  if (link.undoneAt) throw new Problem(409, 'already_undone', 'This merge was undone before.');
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
  await undo.run(tx, {
    projectId,
    restored: restored.map(({ status, state, tags, access, paidAccess }, index) => {
      const { id: profileId, createdAt } = absorbed[index]!;
      return { id: profileId, status, state, tags: JSON.stringify(tags), access, paidAccess, createdAt };
    }),
    moving: absorbed.flatMap((profile, index) =>
      moving[index]!.map((identityId) => ({ id: identityId, profileId: profile.id })),
    ),
    survivorId,
    state: survivor.state,
    tags: survivor.tags,
    access: survivor.access,
    paidAccess: survivor.paidAccess,
    id,
    undoneBy: actor,
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

async function checkNewest(tx: Transaction, projectId: string, { id, profileId }: LinkRow): Promise<void> {
  const newest = await findNewest.one(tx, { projectId, profileId });
  if (newest.id !== id) {
    throw impossible(`The profile was merged with others since; undo ${showId('link', newest.id)} first.`);
  }
}

async function readSnapshots(
  tx: Transaction,
  projectId: string,
  { id, profileId }: LinkRow,
): Promise<{ before: HeldProfile; absorbed: HeldProfile[] }> {
  const rows = await findSnapshots.all(tx, { projectId, linkId: id });
  const snapshots = rows.map((row) => fromSnapshot(row.profileId, row.snapshot));
  const before = snapshots.find((profile) => profile.id === profileId)!;
  // The order of the merge decides which profile brought which value.
  return { before, absorbed: snapshots.filter((profile) => profile !== before).sort(byAge) };
}

function impossible(reason: string): Problem {
  return new Problem(409, 'undo_impossible', reason);
}
