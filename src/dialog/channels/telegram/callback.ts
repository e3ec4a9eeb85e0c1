import type { OutboundHttp } from '../../../platform/outbound-http.ts';
import type { Database } from '../../../platform/postgres.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { OuterKind } from '../../tasks/kinds.ts';
import { openSecrets } from '../secrets.ts';
import { answerCallback } from './connection.ts';

/** What the task says that answers the press of an inline button. */
export interface CallbackAnswer {
  channel_id: string;
  callback_id: string;
}

/** Answers presses of inline buttons. To answer twice changes nothing, so it is never said to have begun. */
export function callbackKind({
  database,
  vault,
  http,
}: {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
}): OuterKind {
  return {
    record: 'callback',
    succeeded: 'succeeded',
    async run({ projectId, environment, payload }) {
      if (environment === 'sandbox') return { state: 'succeeded' };
      const { channel_id: channelId, callback_id: callbackId } = payload as CallbackAnswer;
      const { rows } = await database.query<{ settings: Record<string, unknown>; secrets: string }>(
        'SELECT settings, secrets FROM dialog.channels WHERE project_id = $1 AND id = $2 AND deleted_at IS NULL',
        [projectId, channelId],
      );
      const channel = rows[0];
      if (!channel) {
        return { state: 'failed', error: { code: 'channel_deleted', message: 'The channel was deleted.' } };
      }
      const secrets = openSecrets(vault, channelId, channel.secrets);
      const outcome = await answerCallback(channel.settings, secrets, callbackId, http);
      // Whether the waiting sign has gone is not worth an owner's question.
      return outcome.state === 'unknown' ? { state: 'failed', error: outcome.error } : outcome;
    },
  };
}
