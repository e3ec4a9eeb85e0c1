import { Cron } from 'croner';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import type { Definitions } from '../flows/definitions.ts';
import { matchWorkflowTrigger, type WorkflowIncoming } from '../scenario/match.ts';
import type { WorkflowTrigger } from '../scenario/triggers.ts';
import type { Environment } from '../schema.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { type NewRun, startRuns } from './start.ts';

/** A schedule as a trigger has it. */
export type Schedule = Extract<WorkflowTrigger, { type: 'schedule' }>;

/** When a schedule comes next, after a moment; null if it never does. */
function nextTime({ cron, timezone = 'UTC' }: Schedule, after: Date): Date | null {
  return new Cron(cron, { mode: '5-part', timezone, paused: true }).nextRun(after);
}

/** Writes down what starts a workflow from now on, in place of what did before. */
export async function replaceTriggers(
  tx: Transaction,
  projectId: string,
  slug: string,
  triggers: readonly WorkflowTrigger[],
): Promise<void> {
  await tx.query('DELETE FROM dialog.workflow_triggers WHERE project_id = $1 AND slug = $2', [
    projectId,
    slug,
  ]);
  await tx.query(
    `INSERT INTO dialog.workflow_triggers (project_id, slug, n, type, trigger, next_at)
     SELECT $1, $2, n - 1, trigger->>'type', trigger, next_at
     FROM unnest($3::json[], $4::timestamptz[]) WITH ORDINALITY AS t(trigger, next_at, n)`,
    [
      projectId,
      slug,
      triggers.map((trigger) => JSON.stringify(trigger)),
      triggers.map((trigger) => (trigger.type === 'schedule' ? nextTime(trigger, new Date()) : null)),
    ],
  );
}

/** What reached a project, and on whose account its workflows start. */
export interface Arrival {
  projectId: string;
  /** Of the workflows to start; null for all, each in its own. */
  environment: Environment | null;
  incoming: WorkflowIncoming;
  identityId: string | null;
  requestId: string | null;
  /** A workflow that is started by it in another way. */
  except?: string | undefined;
}

/**
 * Starts every published workflow of the project and environment that something which arrived fits, each once, in the
 * caller's transaction. A workflow with several triggers that fit is started by the first of them.
 */
export async function startMatching(
  tx: Transaction,
  workflows: Definitions,
  shard: number,
  arrival: Arrival,
): Promise<{ runs: string[]; wake: LaneTicket[] }> {
  const { projectId, incoming, identityId, requestId } = arrival;
  const { rows } = await tx.query<{ slug: string; version: number; environment: Environment }>({
    name: 'workflows-of-trigger',
    text: `SELECT DISTINCT w.slug, w.version, w.environment FROM dialog.workflow_triggers AS t
           JOIN dialog.workflows AS w ON w.project_id = t.project_id AND w.slug = t.slug
           WHERE t.project_id = $1 AND t.type = $2 AND w.deleted_at IS NULL
             AND w.version IS NOT NULL AND ($3::text IS NULL OR w.environment = $3)
           ORDER BY w.slug`,
    values: [projectId, incoming.type, arrival.environment],
  });
  const runs: NewRun[] = [];
  for (const { slug, version, environment } of rows) {
    if (slug === arrival.except) continue;
    const definition = await workflows.get(tx, projectId, slug, version);
    const match = matchWorkflowTrigger(definition, incoming, nobody);
    if (!match) continue;
    runs.push({
      projectId,
      workflow: slug,
      version,
      environment,
      step: match.start,
      event: match.event,
      identityId,
      requestId,
      startedBy: incoming.type === 'event' ? `event ${incoming.source}` : `receiver ${incoming.receiver}`,
    });
  }
  return startRuns(tx, shard, runs);
}

/** A trigger is asked before there is a run, so it sees what arrived and no customer. */
const nobody = {
  get now() {
    return new Date();
  },
  kind: 'workflow' as const,
  state: {},
  tags: [],
  profile: {},
  identity: null,
};

const dueAtOnce = 100;
/** A schedule that is found later than this was missed, as when no server ran. */
const missedAfterMs = 60_000;

/**
 * Starts what the clock says, each time once whatever number of processes look: the trigger's row is locked, and its
 * next time is committed with the run. A missed time is skipped, unless the trigger wants it made up for once.
 */
export async function startScheduled(
  tx: Transaction,
  shard: number,
  now = new Date(),
): Promise<{ runs: string[]; wake: LaneTicket[]; more: boolean }> {
  const due = await dueTriggers(tx, now);
  if (due.length === 0) return { runs: [], wake: [], more: false };
  const runs: NewRun[] = [];
  for (const { project_id: projectId, slug, trigger, next_at: dueAt, version, environment } of due) {
    const missed = now.getTime() - dueAt.getTime() > missedAfterMs;
    if (version !== null && (!missed || trigger.missed === 'once')) {
      const event = { scheduled_at: dueAt.toISOString(), missed };
      const start = trigger.start === undefined ? {} : { step: trigger.start };
      runs.push({
        ...{ projectId, workflow: slug, version, environment, event, ...start },
        requestId: null,
        startedBy: 'schedule',
      });
    }
  }
  await tx.query(
    `UPDATE dialog.workflow_triggers AS t SET next_at = i.next_at
     FROM unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[]) AS i(project_id, slug, n, next_at)
     WHERE t.project_id = i.project_id AND t.slug = i.slug AND t.n = i.n`,
    [
      due.map(({ project_id }) => project_id),
      due.map(({ slug }) => slug),
      due.map(({ n }) => n),
      due.map(({ trigger }) => nextTime(trigger, now)),
    ],
  );
  return { ...(await startRuns(tx, shard, runs)), more: due.length === dueAtOnce };
}

interface DueTrigger {
  project_id: string;
  slug: string;
  n: number;
  trigger: Schedule;
  next_at: Date;
  version: number | null;
  environment: Environment;
}

async function dueTriggers(tx: Queryable, now: Date): Promise<DueTrigger[]> {
  const { rows } = await tx.query<DueTrigger>(
    `SELECT t.project_id, t.slug, t.n, t.trigger, t.next_at, w.version, w.environment
     FROM dialog.workflow_triggers AS t
     JOIN dialog.workflows AS w ON w.project_id = t.project_id AND w.slug = t.slug AND w.deleted_at IS NULL
     JOIN dialog.projects AS p ON p.id = t.project_id AND p.deleted_at IS NULL
     WHERE t.next_at <= $1 ORDER BY t.next_at LIMIT ${dueAtOnce} FOR UPDATE OF t SKIP LOCKED`,
    [now],
  );
  return rows;
}
