import { and, eq, isNull } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import type { JsonText } from '../../platform/json-text.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { build, statement } from '../../platform/statement.ts';
import { type Actor, type AuditEntry, system } from '../audit/entry.ts';
import { originOfRun, runTurn } from '../flows/run-turn.ts';
import type { TurnGroup } from '../flows/turn-group.ts';
import type { NamedIdentity } from '../profiles/named-identities.ts';
import type { KeptData } from '../scenario/position.ts';
import type { Environment, Waiter } from '../schema.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import type { Outbox } from '../tasks/outbox.ts';
import type { JsonObject } from '../template/json.ts';
import { writtenStep } from './resumed-step.ts';
import { workflows } from './schema.ts';

/** A run to be started. */
export interface NewRun {
  /** Generated if absent. */
  id?: string;
  projectId: string;
  workflow: string;
  version: number;
  environment: Environment;
  step?: string;
  input?: JsonObject | JsonText | null;
  event?: JsonObject | JsonText | null;
  kept?: KeptData | JsonText | undefined;
  pinned?: JsonObject | JsonText | undefined;
  /** What came of `step`, which is then not carried out. */
  outcome?: JsonObject | JsonText | undefined;
  /** The id of the run that is carried out again. */
  rerunOf?: string;
  identityId?: string | null;
  /** For whom it is, if only its trigger says so: the number of the trigger, and whom it names. */
  named?: { trigger: number; identity: NamedIdentity };
  requestId: string | null;
  /** The chain of flows before it, see `Caller`. */
  behind?: { depth: number; rootAt: Date };
  /** Who is notified of its end. */
  waiter?: Waiter;
  /** What started it, such as `schedule` or `receiver orders`. */
  startedBy: string;
  /** Milliseconds from now before which it must not begin. */
  afterMs?: number;
  /** The key by which later starts find it until it begins. */
  debounceKey?: string;
}

/** How long the start of a run may be retried; its data are in the database. */
const runDeadlineMs = 24 * 3600_000;

/**
 * Starts runs with the caller's transaction. Each begins with its own task, which has the run's id.
 * @returns their public ids
 */
export function startRuns(outbox: Outbox, runs: NewRun[], actor: Actor = system): string[] {
  const tasks = runs.map(startTask);
  const entries = runs.map(
    (run, i): AuditEntry => ({
      projectId: run.projectId,
      actor,
      action: 'run.created',
      subject: { type: 'run', id: showId('run', tasks[i]!.task.id) },
      environment: run.environment,
      requestId: run.requestId,
      identityId: run.identityId ?? null,
      data: { workflow: run.workflow, version: run.version, started_by: run.startedBy },
    }),
  );
  outbox.queue(...tasks);
  outbox.note(...entries);
  return entries.map((entry) => entry.subject.id);
}

/** The task that starts a run. */
export function startTask({ id, afterMs, debounceKey, ...run }: NewRun): QueuedTask {
  return {
    projectId: run.projectId,
    task: runTurn.task({
      ...(id === undefined ? {} : { id }),
      payload: {
        type: 'start',
        workflow: run.workflow,
        version: run.version,
        ...(run.step === undefined ? {} : { step: run.kept ? writtenStep(run.step) : run.step }),
        input: run.input ?? null,
        event: run.event ?? null,
        started_by: run.startedBy,
        ...(run.kept && { kept: run.kept }),
        ...(run.pinned && { pinned: run.pinned }),
        ...(run.outcome && { outcome: run.outcome }),
        ...(run.rerunOf === undefined ? {} : { rerun_of: run.rerunOf }),
        ...(run.behind ? { depth: run.behind.depth, root_at: run.behind.rootAt.toISOString() } : {}),
        ...(debounceKey === undefined ? {} : { debounce: debounceKey }),
      },
      identityId: run.identityId ?? null,
      environment: run.environment,
      target: null,
      origin: originOfRun(run.workflow),
    }),
    requestId: run.requestId,
    deadlineMs: runDeadlineMs,
    ...(run.waiter && { waiter: run.waiter }),
    ...(afterMs === undefined ? {} : { afterMs }),
  };
}

const runnable = {
  slug: workflows.slug,
  version: workflows.version,
  environment: workflows.environment,
  /** When all its runs were last canceled. */
  canceledAt: workflows.canceledAt,
};

const readRunnable = statement({
  name: 'workflow-runnable',
  params: { projectId: workflows.projectId, slug: workflows.slug },
  columns: runnable,
  query: (p) =>
    build
      .select(runnable)
      .from(workflows)
      .where(
        and(eq(workflows.projectId, p.projectId), eq(workflows.slug, p.slug), isNull(workflows.deletedAt)),
      ),
});

/** The data of a workflow that are needed to start it. */
export type Runnable = Awaited<ReturnType<typeof readRunnable.all>>[number];

/** A workflow of a project by its slug; undefined if there is none. */
export function findRunnable(tx: Queryable, projectId: string, slug: string): Promise<Runnable | undefined> {
  return readRunnable.first(tx, { projectId, slug });
}

/** The same, read once for all turns of a group. */
export function runnableOnce(
  group: TurnGroup,
  projectId: string,
  slug: string,
): Promise<Runnable | undefined> {
  return group.once(`workflow ${projectId} ${slug}`, () => findRunnable(group.tx, projectId, slug));
}
