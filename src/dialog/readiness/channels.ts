import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { idsSince, showId } from '../../platform/ids.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { tryOpenSecrets } from '../channels/secrets.ts';
import { healthOf } from '../channels/telegram/health.ts';
import { channels, tasks } from '../schema.ts';
import {
  blocking,
  count,
  ok,
  type ReadinessCheck,
  type ReadinessItem,
  type ReadinessScene,
  warning,
} from './check.ts';

/** Most channels that are asked at the same time, so that an owner cannot make this server call many others at once. */
const mostAsked = 20;
const askedWithinMs = 5000;

/** Newest tasks of the last day that are searched for deliveries. */
const tasksLookedAt = 5000;
const dayMs = 86_400_000;

const { id, type, name, settings, secrets } = channels;
const shown = { id, type, name, settings, secrets };
type Channel = Pick<typeof channels.$inferSelect, keyof typeof shown>;

const t = alias(tasks, 't');
const numberOf = (condition: SQL) => as(types.int, sql`count(*) FILTER (WHERE ${condition})::int`);

/** Outcomes of messages by channel. Ids of tasks grow with time, so the newest are one short range. */
const findDeliveries = statement({
  name: 'readiness-deliveries',
  prepared: false,
  params: { projectId: t.projectId, since: t.id },
  columns: {
    channelId: t.targetId,
    sent: numberOf(sql`${t.state} = 'succeeded'`),
    failed: numberOf(sql`${t.state} = 'failed'`),
    unknown: numberOf(sql`${t.state} = 'unknown'`),
    waiting: numberOf(sql`${t.state} = 'queued' AND ${t.attempts} > 0`),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${t.targetId}, ${t.kind}, ${t.state}, ${t.attempts} FROM ${tasks} AS ${t}
      WHERE ${t.projectId} = ${p.projectId} AND ${t.id} >= ${p.since}
      ORDER BY ${t.id} DESC LIMIT ${tasksLookedAt}) AS ${t}
    WHERE ${t.kind} = 'message' AND ${t.targetId} IS NOT NULL GROUP BY ${t.targetId}`,
});

type Deliveries = ResultOf<typeof findDeliveries>;

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
    return [blocking(subject, detail, 'Make a channel whose environment is live.')];
  }
  const deliveries = found.some(({ type }) => type === 'webhook') ? await lastDeliveries(scene) : [];
  const bots = found.filter(({ type }) => type === 'telegram');
  const asked = new Set(bots.slice(0, mostAsked));
  return [
    ok(subject, `${count(found.length, 'live channel')}.`),
    ...(await Promise.all(
      found.map((channel): ReadinessItem | Promise<ReadinessItem> => {
        if (channel.type === 'telegram') return asked.has(channel) ? bot(scene, channel) : notAsked(channel);
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

/** An endpoint is never called as a test, because its real deliveries say enough. */
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
  const action =
    unknown > 0
      ? 'See in the audit log why, correct the address or what answers there, and settle the unknown ones at /unsettled.'
      : 'See in the audit log why, and correct the address or what answers there.';
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

function lastDeliveries({ database, projectId }: ReadinessScene): Promise<Deliveries[]> {
  return findDeliveries.all(database, { projectId, since: idsSince(new Date(Date.now() - dayMs)) });
}
