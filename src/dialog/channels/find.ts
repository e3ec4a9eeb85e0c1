import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { noId, readId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { channels } from '../schema.ts';

/** What other features read of a project's channels. Deleted channels are left out. */

type Orm = Pick<Transaction, 'orm'>;

/** Whether the project has this channel. */
export async function hasChannel({ orm }: Orm, projectId: string, id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.projectId, projectId), eq(channels.id, id), isNull(channels.deletedAt)));
  return rows.length > 0;
}

/** The Telegram channels of a project, the `live` ones before those of the sandbox. */
export function telegramChannels(
  { orm }: Orm,
  projectId: string,
): Promise<Pick<typeof channels.$inferSelect, 'id' | 'secrets'>[]> {
  return orm
    .select({ id: channels.id, secrets: channels.secrets })
    .from(channels)
    .where(and(eq(channels.projectId, projectId), eq(channels.type, 'telegram'), isNull(channels.deletedAt)))
    .orderBy(asc(channels.environment), asc(channels.id));
}

/** The oldest web chats of these projects. @param most the number of chats in all */
export function webChats(
  { orm }: Orm,
  projectIds: string[],
  most: number,
): Promise<Pick<typeof channels.$inferSelect, 'projectId' | 'id' | 'name'>[]> {
  return orm
    .select({ projectId: channels.projectId, id: channels.id, name: channels.name })
    .from(channels)
    .where(
      and(inArray(channels.projectId, projectIds), eq(channels.type, 'webchat'), isNull(channels.deletedAt)),
    )
    .orderBy(asc(channels.id))
    .limit(most);
}

/**
 * A channel of the sandbox.
 * @param shown a public id; the oldest channel of the sandbox if absent
 * @returns `missing` if the project has no such channel, `live` if it is live, `none` if there is none in the sandbox
 */
export async function sandboxChannel(
  { orm }: Orm,
  projectId: string,
  shown: string | undefined,
): Promise<{ id: string } | 'missing' | 'live' | 'none'> {
  const wanted =
    shown === undefined
      ? eq(channels.environment, 'sandbox')
      : eq(channels.id, readId('channel', shown) ?? noId);
  const [found] = await orm
    .select({ id: channels.id, environment: channels.environment })
    .from(channels)
    .where(and(eq(channels.projectId, projectId), wanted, isNull(channels.deletedAt)))
    .orderBy(asc(channels.id))
    .limit(1);
  if (!found) return shown === undefined ? 'none' : 'missing';
  return found.environment === 'sandbox' ? { id: found.id } : 'live';
}

/** The sealed secrets of a channel; undefined if the project has no such channel. */
export async function sealedSecrets(
  { orm }: Orm,
  projectId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await orm
    .select({ secrets: channels.secrets })
    .from(channels)
    .where(and(eq(channels.projectId, projectId), eq(channels.id, id), isNull(channels.deletedAt)));
  return row?.secrets;
}

/** Deletes all channels of a deleted project. Tasks that are queued for them find no channel and send nothing. */
export async function endChannels({ orm }: Orm, projectId: string): Promise<void> {
  await orm
    .update(channels)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(channels.projectId, projectId), isNull(channels.deletedAt)));
}
