import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { listOf } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { type Canceling, cancelRuns } from './cancel.ts';
import { workflowRuns, workflows } from './schema.ts';

const runsAStep = 500;
/** After this many cancellations a call answers, and reports that there may be more. */
const mostRunsACall = 500_000;
/** How often it looks again for runs that were in a turn. */
const mostRounds = 3;

/** What a call did. Runs that are `ending` are in their first turn. */
export interface CanceledAll {
  canceled: number;
  ending: number;
  more: boolean;
}

/**
 * Cancels all unfinished runs of a workflow, step by step. Each step is its own transaction, so the work of an interrupted
 * call is kept, and another call can continue or run beside it. From the first step on, flows that began before cannot
 * start runs of this workflow.
 * @param wake is called after each step with the lanes that got work
 */
export async function cancelAllRuns(
  database: Database,
  queue: TaskQueue,
  { projectId, slug }: { projectId: string; slug: string },
  canceling: Canceling,
  wake: (lanes: LaneTicket[]) => void,
): Promise<CanceledAll> {
  await database.orm
    .update(workflows)
    .set({ canceledAt: sql`clock_timestamp()` })
    .where(and(eq(workflows.projectId, projectId), eq(workflows.slug, slug)));
  let canceled = 0;
  const ending = new Set<string>();
  for (let round = 1; round <= mostRounds; round++) {
    const passed = new Set(ending);
    for (;;) {
      if (canceled >= mostRunsACall) return { canceled, ending: ending.size, more: true };
      const rows = await unfinishedRuns.all(database, { projectId, slug, except: [...passed] });
      const found = rows.map(({ id }) => id);
      if (found.length === 0) break;
      const step = await database.transaction((tx) => cancelRuns(tx, queue, projectId, found, canceling));
      wake(step.wake);
      canceled += step.canceled.length;
      for (const id of step.ending) ending.add(id);
      const done = new Set(step.canceled);
      for (const id of found) if (!done.has(id)) passed.add(id);
    }
    if (passed.size === ending.size) break;
  }
  return { canceled, ending: ending.size, more: false };
}

/** Some unfinished runs of a workflow: not begun, begun, and in their first turn. */
const unfinishedRuns = statement({
  name: 'runs-unfinished',
  params: { projectId: workflowRuns.projectId, slug: workflowRuns.slug, except: listOf(workflowRuns.id) },
  columns: { id: workflowRuns.id },
  query: (p) => {
    const startOf = sql`${tasks.projectId} = ${p.projectId} AND ${tasks.payload}->>'workflow' = ${p.slug}
      AND ${tasks.kind} = 'run' AND ${tasks.id} <> ALL(${p.except})`;
    return sql`
      (SELECT ${tasks.id} FROM ${tasks} WHERE ${startOf} AND ${tasks.state} = 'queued'
       ORDER BY ${tasks.id} LIMIT ${runsAStep})
      UNION
      (SELECT ${workflowRuns.id} FROM ${workflowRuns}
       WHERE ${workflowRuns.projectId} = ${p.projectId} AND ${workflowRuns.slug} = ${p.slug}
         AND ${workflowRuns.finishedAt} IS NULL AND ${workflowRuns.id} <> ALL(${p.except})
       ORDER BY ${workflowRuns.id} LIMIT ${runsAStep})
      UNION
      (SELECT ${tasks.id} FROM ${tasks} WHERE ${startOf} AND ${tasks.state} = 'running' LIMIT ${runsAStep})`;
  },
});
