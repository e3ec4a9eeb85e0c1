import { pgArray } from '../../../platform/pg-array.ts';
import type { Queryable } from '../../../platform/postgres.ts';

/** One request that was made for a delivery, and what came of it. */
export interface Attempt {
  projectId: string;
  deliveryId: string;
  at: Date;
  durationMs: number;
  /** Null when there was no answer. */
  status: number | null;
  /** Why there was none. */
  error: string | null;
  answer: string | null;
}

/** Bytes of an answer's body that are kept. */
export const longestAnswer = 2048;

/** Writes attempts down, each under the next number of its delivery. */
export async function writeAttempts(database: Queryable, attempts: Attempt[]): Promise<undefined[]> {
  const column = (pick: (attempt: Attempt) => string | number | Date | null) => pgArray(attempts.map(pick));
  await database.query({
    name: 'webhook-attempts',
    text: `INSERT INTO dialog.webhook_attempts
             (project_id, delivery_id, n, at, duration_ms, status, error, answer)
           SELECT i.project_id, i.delivery_id, coalesce((
               SELECT max(a.n) FROM dialog.webhook_attempts AS a
               WHERE a.project_id = i.project_id AND a.delivery_id = i.delivery_id
             ), 0) + 1, i.at, i.duration_ms, i.status, i.error, i.answer
           FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::int[], $5::smallint[], $6::text[], $7::text[])
             AS i(project_id, delivery_id, at, duration_ms, status, error, answer)
           -- A second process that took a delivery whose lease ran out may have been quicker.
           ON CONFLICT DO NOTHING`,
    values: [
      column((a) => a.projectId),
      column((a) => a.deliveryId),
      column((a) => a.at),
      column((a) => a.durationMs),
      column((a) => a.status),
      column((a) => a.error),
      column((a) => a.answer?.replaceAll('\0', '') ?? null),
    ],
  });
  return attempts.map(() => undefined);
}
