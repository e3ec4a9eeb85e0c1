import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { dialogs } from './schema.ts';

/** Dialogs of a channel that moved last, among which the last message is searched: a dialog moves for other reasons, too. */
const dialogsLookedAt = 50;

const d = alias(dialogs, 'd');

const findHeard = statement({
  name: 'dialogs-heard-lately',
  prepared: false,
  params: { projectId: d.projectId, channelIds: listOf(types.uuid) },
  columns: { channelId: as(types.uuid, sql`c.id`), at: as(types.instant, sql`h.at`) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM unnest(${p.channelIds}) AS c (id)
    CROSS JOIN LATERAL (
      SELECT max(${d.lastHeardAt}) AS at FROM (
        SELECT ${d.lastHeardAt} FROM ${dialogs} AS ${d}
        WHERE ${d.projectId} = ${p.projectId} AND ${d.channelId} = c.id
        ORDER BY ${d.updatedAt} DESC, ${d.identityId} DESC LIMIT ${dialogsLookedAt}) AS ${d}) AS h
    WHERE h.at IS NOT NULL`,
});

/** When customers last said something, by channel. Channels in which nobody did are left out. */
export async function heardLately(
  database: Queryable,
  projectId: string,
  channelIds: readonly string[],
): Promise<Map<string, Date>> {
  if (channelIds.length === 0) return new Map();
  const found = await findHeard.all(database, { projectId, channelIds });
  return new Map(found.map(({ channelId, at }) => [channelId, at]));
}
