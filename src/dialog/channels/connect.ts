import { and, eq } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import type { ChannelTypeName } from '../messages/content.ts';
import { channels } from '../schema.ts';
import { openSecrets } from './secrets.ts';
import { channelTypeByName } from './types.ts';

/** A channel as it is stored. */
export type ChannelRow = typeof channels.$inferSelect;

/** What channels are connected with. */
export interface ConnectParts {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
}

/** Where the outside world calls a channel; undefined for a type that it does not call so. @param base of the server. */
export function inboundUrl(row: Pick<ChannelRow, 'id' | 'type'>, base: string): string | undefined {
  const { inbound } = channelTypeByName[row.type as ChannelTypeName];
  return inbound && `${base}/api/channels/${showId('channel', row.id)}/${inbound}`;
}

/** True for a channel whose account can be told where to hand over what customers say. */
export function isConnectable(row: ChannelRow): boolean {
  return row.environment === 'live' && channelTypeByName[row.type as ChannelTypeName].connector !== undefined;
}

/**
 * Connects a channel, if it can be, and keeps how that went. To be called for an owner who waits for it, after what made
 * or changed the channel was committed: that stands, whatever the outside world says.
 * @param base of the server, as the outside world reaches it.
 * @returns the channel as it is stored now.
 */
export async function connectChannel(
  { database, vault, http }: ConnectParts,
  row: ChannelRow,
  { base, actor, requestId }: { base: string; actor: Actor; requestId: string },
): Promise<ChannelRow> {
  const { connector } = channelTypeByName[row.type as ChannelTypeName];
  const address = inboundUrl(row, base);
  if (!isConnectable(row) || !connector || !address) return row;
  const account = { settings: row.settings, secrets: openSecrets(vault, row.id, row.secrets) };
  const { status, detail } = await connector.connect(account, address, http);
  return database.transaction(async (tx) => {
    const [stored] = await tx.orm
      .update(channels)
      .set({ connection: { status, detail, at: new Date().toISOString() } })
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
