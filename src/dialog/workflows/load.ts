import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { statement } from '../../platform/statement.ts';
import { type RunPayload, runIdOf } from '../flows/run-turn.ts';
import type { TaskOf } from '../tasks/kind.ts';
import { workflowRuns } from './schema.ts';

/** A task that moves a run. */
export type RunTask = TaskOf<RunPayload>;

const wantedRuns = rowsOf('wanted', { projectId: workflowRuns.projectId, id: workflowRuns.id });

const hasNotBegun = sql`${workflowRuns.position} IS NULL`;

// Locked, so that a cancellation waits for the current turn, and no turn begins after it.
const lockRuns = statement({
  name: 'runs-load',
  params: { wanted: wantedRuns },
  columns: {
    id: workflowRuns.id,
    slug: workflowRuns.slug,
    version: workflowRuns.version,
    status: workflowRuns.status,
    input: as(workflowRuns.input, sql`CASE WHEN ${hasNotBegun} THEN ${workflowRuns.input} END`),
    start: as(workflowRuns.start, sql`CASE WHEN ${hasNotBegun} THEN ${workflowRuns.start} END`),
    slotKey: workflowRuns.slotKey,
    waiter: workflowRuns.waiter,
    position: workflowRuns.position,
    depth: workflowRuns.depth,
    rootAt: workflowRuns.rootAt,
    createdAt: workflowRuns.createdAt,
    finishedAt: workflowRuns.finishedAt,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${workflowRuns}
    WHERE (${workflowRuns.projectId}, ${workflowRuns.id}) IN (
      SELECT ${wantedRuns.at.projectId}, ${wantedRuns.at.id} FROM ${p.wanted})
    ORDER BY ${workflowRuns.projectId}, ${workflowRuns.id} FOR UPDATE`,
});

/** A run before a turn. */
export type Run = Awaited<ReturnType<typeof lockRuns.one>>;

/** Reads the runs of these tasks by their ids, and locks them. */
export async function loadRuns(tx: Transaction, tasks: RunTask[]): Promise<Map<string, Run>> {
  const rows = await lockRuns.all(tx, {
    wanted: tasks.map((task) => ({ projectId: task.projectId, id: runIdOf(task) })),
  });
  return new Map(rows.map((row) => [row.id, row]));
}
