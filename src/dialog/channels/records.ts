import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { newId, readId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Vault } from '../../platform/secrets.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import type { ChannelTypeName } from '../content/content.ts';
import { channels, type Environment } from '../schema.ts';
import type { ChannelRow } from './connect.ts';
import { holdLogo } from './pictures.ts';
import { sealSecrets } from './secrets.ts';
import { checkSettings, divide } from './settings.ts';
import { channelTypeByName } from './types.ts';

/** The channels of a project, for the owner API. */

type Orm = Pick<Transaction, 'orm'>;

/** The channels of a project, oldest first. */
export function channelsOf({ orm }: Orm, projectId: string): Promise<ChannelRow[]> {
  return orm
    .select()
    .from(channels)
    .where(and(eq(channels.projectId, projectId), isNull(channels.deletedAt)))
    .orderBy(asc(channels.id));
}

export interface NewChannel {
  projectId: string;
  type: ChannelTypeName;
  name: string;
  environment: Environment;
  settings: Record<string, unknown>;
}

/**
 * Creates a channel.
 * @returns the channel, and the secrets that were generated because the owner gave none; they are shown only now
 * @throws ValidationProblem if the settings do not fit the type
 */
export async function createChannel(
  tx: Transaction,
  vault: Vault,
  wanted: NewChannel,
  actor: Actor,
  requestId: string | null,
): Promise<{ row: ChannelRow; shown: Record<string, string> }> {
  const type = channelTypeByName[wanted.type];
  // A sandbox sends nothing, so settings that only delivery needs may be missing.
  const settings = checkSettings(type, wanted.settings, { lenient: wanted.environment === 'sandbox' });
  const { secret, open } = divide(type, settings);
  await holdLogo(tx, wanted.projectId, open);
  const made = Object.fromEntries(
    Object.entries(type.newSecrets()).filter(([key]) => secret[key] === undefined),
  );
  const id = newId();
  const [row] = await tx.orm
    .insert(channels)
    .values({
      projectId: wanted.projectId,
      id,
      type: type.name,
      name: wanted.name,
      environment: wanted.environment,
      settings: open,
      secrets: sealSecrets(vault, id, { ...secret, ...made }),
    })
    .returning();
  await writeAudit(
    tx,
    entryOf(row!, 'channel.created', actor, requestId, { type: type.name, name: wanted.name }),
  );
  const shown = Object.entries(made).filter(([key]) => !type.hiddenSecrets?.includes(key));
  return { row: row!, shown: Object.fromEntries(shown) };
}

/**
 * Finds a channel of the project by its public id.
 * @throws Problem 404 `channel_not_found`, also for a deleted channel
 */
export async function findChannel(
  { orm }: Orm,
  projectId: string,
  publicId: string,
  { lock = false } = {},
): Promise<ChannelRow> {
  const id = readId('channel', publicId);
  if (!id) throw channelNotFound();
  const wanted = orm
    .select()
    .from(channels)
    .where(and(eq(channels.projectId, projectId), eq(channels.id, id), isNull(channels.deletedAt)));
  const [row] = await (lock ? wanted.for('update') : wanted);
  if (!row) throw channelNotFound();
  return row;
}

/** Changes a channel. @param to `settings` without secrets, and `secrets` sealed */
export async function changeChannel(
  { orm }: Orm,
  { projectId, id }: ChannelRow,
  to: Pick<ChannelRow, 'name' | 'settings' | 'secrets'>,
): Promise<ChannelRow> {
  const [updated] = await orm
    .update(channels)
    .set({ ...to, updatedAt: sql`now()` })
    .where(and(eq(channels.projectId, projectId), eq(channels.id, id)))
    .returning();
  return updated!;
}

/** Deletes a channel. Tasks that are queued for it find no channel and send nothing. */
export async function markChannelDeleted({ orm }: Orm, { projectId, id }: ChannelRow): Promise<void> {
  await orm
    .update(channels)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(channels.projectId, projectId), eq(channels.id, id)));
}

/** Makes an entry of the audit log about a channel. */
export function entryOf(
  row: ChannelRow,
  action: string,
  actor: Actor,
  requestId: string | null,
  data: Record<string, unknown>,
) {
  return {
    projectId: row.projectId,
    actor,
    action,
    subject: { type: 'channel', id: showId('channel', row.id) },
    environment: row.environment,
    requestId,
    data,
  };
}

function channelNotFound(): Problem {
  return new Problem(404, 'channel_not_found', 'This project has no such channel.');
}
