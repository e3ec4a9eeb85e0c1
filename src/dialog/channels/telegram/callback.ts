import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { OutboundHttp } from '../../../platform/outbound-http.ts';
import type { Database } from '../../../platform/postgres.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { build, statement } from '../../../platform/statement.ts';
import { channels } from '../../schema.ts';
import { defineKind } from '../../tasks/kind.ts';
import { lanesOf } from '../../tasks/lanes.ts';
import { openSecrets } from '../secrets.ts';
import { answerCallback } from './connection.ts';

const callbackLanes = lanesOf('callback');

/** The kind of task that answers the press of an inline button. */
export const callback = defineKind({
  name: 'callback',
  payload: z.object({ channel_id: z.string(), callback_id: z.string() }),
  lane: ({ payload }) => callbackLanes.of(`${payload.channel_id}:${payload.callback_id}`),
});

const stored = { settings: channels.settings, secrets: channels.secrets };

const findChannel = statement({
  name: 'callback-channel',
  prepared: false,
  params: { projectId: channels.projectId, id: channels.id },
  columns: stored,
  query: (p) =>
    build
      .select(stored)
      .from(channels)
      .where(and(eq(channels.projectId, p.projectId), eq(channels.id, p.id), isNull(channels.deletedAt))),
});

/** Answers presses of inline buttons. A second answer changes nothing, so the task is never marked as begun. */
export function callbackKind({
  database,
  vault,
  http,
}: {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
}) {
  return callback.outer({
    record: 'callback',
    succeeded: 'succeeded',
    async run({ projectId, environment, payload }) {
      if (environment === 'sandbox') return { state: 'succeeded' };
      const { channel_id: channelId, callback_id: callbackId } = payload;
      const channel = await findChannel.first(database, { projectId, id: channelId });
      if (!channel) {
        return { state: 'failed', error: { code: 'channel_deleted', message: 'The channel was deleted.' } };
      }
      const secrets = openSecrets(vault, channelId, channel.secrets);
      const outcome = await answerCallback(channel.settings, secrets, callbackId, http);
      // If it is unknown whether the waiting sign has gone, an owner need not be asked.
      return outcome.state === 'unknown' ? { state: 'failed', error: outcome.error } : outcome;
    },
  });
}
