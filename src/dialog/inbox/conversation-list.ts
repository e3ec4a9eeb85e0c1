import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { noId, readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, outer, value } from '../../platform/sql-expressions.ts';
import { jsonOf, oneOf, orNull, types } from '../../platform/sql-types.ts';
import { search } from '../../platform/statement.ts';
import { channelTypes } from '../content/content.ts';
import { conversationMessages } from '../conversations/schema.ts';
import { flowStates } from '../flows/standing.ts';
import { cursorPage } from '../http/cursors.ts';
import { laxBool, literal, text } from '../http/fields.ts';
import { environment } from '../http/shapes.ts';
import { channels, identities, owners, tasks } from '../schema.ts';
import type { conversationCountsShape, conversationShape } from './conversation-shapes.ts';
import { authorOf, directionOf } from './history.ts';
import { conversationReaders, conversationReads, conversations, conversationTags, teams } from './schema.ts';
import { noteUnread, type Reader } from './unread.ts';

/** The filters of the list of conversations. They can be combined. */
export const conversationFilters = {
  open: laxBool().optional().describe('Those that are open, or those that were closed; both if absent.'),
  assignee: text({ max: 40 })
    .refine((given) => ['me', 'none'].includes(given) || readId('owner', given) !== undefined, {
      error: 'give me, none, or the id of a person (own_…)',
    })
    .optional()
    .describe('`me`, `none` for those that nobody has, or `own_…`.'),
  team_id: text({ max: 40 }).optional().describe('`team_…`: those of a team.'),
  waiting: onlyTrue().describe('`true`: those in which a person was asked for, and nobody has come.'),
  unanswered: onlyTrue().describe('`true`: those whose customer waits for an answer of a person.'),
  held: laxBool().optional().describe('Whether an operator has a dialog of theirs, or was asked for.'),
  unread: onlyTrue().describe('`true`: those with something that you have not read.'),
  channel_id: text({ max: 40 }).optional().describe('`ch_…`: through which the customer spoke last.'),
  environment: environment
    .optional()
    .describe('Of the channel through which the customer spoke last; both if absent.'),
  tag: text({ max: 100 }).optional().describe('Of the customer.'),
  state: literal(flowStates)
    .optional()
    .describe('Where the scenario stands in the dialog in which the customer spoke last.'),
};

/** A filter that is there or not. */
function onlyTrue() {
  return laxBool()
    .refine((given) => given, { error: 'can only be true; leave it out otherwise' })
    .optional();
}

type Filters = { [Name in keyof typeof conversationFilters]?: z.output<(typeof conversationFilters)[Name]> };

const k = alias(conversations, 'k');
const r = alias(conversationReads, 'r');
const w = alias(conversationReaders, 'w');
const g = alias(conversationTags, 'g');
const i = alias(identities, 'i');
const c = alias(channels, 'c');
const o = alias(owners, 'o');
const team = alias(teams, 'team');
const t = alias(tasks, 't');
const m = alias(conversationMessages, 'm');

const columns = {
  profileId: k.profileId,
  place: k.place,
  identityId: k.identityId,
  externalId: i.externalId,
  name: i.name,
  channelId: k.channelId,
  channelType: as(oneOf(...channelTypes), sql`${c.type}`),
  channelName: c.name,
  environment: c.environment,
  state: k.state,
  heardAt: k.heardAt,
  isHeld: k.isHeld,
  wantedAt: k.wantedAt,
  tags: k.tags,
  isOpen: k.isOpen,
  assigneeId: k.assigneeId,
  assigneeEmail: outer(o.email),
  teamId: k.teamId,
  teamName: outer(team.name),
  closedAt: k.closedAt,
  unansweredSince: k.unansweredSince,
  rating: k.rating,
  // What was written since the look that noted the others counts, too, or a conversation would be shown open and read for a moment.
  isUnread: as(
    types.boolean,
    sql`(${r.unreadPlace} IS NOT NULL OR coalesce(
      ${k.isOpen} AND ${k.place} > ${w.place} AND (${r.readPlace} IS NULL OR ${r.readPlace} < ${k.place})
        AND coalesce(${k.personPlace} > coalesce(${r.readPlace}, 0), true), false))`,
  ),
  lastKind: as(orNull(oneOf('message', 'received')), sql`last.kind`),
  lastPayload: as(
    orNull(jsonOf<{ text?: string; author?: string; by?: { email?: string } }>()),
    sql`last.payload`,
  ),
  lastAt: as(orNull(types.instant), sql`last.created_at`),
  heardText: as(orNull(types.text), sql`heard.words`),
  heardWordsAt: as(orNull(types.instant), sql`heard.created_at`),
};

/** The last message with the account, from its task, or from the record once that was deleted. */
const lastWords = sql`
  LEFT JOIN LATERAL (
    SELECT kind, payload, created_at FROM (
      (SELECT ${t.seq}, 1 AS rank, ${t.kind}, ${t.payload}, ${t.createdAt} FROM ${tasks} AS ${t}
      WHERE ${t.projectId} = ${k.projectId} AND ${t.identityId} = ${k.identityId}
        AND ${t.kind} IN ('message', 'received')
      ORDER BY ${t.seq} DESC LIMIT 1)
      UNION ALL
      (SELECT ${m.seq}, 2, CASE ${m.direction} WHEN 'in' THEN 'received' ELSE 'message' END, ${m.payload}, ${m.createdAt}
      FROM ${conversationMessages} AS ${m}
      WHERE ${m.projectId} = ${k.projectId} AND ${m.identityId} = ${k.identityId}
      ORDER BY ${m.seq} DESC LIMIT 1)
    ) AS either ORDER BY seq DESC, rank LIMIT 1
  ) AS last ON true`;

/** What the customer said last with the account. The list follows the record, so the record has it. */
const heardWords = sql`
  LEFT JOIN LATERAL (
    SELECT ${m.payload} ->> 'text' AS words, ${m.createdAt} FROM ${conversationMessages} AS ${m}
    WHERE ${m.projectId} = ${k.projectId} AND ${m.identityId} = ${k.identityId} AND ${m.direction} = 'in'
    ORDER BY ${m.seq} DESC LIMIT 1
  ) AS heard ON true`;

/**
 * The conversations of a page, and one more, by their keys. Each filter is the beginning of an index that goes on with the order of
 * the list; those that are open and those that are not are two ranges of it.
 */
export function chosen({ projectId, personId }: Reader, filters: Filters, before: number | undefined): SQL {
  const { open, assignee, team_id: ofTeam, waiting, held, unread, channel_id: channel, tag, state } = filters;
  const { environment: wanted, unanswered } = filters;
  const conditions: SQL[] = [];
  const limit = (most: number) => sql`LIMIT ${most}`;
  if (assignee === 'none') conditions.push(sql`${k.assigneeId} IS NULL`);
  else if (assignee !== undefined) {
    conditions.push(eq(k.assigneeId, assignee === 'me' ? personId : readId('owner', assignee)!));
  }
  if (ofTeam !== undefined) conditions.push(eq(k.teamId, readId('team', ofTeam) ?? noId));
  // Without parameters, so that Postgres can use the indexes of what is waiting and what is held.
  if (waiting) conditions.push(sql`${k.wantedAt} IS NOT NULL`);
  if (unanswered) conditions.push(sql`${k.unansweredSince} IS NOT NULL`);
  if (held !== undefined) conditions.push(held ? sql`${k.isHeld}` : sql`NOT ${k.isHeld}`);
  if (channel !== undefined) conditions.push(eq(k.channelId, readId('channel', channel) ?? noId));
  if (state !== undefined) conditions.push(eq(k.state, state));
  // Those of one environment are found channel by channel, each in its index, unless another filter leaves few anyway.
  const isFew = [
    assignee === 'none' ? undefined : assignee,
    ofTeam,
    waiting,
    unanswered,
    held || undefined,
    channel,
    tag,
    unread,
  ];
  const byChannel = wanted !== undefined && isFew.every((each) => each === undefined);
  const ofEnvironment =
    wanted &&
    sql`FROM ${channels} AS ${c} WHERE ${c.projectId} = ${projectId} AND ${c.environment} = ${wanted}`;
  if (byChannel) conditions.push(eq(k.channelId, c.id));
  else if (ofEnvironment) conditions.push(sql`${k.channelId} = ANY (ARRAY(SELECT ${c.id} ${ofEnvironment}))`);
  const key = sql`SELECT ${k.projectId}, ${k.profileId}, ${k.place} FROM`;
  const ranges = (open === undefined ? [true, false] : [open]).map((isOpen) => {
    const openness = isOpen ? sql`${k.isOpen}` : sql`NOT ${k.isOpen}`;
    if (tag !== undefined) {
      const place = before === undefined ? sql`` : sql`AND ${g.place} < ${value(g.place, before)}`;
      const more = unread ? [isUnreadBy(personId)] : [];
      return sql`(${key} ${conversationTags} AS ${g}
        JOIN ${conversations} AS ${k} ON ${k.projectId} = ${g.projectId} AND ${k.profileId} = ${g.profileId}
        WHERE ${g.projectId} = ${projectId} AND ${g.tag} = ${tag} AND ${g.isOpen} = ${sql.raw(String(isOpen))} ${place}
          AND ${and(openness, ...conditions, ...more)}
        ORDER BY ${g.place} DESC ${limit(cursorPage + 1)})`;
    }
    if (unread) {
      const place =
        before === undefined ? sql`` : sql`AND ${r.unreadPlace} < ${value(r.unreadPlace, before)}`;
      return sql`(${key} ${conversationReads} AS ${r}
        JOIN ${conversations} AS ${k} ON ${k.projectId} = ${r.projectId} AND ${k.profileId} = ${r.profileId}
        WHERE ${r.projectId} = ${projectId} AND ${r.personId} = ${personId} AND ${r.unreadPlace} IS NOT NULL ${place}
          AND ${and(openness, ...conditions)}
        ORDER BY ${r.unreadPlace} DESC ${limit(cursorPage + 1)})`;
    }
    const place = before === undefined ? sql`` : sql`AND ${k.place} < ${value(k.place, before)}`;
    const range = sql`(${key} ${conversations} AS ${k}
      WHERE ${k.projectId} = ${projectId} ${place} AND ${and(openness, ...conditions)}
      ORDER BY ${k.place} DESC ${limit(cursorPage + 1)})`;
    return byChannel
      ? sql`(SELECT found.* FROM (SELECT ${c.id} ${ofEnvironment}) AS ${c} CROSS JOIN LATERAL ${range} AS found)`
      : range;
  });
  return sql`SELECT * FROM (${sql.join(ranges, sql` UNION ALL `)}) AS either
    ORDER BY place DESC ${limit(cursorPage + 1)}`;
}

const isUnreadBy = (personId: string): SQL => sql`EXISTS (
  SELECT FROM ${conversationReads} AS ${r} WHERE ${r.projectId} = ${k.projectId} AND ${r.profileId} = ${k.profileId}
    AND ${r.personId} = ${personId} AND ${r.unreadPlace} IS NOT NULL)`;

/** Joined to the keys of `page`. */
const shownOf = ({ personId }: Reader, page: SQL, list: SQL): SQL => sql`
  SELECT ${list} FROM (${page}) AS page
  JOIN ${conversations} AS ${k} ON ${k.projectId} = page.project_id AND ${k.profileId} = page.profile_id
  JOIN ${identities} AS ${i} ON ${i.projectId} = ${k.projectId} AND ${i.id} = ${k.identityId}
  JOIN ${channels} AS ${c} ON ${c.projectId} = ${k.projectId} AND ${c.id} = ${k.channelId}
  LEFT JOIN ${owners} AS ${o} ON ${o.id} = ${k.assigneeId}
  LEFT JOIN ${teams} AS ${team} ON ${team.projectId} = ${k.projectId} AND ${team.id} = ${k.teamId}
  LEFT JOIN ${conversationReads} AS ${r}
    ON ${r.projectId} = ${k.projectId} AND ${r.profileId} = ${k.profileId} AND ${r.personId} = ${personId}
  LEFT JOIN ${conversationReaders} AS ${w} ON ${w.projectId} = ${k.projectId} AND ${w.personId} = ${personId}
  ${lastWords}
  ${heardWords}
  ORDER BY ${k.place} DESC`;

const find = (database: Queryable, reader: Reader, page: SQL) =>
  search(database, columns, (list) => shownOf(reader, page, list));

/** A conversation as it is read. */
export type ConversationRow = Awaited<ReturnType<typeof find>>[number];

/**
 * The conversations of a project as a person sees them, those first in which the customer spoke last.
 * @param before the place after which the page before ended
 * @returns one more than a page if there are more
 */
export async function listConversations(
  database: Queryable,
  reader: Reader,
  filters: Filters,
  before: number | undefined,
): Promise<ConversationRow[]> {
  await noteUnread(database, reader);
  return find(database, reader, chosen(reader, filters, before));
}

/** One conversation as a person sees it; undefined if there is none. */
export async function findConversation(
  database: Queryable,
  reader: Reader,
  profileId: string,
): Promise<ConversationRow | undefined> {
  await noteUnread(database, reader);
  const page = sql`SELECT ${k.projectId}, ${k.profileId} FROM ${conversations} AS ${k}
    WHERE ${k.projectId} = ${reader.projectId} AND ${k.profileId} = ${profileId}`;
  const [row] = await find(database, reader, page);
  return row;
}

/** The cursor after a conversation, and the place that one names; undefined for any other text. */
export const cursorAfter = ({ place }: Pick<ConversationRow, 'place'>): string => String(place);
export const placeAt = (cursor: string): number | undefined =>
  /^-?\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;

/** Counts go up to this. */
const mostCounted = 100;

const counted = {
  open: { open: true },
  mine: { open: true, assignee: 'me' },
  unassigned: { open: true, assignee: 'none' },
  waiting: { open: true, waiting: true },
  unanswered: { open: true, unanswered: true },
  held: { open: true, held: true },
  unread: { open: true, unread: true },
  mine_unread: { open: true, assignee: 'me', unread: true },
} satisfies Record<string, Filters>;

type Counted = keyof typeof counted;

/** How many open conversations each filter has for a person, up to a hundred: a larger number costs no more. */
export async function countConversations(
  database: Queryable,
  reader: Reader,
  within: Pick<Filters, 'environment'>,
): Promise<z.output<typeof conversationCountsShape>> {
  await noteUnread(database, reader);
  const list = Object.entries(counted).map(([each, filters]) => {
    const found = chosen(reader, { ...filters, ...within }, undefined);
    return [each, as(types.int, sql`(SELECT count(*)::int FROM (${found}) AS n)`)] as const;
  });
  const [row] = await search(database, Object.fromEntries(list), (columns) => sql`SELECT ${columns}`);
  const shown = Object.entries(row!).map(([each, n]) => [
    each,
    { count: Math.min(n, mostCounted), is_more: n > mostCounted },
  ]);
  return Object.fromEntries(shown) as Record<Counted, { count: number; is_more: boolean }>;
}

/** A conversation as an operator sees it. */
export function presentConversation(row: ConversationRow): z.output<typeof conversationShape> {
  const { lastKind, lastPayload, lastAt, heardWordsAt } = row;
  return {
    profile_id: showId('profile', row.profileId),
    customer: {
      identity_id: showId('identity', row.identityId),
      external_id: row.externalId,
      name: row.name,
      channel: {
        ...{ id: showId('channel', row.channelId), type: row.channelType, name: row.channelName },
        environment: row.environment,
      },
      tags: row.tags,
    },
    is_open: row.isOpen,
    is_unread: row.isUnread,
    is_held: row.isHeld,
    waiting_since: row.wantedAt?.toISOString() ?? null,
    state: row.state,
    assignee:
      row.assigneeId === null
        ? null
        : { id: showId('owner', row.assigneeId), email: row.assigneeEmail ?? '' },
    team: row.teamId === null ? null : { id: showId('team', row.teamId), name: row.teamName ?? '' },
    closed_at: row.closedAt?.toISOString() ?? null,
    unanswered_since: row.unansweredSince?.toISOString() ?? null,
    rating: row.rating,
    last_message: lastKind && {
      direction: directionOf[lastKind],
      author: authorOf(lastKind, lastPayload?.author),
      by: lastPayload?.by?.email ?? null,
      text: lastPayload?.text ?? '',
      created_at: lastAt!.toISOString(),
    },
    last_heard: heardWordsAt && { text: row.heardText ?? '', created_at: heardWordsAt.toISOString() },
    heard_at: row.heardAt?.toISOString() ?? null,
  };
}
