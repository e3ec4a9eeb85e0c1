import { Cron } from 'croner';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { as, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { system } from '../audit/entry.ts';
import type { Definitions } from '../flows/definitions.ts';
import { hoursFor } from '../flows/hours.ts';
import { TurnGroup } from '../flows/turn-group.ts';
import type { Definition } from '../scenario/definition.ts';
import { isHappening } from '../scenario/happenings.ts';
import { matchWorkflowTrigger, type TriggerFault } from '../scenario/match.ts';
import type { Surroundings } from '../scenario/position.ts';
import { startKey } from '../scenario/start-key.ts';
import type { WorkflowTrigger } from '../scenario/triggers.ts';
import type { Environment } from '../schema.ts';
import { projects } from '../schema.ts';
import { Outbox } from '../tasks/outbox.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { inTurnWithLocks } from '../template/in-turn.ts';
import type { Arrival } from '../waits/arrivals.ts';
import { type DebouncedRun, startDebounced } from './debounce.ts';
import { follow, onHappening } from './following.ts';
import { forKnownCustomers, whoOf } from './named-customers.ts';
import { workflows, workflowTriggers } from './schema.ts';
import { type NewRun, startRuns } from './start.ts';

/** A schedule in a trigger. */
export type Schedule = Extract<WorkflowTrigger, { type: 'schedule' }>;

/** The next time of a schedule after `after`; null if there is none. */
function nextTime({ cron, timezone = 'UTC' }: Schedule, after: Date): Date | null {
  return new Cron(cron, { mode: '5-part', timezone, paused: true }).nextRun(after);
}

const t = alias(workflowTriggers, 't');
const w = alias(workflows, 'w');
const p = alias(projects, 'p');

const written = rowsOf('i', { type: t.type, trigger: t.trigger, nextAt: orNull(types.instant) });

const insertTriggers = statement({
  name: 'workflow-triggers',
  prepared: false,
  params: { projectId: t.projectId, slug: t.slug, triggers: written },
  query: (given) => sql`
    INSERT INTO ${workflowTriggers} (${names(t.projectId, t.slug, t.n, t.type, t.trigger, t.nextAt)})
    SELECT ${given.projectId}, ${given.slug}, ${written.n} - 1, ${written.at.type}, ${written.at.trigger},
      ${written.at.nextAt}
    FROM ${given.triggers}`,
});

/** Stores the triggers of a workflow, replacing the earlier ones. The caller holds the lock of the project (`lockProject`). */
export async function replaceTriggers(
  tx: Transaction,
  projectId: string,
  slug: string,
  triggers: readonly WorkflowTrigger[],
): Promise<void> {
  await tx.orm
    .delete(workflowTriggers)
    .where(and(eq(workflowTriggers.projectId, projectId), eq(workflowTriggers.slug, slug)));
  await insertTriggers.run(tx, {
    ...{ projectId, slug },
    triggers: triggers.map((trigger) => ({
      type: isOnHappening(trigger) ? onHappening : trigger.type,
      trigger,
      nextAt: trigger.type === 'schedule' ? nextTime(trigger, new Date()) : null,
    })),
  });
  await follow(tx, projectId, slug, triggers.some(isOnHappening));
}

const isOnHappening = (trigger: WorkflowTrigger): boolean =>
  trigger.type === 'event' && isHappening(trigger.source);

/** Something that reached a project, and how the workflows that it starts are called. */
interface Starting extends Arrival {
  /** A workflow that is started in another way. */
  except?: string | undefined;
}

const published = {
  slug: w.slug,
  version: as(types.int, sql`${w.version}`),
  environment: w.environment,
};

const findOfTrigger = statement({
  name: 'workflows-of-trigger',
  params: { projectId: t.projectId, type: t.type, environment: orNull(w.environment) },
  columns: published,
  query: (given, columns) => sql`
    SELECT DISTINCT ${columns} FROM ${workflowTriggers} AS ${t}
    JOIN ${workflows} AS ${w} ON ${w.projectId} = ${t.projectId} AND ${w.slug} = ${t.slug}
    WHERE ${t.projectId} = ${given.projectId} AND ${t.type} = ${given.type} AND ${w.deletedAt} IS NULL
      AND ${w.version} IS NOT NULL
      AND (${given.environment} IS NULL OR ${w.environment} = ${given.environment})
    ORDER BY ${w.slug}`,
});
/** A condition that could not be evaluated, with the slug of its workflow. */
type WorkflowTriggerFault = TriggerFault & { workflow: string };

/** Most faults that are reported for one arrival. */
const maxTriggerFaults = 20;

/** What the audit log says of the workflows that an arrival did not start; nothing of none. */
export const notStarted = (...faults: WorkflowTriggerFault[]): { trigger_faults?: WorkflowTriggerFault[] } =>
  faults.length === 0 ? {} : { trigger_faults: faults.slice(0, maxTriggerFaults) };

/** The starts of one arrival, and conditions that could not be evaluated, so that the audit log shows why nothing started. */
export interface Matched {
  starts: (NewRun | DebouncedRun)[];
  triggerFaults: WorkflowTriggerFault[];
}

/**
 * Finds every published workflow of the project and environment with a trigger that fits the arrival; the group asks for them
 * once. A workflow with several such triggers is started once, by the first of them.
 */
export async function matchStarts(
  group: TurnGroup,
  workflows: Definitions,
  arrival: Starting,
): Promise<Matched> {
  const { projectId, environment: wanted, incoming, identityId, requestId } = arrival;
  const rows = await group.once(`triggers ${projectId} ${incoming.type} ${wanted}`, () =>
    findOfTrigger.all(group.tx, { projectId, type: incoming.type, environment: wanted }),
  );
  const starts: Matched['starts'] = [];
  const triggerFaults: WorkflowTriggerFault[] = [];
  for (const { slug, version, environment } of rows) {
    if (slug === arrival.except) continue;
    const definition = await workflows.get(group.tx, projectId, slug, version);
    const noteFault = (fault: TriggerFault) => {
      if (triggerFaults.length < maxTriggerFaults) triggerFaults.push({ workflow: slug, ...fault });
    };
    const around = { ...nobody(), ...(await hoursFor(group, definition, projectId)) };
    const arrived = { projectId, incoming, identityId, requestId, around };
    const start = await startBy(arrived, { slug, version, environment, definition }, noteFault);
    if (start) starts.push(start);
  }
  return { starts, triggerFaults };
}

/** What reached a workflow, with what its conditions may read besides. */
interface Arrived extends Pick<Arrival, 'projectId' | 'incoming' | 'identityId' | 'requestId'> {
  around: Surroundings;
}

interface PublishedWorkflow {
  slug: string;
  version: number;
  environment: Environment;
  definition: Definition;
}

/** The run that a workflow makes of what reached it; null if no trigger fires, or the key of its rest cannot be rendered. */
export async function startBy(
  { projectId, incoming, identityId, requestId, around }: Arrived,
  { slug, version, environment, definition }: PublishedWorkflow,
  noteFault: (fault: TriggerFault) => void,
): Promise<NewRun | DebouncedRun | null> {
  const match = await inTurnWithLocks(projectId, () =>
    matchWorkflowTrigger(definition, incoming, around, noteFault),
  );
  if (!match) return null;
  const named = identityId === null ? await whoOf(projectId, definition, match, around) : {};
  if ('error' in named) {
    noteFault({ trigger: match.trigger, error: named.error });
    return null;
  }
  const { debounce: rule } = definition;
  const found =
    rule &&
    (await inTurnWithLocks(projectId, () =>
      startKey(rule.key, { event: match.event, input: null }, around, definition.templateRules),
    ));
  if (found && 'error' in found) {
    noteFault({ trigger: match.trigger, error: found.error });
    return null;
  }
  return {
    ...{ projectId, workflow: slug, version, environment, step: match.start, event: match.event },
    ...{ identityId, requestId },
    ...named,
    startedBy: incoming.type === 'event' ? `event ${incoming.source}` : `receiver ${incoming.receiver}`,
    ...(found && { debounce: { key: found.key, seconds: rule!.seconds } }),
  };
}

/** What came of the starts of an arrival: the public ids of runs, and those that were for nobody who is known. */
export interface Made {
  runs: string[];
  faults: WorkflowTriggerFault[];
}

/** Makes the starts of several arrivals, in the group's transaction and in their order. */
export async function makeStarts(group: TurnGroup, matched: Matched['starts'][]): Promise<Made[]> {
  const { known, faults } = await forKnownCustomers(group, matched.flat());
  const lists = matched.map((list) => list.flatMap((run) => known.get(run) ?? []));
  const isDebounced = (run: NewRun | DebouncedRun): run is DebouncedRun => 'debounce' in run;
  const all = lists.flat();
  const debounced = all.filter(isDebounced);
  const ids = [
    await startDebounced(group, debounced),
    startRuns(
      group.outbox,
      all.filter((run) => !isDebounced(run)),
    ),
  ];
  return lists.map((list, i) => ({
    runs: list.map((run) => ids[isDebounced(run) ? 0 : 1]!.shift()!),
    faults: matched[i]!.flatMap((run) => {
      const fault = faults.get(run);
      return fault ? [{ workflow: run.workflow, ...fault }] : [];
    }),
  }));
}

/** Triggers are checked before there is a run, so their conditions can read the arrival but no customer. */
export const nobody = () => ({
  now: new Date(),
  kind: 'workflow' as const,
  state: {},
  tags: [],
  profile: {},
  identity: null,
});

const dueAtOnce = 100;
/** A schedule that is found later than this was missed, for example because no server was running. */
const missedAfterMs = 60_000;

const findDue = statement({
  name: 'triggers-due',
  params: { now: types.instant },
  columns: {
    projectId: t.projectId,
    slug: t.slug,
    n: t.n,
    trigger: t.trigger,
    dueAt: as(types.instant, sql`${t.nextAt}`),
    version: w.version,
    environment: w.environment,
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${workflowTriggers} AS ${t}
    -- OFFSET 0 keeps these from being joins that begin with all workflows.
    CROSS JOIN LATERAL (
      SELECT ${w.version}, ${w.environment} FROM ${workflows} AS ${w}
      WHERE ${w.projectId} = ${t.projectId} AND ${w.slug} = ${t.slug} AND ${w.deletedAt} IS NULL OFFSET 0
    ) AS ${w}
    CROSS JOIN LATERAL (
      SELECT FROM ${projects} AS ${p} WHERE ${p.id} = ${t.projectId} AND ${p.deletedAt} IS NULL OFFSET 0
    ) AS ${p}
    WHERE ${t.nextAt} <= ${given.now} ORDER BY ${t.nextAt} LIMIT ${dueAtOnce} FOR UPDATE OF ${t} SKIP LOCKED`,
});

/** When the first schedule is due. */
export const firstScheduleDue = sql`(SELECT min(${workflowTriggers.nextAt}) FROM ${workflowTriggers})`;

const moved = rowsOf('i', {
  projectId: t.projectId,
  slug: t.slug,
  place: types.int,
  nextAt: t.nextAt,
});

const moveOn = statement({
  name: 'triggers-move-on',
  prepared: false,
  params: { moved },
  query: (given) => sql`
    UPDATE ${workflowTriggers} AS ${t} SET ${name(t.nextAt)} = ${moved.at.nextAt}
    FROM ${given.moved}
    WHERE ${t.projectId} = ${moved.at.projectId} AND ${t.slug} = ${moved.at.slug} AND ${t.n} = ${moved.at.place}`,
});

/**
 * Starts the workflows whose schedules are due, each time once, however many processes call this: the trigger's row is
 * locked, and its next time is committed with the run. A missed time is skipped, unless the trigger asks to make up for it
 * once.
 */
export async function startScheduled(
  tx: Transaction,
  queue: TaskQueue,
  workflows: Definitions,
  now = new Date(),
): Promise<{ runs: string[]; wake: LaneTicket[]; more: boolean }> {
  const due = (await findDue.all(tx, { now })).flatMap(({ trigger, ...place }) =>
    trigger.type === 'schedule' ? [{ trigger, ...place }] : [],
  );
  if (due.length === 0) return { runs: [], wake: [], more: false };
  const runs: NewRun[] = [];
  const outbox = new Outbox();
  const group = new TurnGroup(tx, outbox);
  for (const { projectId, slug, n, trigger, dueAt, version, environment } of due) {
    const missed = now.getTime() - dueAt.getTime() > missedAfterMs;
    if (version !== null && (!missed || trigger.missed === 'once')) {
      const event = { scheduled_at: dueAt.toISOString(), missed };
      const start = trigger.start === undefined ? {} : { step: trigger.start };
      let named: Pick<NewRun, 'named'> = {};
      if (trigger.where !== undefined || trigger.customer !== undefined) {
        const definition = await workflows.get(tx, projectId, slug, version);
        const faults: TriggerFault[] = [];
        const around = { ...nobody(), ...(await hoursFor(group, definition, projectId)) };
        const match = await inTurnWithLocks(projectId, () =>
          matchWorkflowTrigger(definition, { type: 'schedule', trigger: n, event }, around, (fault) =>
            faults.push(fault),
          ),
        );
        const who = match ? await whoOf(projectId, definition, match, around) : {};
        if ('error' in who) faults.push({ trigger: n, error: who.error });
        else named = who;
        if (faults.length > 0) {
          outbox.note({
            projectId,
            actor: system,
            action: 'workflow.not_started',
            subject: { type: 'workflow', id: slug },
            environment,
            data: { source: 'schedule', trigger_faults: faults },
          });
        }
        if (!match || faults.length > 0) continue;
      }
      runs.push({
        ...{ projectId, workflow: slug, version, environment, event, ...start, ...named },
        requestId: null,
        startedBy: 'schedule',
      });
    }
  }
  await moveOn.run(tx, {
    moved: due.map(({ projectId, slug, n, trigger }) => ({
      ...{ projectId, slug, place: n },
      nextAt: nextTime(trigger, now),
    })),
  });
  const { known } = await forKnownCustomers(group, runs);
  const started = startRuns(outbox, [...known.values()]);
  return { runs: started, wake: await queue.write(tx, outbox), more: due.length === dueAtOnce };
}

/** Passes over the times of schedules that are past: nothing is started for them. */
export async function passSchedules(tx: Transaction, now = new Date()): Promise<void> {
  for (let due = await findDue.all(tx, { now }); due.length > 0; due = await findDue.all(tx, { now })) {
    await moveOn.run(tx, {
      moved: due.map(({ projectId, slug, n, trigger }) => ({
        ...{ projectId, slug, place: n },
        nextAt: trigger.type === 'schedule' ? nextTime(trigger, now) : null,
      })),
    });
  }
}
