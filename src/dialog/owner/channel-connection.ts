import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { writeAudit } from '../audit/entry.ts';
import { openSecrets } from '../channels/secrets.ts';
import { channelTypeByName } from '../channels/types.ts';
import type { ChannelTypeName } from '../messages/content.ts';
import { channels } from '../schema.ts';
import { ownerActor } from './session.ts';

type ChannelRow = typeof channels.$inferSelect;

export interface ConnectionOptions {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  /** Absent: the address at which the owner reached the server. */
  publicUrl: string | undefined;
}

/** Where the outside world calls a channel; undefined for a type that it does not call. */
export function inboundUrl(
  row: Pick<ChannelRow, 'id' | 'type'>,
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined {
  const { inbound } = channelTypeByName[row.type as ChannelTypeName];
  if (inbound === undefined) return undefined;
  const base = publicUrl ?? `${request.protocol}://${request.host}`;
  return `${base}/api/channels/${showId('channel', row.id)}/${inbound}`;
}

/** True for a channel whose account can be told where to hand over what customers say. */
export function isConnectable(row: ChannelRow): boolean {
  return row.environment === 'live' && channelTypeByName[row.type as ChannelTypeName].connector !== undefined;
}

/**
 * Connects a live channel, and keeps how that went. Called after what made or changed the channel was committed: that
 * stands, whatever the outside world says.
 * @returns the channel as it is stored now.
 */
export async function connectChannel(
  { database, vault, http, publicUrl }: ConnectionOptions,
  row: ChannelRow,
  request: FastifyRequest,
): Promise<ChannelRow> {
  const { connector } = channelTypeByName[row.type as ChannelTypeName];
  const address = inboundUrl(row, request, publicUrl);
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
      actor: ownerActor(request),
      action: `channel.${status === 'failed' ? 'connection_failed' : status}`,
      subject: { type: 'channel', id: showId('channel', row.id) },
      environment: row.environment,
      requestId: request.id,
      data: { detail },
    });
    return stored!;
  });
}
