import { and, eq } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { channels } from '../schema.ts';
import { openSecrets } from './secrets.ts';
import { channelTypeByName } from './types.ts';

/** A stored channel. */
export type ChannelRow = typeof channels.$inferSelect;

/** What connecting a channel needs. */
export interface ConnectParts {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
}

/** The address at which the outside world calls a channel; undefined if its type has none. @param base of the server */
export function inboundUrl(row: Pick<ChannelRow, 'id' | 'type'>, base: string): string | undefined {
  const { inbound } = channelTypeByName[row.type];
  return inbound && `${base}/api/channels/${showId('channel', row.id)}/${inbound}`;
}

/** The page of a web chat; undefined for other types. @param base of the server */
export function chatUrl(row: Pick<ChannelRow, 'id' | 'type'>, base: string): string | undefined {
  return row.type === 'webchat' ? `${base}/chat/${showId('channel', row.id)}` : undefined;
}

/** Whether the other side of a channel can be told where to deliver what customers say. */
export function isConnectable(row: ChannelRow): boolean {
  return row.environment === 'live' && channelTypeByName[row.type].connector !== undefined;
}

/**
 * Connects a channel if possible, and stores the result. Call it for a waiting owner after the change of the channel was
 * committed; the change stays, whatever the outside world answers.
 * @param base the address of the server for the outside world
 * @returns the channel as it is stored now
 */
export async function connectChannel(
  { database, vault, http }: ConnectParts,
  row: ChannelRow,
  { base, actor, requestId }: { base: string; actor: Actor; requestId: string },
): Promise<ChannelRow> {
  const { connector } = channelTypeByName[row.type];
  const address = inboundUrl(row, base);
  if (!isConnectable(row) || !connector || !address) return row;
  const account = { settings: row.settings, secrets: openSecrets(vault, row.id, row.secrets) };
  const { status, detail } = await connector.connect(account, address, http);
  return keepConnection(database, row, { status, detail }, { actor, requestId });
}

/** Stores how a channel stands with the other side, with an entry in the audit log. @returns the channel as it is stored now */
export function keepConnection(
  database: Database,
  row: ChannelRow,
  { status, detail, by_hand }: Omit<NonNullable<ChannelRow['connection']>, 'at'>,
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<ChannelRow> {
  return database.transaction(async (tx) => {
    const at = new Date().toISOString();
    const [stored] = await tx.orm
      .update(channels)
      .set({ connection: { status, detail, at, ...(by_hand && { by_hand }) } })
      .where(and(eq(channels.projectId, row.projectId), eq(channels.id, row.id)))
      .returning();
    await writeAudit(tx, {
      projectId: row.projectId,
      actor,
      action: `channel.${status === 'failed' ? 'connection_failed' : status}`,
      subject: { type: 'channel', id: showId('channel', row.id) },
      environment: row.environment,
      requestId,
      data: { detail },
    });
    return stored!;
  });
}
