import { getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noId } from '../../platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { as, name, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { system } from '../audit/entry.ts';
import { LogFollower } from '../audit/follower.ts';
import { auditHeads, auditLog } from '../audit/schema.ts';
import type { Definitions } from '../flows/definitions.ts';
import { hoursFor } from '../flows/hours.ts';
import { TurnGroup } from '../flows/turn-group.ts';
import { actionOf, type Happening, isHappening } from '../scenario/happenings.ts';
import type { TriggerFault } from '../scenario/match.ts';
import { projectCounters, projects } from '../schema.ts';
import { Outbox } from '../tasks/outbox.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { onHappening } from './following.ts';
import { type Entry, type Happened, readHappened } from './happened.ts';
import { workflowCursors, workflows, workflowTriggers } from './schema.ts';
import { deepest, tooDeep } from './step.ts';
import { type Matched, makeStarts, nobody, startBy } from './triggers.ts';

/** Most numbers of the log that one transaction goes through, of all its projects. */
const entriesAtOnce = 1000;
/** Most projects of one transaction. */
const projectsAtOnce = 50;
/** Most sentences of one transaction about triggers that did not start their workflow. */
const mostRemarks = 100;

const c = alias(workflowCursors, 'c');
const p = alias(projects, 'p');
const h = alias(auditHeads, 'h');

const findBehind = statement({
  name: 'workflow-cursors-behind',
  params: { projects: listOf(c.projectId) },
  columns: { projectId: c.projectId },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${workflowCursors} AS ${c}
    JOIN ${projects} AS ${p} ON ${p.id} = ${c.projectId} AND ${p.deletedAt} IS NULL
    JOIN ${auditHeads} AS ${h} ON ${h.projectId} = ${c.projectId}
    WHERE ${c.projectId} = ANY (${given.projects}) AND ${c.last} < ${h.last}`,
});

/** Reads the next followed projects in the order of their ids, however many there are. */
const lookOn = statement({
  name: 'workflow-cursors-look',
  params: { after: c.projectId, most: types.int },
  columns: {
    projectId: as(c.projectId, sql`seen.project_id`),
    behind: as(types.boolean, sql`coalesce(seen.last < ${h.last}, false)`),
  },
  query: ({ after, most }, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${c.projectId}, ${c.last} FROM ${workflowCursors} AS ${c} WHERE ${c.projectId} > ${after}
      ORDER BY ${c.projectId} LIMIT ${most}
    ) AS seen
    LEFT JOIN ${auditHeads} AS ${h} ON ${h.projectId} = seen.project_id
    ORDER BY seen.project_id`,
});

type Followed = ResultOf<typeof findBehind>;

export interface FollowOptions {
  database: Database;
  queue: TaskQueue;
  workflows: Definitions;
  /** A project with as much unfinished work is not followed further until some of it is done. */
  projectQueueLimit: number;
  /** Is called with the lanes that got runs, after each transaction. */
  told: (lanes: LaneTicket[]) => void;
}

/**
 * Starts the workflows with triggers on what happens in their project, as a follower of its audit log. A project's cursor moves in
 * the transaction that starts the runs, so each entry starts a workflow exactly once, whichever process is first.
 */
export function workflowFollower(options: FollowOptions): LogFollower<Followed> {
  const { database, told } = options;
  return new LogFollower<Followed>({
    first: { projectId: noId },
    lookOn: (after, most) => lookOn.all(database, { after: after.projectId, most }),
    findBehind: (ids) => findBehind.all(database, { projects: ids }),
    together: projectsAtOnce,
    async advance(some) {
      const { wake, more } = await database.transaction((tx) => followSome(tx, options, some));
      if (wake.length > 0) told(wake);
      return some.filter(({ projectId }) => more.has(projectId));
    },
  });
}

const counters = alias(projectCounters, 'k');

/** The cursors that nobody else is moving, of projects that have room for more work. */
const takeTurns = statement({
  name: 'workflow-cursors-turns',
  params: { projects: listOf(c.projectId), projectQueueLimit: types.int },
  columns: { projectId: c.projectId, cursor: c.last, last: h.last },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${workflowCursors} AS ${c}
    JOIN ${auditHeads} AS ${h} ON ${h.projectId} = ${c.projectId}
    WHERE ${c.projectId} = ANY (${given.projects}) AND ${c.last} < ${h.last}
      AND ${given.projectQueueLimit} > (
        SELECT coalesce(sum(${counters.unfinished}), 0) FROM ${projectCounters} AS ${counters}
        WHERE ${counters.projectId} = ${c.projectId})
    ORDER BY ${c.projectId} FOR UPDATE OF ${c} SKIP LOCKED`,
});

const t = alias(workflowTriggers, 't');
const w = alias(workflows, 'w');

const readTriggers = statement({
  name: 'workflow-happenings',
  params: { projects: listOf(t.projectId), type: t.type },
  columns: {
    projectId: t.projectId,
    source: as(types.text, sql`${t.trigger} ->> 'source'`),
    slug: w.slug,
    version: as(types.int, sql`${w.version}`),
    environment: w.environment,
    since: as(types.instant, sql`${w.followsSince}`),
  },
  query: (given, columns) => sql`
    SELECT DISTINCT ${columns} FROM ${workflowTriggers} AS ${t}
    JOIN ${workflows} AS ${w} ON ${w.projectId} = ${t.projectId} AND ${w.slug} = ${t.slug}
    WHERE ${t.projectId} = ANY (${given.projects}) AND ${t.type} = ${given.type} AND ${w.deletedAt} IS NULL
      AND ${w.version} IS NOT NULL AND ${w.followsSince} IS NOT NULL
    ORDER BY ${w.slug}`,
});

type Trigger = ResultOf<typeof readTriggers>;

const e = alias(auditLog, 'e');
const { projectId: _, ...entry } = getTableColumns(e);
const ranges = rowsOf('r', { projectId: c.projectId, cursor: c.last, upTo: types.bigint });

const readEntries = statement({
  name: 'workflow-entries',
  params: { ranges, actions: listOf(auditLog.action) },
  columns: { projectId: e.projectId, ...entry },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${given.ranges} CROSS JOIN LATERAL (
      SELECT * FROM ${auditLog} AS one
      WHERE one.project_id = ${ranges.at.projectId} AND one.id > ${ranges.at.cursor} AND one.id <= ${ranges.at.upTo}
        AND one.action = ANY (${given.actions})
      ORDER BY one.id
    ) AS ${e}
    ORDER BY ${e.projectId}, ${e.id}`,
});

const moveCursors = statement({
  name: 'workflow-cursors-move',
  params: { ranges },
  query: (given) => sql`
    UPDATE ${workflowCursors} AS ${c} SET ${name(c.last)} = ${ranges.at.upTo}
    FROM ${given.ranges} WHERE ${c.projectId} = ${ranges.at.projectId}`,
});

/** @returns the lanes with work, and the projects that have more entries */
async function followSome(
  tx: Transaction,
  options: FollowOptions,
  some: Followed[],
): Promise<{ wake: LaneTicket[]; more: Set<string> }> {
  const { projectQueueLimit } = options;
  const turns = await takeTurns.all(tx, {
    projects: some.map(({ projectId }) => projectId),
    projectQueueLimit,
  });
  if (turns.length === 0) return { wake: [], more: new Set() };
  const each = Math.floor(entriesAtOnce / turns.length);
  // Numbers have no gaps, so a range of them limits the work.
  const read = turns.map((turn) => ({ ...turn, upTo: Math.min(turn.last, turn.cursor + each) }));
  const triggers = await readTriggers.all(tx, {
    projects: turns.map(({ projectId }) => projectId),
    type: onHappening,
  });
  const outbox = new Outbox();
  if (triggers.length > 0) {
    const actions = [...new Set(triggers.map(({ source }) => actionOf(source as Happening)))];
    const entries = await readEntries.all(tx, { ranges: read, actions });
    await startFor(tx, options, outbox, triggers, entries);
  }
  await moveCursors.run(tx, { ranges: read });
  const wake = await options.queue.write(tx, outbox);
  return { wake, more: new Set(read.flatMap(({ projectId, upTo, last }) => (upTo < last ? projectId : []))) };
}

/** Puts the runs that these entries start into the outbox, in the order of the log. */
async function startFor(
  tx: Transaction,
  { workflows }: FollowOptions,
  outbox: Outbox,
  triggers: Trigger[],
  entries: Entry[],
): Promise<void> {
  const sources = new Map<string, Set<Happening>>();
  for (const { projectId, source } of triggers) {
    const known = sources.get(projectId) ?? new Set();
    if (isHappening(source)) sources.set(projectId, known.add(source));
  }
  const all = await readHappened(tx, entries, (projectId) => sources.get(projectId) ?? new Set());
  const group = new TurnGroup(tx, outbox);
  const runs: Matched['starts'] = [];
  let remarks = 0;
  const remark = (happened: Happened, { slug, environment }: Trigger, data: Record<string, unknown>) => {
    const { entry, happening, identityId } = happened;
    if (++remarks > mostRemarks) return;
    outbox.note({
      projectId: entry.projectId,
      actor: system,
      action: 'workflow.not_started',
      subject: { type: 'workflow', id: slug },
      ...{ environment, identityId, requestId: entry.requestId },
      data: { source: happening, entry: entry.id, ...data },
    });
  };
  for (const happened of all) {
    const { entry, happening, event, identityId } = happened;
    const { projectId, cause, requestId } = entry;
    for (const trigger of triggers) {
      if (trigger.source !== happening || !concerns(trigger, happened)) continue;
      const { slug, version, environment } = trigger;
      const definition = await workflows.get(tx, projectId, slug, version);
      const hours = await hoursFor(group, definition, projectId);
      const around = { ...nobody(), ...happened.customer, ...hours };
      const faults: TriggerFault[] = [];
      const arrived = {
        ...{ projectId, identityId, requestId, around },
        incoming: { type: 'event', source: happening, environment, event } as const,
      };
      const workflow = { slug, version, environment, definition };
      const start = await startBy(arrived, workflow, (fault) => faults.push(fault));
      if (!start) {
        if (faults.length > 0) remark(happened, trigger, { trigger_faults: faults });
        continue;
      }
      if (cause && cause.depth >= deepest) {
        remark(happened, trigger, { error: tooDeep(slug) });
        continue;
      }
      const behind = cause && { depth: cause.depth + 1, rootAt: new Date(cause.root_at) };
      runs.push(behind ? { ...start, behind } : start);
    }
  }
  await makeStarts(group, [runs]);
}

/** Whether a workflow is started by this: it followed then, it is of this environment, and it did not do it itself. */
function concerns(
  { projectId, slug, environment, since }: Trigger,
  { entry, environment: where }: Happened,
): boolean {
  return (
    entry.projectId === projectId &&
    entry.at >= since &&
    (where === null || where === environment) &&
    entry.cause?.workflow !== slug
  );
}

const passEntries = statement({
  name: 'workflow-cursors-pass',
  prepared: false,
  query: () => sql`
    UPDATE ${workflowCursors} AS ${c} SET ${name(c.last)} = ${h.last} FROM ${auditHeads} AS ${h}
    WHERE ${h.projectId} = ${c.projectId} AND ${c.last} < ${h.last}`,
});

/** Passes over all numbered entries: no workflow is started by them. */
export async function passHappenings(tx: Queryable): Promise<void> {
  await passEntries.run(tx);
}
