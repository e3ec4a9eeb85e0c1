import { and, asc, eq, isNull } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import type { TrialCode } from '../channels/channel-type.ts';
import { tryOpenSecrets } from '../channels/secrets.ts';
import { healthOf } from '../channels/telegram/health.ts';
import { channels } from '../schema.ts';
import { type Deliveries, lastDeliveries } from '../tasks/deliveries.ts';
import {
  blocking,
  count,
  item,
  ok,
  type ReadinessCheck,
  type ReadinessItem,
  type ReadinessScene,
  warning,
} from './check.ts';
import { type ReadinessCode, readinessCodes } from './codes.ts';

/** Most channels that are asked at the same time, so that an owner cannot make this server call many others at once. */
const mostAsked = 20;
const askedWithinMs = 5000;

const { id, type, name, settings, secrets } = channels;
const shown = { id, type, name, settings, secrets };
type Channel = Pick<typeof channels.$inferSelect, keyof typeof shown>;

/** Whether the project reaches customers through each live channel, and they reach the project. */
export const channelsAnswer: ReadinessCheck = async (scene) => {
  const { database, projectId } = scene;
  const found = await database.orm
    .select(shown)
    .from(channels)
    .where(
      and(eq(channels.projectId, projectId), eq(channels.environment, 'live'), isNull(channels.deletedAt)),
    )
    .orderBy(asc(channels.id));
  const subject = { id: 'live_channels', title: 'Live channels' };
  if (found.length === 0) {
    const detail = 'There is no live channel, so no customer can be reached.';
    return [blocking(subject, detail, 'Make a channel whose environment is live.', 'no_live_channel')];
  }
  const deliveries = found.some(({ type }) => type === 'webhook')
    ? await lastDeliveries(database, projectId)
    : [];
  const bots = found.filter(({ type }) => type === 'telegram');
  const asked = new Set(bots.slice(0, mostAsked));
  return [
    ok(subject, `${count(found.length, 'live channel')}.`, 'live_channels', { count: found.length }),
    ...(await Promise.all(
      found.map((channel): ReadinessItem | Promise<ReadinessItem> => {
        if (channel.type === 'telegram')
          return asked.has(channel) ? botOf(scene, channel) : notAsked(channel);
        if (channel.type === 'webhook') {
          const last = deliveries.find(({ channelId }) => channelId === channel.id);
          return endpoint(channel, last);
        }
        channel.type satisfies 'webchat';
        return chat(channel);
      }),
    )),
  ];
};

const subjectOf = ({ id, name }: Channel) => ({
  id: `channel:${showId('channel', id)}`,
  title: `Channel ${name}`,
  name,
});

/** The words of trials, as those of the readiness. A bot is never judged to be one of the others. */
function codeOfBot(code: TrialCode): ReadinessCode {
  const found = readinessCodes.find((each) => each === `bot_${code}`);
  if (!found) throw new Error(`readiness has no word for a bot that is ${code}`);
  return found;
}

async function botOf({ vault, http, settings }: ReadinessScene, channel: Channel): Promise<ReadinessItem> {
  const secrets = tryOpenSecrets(vault, channel.id, channel.secrets);
  if (!secrets) {
    const detail = 'Its token cannot be opened, so the bot was not asked.';
    return blocking(
      subjectOf(channel),
      detail,
      'Make the channel again with the token of the bot.',
      'bot_secret_lost',
    );
  }
  const { code, status, detail, action, bot } = await healthOf(
    { settings: channel.settings, secrets },
    {
      http,
      path: `/api/channels/${showId('channel', channel.id)}/telegram`,
      publicUrl: settings.publicUrl,
      withinMs: askedWithinMs,
    },
  );
  const found = { status, detail, action, code: codeOfBot(code) };
  return item(subjectOf(channel), found, bot ? { bot: bot.username } : {});
}

function notAsked(channel: Channel): ReadinessItem {
  const detail = `Only ${mostAsked} bots are asked at a time, and this was not one of them.`;
  return warning(
    subjectOf(channel),
    detail,
    'Send a message through this channel to see whether it arrives.',
    'bot_not_asked',
    { most: mostAsked },
  );
}

/** An endpoint is never called as a test, because its real deliveries say enough. */
function endpoint(channel: Channel, lately: Deliveries | undefined): ReadinessItem {
  const subject = subjectOf(channel);
  const { sent, failed, unknown, waiting } = lately ?? { sent: 0, failed: 0, unknown: 0, waiting: 0 };
  const counts = { sent, failed, unknown, waiting };
  const trouble = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`${unknown} ended unknown`] : []),
    ...(waiting > 0 ? [`${waiting} found nobody there yet`] : []),
  ].join(', ');
  if (sent === 0 && trouble === '') {
    const detail = 'No message was delivered in the last day, so nobody knows whether the address answers.';
    const action = 'Send a message through this channel to see whether it arrives.';
    return warning(subject, detail, action, 'endpoint_untried');
  }
  const action =
    unknown > 0
      ? 'See in the audit log why, correct the address or what answers there, and settle the unknown ones at /unsettled.'
      : 'See in the audit log why, and correct the address or what answers there.';
  if (sent === 0)
    return blocking(
      subject,
      `In the last day no message arrived: ${trouble}.`,
      action,
      'endpoint_fails',
      counts,
    );
  if (trouble !== '')
    return warning(
      subject,
      `In the last day ${sent} arrived, ${trouble}.`,
      action,
      'endpoint_fails_partly',
      counts,
    );
  return ok(
    subject,
    `In the last day ${count(sent, 'message')} arrived, and none failed.`,
    'endpoint_delivers',
    counts,
  );
}

function chat(channel: Channel): ReadinessItem {
  const domains = channel.settings.allowed_domains;
  const n = Array.isArray(domains) ? domains.length : 0;
  return n > 0
    ? ok(subjectOf(channel), `${count(n, 'domain')} may show the chat.`, 'chat_shown', { count: n })
    : warning(
        subjectOf(channel),
        'No website may show the chat, so customers find it on this server only.',
        'Name your website in allowed_domains.',
        'chat_nowhere',
      );
}
