import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, outer } from '../../platform/sql-expressions.ts';
import { jsonOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import type { Json } from '../template/json.ts';
import { workflowRuns } from '../workflows/schema.ts';
import type { CallState } from './result.ts';
import type { FoundVersion } from './versions.ts';

const t = alias(tasks, 't');
const r = alias(workflowRuns, 'r');
const published = sql`${t.payload} -> 'published'`;

const read = statement({
  name: 'published-job',
  params: {
    projectId: t.projectId,
    id: t.id,
    kind: t.kind,
    method: types.text,
    version: types.int,
    key: types.text,
  },
  columns: {
    state: t.state,
    result: as(jsonOf<Json>(), t.result),
    error: t.error,
    runStatus: outer(r.status),
    output: as(jsonOf<Json>(), r.output),
    runError: r.error,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tasks} AS ${t}
    LEFT JOIN ${workflowRuns} AS ${r} ON ${r.projectId} = ${t.projectId} AND ${r.id} = ${t.id}
    WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ${p.id} AND ${t.kind} = ${p.kind}
      AND ${published} ->> 'method' = ${p.method}
      AND (${published} ->> 'version')::int = ${p.version}
      AND coalesce(${published} ->> 'key', ${p.key}) = ${p.key}`,
});

/**
 * The state of a call through a version: its job, or its run after the start.
 * @param keyId the method key of the request. A call from before calls stored their key is shown to every key of the method.
 * @returns undefined if this key made no such call through this version
 */
export async function readCall(
  tx: Queryable,
  { projectId, slug, version, target }: FoundVersion,
  publicId: string,
  keyId: string,
): Promise<CallState | undefined> {
  const kind = 'operation' in target ? 'job' : 'run';
  const id = readId(kind, publicId);
  if (id === undefined) return undefined;
  const row = await read.first(tx, { projectId, id, kind, method: slug, version, key: keyId });
  if (!row) return undefined;
  if (row.runStatus === null) return { status: row.state, result: row.result, error: row.error };
  const status = row.runStatus === 'waiting' ? 'running' : row.runStatus;
  return { status, result: row.output, error: row.runError };
}
