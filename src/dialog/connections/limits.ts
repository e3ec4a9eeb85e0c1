import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Batcher } from '../../platform/batcher.ts';
import type { Database } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { TargetLimits } from '../tasks/targets.ts';
import { connections } from './schema.ts';

/** For a channel, and for a connection without limits: enough for speed, too few to occupy all workers. */
const usual: TargetLimits = { concurrency: 32, perSecond: null };

interface Target {
  projectId: string;
  targetId: string;
}

/** Reads the limits of channels and connections, as the owners of connections have set them. */
export function limitsOfTargets(
  database: Database,
): (projectId: string, targetId: string) => Promise<TargetLimits> {
  const look = new Batcher<Target, TargetLimits>((wanted) => readLimits(database, wanted), {
    limitMs: database.limitMs,
  });
  return (projectId, targetId) => look.submit({ projectId, targetId });
}

const c = alias(connections, 'c');
const w = rowsOf('w', { projectId: c.projectId, targetId: c.id });

const findLimits = statement({
  name: 'target-limits',
  params: { wanted: w },
  columns: {
    n: w.n,
    concurrency: as(orNull(types.int), sql`(${c.settings} ->> 'max_concurrency')::int`),
    perSecond: as(orNull(types.int), sql`(${c.settings} ->> 'rate_per_second')::int`),
  },
  query: ({ wanted }, columns) => sql`
    SELECT ${columns} FROM ${wanted}
    JOIN ${connections} AS ${c} ON ${c.projectId} = ${w.at.projectId} AND ${c.id} = ${w.at.targetId}`,
});

async function readLimits(database: Database, wanted: Target[]): Promise<TargetLimits[]> {
  const rows = await findLimits.all(database, { wanted });
  const found = wanted.map(() => usual);
  for (const row of rows) {
    found[row.n - 1] = { concurrency: row.concurrency ?? usual.concurrency, perSecond: row.perSecond };
  }
  return found;
}
