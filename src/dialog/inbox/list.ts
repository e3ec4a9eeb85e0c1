import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { jsonOf, oneOf, orNull, types } from '../../platform/sql-types.ts';
import { search } from '../../platform/statement.ts';
import { channelTypes } from '../content/content.ts';
import { dialogs } from '../dialogs/schema.ts';
import type { Waiting } from '../scenario/position.ts';
import { channels, identities, tasks } from '../schema.ts';
import { authorOf, directionOf } from './history.ts';
import type { dialogShape } from './shapes.ts';

/** Dialogs on one page. */
export const dialogPage = 100;

/** A filter: one dialog, held or not held ones, or all. */
export interface Wanted {
  identityId?: string;
  held?: boolean | undefined;
  offset?: number;
}

const d = alias(dialogs, 'd');
const i = alias(identities, 'i');
const c = alias(channels, 'c');
const t = alias(tasks, 't');
const last = alias(tasks, 'last');

const columns = {
  identityId: d.identityId,
  profileId: i.profileId,
  externalId: i.externalId,
  name: i.name,
  channelId: c.id,
  channelType: as(oneOf(...channelTypes), sql`${c.type}`),
  channelName: c.name,
  environment: c.environment,
  version: d.version,
  step: as(orNull(types.text), sql`${d.position}->>'step'`),
  waiting: as(
    orNull(jsonOf<{ kind: Waiting['kind']; until: string | null }>()),
    sql`${d.position}->'waiting'`,
  ),
  heldAt: d.heldAt,
  heldBy: d.heldBy,
  heldUntil: d.heldUntil,
  updatedAt: d.updatedAt,
  lastKind: as(orNull(oneOf('message', 'received', 'event')), sql`${last.kind}`),
  lastText: as(types.text, sql`${last.payload}->>'text'`),
  lastAuthor: as(orNull(types.text), sql`${last.payload}->>'author'`),
  lastAt: last.createdAt,
};

/**
 * Dialogs as an operator sees them, most recently changed first. A customer has a dialog after they said something, after an
 * event for them, or after an operator wrote to them.
 * @returns one more than a page if there are more
 */
export async function listDialogs(
  database: Queryable,
  projectId: string,
  { identityId, held, offset = 0 }: Wanted,
) {
  const conditions = [eq(d.projectId, projectId)];
  // Written as a condition without a parameter, so that Postgres can use the index of held dialogs.
  if (held !== undefined) conditions.push(held ? isNotNull(d.heldAt) : isNull(d.heldAt));
  if (identityId !== undefined) conditions.push(eq(d.identityId, identityId));
  const rows = await search(
    database,
    columns,
    (list) => sql`
      SELECT ${list}
      FROM ${dialogs} AS ${d}
      JOIN ${identities} AS ${i} ON ${i.projectId} = ${d.projectId} AND ${i.id} = ${d.identityId}
      JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId}
      LEFT JOIN LATERAL (
        SELECT ${t.kind}, ${t.payload}, ${t.createdAt} FROM ${tasks} AS ${t}
        WHERE ${t.projectId} = ${d.projectId} AND ${t.identityId} = ${d.identityId}
          AND ${t.kind} IN ('message', 'received', 'event')
        ORDER BY ${t.seq} DESC LIMIT 1
      ) AS ${last} ON true
      WHERE ${and(...conditions)}
      ORDER BY ${d.updatedAt} DESC, ${d.identityId} DESC OFFSET ${offset} LIMIT ${dialogPage + 1}`,
  );
  return rows.map(present);
}

function present(
  row: Awaited<ReturnType<typeof search<typeof columns>>>[number],
): z.output<typeof dialogShape> {
  const { waiting } = row;
  return {
    identity_id: showId('identity', row.identityId),
    profile_id: showId('profile', row.profileId),
    external_id: row.externalId,
    name: row.name,
    channel: {
      id: showId('channel', row.channelId),
      type: row.channelType,
      name: row.channelName,
      environment: row.environment,
    },
    version: row.version,
    waiting: waiting && { step: row.step, for: waiting.kind, until: waiting.until },
    held: row.heldAt && {
      at: row.heldAt.toISOString(),
      by: row.heldBy,
      until: row.heldUntil?.toISOString() ?? null,
    },
    last_message: row.lastKind && {
      direction: directionOf[row.lastKind],
      author: authorOf(row.lastKind, row.lastAuthor),
      text: row.lastText,
      created_at: row.lastAt.toISOString(),
    },
    updated_at: row.updatedAt.toISOString(),
  };
}
