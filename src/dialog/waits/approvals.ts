import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { build, statement } from '../../platform/statement.ts';
import { cursorPage } from '../http/cursors.ts';
import type { Waiter } from '../schema.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { type Told, taskFor } from '../tasks/waiters.ts';
import { type ApprovalState, approvals, flowWaits } from './schema.ts';

/** Reads and decides the approvals that flows ask for. */

const { lane: _, call: __, ...columns } = getTableColumns(approvals);

const readOne = statement({
  name: 'approval-read',
  prepared: false,
  params: { projectId: approvals.projectId, id: approvals.id },
  columns,
  query: (p) =>
    build
      .select(columns)
      .from(approvals)
      .where(and(eq(approvals.projectId, p.projectId), eq(approvals.id, p.id))),
});

export type ApprovalRow = Awaited<ReturnType<typeof readOne.one>>;

/** Reads an approval; undefined if the project has no such one. */
export function readApproval(tx: Queryable, projectId: string, id: string): Promise<ApprovalRow | undefined> {
  return readOne.first(tx, { projectId, id });
}

/** Approvals of a project, the newest first. @param before the id of the last one of the page before @returns one more than a page */
export function listApprovals(
  { orm }: Database,
  projectId: string,
  { state, before }: { state?: ApprovalState | undefined; before?: string | undefined },
): Promise<ApprovalRow[]> {
  return orm
    .select(columns)
    .from(approvals)
    .where(
      and(
        eq(approvals.projectId, projectId),
        state === undefined ? undefined : eq(approvals.state, state),
        before === undefined ? undefined : lt(approvals.id, before),
      ),
    )
    .orderBy(desc(approvals.id))
    .limit(cursorPage + 1);
}

const takeAsked = statement({
  name: 'approval-take',
  prepared: false,
  params: { projectId: approvals.projectId, id: approvals.id },
  columns: { waiter: flowWaits.waiter },
  query: (p, found) => sql`
    DELETE FROM ${flowWaits} USING ${approvals}
    WHERE ${approvals.projectId} = ${p.projectId} AND ${approvals.id} = ${p.id}
      AND (${approvals.expiresAt} IS NULL OR ${approvals.expiresAt} > clock_timestamp())
      AND ${flowWaits.projectId} = ${p.projectId} AND ${flowWaits.lane} = ${approvals.lane}
      AND ${flowWaits.call} = ${approvals.call}
    RETURNING ${found}`,
});

/** What somebody decided. */
export interface Decision {
  state: 'approved' | 'rejected';
  /** An e-mail address. */
  by: string;
  comment: string | null;
  option: string | null;
}

const toldWithinMs = 24 * 3600_000;

/**
 * Decides an approval, by taking the wait of its flow: of two decisions, or of a decision and the end of the time, one does. The
 * flow is notified in its own lane.
 * @returns undefined if it was decided before, or is not waited for any more
 */
export async function decideApproval(
  tx: Transaction,
  queue: TaskQueue,
  { projectId, id, environment, identityId }: ApprovalRow,
  { state, by, comment, option }: Decision,
  requestId: string,
): Promise<{ approval: ApprovalRow; wake: LaneTicket[] } | undefined> {
  const taken = await takeAsked.first(tx, { projectId, id });
  if (!taken) return undefined;
  const [approval] = await tx.orm
    .update(approvals)
    .set({ state, decidedBy: by, comment, option, decidedAt: sql`clock_timestamp()` })
    .where(and(eq(approvals.projectId, projectId), eq(approvals.id, id)))
    .returning(columns);
  const waiter: Waiter = taken.waiter;
  const told: Told = {
    ...{ id: waiter.id, call: waiter.call, task: null, status: 'succeeded', error: null },
    result: { status: state, by, comment, option },
  };
  const task = taskFor(waiter, { environment, identityId }, told);
  const wake = await queue.add(tx, [{ projectId, task, requestId, deadlineMs: toldWithinMs }]);
  return { approval: approval!, wake };
}
