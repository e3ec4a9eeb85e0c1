import { Batcher } from '../../platform/batcher.ts';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { openSecrets } from '../channels/secrets.ts';
import { channelTypeByName } from '../channels/types.ts';
import type { OuterKind } from '../tasks/kinds.ts';
import { type ChannelTypeName, resolveContent } from './content.ts';
import type { MessagePayload } from './payload.ts';

interface Recipient {
  external_id: string;
  channel_id: string;
  type: ChannelTypeName;
  settings: Record<string, unknown>;
  secrets: string;
}

/**
 * How an accepted message leaves. In the sandbox it is sent by being stored, unless its channel opens no socket anyway:
 * nothing ever leaves the server from there.
 */
export function messageKind({
  database,
  vault,
  http,
}: {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
}): OuterKind {
  const recipients = new Batcher<{ projectId: string; identityId: string }, Recipient | undefined>((wanted) =>
    readRecipients(database, wanted),
  );
  return {
    record: 'message',
    succeeded: 'sent',
    async run(task, begin) {
      const recipient = await recipients.submit({ projectId: task.projectId, identityId: task.identityId! });
      const type = recipient && channelTypeByName[recipient.type];
      if (task.environment === 'sandbox' && !type?.inside) return { state: 'succeeded' };
      if (!recipient || !type) {
        const message = 'The channel of this identity was deleted before the message could leave.';
        return { state: 'failed', error: { code: 'channel_deleted', message } };
      }
      const { author = 'scenario', ...content } = task.payload as MessagePayload;
      return type.deliver(
        {
          projectId: task.projectId,
          messageId: showId('message', task.id),
          identityId: showId('identity', task.identityId!),
          externalId: recipient.external_id,
          content: resolveContent(content, recipient.type),
          author,
          createdAt: task.createdAt,
          settings: recipient.settings,
          secrets: openSecrets(vault, recipient.channel_id, recipient.secrets),
          progress: task.progress,
        },
        begin,
        { http, database },
      );
    },
  };
}

/** Read anew for every message: an owner's change of address or secret counts at once. */
async function readRecipients(
  database: Database,
  wanted: { projectId: string; identityId: string }[],
): Promise<(Recipient | undefined)[]> {
  const { rows } = await database.query<Recipient & { n: number }>({
    name: 'recipients',
    text: `SELECT w.n::int AS n, i.external_id, c.id AS channel_id, c.type, c.settings, c.secrets
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w(project_id, identity_id, n)
           JOIN dialog.identities AS i ON i.project_id = w.project_id AND i.id = w.identity_id
           JOIN dialog.channels AS c
             ON c.project_id = i.project_id AND c.id = i.channel_id AND c.deleted_at IS NULL`,
    values: [wanted.map((w) => w.projectId), wanted.map((w) => w.identityId)],
  });
  const found: (Recipient | undefined)[] = wanted.map(() => undefined);
  for (const row of rows) found[row.n - 1] = row;
  return found;
}
