import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import type { Environment } from '../schema.ts';

/** Stands for an id that cannot exist: a write is still looked up by its key before the identity is said to be missing. */
export const noIdentity = '00000000-0000-0000-0000-000000000000';

export interface NewIdentity {
  projectId: string;
  channelId: string;
  /** The customer's id in the channel, 1 to 255 code points. */
  externalId: string;
  name: string | null;
}

/**
 * The identity of a customer in a channel, made with a profile of its own if it is new. The same pair always gives
 * the same identity, also when it is made twice at the same instant.
 */
export async function ensureIdentity(
  tx: Transaction,
  wanted: NewIdentity,
  actor: Actor,
  requestId: string | null,
): Promise<{ id: string; profileId: string }> {
  const { projectId, channelId, externalId, name } = wanted;
  const find = () =>
    tx.query<{ id: string; profile_id: string }>({
      name: 'identity-find',
      text: `SELECT id, profile_id FROM dialog.identities
             WHERE project_id = $1 AND channel_id = $2 AND external_id = $3`,
      values: [projectId, channelId, externalId],
    });
  const known = (await find()).rows[0];
  if (known) return { id: known.id, profileId: known.profile_id };

  const id = newId();
  const profileId = newId();
  const { rows: made } = await tx.query<{ environment: Environment }>({
    name: 'identity-make',
    text: `WITH made AS (
             INSERT INTO dialog.identities (project_id, id, channel_id, external_id, name, profile_id)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT ON CONSTRAINT identities_external_id DO NOTHING
             RETURNING project_id, profile_id
           )
           INSERT INTO dialog.profiles (project_id, id) SELECT project_id, profile_id FROM made
           RETURNING (SELECT environment FROM dialog.channels WHERE project_id = $1 AND id = $3)`,
    values: [projectId, id, channelId, externalId, name, profileId],
  });
  if (made.length === 0) {
    // Another transaction was first and has committed: a new statement sees its row.
    const first = (await find()).rows[0]!;
    return { id: first.id, profileId: first.profile_id };
  }
  await writeAudit(tx, {
    projectId,
    actor,
    action: 'identity.created',
    subject: { type: 'identity', id: showId('identity', id) },
    environment: made[0]!.environment,
    requestId,
    identityId: id,
    data: { profile_id: showId('profile', profileId), channel_id: showId('channel', channelId) },
  });
  return { id, profileId };
}
