import type { Database, Queryable } from '../../platform/postgres.ts';
import { isNews, kindOf, subjectOf, type TaskKinds } from './kinds.ts';
import type { LaneTicket, Task, TaskOutcome } from './task.ts';
import { tellWaiters } from './waiters.ts';

/** A finished attempt, with the outcome it had. */
export interface Finished {
  task: Task;
  outcome: TaskOutcome;
}

/** Where a finished task stands: in its final state, or queued again until `dueInMs` from now. */
interface Settled {
  state: 'succeeded' | 'failed' | 'unknown' | 'queued';
  dueInMs: number;
}

const firstRetryMs = 1000;
const longestRetryMs = 60_000;

/**
 * What an outcome means for the task. A retry waits twice as long each time, with jitter so that many do not return
 * together, or as long as the other side asked, or as its kind's own schedule has it; what would come after the deadline has failed.
 */
export function settle({ task, outcome }: Finished, now = Date.now()): Settled {
  if (outcome.state !== 'retry') return { state: outcome.state, dueInMs: 0 };
  const backOff =
    Math.min(longestRetryMs, firstRetryMs * 2 ** (task.attempts - 1)) * (0.75 + Math.random() / 2);
  const dueInMs = outcome.inMs ?? Math.max(outcome.afterMs ?? 0, backOff);
  return now + dueInMs > task.deadlineAt.getTime()
    ? { state: 'failed', dueInMs: 0 }
    : { state: 'queued', dueInMs };
}

/** What was written: where the task stands now, how long its lane has to wait, and which lanes got work by it. */
export interface Written {
  state: Settled['state'];
  delayMs: number;
  wake: LaneTicket[];
}

/**
 * Writes the outcomes of a batch, each with its audit entry and the project's counter, in one statement; in a second
 * one those are told who wait for a task that ended.
 * @returns what was written, by the task's place in the batch; undefined where the lease was lost meanwhile, so that
 *   nothing was.
 */
export async function finishTasks(
  database: Database,
  kinds: TaskKinds,
  shard: number,
  batch: Finished[],
): Promise<(Written | undefined)[]> {
  // Nobody waits for most tasks, and one statement is a transaction by itself.
  if (batch.every(({ task }) => task.waiter === null)) return writeOutcomes(database, kinds, shard, batch);
  return database.transaction((tx) => writeOutcomes(tx, kinds, shard, batch));
}

/** As `finishTasks`, in a transaction that is under way. */
export async function writeOutcomes(
  tx: Queryable,
  kinds: TaskKinds,
  shard: number,
  batch: Finished[],
): Promise<(Written | undefined)[]> {
  const settled = batch.map((finished) => settle(finished));
  const audit = batch.map(({ task, outcome }, i) => {
    const { state } = settled[i]!;
    if (state === 'queued' || !isNews(kinds, task.kind, state)) return null;
    const kind = kindOf(kinds, task.kind);
    const subject = subjectOf(kinds, task.kind, task);
    const word = outcome.state === 'succeeded' ? (outcome.action ?? kind.succeeded) : state;
    const more = outcome.state === 'succeeded' ? outcome.data : { error: outcome.error };
    return {
      action: `${subject.type}.${word}`,
      subject,
      data: JSON.stringify({ attempts: task.attempts, ...more }),
    };
  });
  const { rows } = await tx.query<{ n: number }>({
    name: 'finish',
    text: finishStatement,
    values: [
      batch.map(({ task }) => task.projectId),
      batch.map(({ task }) => task.id),
      batch.map(({ task }) => task.lease),
      settled.map(({ state }) => state),
      settled.map(({ dueInMs }) => Math.ceil(dueInMs)),
      batch.map(({ outcome }) =>
        outcome.state === 'succeeded' && outcome.result !== undefined ? JSON.stringify(outcome.result) : null,
      ),
      batch.map(({ outcome }) => (outcome.state === 'succeeded' ? null : JSON.stringify(outcome.error))),
      batch.map(({ outcome }) =>
        (outcome.state === 'retry' || outcome.state === 'unknown') && outcome.progress !== undefined
          ? JSON.stringify(outcome.progress)
          : null,
      ),
      audit.map((entry) => entry?.action ?? null),
      audit.map((entry) => entry?.subject.type ?? null),
      audit.map((entry) => entry?.subject.id ?? null),
      audit.map((entry) => entry?.data ?? null),
      shard,
    ],
  });
  const written: (Written | undefined)[] = batch.map(() => undefined);
  for (const { n } of rows) {
    const { outcome } = batch[n - 1]!;
    const wake = outcome.state === 'succeeded' ? (outcome.wake ?? []) : [];
    const { state, dueInMs: delayMs } = settled[n - 1]!;
    written[n - 1] = { state, delayMs, wake };
  }
  const ended = batch.flatMap(({ task, outcome }, i) => {
    const { state } = settled[i]!;
    if (!task.waiter || !written[i] || state === 'queued') return [];
    const result = outcome.state === 'succeeded' ? outcome.result : null;
    const error = outcome.state === 'succeeded' ? null : outcome.error;
    return [{ ...task, state, result, error }];
  });
  // Whoever is told, one of the batch wakes them all.
  if (ended.length > 0) {
    written.find((each) => each !== undefined)?.wake.push(...(await tellWaiters(tx, shard, ended)));
  }
  return written;
}

const finishStatement = `
WITH outcome AS (
  SELECT * FROM unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::text[], $11::text[], $12::text[]
  ) WITH ORDINALITY
    AS o(project_id, id, lease, state, due_ms, result, error, progress, action, subject_type, subject_id, data, n)
), changed AS (
  UPDATE dialog.tasks AS t SET
    state = o.state,
    result = o.result::json,
    error = o.error::json,
    progress = coalesce(o.progress::json, t.progress),
    due_at = CASE WHEN o.state = 'queued' THEN now() + make_interval(secs => o.due_ms / 1000.0) ELSE t.due_at END,
    begun_at = CASE WHEN o.state = 'queued' THEN NULL ELSE t.begun_at END,
    finished_at = CASE WHEN o.state = 'queued' THEN NULL ELSE clock_timestamp() END,
    lease = NULL,
    lease_until = NULL
  FROM outcome AS o
  WHERE t.project_id = o.project_id AND t.id = o.id AND t.lease = o.lease AND t.state = 'running'
  RETURNING o.n, t.project_id, t.environment, t.request_id, t.identity_id, o.state, o.action, o.subject_type, o.subject_id, o.data
), entries AS (
  INSERT INTO dialog.audit_inbox
    (project_id, actor_type, action, subject_type, subject_id, environment, request_id, identity_id, data)
  SELECT project_id, 'system', action, subject_type, subject_id, environment, request_id, identity_id, data::json
  FROM changed WHERE action IS NOT NULL ORDER BY n
), counted AS (
  INSERT INTO dialog.project_counters AS c (project_id, shard, unfinished, day)
  SELECT project_id, $13::smallint, -count(*), (now() AT TIME ZONE 'UTC')::date
  FROM changed WHERE state <> 'queued' GROUP BY project_id ORDER BY project_id
  ON CONFLICT (project_id, shard) DO UPDATE SET unfinished = c.unfinished + excluded.unfinished
)
SELECT n::int AS n FROM changed`;
