import { newId, showId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { type Actor, type AuditEntry, system, writeAudit } from '../audit/entry.ts';
import type { JsonObject } from '../scenario/template.ts';
import type { Environment } from '../schema.ts';
import { insertTasks, type NewTask } from '../tasks/insert.ts';
import type { LaneTicket } from '../tasks/task.ts';

/** What the task that begins a run says. */
export interface RunStart {
  type: 'start';
  workflow: string;
  version: number;
  /** The step at which its trigger has it begin; the first one without. */
  step?: string;
  input: JsonObject | null;
  event: JsonObject | null;
  /** The version of a published method that it was asked for through, if any. */
  published?: { method: string; version: number };
}

/** A run to be made. */
export interface NewRun {
  projectId: string;
  workflow: string;
  version: number;
  environment: Environment;
  step?: string;
  input?: JsonObject | null;
  event?: JsonObject | null;
  identityId?: string | null;
  requestId: string | null;
  /** What started it, such as `schedule` or `receiver orders`. */
  startedBy: string;
}

/** How long the beginning of a run may be tried; what it begins with is in the database. */
const runDeadlineMs = 24 * 3600_000;

/** A run's own lane: its turns happen one after the other. */
export const laneOfRun = (id: string): string => `run:${id}`;

/**
 * Makes runs in the caller's transaction. Each begins with its own task, under the run's id.
 * @returns their public ids, and the lanes to wake once the transaction has committed.
 */
export async function startRuns(
  tx: Transaction,
  shard: number,
  runs: NewRun[],
  actor: Actor = system,
): Promise<{ runs: string[]; wake: LaneTicket[] }> {
  const tasks = runs.map((run): NewTask & { id: string } => {
    const id = newId();
    return {
      projectId: run.projectId,
      id,
      kind: 'run',
      lane: laneOfRun(id),
      environment: run.environment,
      identityId: run.identityId ?? null,
      target: null,
      requestId: run.requestId,
      payload: {
        type: 'start',
        workflow: run.workflow,
        version: run.version,
        ...(run.step === undefined ? {} : { step: run.step }),
        input: run.input ?? null,
        event: run.event ?? null,
      } satisfies RunStart,
      deadlineMs: runDeadlineMs,
    };
  });
  const wake = await insertTasks(tx, shard, tasks);
  const entries = runs.map(
    (run, i): AuditEntry => ({
      projectId: run.projectId,
      actor,
      action: 'run.created',
      subject: { type: 'run', id: showId('run', tasks[i]!.id) },
      environment: run.environment,
      requestId: run.requestId,
      identityId: run.identityId ?? null,
      data: { workflow: run.workflow, version: run.version, started_by: run.startedBy },
    }),
  );
  await writeAudit(tx, ...entries);
  return { runs: entries.map((entry) => entry.subject.id), wake };
}

/** A workflow as far as it can be run. */
export interface Runnable {
  slug: string;
  version: number | null;
  environment: Environment;
}

/** A workflow of a project by its slug; undefined where there is none. */
export async function findRunnable(
  tx: Queryable,
  projectId: string,
  slug: string,
): Promise<Runnable | undefined> {
  const { rows } = await tx.query<Runnable>({
    name: 'workflow-runnable',
    text: `SELECT slug, version, environment FROM dialog.workflows
           WHERE project_id = $1 AND slug = $2 AND deleted_at IS NULL`,
    values: [projectId, slug],
  });
  return rows[0];
}
