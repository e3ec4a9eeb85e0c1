import { showId } from '../../../platform/ids.ts';
import type { Transaction } from '../../../platform/postgres.ts';
import { type Actor, type AuditEntry, writeAudit } from '../../audit/entry.ts';
import type { EventPayload } from '../../dialogs/kinds.ts';
import { laneOf } from '../../dialogs/lane.ts';
import type { Definitions } from '../../flows/definitions.ts';
import { type Json, type JsonObject, render, TemplateError } from '../../scenario/template.ts';
import { insertTasks, type NewTask } from '../../tasks/insert.ts';
import type { InnerKind } from '../../tasks/kinds.ts';
import type { LaneTicket, Task, TaskError, TaskOutcome } from '../../tasks/task.ts';
import { findRunnable, startRuns } from '../../workflows/start.ts';
import { startMatching } from '../../workflows/triggers.ts';
import { type FoundIdentity, findIdentities, type MappedEvent, MappingError, mapEvent } from './mapping.ts';
import type { Target } from './target.ts';

/** A call to a receiver, as it was accepted. */
export interface InboundPayload {
  receiver_id: string;
  headers: Record<string, string>;
  body: Json;
}

export interface InboundOptions {
  workflows: Definitions;
  /** The shard of the project counters. */
  shard: number;
}

interface Receiver {
  id: string;
  slug: string;
  name: string;
  target: Target | null;
}

/** What one call asks for, before anything is done. */
interface Plan {
  task: Task;
  receiver: Receiver;
  event: MappedEvent | null;
  named: { workflow: string; input: JsonObject } | null;
}

const eventDeadlineMs = 24 * 3600_000;

/**
 * Carries out what a call to a receiver is for: an event for an identity, workflows, or nothing but its place in the
 * audit log. Calls of one receiver are carried out in the order in which they were accepted.
 */
export function inboundKind(options: InboundOptions): InnerKind {
  return {
    noun: 'webhook',
    succeeded: 'handled',
    subject: (task) => showId('event', task.id),
    async apply(tx, tasks) {
      const receivers = await readReceivers(tx, tasks);
      const plans = tasks.map((task, i) => planOf(task, receivers[i]));
      const made = plans.filter((plan) => 'task' in plan);
      const identities = await identitiesOf(tx, made);
      const outcomes: TaskOutcome[] = [];
      for (const plan of plans) {
        if ('error' in plan) outcomes.push({ state: 'failed', error: plan.error });
        else outcomes.push(await carryOut(tx, options, plan, identities.get(plan)));
      }
      return outcomes;
    },
  };
}

function planOf(task: Task, receiver: Receiver | undefined): Plan | { error: TaskError } {
  if (!receiver) {
    const message = 'The receiver was deleted before this call was handled.';
    return { error: { code: 'receiver_deleted', message } };
  }
  const { target } = receiver;
  const { body, headers } = task.payload as InboundPayload;
  try {
    const scope = { body, headers };
    return {
      task,
      receiver,
      event: target && 'event' in target ? mapEvent(target.event, scope) : null,
      named:
        target && 'workflow' in target
          ? { workflow: target.workflow, input: render(target.input as JsonObject, scope) as JsonObject }
          : null,
    };
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof MappingError)) throw error;
    return { error: { code: 'mapping_failed', message: error.message } };
  }
}

async function identitiesOf(tx: Transaction, plans: Plan[]): Promise<Map<Plan, FoundIdentity | undefined>> {
  const withEvent = plans.filter((plan) => plan.event !== null);
  const found = await findIdentities(
    tx,
    withEvent.map(({ task, event }) => ({ projectId: task.projectId, identity: event!.identity })),
  );
  return new Map(withEvent.map((plan, i) => [plan, found[i]]));
}

async function carryOut(
  tx: Transaction,
  options: InboundOptions,
  plan: Plan,
  identity: FoundIdentity | undefined,
): Promise<TaskOutcome> {
  const { task, receiver, event, named } = plan;
  const { projectId, requestId } = task;
  if (event && !identity) {
    const message = 'The project has no identity that this call names.';
    return { state: 'failed', error: { code: 'identity_not_found', message } };
  }
  const workflow = named ? await findRunnable(tx, projectId, named.workflow) : undefined;
  if (named && !workflow?.version) {
    const message = `There is no published workflow "${named.workflow}".`;
    return { state: 'failed', error: { code: 'workflow_not_published', message } };
  }
  const { body, headers } = task.payload as InboundPayload;
  const matching = await startMatching(tx, options.workflows, options.shard, {
    projectId,
    environment: null,
    incoming: { type: 'receiver', receiver: receiver.slug, event: { body, headers } },
    identityId: null,
    requestId,
    except: named?.workflow,
  });
  const asked = await startRuns(
    tx,
    options.shard,
    named
      ? [
          {
            projectId,
            workflow: workflow!.slug,
            version: workflow!.version!,
            environment: workflow!.environment,
            input: named.input,
            event: { body, headers },
            requestId,
            startedBy: `receiver ${receiver.slug}`,
          },
        ]
      : [],
  );
  const wake = [...matching.wake, ...asked.wake];
  if (event) wake.push(...(await submitEvent(tx, options.shard, plan, event, identity!)));
  return {
    state: 'succeeded',
    data: {
      receiver: receiver.slug,
      ...(identity ? { identity_id: showId('identity', identity.id) } : {}),
      runs: [...matching.runs, ...asked.runs],
    },
    wake,
  };
}

/** The same that a client's own POST of an event would make, under the id that the caller was answered with. */
async function submitEvent(
  tx: Transaction,
  shard: number,
  { task, receiver }: Plan,
  { text, data }: MappedEvent,
  { id: identityId, environment }: FoundIdentity,
): Promise<LaneTicket[]> {
  const { projectId, requestId } = task;
  const eventId = showId('event', task.id);
  const payload: EventPayload = { event_id: eventId, text, data };
  const queued: NewTask = {
    projectId,
    kind: 'event',
    lane: laneOf(identityId),
    environment,
    identityId,
    target: null,
    requestId,
    payload,
    deadlineMs: eventDeadlineMs,
  };
  const actor: Actor = { type: 'receiver', id: showId('receiver', receiver.id), name: receiver.name };
  const entry: AuditEntry = {
    projectId,
    actor,
    action: 'event.accepted',
    subject: { type: 'event', id: eventId },
    environment,
    requestId,
    identityId,
    data: { identity_id: showId('identity', identityId) },
  };
  const wake = await insertTasks(tx, shard, [queued]);
  await writeAudit(tx, entry);
  return wake;
}

/** Read anew for every call: an owner's change counts at once. */
async function readReceivers(tx: Transaction, tasks: Task[]): Promise<(Receiver | undefined)[]> {
  const { rows } = await tx.query<Receiver & { n: number }>({
    name: 'inbound-receivers',
    text: `SELECT w.n::int AS n, r.id, r.slug, r.name, r.target
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w(project_id, id, n)
           JOIN dialog.receivers AS r ON r.project_id = w.project_id AND r.id = w.id`,
    values: [
      tasks.map((task) => task.projectId),
      tasks.map((task) => (task.payload as InboundPayload).receiver_id),
    ],
  });
  const found: (Receiver | undefined)[] = tasks.map(() => undefined);
  for (const row of rows) found[row.n - 1] = row;
  return found;
}
