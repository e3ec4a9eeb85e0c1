import { getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../platform/postgres.ts';
import { names, rowsOf } from '../../../platform/sql-expressions.ts';
import { statement } from '../../../platform/statement.ts';
import type { HeardAnswer } from '../../connections/heard-answer.ts';
import { webhookAttempts } from './schema.ts';

/** One request of a delivery and its result. */
export interface Attempt {
  projectId: string;
  deliveryId: string;
  at: Date;
  durationMs: number;
  /** Null if nothing was answered. */
  heard: HeardAnswer | null;
  /** Why there was no answer. */
  error: string | null;
}

const a = alias(webhookAttempts, 'a');
const { n, ...given } = getTableColumns(webhookAttempts);
const input = rowsOf('i', given);

const write = statement({
  name: 'webhook-attempts',
  params: { attempts: input },
  // A second process that took over a delivery with an expired lease may have written the same number.
  query: (p) => sql`
    INSERT INTO ${webhookAttempts} (${names(...Object.values(given), n)})
    SELECT ${sql.join(Object.values(input.at), sql`, `)}, coalesce((
        SELECT max(${a.n}) FROM ${webhookAttempts} AS ${a}
        WHERE ${a.projectId} = ${input.at.projectId} AND ${a.deliveryId} = ${input.at.deliveryId}
      ), 0) + 1
    FROM ${p.attempts}
    ON CONFLICT DO NOTHING`,
});

/** Stores attempts, each with the next number of its delivery. */
export async function writeAttempts(database: Queryable, attempts: Attempt[]): Promise<undefined[]> {
  await write.run(database, {
    attempts: attempts.map(({ heard, ...made }) => ({
      ...made,
      status: heard?.status ?? null,
      headers: heard?.headers ?? null,
      answer: heard?.body ?? null,
      truncated: heard?.truncated ?? null,
    })),
  });
  return attempts.map(() => undefined);
}
