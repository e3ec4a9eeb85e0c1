import { idsSince, showId } from '../../platform/ids.ts';
import { tryOpenSecrets } from '../channels/secrets.ts';
import { healthOf } from '../channels/telegram/health.ts';
import {
  blocking,
  count,
  ok,
  type ReadinessCheck,
  type ReadinessItem,
  type ReadinessScene,
  rowsOf,
  warning,
} from './check.ts';

/** Asked at the same time, so that no owner makes this server call many others at once. */
const mostAsked = 20;
const askedWithinMs = 5000;

/** Newest tasks of the last day among which deliveries are looked for. */
const tasksLookedAt = 5000;
const dayMs = 86_400_000;

interface Channel {
  id: string;
  type: string;
  name: string;
  settings: Record<string, unknown>;
  secrets: string;
}

interface Deliveries {
  target_id: string;
  sent: number;
  failed: number;
  unknown: number;
  waiting: number;
}

/** Whether customers can be reached, and reach the project, through each live channel. */
export const channelsAnswer: ReadinessCheck = async (scene) => {
  const channels = await rowsOf<Channel>(
    scene,
    `SELECT id, type, name, settings, secrets FROM dialog.channels
     WHERE project_id = $1 AND environment = 'live' AND deleted_at IS NULL ORDER BY id`,
  );
  const subject = { id: 'live_channels', title: 'Live channels' };
  if (channels.length === 0) {
    const detail = 'There is no live channel, so no customer can be reached.';
    return [blocking(subject, detail, 'Make a channel whose environment is live.')];
  }
  const deliveries = channels.some(({ type }) => type === 'webhook') ? await lastDeliveries(scene) : [];
  const bots = channels.filter(({ type }) => type === 'telegram');
  const asked = new Set(bots.slice(0, mostAsked));
  return [
    ok(subject, `${count(channels.length, 'live channel')}.`),
    ...(await Promise.all(
      channels.map((channel) => {
        switch (channel.type) {
          case 'telegram':
            return asked.has(channel) ? bot(scene, channel) : notAsked(channel);
          case 'webhook':
            return endpoint(
              channel,
              deliveries.find(({ target_id: id }) => id === channel.id),
            );
          default:
            return chat(channel);
        }
      }),
    )),
  ];
};

const subjectOf = ({ id, name }: Channel) => ({
  id: `channel:${showId('channel', id)}`,
  title: `Channel ${name}`,
});

async function bot({ vault, http, settings }: ReadinessScene, channel: Channel): Promise<ReadinessItem> {
  const secrets = tryOpenSecrets(vault, channel.id, channel.secrets);
  if (!secrets) {
    const detail = 'Its token cannot be opened, so the bot was not asked.';
    return blocking(subjectOf(channel), detail, 'Make the channel again with the token of the bot.');
  }
  const health = await healthOf(
    { settings: channel.settings, secrets },
    {
      http,
      path: `/api/channels/${showId('channel', channel.id)}/telegram`,
      publicUrl: settings.publicUrl,
      withinMs: askedWithinMs,
    },
  );
  return { ...subjectOf(channel), ...health };
}

function notAsked(channel: Channel): ReadinessItem {
  const detail = `Only ${mostAsked} bots are asked at a time, and this was not one of them.`;
  return warning(
    subjectOf(channel),
    detail,
    'Send a message through this channel to see whether it arrives.',
  );
}

/** An endpoint is never called to try it: what it was sent in earnest says enough. */
function endpoint(channel: Channel, lately: Deliveries | undefined): ReadinessItem {
  const subject = subjectOf(channel);
  const { sent, failed, unknown, waiting } = lately ?? { sent: 0, failed: 0, unknown: 0, waiting: 0 };
  const trouble = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`${unknown} ended unknown`] : []),
    ...(waiting > 0 ? [`${waiting} found nobody there yet`] : []),
  ].join(', ');
  if (sent === 0 && trouble === '') {
    const detail = 'No message was delivered in the last day, so nobody knows whether the address answers.';
    return warning(subject, detail, 'Send a message through this channel to see whether it arrives.');
  }
  const action = 'See in the audit log why, and correct the address or what answers there.';
  if (sent === 0) return blocking(subject, `In the last day no message arrived: ${trouble}.`, action);
  if (trouble !== '') return warning(subject, `In the last day ${sent} arrived, ${trouble}.`, action);
  return ok(subject, `In the last day ${count(sent, 'message')} arrived, and none failed.`);
}

function chat(channel: Channel): ReadinessItem {
  const domains = channel.settings.allowed_domains;
  const n = Array.isArray(domains) ? domains.length : 0;
  return n > 0
    ? ok(subjectOf(channel), `${count(n, 'domain')} may show the chat.`)
    : warning(
        subjectOf(channel),
        'No website may show the chat, so customers find it on this server only.',
        'Name your website in allowed_domains.',
      );
}

/** What became of messages, by channel. Ids of tasks grow with time, so their newest are one short range. */
function lastDeliveries(scene: ReadinessScene): Promise<Deliveries[]> {
  return rowsOf<Deliveries>(
    scene,
    `SELECT target_id, count(*) FILTER (WHERE state = 'succeeded')::int AS sent,
       count(*) FILTER (WHERE state = 'failed')::int AS failed,
       count(*) FILTER (WHERE state = 'unknown')::int AS unknown,
       count(*) FILTER (WHERE state = 'queued' AND attempts > 0)::int AS waiting
     FROM (
       SELECT target_id, kind, state, attempts FROM dialog.tasks
       WHERE project_id = $1 AND id >= $2 ORDER BY id DESC LIMIT ${tasksLookedAt}) AS t
     WHERE kind = 'message' AND target_id IS NOT NULL GROUP BY target_id`,
    idsSince(new Date(Date.now() - dayMs)),
  );
}
