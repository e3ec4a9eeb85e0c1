import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { name, names } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { writeAudit } from '../audit/entry.ts';
import { channels, identities, profiles } from '../schema.ts';
import { holdProfiles, profileNotFound, snapshotOf } from './holding.ts';
import type { Linker } from './linking.ts';
import { refreshPaidAccess } from './paid-access.ts';
import { linkedProfiles, profileLinks } from './schema.ts';

const i = alias(identities, 'i');
const c = alias(channels, 'c');

const findShown = statement({
  name: 'profile-shown-identities',
  prepared: false,
  params: { projectId: i.projectId, profileId: i.profileId },
  columns: { id: i.id },
  query: ({ projectId, profileId }, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL
    WHERE ${i.projectId} = ${projectId} AND ${i.profileId} = ${profileId}`,
});

const t = profiles;

const unlink = statement({
  name: 'identity-unlink',
  params: {
    projectId: t.projectId,
    profileId: t.id,
    madeId: t.id,
    status: t.status,
    identityId: identities.id,
    linkId: profileLinks.id,
    madeBy: profileLinks.madeBy,
    snapshot: types.jsonText,
  },
  query: (p) => {
    const l = profileLinks;
    const o = linkedProfiles;
    return sql`
      WITH made AS (
        INSERT INTO ${t} (${names(t.projectId, t.id, t.status)}) VALUES (${p.projectId}, ${p.madeId}, ${p.status})
      ), moved AS (
        UPDATE ${identities} SET ${name(identities.profileId)} = ${p.madeId}
        WHERE ${identities.projectId} = ${p.projectId} AND ${identities.id} = ${p.identityId}
      ), left_behind AS (
        UPDATE ${t} SET ${name(t.updatedAt)} = clock_timestamp()
        WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ${p.profileId}
      ), link AS (
        INSERT INTO ${l} (${names(l.projectId, l.id, l.kind, l.profileId, l.identityIds, l.madeBy)})
        VALUES (${p.projectId}, ${p.linkId}, 'unlink', ${p.profileId}, ARRAY[${p.identityId}], ${p.madeBy})
      )
      INSERT INTO ${o} (${names(o.projectId, o.linkId, o.profileId, o.snapshot)})
      VALUES (${p.projectId}, ${p.linkId}, ${p.profileId}, ${p.snapshot}),
        (${p.projectId}, ${p.linkId}, ${p.madeId}, 'null')`;
  },
});

/**
 * Gives an account its own profile again. The new profile has the status of the old one, so that a blocked customer stays
 * blocked; everything else stays with the old profile.
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
  // Only accounts that the profile shows can be named, and one of these must remain.
  const shown = await findShown.all(tx, { projectId, profileId });
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
  await unlink.run(tx, {
    projectId,
    profileId,
    madeId: made,
    status: held.status,
    identityId,
    linkId,
    madeBy: actor,
    snapshot: snapshotOf(held),
  });
  // Orders of the account move with it.
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
