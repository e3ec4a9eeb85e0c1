import { and, eq, isNull, sql } from 'drizzle-orm';
import { channels } from '../schema.ts';
import { blocking, ok, type ReadinessCheck, warning } from './check.ts';

const subject = { id: 'public_address', title: 'Public address' };

/** Whether other systems can call this server over https. Only a Telegram channel makes a missing address blocking. */
export const publicAddress: ReadinessCheck = async ({ database, projectId, settings: { publicUrl } }) => {
  if (publicUrl?.startsWith('https:'))
    return [ok(subject, `Others call this server at ${publicUrl}.`, 'address_known', { address: publicUrl })];
  const [called] = await database.orm
    .select({ id: channels.id })
    .from(channels)
    .where(
      and(
        ...[eq(channels.projectId, projectId), eq(channels.type, 'telegram')],
        ...[eq(channels.environment, 'live'), isNull(channels.deletedAt)],
        sql`coalesce(${channels.settings} ->> 'base_url', 'https:') LIKE 'https:%'`,
      ),
    )
    .limit(1);
  const found = called ? blocking : warning;
  return publicUrl === undefined
    ? [
        found(
          subject,
          'It is not known at which address others call this server.',
          'Set PUBLIC_URL to the https:// address of this server.',
          'address_unknown',
        ),
      ]
    : [
        found(
          subject,
          `The address ${publicUrl} is not encrypted, so keys and messages can be read on the way.`,
          'Put a proxy with a certificate in front of this server, and set PUBLIC_URL to its https:// address.',
          'address_unencrypted',
          { address: publicUrl },
        ),
      ];
};
