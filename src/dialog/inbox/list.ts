import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { noId, readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, value } from '../../platform/sql-expressions.ts';
import { jsonOf, listOf, oneOf, orNull, types } from '../../platform/sql-types.ts';
import { type Search, search, searchOf } from '../../platform/statement.ts';
import { channelTypes } from '../content/content.ts';
import { dialogs } from '../dialogs/schema.ts';
import { flowStates, stateOf, stepOf } from '../flows/standing.ts';
import { cursorPage } from '../http/cursors.ts';
import { laxBool, laxInt, literal, text } from '../http/fields.ts';
import type { Fault, Waiting } from '../scenario/position.ts';
import { channels, identities, tasks } from '../schema.ts';
import { authorOf, directionOf } from './history.ts';
import type { dialogShape, standingShape } from './shapes.ts';

/** The filters of a list of dialogs. They can be combined. */
export const dialogFilters = {
  held: laxBool().optional().describe('Whether an operator has it.'),
  state: literal(flowStates)
    .optional()
    .describe(
      '`idle` before the scenario spoke, `active` while it works, `waiting` for somebody or something, then `failed` or `ended`.',
    ),
  step: text({ max: 64 }).optional().describe('Where it stands, or where it ended.'),
  version: laxInt({ ge: 1, le: 2 ** 31 - 1 })
    .optional()
    .describe('Of the scenario.'),
  channel_id: text().optional().describe('`ch_…`. An unknown one has no dialogs.'),
};

type Filters = { [Name in keyof typeof dialogFilters]?: z.output<(typeof dialogFilters)[Name]> | undefined };

/** The last dialog of the page before. */
interface Place {
  at: Date;
  identityId: string;
}

const d = alias(dialogs, 'd');
const i = alias(identities, 'i');
const c = alias(channels, 'c');
const t = alias(tasks, 't');
const last = alias(tasks, 'last');

const standing = {
  identityId: d.identityId,
  profileId: i.profileId,
  externalId: i.externalId,
  name: i.name,
  channelId: c.id,
  channelType: as(oneOf(...channelTypes), sql`${c.type}`),
  channelName: c.name,
  environment: c.environment,
  version: d.version,
  state: as(oneOf(...flowStates), stateOf(d.position)),
  step: as(orNull(types.text), stepOf(d.position)),
  waiting: as(
    orNull(jsonOf<{ kind: Waiting['kind']; until: string | null }>()),
    sql`${d.position} -> 'waiting'`,
  ),
  error: as(orNull(jsonOf<Fault>()), sql`${d.position} #> '{ended,error}'`),
  heldAt: d.heldAt,
  heldBy: d.heldBy,
  heldUntil: d.heldUntil,
  updatedAt: d.updatedAt,
};

const withWords = {
  ...standing,
  lastKind: as(orNull(oneOf('message', 'received', 'event')), sql`${last.kind}`),
  lastText: as(types.text, sql`${last.payload}->>'text'`),
  lastAuthor: as(orNull(types.text), sql`${last.payload}->>'author'`),
  lastAt: last.createdAt,
};

const customers = sql`
  JOIN ${identities} AS ${i} ON ${i.projectId} = ${d.projectId} AND ${i.id} = ${d.identityId}
  JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId}`;

const lastWords = sql`
  LEFT JOIN LATERAL (
    SELECT ${t.kind}, ${t.payload}, ${t.createdAt} FROM ${tasks} AS ${t}
    WHERE ${t.projectId} = ${d.projectId} AND ${t.identityId} = ${d.identityId}
      AND ${t.kind} IN ('message', 'received', 'event')
    ORDER BY ${t.seq} DESC LIMIT 1
  ) AS ${last} ON true`;

const lastMovedFirst = sql`ORDER BY ${d.updatedAt} DESC, ${d.identityId} DESC`;

/** The dialogs of a page, and one more. They are chosen before anything is joined, so that Postgres reads no more of them. */
const chosen = (conditions: SQL[], offset = 0): SQL => sql`(
  SELECT ${d}.* FROM ${dialogs} AS ${d} WHERE ${and(...conditions)}
  ${lastMovedFirst} OFFSET ${offset} LIMIT ${cursorPage + 1}) AS ${d}`;

/** Each filter is the beginning of an index that goes on with the order of the list. */
function conditionsOf(projectId: string, filters: Filters): SQL[] {
  const { held, state, step, version, channel_id: channel } = filters;
  const conditions = [eq(d.projectId, projectId)];
  // Written as a condition without a parameter, so that Postgres can use the index of held dialogs.
  if (held !== undefined) conditions.push(held ? isNotNull(d.heldAt) : isNull(d.heldAt));
  if (state !== undefined) conditions.push(sql`${stateOf(d.position)} = ${state}`);
  if (step !== undefined) conditions.push(sql`${stepOf(d.position)} = ${step}`);
  if (version !== undefined) conditions.push(eq(d.version, version));
  if (channel !== undefined) conditions.push(eq(d.channelId, readId('channel', channel) ?? noId));
  return conditions;
}

/**
 * Dialogs as an operator sees them, most recently changed first. A customer has a dialog after they said something, after an
 * event for them, or after an operator wrote to them.
 * @returns one more than a page if there are more
 */
export async function listDialogs(
  database: Queryable,
  projectId: string,
  { identityId, offset = 0, ...filters }: Filters & { identityId?: string; offset?: number },
) {
  const conditions = conditionsOf(projectId, filters);
  if (identityId !== undefined) conditions.push(eq(d.identityId, identityId));
  const rows = await search(
    database,
    withWords,
    (list) => sql`
      SELECT ${list} FROM ${chosen(conditions, offset)} ${customers} ${lastWords} ${lastMovedFirst}`,
  );
  return rows.map(present);
}

/** The search for a page of dialogs without what was said in them, in the same order, and one more if there are more. */
export function dialogsBy(
  projectId: string,
  { cursor, ...filters }: Filters & { cursor: string },
): Search<Standing> {
  const conditions = conditionsOf(projectId, filters);
  const before = placeAt(cursor);
  if (before) {
    const { at, identityId } = before;
    conditions.push(
      sql`(${d.updatedAt}, ${d.identityId}) < (${value(d.updatedAt, at)}, ${value(d.identityId, identityId)})`,
    );
  }
  return searchOf(
    standing,
    (list) => sql`
      SELECT ${list} FROM ${chosen(conditions)} ${customers} ${lastMovedFirst}`,
  );
}

/** Where the dialogs with some accounts stand, the one that moved last first. */
export async function standingsOf(
  database: Queryable,
  projectId: string,
  identityIds: readonly string[],
): Promise<z.output<typeof standingShape>[]> {
  const conditions = [
    eq(d.projectId, projectId),
    sql`${d.identityId} = ANY (${value(listOf(d.identityId), identityIds)})`,
  ];
  const found = await search(
    database,
    standing,
    (list) => sql`
      SELECT ${list} FROM ${chosen(conditions)} ${customers} ${lastMovedFirst}`,
  );
  return found.map(presentStanding);
}

type Standing = Awaited<ReturnType<typeof search<typeof standing>>>[number];

/** The cursor after a dialog: when it moved last, in milliseconds, and its identity. */
export const cursorAfter = ({ updatedAt, identityId }: Pick<Standing, 'updatedAt' | 'identityId'>): string =>
  `${updatedAt.getTime()}.${showId('identity', identityId)}`;

/** Reads a cursor; undefined for any other text. */
export function placeAt(cursor: string): Place | undefined {
  const [, ms, shown] = /^(\d{1,14})\.(idn_.+)$/.exec(cursor) ?? [];
  const identityId = shown === undefined ? undefined : readId('identity', shown);
  return identityId === undefined ? undefined : { at: new Date(Number(ms)), identityId };
}

/** A dialog for clients: where it stands, and nothing of what was said. */
export function presentStanding(row: Standing): z.output<typeof standingShape> {
  return {
    identity_id: showId('identity', row.identityId),
    profile_id: showId('profile', row.profileId),
    channel: shownChannel(row),
    ...flowShown(row),
    updated_at: row.updatedAt.toISOString(),
  };
}

const shownChannel = ({ channelId, channelType, channelName, environment }: Standing) => ({
  ...{ id: showId('channel', channelId), type: channelType, name: channelName, environment },
});

const flowShown = ({ version, state, step, waiting, error, ...row }: Standing) => ({
  ...{ version, state, step },
  waiting: waiting && { step, for: waiting.kind, until: waiting.until },
  error,
  held: row.heldAt && {
    at: row.heldAt.toISOString(),
    by: row.heldBy,
    until: row.heldUntil?.toISOString() ?? null,
  },
});

function present(
  row: Awaited<ReturnType<typeof search<typeof withWords>>>[number],
): z.output<typeof dialogShape> {
  return {
    identity_id: showId('identity', row.identityId),
    profile_id: showId('profile', row.profileId),
    external_id: row.externalId,
    name: row.name,
    channel: shownChannel(row),
    ...flowShown(row),
    last_message: row.lastKind && {
      direction: directionOf[row.lastKind],
      author: authorOf(row.lastKind, row.lastAuthor),
      text: row.lastText,
      created_at: row.lastAt.toISOString(),
    },
    updated_at: row.updatedAt.toISOString(),
  };
}
