import { readId, showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { openSecrets } from '../channels/secrets.ts';
import { channelTypeByName } from '../channels/types.ts';
import { resolveContent } from '../content/content.ts';
import { contentOf } from '../content/payload.ts';
import { findShown } from '../conversations/shown.ts';
import { pressAnswer } from '../dialogs/press-answer.ts';
import { recipientReader } from './recipients.ts';

/**
 * The kind that shows customers what their presses did, and takes buttons away. Repeating it changes nothing, so the task is
 * never marked as begun, and nobody needs to know an outcome that is unknown.
 */
export function pressKind({
  database,
  vault,
  http,
}: {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
}) {
  const recipients = recipientReader(database);
  return pressAnswer.outer({
    record: 'press',
    succeeded: 'succeeded',
    quiet: 'success',
    async run({ projectId, identityId, environment, payload, progress }) {
      const recipient = await recipients.submit({ projectId, identityId });
      const type = recipient && channelTypeByName[recipient.type];
      if (!recipient || !type?.answerPress) return { state: 'failed', error: noWay };
      if (environment === 'sandbox' && !type.inside) return { state: 'succeeded' };
      const { message_id: messageId, answer, notice, spent, chosen } = payload;
      const { channelId, externalId } = recipient;
      const id = readId('message', messageId);
      const shown = id && (await findShown.first(database, { projectId, id, channelId, externalId }));
      const outcome = await type.answerPress(
        {
          ...{ projectId, messageId, externalId, answer, notice, spent, chosen, progress },
          identityId: showId('identity', identityId),
          content: shown ? resolveContent(contentOf(shown.payload), recipient.type) : undefined,
          settings: recipient.settings,
          secrets: openSecrets(vault, channelId, recipient.secrets),
        },
        { http, database },
      );
      return outcome.state === 'unknown' ? { ...outcome, state: 'retry' } : outcome;
    },
  });
}

const noWay = {
  code: 'channel_deleted',
  message: 'The channel was deleted before the press could be answered.',
};
