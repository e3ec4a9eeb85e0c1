import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lock } from '../../platform/advisory-locks.ts';
import { showId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { as, name } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { type Actor, type AuditEntry, writeAudit } from '../audit/entry.ts';
import type { StepCount } from '../audit/schema.ts';
import { type RunPayload, runLanes, runTurn } from '../flows/run-turn.ts';
import type { Fault } from '../scenario/position.ts';
import { tasks } from '../schema.ts';
import { type CanceledTask, cancelQueued } from '../tasks/cancel.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { toldOfRun } from '../tasks/waiters.ts';
import { endWaits } from '../waits/held.ts';
import { workflowRuns, workflowSteps } from './schema.ts';
import { lockSlots, releaseSlots } from './slots.ts';

/** Who cancels, for the audit log. */
export interface Canceling {
  actor: Actor;
  requestId: string | null;
}

/** The error of a canceled run or job. */
export const canceled: Fault = { code: 'canceled', message: 'An owner canceled the run.' };

/** Milliseconds; the run ends after its current turn anyway. */
const cancelDeadlineMs = 24 * 3600_000;

/**
 * Cancels runs of one project. A run that has not begun, or that waits, fails, together with the jobs and the runs that it waits
 * for if they have not begun. What has begun ends normally, and its run ignores the result. A run in its first turn ends
 * right after it. Repeating this does nothing.
 * @param ids in any order
 * @returns the canceled runs, the runs that end after their turn, and the lanes to wake
 */
export async function cancelRuns(
  tx: Transaction,
  queue: TaskQueue,
  projectId: string,
  ids: string[],
  canceling: Canceling,
): Promise<{ canceled: string[]; ending: string[]; wake: LaneTicket[] }> {
  // Two cancellations take turns, because one might ask a run to end that the other is just ending.
  await lock(tx, `cancel ${projectId}`);
  const { entries, ended, wake } = await endCanceled(tx, queue, projectId, ids);
  const asked = await askToEnd(tx, queue, projectId, ids, canceling.requestId);
  await writeAudit(tx, ...[...entries, ...asked.entries].map((entry) => ({ ...entry, ...canceling })));
  return { canceled: ended, ending: asked.ids, wake: [...wake, ...asked.wake] };
}

type Entry = Omit<AuditEntry, 'actor' | 'requestId'>;

const r = alias(workflowRuns, 'r');

/**
 * Waits for turns of these runs that are under way. What they have written is seen by the statements after this one, and not by one
 * that had begun before.
 */
const lockRuns = statement({
  name: 'runs-cancel-lock',
  params: { projectId: r.projectId, ids: listOf(r.id) },
  columns: { id: r.id },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${workflowRuns} AS ${r}
    WHERE ${r.projectId} = ${p.projectId} AND ${r.id} = ANY(${p.ids}) AND ${r.finishedAt} IS NULL
    ORDER BY ${r.id} FOR UPDATE`,
});

const endRuns = statement({
  name: 'runs-cancel',
  params: { projectId: r.projectId, ids: listOf(r.id), error: r.error },
  columns: {
    id: r.id,
    slug: r.slug,
    version: r.version,
    environment: r.environment,
    identityId: r.identityId,
    slotKey: r.slotKey,
    waiter: r.waiter,
    failed: as(listOf(types.text), sql`ARRAY(SELECT step FROM steps WHERE run_id = ${r.id})`),
  },
  query: (p, columns) => sql`
    WITH steps AS (
      UPDATE ${workflowSteps} SET ${name(workflowSteps.status)} = 'failed',
        ${name(workflowSteps.error)} = ${p.error}, ${name(workflowSteps.finishedAt)} = clock_timestamp()
      WHERE ${workflowSteps.projectId} = ${p.projectId} AND ${workflowSteps.runId} = ANY(${p.ids})
        AND ${workflowSteps.status} = 'waiting'
      RETURNING ${workflowSteps.runId}, ${workflowSteps.step}
    )
    UPDATE ${workflowRuns} AS ${r}
    SET ${name(r.status)} = 'failed', ${name(r.error)} = ${p.error}, ${name(r.output)} = 'null',
      ${name(r.finishedAt)} = clock_timestamp(), ${name(r.wakeAt)} = NULL
    WHERE ${r.projectId} = ${p.projectId} AND ${r.id} = ANY(${p.ids})
    RETURNING ${columns}`,
});

type EndedRun = Omit<Awaited<ReturnType<typeof endRuns.all>>[number], 'slotKey' | 'waiter'>;

/** The steps at which a run waited have failed in its history, and so they have in the figures. */
const failedSteps = ({ slug, version, failed }: EndedRun): StepCount[] =>
  failed.map((step) => [slug, version, step, 0, 0, 1]);

/**
 * Ends runs that have not begun, or that are between two turns. Locks are taken in the order of turns: runs, then keys of slots,
 * then tasks, then counters.
 * @param error why they end
 * @returns the ended runs, and their audit entries
 */
export async function endCanceled(
  tx: Transaction,
  queue: TaskQueue,
  projectId: string,
  ids: string[],
  error: Fault = canceled,
): Promise<{ ended: string[]; entries: Entry[]; wake: LaneTicket[] }> {
  const unfinished = (await lockRuns.all(tx, { projectId, ids })).map(({ id }) => id);
  const ending = [...unfinished, ...(await notBegunFor(tx, projectId, unfinished))];
  const runs = ending.length === 0 ? [] : await endRuns.all(tx, { projectId, ids: ending, error });
  const waits = await endWaits(
    tx,
    projectId,
    runs.map(({ id }) => runLanes.of(id)),
  );
  const counted = runs.flatMap(({ id, slug, slotKey: key }) =>
    key === null ? [] : [{ id, projectId, slug, key }],
  );
  await lockSlots(tx, counted);
  const awaited = await awaitedBy(
    tx,
    projectId,
    runs.map(({ id }) => id),
  );
  const { tasks: ended, wake } = await cancelQueued(tx, queue, projectId, [...ids, ...awaited], error);
  const admitted = await releaseSlots(
    tx,
    projectId,
    counted.map(({ id }) => id),
  );
  const told = runs.flatMap(({ environment, identityId, waiter }) =>
    waiter === null
      ? []
      : toldOfRun({
          ...{
            projectId,
            environment,
            identityId,
            requestId: null,
            waiter,
            state: 'failed',
            result: null,
            error,
          },
        }),
  );
  const made = [...admitted, ...told];
  const woken = made.length > 0 ? await queue.add(tx, made) : [];
  const starts = ended.filter((task) => runTurn.made(task)).flatMap(notBegun);
  const wanted = new Set(ids);
  return {
    ended: [...runs, ...starts].map(({ id }) => id).filter((id) => wanted.has(id)),
    entries: [
      ...[...runs, ...starts].map((run) => runEntry(projectId, run, error)),
      ...waits,
      ...ended.filter(({ kind }) => kind === 'job').map((task) => jobEntry(projectId, task, error)),
    ],
    wake: [...wake, ...woken],
  };
}

const lockNotBegun = statement({
  name: 'runs-awaited-not-begun',
  prepared: false,
  params: { projectId: r.projectId, ids: listOf(types.text) },
  columns: { id: r.id },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${workflowRuns} AS ${r}
    WHERE ${r.projectId} = ${p.projectId} AND ${r.waiter} ->> 'id' = ANY(${p.ids})
      AND ${r.waiter} IS NOT NULL AND ${r.finishedAt} IS NULL AND ${r.position} IS NULL
    ORDER BY ${r.id} FOR UPDATE SKIP LOCKED`,
});

/** The runs for which these runs wait, and which wait for a slot themselves. They are locked, so that none begins. */
async function notBegunFor(tx: Transaction, projectId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await lockNotBegun.all(tx, { projectId, ids })).map(({ id }) => id);
}

const awaitedColumns = { id: tasks.id };

const readAwaited = statement({
  name: 'runs-awaited',
  params: { projectId: tasks.projectId, ids: listOf(types.text) },
  columns: awaitedColumns,
  query: (p) =>
    build
      .select(awaitedColumns)
      .from(tasks)
      .where(
        and(
          eq(tasks.projectId, p.projectId),
          isNotNull(tasks.waiter),
          eq(tasks.state, 'queued'),
          sql`${tasks.waiter}->>'id' = ANY(${p.ids})`,
          inArray(tasks.kind, ['job', 'run']),
        ),
      ),
});

/** The queued jobs, and the starts of runs, for which these runs wait. */
async function awaitedBy(tx: Queryable, projectId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await readAwaited.all(tx, { projectId, ids })).map(({ id }) => id);
}

function notBegun({
  id,
  environment,
  identity_id: identityId,
  payload,
}: CanceledTask & { payload: RunPayload }): EndedRun[] {
  if (!('type' in payload) || payload.type !== 'start') return [];
  const { workflow: slug, version } = payload;
  return [{ id, slug, version, environment, identityId, failed: [] }];
}

function runEntry(projectId: string, run: EndedRun, error: Fault): Entry {
  const { id, slug, version, environment, identityId } = run;
  return {
    ...{ projectId, environment, identityId },
    action: 'run.failed',
    subject: { type: 'run', id: showId('run', id) },
    data: { workflow: slug, version, error },
    stepCounts: failedSteps(run),
  };
}

function jobEntry(
  projectId: string,
  { id, environment, identity_id: identityId, cause }: CanceledTask,
  error: Fault,
): Entry {
  return {
    ...{ projectId, environment, identityId },
    action: 'job.failed',
    subject: { type: 'job', id: showId('job', id) },
    data: { error },
    cause,
  };
}

const t = alias(tasks, 't');
const c = alias(tasks, 'c');

const readBeginning = statement({
  name: 'runs-ask-to-end',
  params: { projectId: t.projectId, ids: listOf(t.id) },
  columns: { id: t.id, environment: t.environment, identityId: t.identityId },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tasks} AS ${t}
    WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ANY(${p.ids}) AND ${t.kind} = 'run'
      AND ${t.state} IN ('running', 'queued')
      AND NOT EXISTS (
        SELECT FROM ${tasks} AS ${c}
        WHERE ${c.projectId} = ${p.projectId} AND ${c.lane} = ${t.lane} AND ${c.state} = 'queued'
          AND ${c.payload}->>'type' = 'cancel')`,
});

/** Queues a task in the lane of each run, which ends it after its first turn. */
async function askToEnd(
  tx: Transaction,
  queue: TaskQueue,
  projectId: string,
  ids: string[],
  requestId: string | null,
): Promise<{ ids: string[]; entries: Entry[]; wake: LaneTicket[] }> {
  const rows = await readBeginning.all(tx, { projectId, ids });
  const wake = await queue.add(
    tx,
    rows.map(({ id, environment, identityId }) => ({
      projectId,
      task: runTurn.task({
        payload: { type: 'cancel', id },
        ...{ identityId, environment, target: null },
        // A separate origin, so that the task does not wait behind the runs that it should end.
        origin: 'cancel',
      }),
      requestId,
      deadlineMs: cancelDeadlineMs,
    })),
  );
  const entries = rows.map(
    ({ id, environment, identityId }): Entry => ({
      ...{ projectId, environment, identityId },
      action: 'run.canceling',
      subject: { type: 'run', id: showId('run', id) },
    }),
  );
  return { ids: rows.map(({ id }) => id), entries, wake };
}
