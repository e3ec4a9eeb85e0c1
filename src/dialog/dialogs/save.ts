import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { excluded, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { system } from '../audit/entry.ts';
import { wakeTimeOf } from '../flows/drive.ts';
import { profiles } from '../schema.ts';
import type { Outbox } from '../tasks/outbox.ts';
import type { LoadedDialog, LockedProfile } from './load.ts';
import { dataOf } from './profile-changes.ts';
import { dialogs } from './schema.ts';

const d = dialogs;
const standing = rowsOf('i', {
  projectId: d.projectId,
  identityId: d.identityId,
  channelId: d.channelId,
  version: d.version,
  /** JSON text. */
  position: orNull(types.text),
  wakeAt: d.wakeAt,
  heldAt: d.heldAt,
  heldBy: d.heldBy,
  heldUntil: d.heldUntil,
  lastHeardAt: d.lastHeardAt,
  awayAt: d.awayAt,
  /** JSON text. */
  kept: types.text,
});

const saveAll = statement({
  name: 'dialogs-save',
  params: { standing },
  query: (p) => {
    const kept = [
      ...[d.channelId, d.version, d.position, d.wakeAt, d.heldAt, d.heldBy, d.heldUntil],
      ...[d.lastHeardAt, d.kept, d.updatedAt],
    ];
    const at = standing.at;
    return sql`
      INSERT INTO ${d} (${names(d.projectId, d.identityId, ...kept, d.awayAt)})
      SELECT ${at.projectId}, ${at.identityId}, ${at.channelId}, ${at.version}, ${at.position}::json, ${at.wakeAt}, ${at.heldAt},
        ${at.heldBy}, ${at.heldUntil}, ${at.lastHeardAt}, ${at.kept}::json, clock_timestamp(), ${at.awayAt}
      FROM ${p.standing}
      ORDER BY ${at.projectId}, ${at.identityId}
      ON CONFLICT (${names(d.projectId, d.identityId)}) DO UPDATE SET
        ${sql.join(
          kept.map((column) => sql`${name(column)} = ${excluded(column)}`),
          sql`, `,
        )},
        -- A person who answers meanwhile does not wait for the turn, so only what the turn itself tells is written.
        ${name(d.awayAt)} = coalesce(${excluded(d.awayAt)}, ${d.awayAt})`;
  },
});

const t = alias(profiles, 'p');
/** JSON texts. */
const changes = rowsOf('i', {
  projectId: t.projectId,
  id: t.id,
  status: t.status,
  state: types.text,
  tags: types.text,
  access: types.text,
});

const saveChanged = statement({
  name: 'profiles-save',
  params: { changes },
  query: (p) => sql`
    UPDATE ${profiles} AS ${t} SET
      ${name(t.status)} = ${changes.at.status},
      ${name(t.state)} = ${changes.at.state}::json,
      ${name(t.tags)} = ARRAY(SELECT json_array_elements_text(${changes.at.tags}::json)),
      ${name(t.access)} = ${changes.at.access}::json,
      ${name(t.updatedAt)} = clock_timestamp()
    FROM ${p.changes}
    WHERE ${t.projectId} = ${changes.at.projectId} AND ${t.id} = ${changes.at.id}`,
});

/** Writes the positions and holds of dialogs. */
export async function saveDialogs(tx: Transaction, loaded: LoadedDialog[]): Promise<void> {
  if (loaded.length === 0) return;
  await saveAll.run(tx, {
    standing: loaded.map(
      ({
        projectId,
        identityId,
        channelId,
        version,
        position,
        heldAt,
        heldBy,
        heldUntil,
        lastHeardAt,
        tellsAwayAt,
        kept,
      }) => ({
        ...{ projectId, identityId, channelId, version, heldAt, heldBy, heldUntil, lastHeardAt },
        awayAt: tellsAwayAt,
        position: position && JSON.stringify(position),
        wakeAt: heldAt ? heldUntil : position && wakeTimeOf(position),
        kept: JSON.stringify(kept),
      }),
    ),
  });
}

/** Writes changed profiles, each with an audit entry for every flow that changed it. A profile may occur many times. */
export async function saveProfiles(
  tx: Transaction,
  outbox: Outbox,
  touched: LockedProfile[],
  requestIdOf: (profile: LockedProfile) => string | null,
): Promise<void> {
  const changed = [...new Set(touched)].filter((profile) => profile.changes.length > 0);
  if (changed.length === 0) return;
  await saveChanged.run(tx, {
    changes: changed.map(({ projectId, id, status, state, tags, accessText }) => ({
      projectId,
      id,
      status,
      state: JSON.stringify(state),
      tags: JSON.stringify(tags),
      access: accessText,
    })),
  });
  outbox.note(
    ...changed.flatMap((profile) =>
      profile.changes.map((change) => ({
        projectId: profile.projectId,
        actor: system,
        action: 'profile.updated',
        subject: { type: 'profile', id: showId('profile', profile.id) },
        requestId: requestIdOf(profile),
        data: dataOf(change),
        cause: change.cause,
      })),
    ),
  );
  for (const profile of changed) profile.changes = [];
}
