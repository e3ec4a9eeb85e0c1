import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { system, writeAudit } from '../audit/entry.ts';
import { wakeTimeOf } from '../flows/drive.ts';
import type { LoadedDialog, LockedProfile } from './load.ts';

/** Writes back where dialogs stand. */
export async function saveDialogs(tx: Transaction, dialogs: LoadedDialog[]): Promise<void> {
  if (dialogs.length === 0) return;
  await tx.query({
    name: 'dialogs-save',
    text: `INSERT INTO dialog.dialogs AS d
             (project_id, identity_id, version, position, wake_at, held_at, held_by, held_until, kept, updated_at)
           SELECT project_id, identity_id, version, position::json, wake_at, held_at, held_by, held_until, kept::json,
             clock_timestamp()
           FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[],
             $8::timestamptz[], $9::text[])
             AS i(project_id, identity_id, version, position, wake_at, held_at, held_by, held_until, kept)
           ORDER BY project_id, identity_id
           ON CONFLICT (project_id, identity_id) DO UPDATE SET
             version = excluded.version, position = excluded.position, wake_at = excluded.wake_at,
             held_at = excluded.held_at, held_by = excluded.held_by, held_until = excluded.held_until,
             kept = excluded.kept, updated_at = excluded.updated_at`,
    values: [
      dialogs.map((d) => d.projectId),
      dialogs.map((d) => d.identityId),
      dialogs.map((d) => d.version),
      dialogs.map((d) => (d.position ? JSON.stringify(d.position) : null)),
      dialogs.map((d) => (d.heldAt ? d.heldUntil : d.position && wakeTimeOf(d.position))),
      dialogs.map((d) => d.heldAt),
      dialogs.map((d) => d.heldBy),
      dialogs.map((d) => d.heldUntil),
      dialogs.map((d) => JSON.stringify(d.kept)),
    ],
  });
}

/** Writes back what is new in profiles, each with its audit entry. A profile may be named many times. */
export async function saveProfiles(
  tx: Transaction,
  touched: LockedProfile[],
  requestIdOf: (profile: LockedProfile) => string | null,
): Promise<void> {
  const profiles = [...new Set(touched)].filter((profile) => profile.changed.size > 0);
  if (profiles.length === 0) return;
  await tx.query({
    name: 'profiles-save',
    text: `UPDATE dialog.profiles AS p SET
             state = i.state::json,
             tags = ARRAY(SELECT json_array_elements_text(i.tags::json)),
             updated_at = clock_timestamp()
           FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS i(project_id, id, state, tags)
           WHERE p.project_id = i.project_id AND p.id = i.id`,
    values: [
      profiles.map((p) => p.projectId),
      profiles.map((p) => p.id),
      profiles.map((p) => JSON.stringify(p.state)),
      profiles.map((p) => JSON.stringify(p.tags)),
    ],
  });
  await writeAudit(
    tx,
    ...profiles.map((profile) => ({
      projectId: profile.projectId,
      actor: system,
      action: 'profile.updated',
      subject: { type: 'profile', id: showId('profile', profile.id) },
      requestId: requestIdOf(profile),
      data: { fields: [...profile.changed] },
    })),
  );
  for (const profile of profiles) profile.changed.clear();
}
