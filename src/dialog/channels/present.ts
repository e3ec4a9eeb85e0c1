import type { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/secrets.ts';
import { masks } from '../http/secret-fields.ts';
import { type ChannelRow, chatUrl, inboundUrl } from './connect.ts';
import { tryOpenSecrets } from './secrets.ts';
import type { channelShape } from './shapes.ts';
import { channelTypeByName } from './types.ts';

/** A channel as owners see it. @param base the address of this server @param shown secrets that are shown this once */
export function presentChannel(
  row: ChannelRow,
  vault: Vault,
  base: string,
  shown: Record<string, string> = {},
): z.output<typeof channelShape> {
  const type = channelTypeByName[row.type];
  const [inbound, chat] = [inboundUrl(row, base), chatUrl(row, base)];
  // Secrets that are lost are shown as those that were never set: they have to be entered.
  const stored = tryOpenSecrets(vault, row.id, row.secrets) ?? {};
  const made = type.madeSecrets?.filter((key) => stored[key] !== undefined) ?? [];
  const secrets = [...type.secrets, ...made].map((key) => [
    key,
    shown[key] ?? (stored[key] === undefined ? masks.notSet : masks.set),
  ]);
  return {
    id: showId('channel', row.id),
    type: type.name,
    name: row.name,
    environment: row.environment,
    settings: { ...row.settings, ...Object.fromEntries(secrets) },
    ...(inbound === undefined ? {} : { inbound_url: inbound }),
    ...(chat === undefined ? {} : { chat_url: chat }),
    ...(type.connector === undefined ? {} : { connection: connectionOf(row) }),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function connectionOf({ connection, environment }: ChannelRow) {
  if (connection) {
    const { status, detail, at } = connection;
    return { status, detail, at };
  }
  const detail = environment === 'sandbox' ? 'Nothing leaves a sandbox.' : 'It was not tried yet.';
  return { status: 'not_connected' as const, detail, at: null };
}
