import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, value } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { search } from '../../platform/statement.ts';
import { dialogs } from '../dialogs/schema.ts';
import { conversations } from '../inbox/schema.ts';
import { movesMoney } from '../payments/moves-money.ts';
import { allPass, type Roles } from '../rights/roles.ts';
import { seesOnlyMoney } from '../rights/sight.ts';
import { channels, type Environment, identities, tasks } from '../schema.ts';
import { approvals } from '../waits/schema.ts';

/** How much waits for somebody to act. */

/** Most of a kind that are counted: after an outage there may be any number. */
export const mostCounted = 10_000;

const a = alias(approvals, 'a');
const c = alias(channels, 'c');
const d = alias(dialogs, 'd');
const i = alias(identities, 'i');
const k = alias(conversations, 'k');

/** What is counted; null for what the person may not see. */
export type Counts = Record<'unknown' | 'waiting' | 'approvals' | 'held', number | null>;

/** Counts what waits in an environment, as far as the lists of it are for these roles. Each count is a range of an index. */
export async function readCounts(
  database: Queryable,
  { projectId, environment, roles }: { projectId: string; environment: Environment; roles: Roles },
): Promise<{ counts: Counts; isExact: boolean }> {
  const project = value(c.projectId, projectId);
  const place = value(c.environment, environment);
  const money = seesOnlyMoney(roles) ? sql`AND ${movesMoney}` : sql``;
  // Constants and not parameters, so that Postgres can use the partial indexes.
  const wanted: Record<keyof Counts, SQL | false> = {
    unknown:
      allPass(roles, 'sales') &&
      sql`${tasks} WHERE ${tasks.projectId} = ${project} AND ${tasks.state} = 'unknown' AND ${tasks.environment} = ${place} ${money}`,
    waiting:
      allPass(roles, 'serve') &&
      sql`${conversations} AS ${k}
        JOIN ${channels} AS ${c} ON ${c.projectId} = ${k.projectId} AND ${c.id} = ${k.channelId}
        WHERE ${k.projectId} = ${project} AND ${k.isOpen} AND ${k.unansweredSince} IS NOT NULL AND ${c.environment} = ${place}`,
    approvals:
      allPass(roles, 'serve') &&
      sql`${approvals} AS ${a}
        WHERE ${a.projectId} = ${project} AND ${a.state} = 'pending' AND ${a.environment} = ${place}`,
    // Those for whom nobody has come yet are among those who wait.
    held:
      allPass(roles, 'work') &&
      sql`${dialogs} AS ${d}
        JOIN ${identities} AS ${i} ON ${i.projectId} = ${d.projectId} AND ${i.id} = ${d.identityId}
        JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId}
        WHERE ${d.projectId} = ${project} AND ${d.heldAt} IS NOT NULL AND ${d.heldBy} IS NOT NULL AND ${c.environment} = ${place}`,
  };
  const counts: Counts = { unknown: null, waiting: null, approvals: null, held: null };
  const seen = Object.entries(wanted).flatMap(([name, among]) =>
    among
      ? [
          [
            name,
            as(types.int, sql`(SELECT count(*)::int FROM (SELECT FROM ${among} LIMIT ${mostCounted}) AS n)`),
          ] as const,
        ]
      : [],
  );
  if (seen.length === 0) return { counts, isExact: true };
  const [row] = await search(database, Object.fromEntries(seen), (columns) => sql`SELECT ${columns}`);
  return {
    counts: { ...counts, ...row },
    isExact: Object.values(row!).every((count) => count < mostCounted),
  };
}
