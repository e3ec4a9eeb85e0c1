import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { rowsOf } from '../../platform/sql-expressions.ts';
import { statement } from '../../platform/statement.ts';
import type { JsonObject } from '../template/json.ts';
import { approvals } from './schema.ts';

const a = alias(approvals, 'a');
const wanted = rowsOf('w', { projectId: a.projectId, id: a.id });

const read = statement({
  name: 'approvals-asked',
  params: { wanted },
  columns: {
    ...{ id: a.id, text: a.text, options: a.options, step: a.step, runId: a.runId, expiresAt: a.expiresAt },
    ...{ by: a.decidedBy, comment: a.comment, option: a.option },
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${given.wanted}
    JOIN ${approvals} AS ${a} ON ${a.projectId} = ${wanted.at.projectId} AND ${a.id} = ${wanted.at.id}`,
});

/** An approval as an event has it. */
export interface AskedApproval {
  asked: JsonObject;
  /** Null in each place before somebody has decided. It is read as it is now. */
  decided: JsonObject;
}

/** Reads approvals by their ids. @returns by id; without those that are gone */
export async function readAsked(
  tx: Queryable,
  given: { projectId: string; id: string }[],
): Promise<Map<string, AskedApproval>> {
  if (given.length === 0) return new Map();
  const rows = await read.all(tx, { wanted: given });
  return new Map(
    rows.map(({ id, text, options, step, runId, expiresAt, ...decided }) => {
      const times = { run_id: runId && showId('run', runId), expires_at: expiresAt?.toISOString() ?? null };
      return [id, { asked: { text, options, step, ...times }, decided }];
    }),
  );
}
