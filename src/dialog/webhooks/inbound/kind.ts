import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { showId } from '../../../platform/ids.ts';
import type { Transaction } from '../../../platform/postgres.ts';
import { rowsOf } from '../../../platform/sql-expressions.ts';
import { statement } from '../../../platform/statement.ts';
import type { Actor, AuditEntry } from '../../audit/entry.ts';
import { event as eventKind } from '../../dialogs/said.ts';
import { findWhom, type Whom } from '../../dialogs/whom.ts';
import type { Definitions } from '../../flows/definitions.ts';
import { TurnGroup } from '../../flows/turn-group.ts';
import type { FoundIdentity, NamedIdentity } from '../../profiles/named-identities.ts';
import { defineKind, type TaskOf } from '../../tasks/kind.ts';
import { lanesOf } from '../../tasks/lanes.ts';
import type { Outbox } from '../../tasks/outbox.ts';
import type { TaskError, TaskOutcome } from '../../tasks/task.ts';
import { inTurnWithLocks } from '../../template/in-turn.ts';
import { anyJson, type JsonObject } from '../../template/json.ts';
import { Allowance, render, TemplateError } from '../../template/liquid.ts';
import { type Arrival, movedData, takeWaits } from '../../waits/arrivals.ts';
import { runnableOnce } from '../../workflows/start.ts';
import { type Made, makeStarts, matchStarts, notStarted } from '../../workflows/triggers.ts';
import { type MappedEvent, MappingError, mapEvent, mapIdentity } from './mapping.ts';
import { receivers } from './schema.ts';
import { callScope } from './scope.ts';
import { identityIn, mayAnswer } from './target.ts';

/** What an accepted call said. */
export const inboundPayload = z.object({
  receiver_id: z.string(),
  headers: z.record(z.string(), z.string()),
  body: anyJson,
  /** The event id of the call that it repeats, if somebody had it repeated. */
  replay_of: z.string().optional(),
});
type InboundTask = TaskOf<z.infer<typeof inboundPayload>>;

const receiverLanes = lanesOf('receiver');

/** An accepted call to a receiver. Calls of one receiver run in the order of acceptance. */
export const inboundCall = defineKind({
  name: 'webhook_in',
  payload: inboundPayload,
  lane: ({ payload }) => receiverLanes.of(payload.receiver_id),
});

export interface InboundOptions {
  workflows: Definitions;
}

const called = rowsOf('w', { projectId: receivers.projectId, id: receivers.id });

const findReceivers = statement({
  name: 'inbound-receivers',
  params: { called },
  columns: {
    n: called.n,
    id: receivers.id,
    slug: receivers.slug,
    name: receivers.name,
    target: receivers.target,
    templateRules: receivers.templateRules,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.called}
    JOIN ${receivers} ON ${receivers.projectId} = ${called.at.projectId} AND ${receivers.id} = ${called.at.id}`,
});

type Receiver = Awaited<ReturnType<typeof findReceivers.all>>[number];

/** What one call needs, before anything is done. */
interface Plan {
  task: InboundTask;
  receiver: Receiver;
  /** For whom it is; null for nobody. */
  identity: NamedIdentity | null;
  event: MappedEvent | null;
  named: { workflow: string; input: JsonObject } | null;
}

const eventDeadlineMs = 24 * 3600_000;

/**
 * Handles calls to receivers: makes an event for an identity, starts workflows, or only writes the audit entry.
 */
export function inboundKind(options: InboundOptions) {
  return inboundCall.inner({
    noun: 'webhook',
    succeeded: 'handled',
    subject: (task) => showId('event', task.id),
    async apply(tx, tasks, outbox) {
      const receivers = await readReceivers(tx, tasks);
      const plans: (Plan | { error: TaskError })[] = [];
      for (const [i, task] of tasks.entries()) {
        plans.push(await inTurnWithLocks(task.projectId, () => planOf(task, receivers[i])));
      }
      const made = plans.filter((plan) => 'task' in plan);
      const group = new TurnGroup(tx, outbox);
      const whom = await whomOf(group, made);
      const prepared: Prepared[] = [];
      for (const plan of plans) {
        if ('error' in plan) prepared.push(failed(plan.error.code, plan.error.message));
        else prepared.push(await prepare(group, options, plan, whom.get(plan)));
      }
      const handled = prepared.filter(({ arrival }) => arrival !== null);
      const woken = await takeWaits(
        tx,
        outbox,
        handled.map(({ arrival }) => arrival!),
      );
      const flows = new Map(handled.map((each, i) => [each, woken[i]!]));
      const started = await makeStarts(
        group,
        prepared.map(({ starts }) => starts),
      );
      return prepared.map((each, i) => each.end(started[i]!, flows.get(each) ?? []));
    },
  });
}

function planOf(task: InboundTask, receiver: Receiver | undefined): Plan | { error: TaskError } {
  if (!receiver) {
    const message = 'The receiver was deleted before this call was handled.';
    return { error: { code: 'receiver_deleted', message } };
  }
  const { target, templateRules } = receiver;
  const { body, headers } = task.payload;
  const allowance = new Allowance(undefined, templateRules);
  const identity = identityIn(target);
  try {
    const scope = { ...callScope({ body, headers }) };
    return {
      task,
      receiver,
      identity: identity === undefined ? null : mapIdentity(identity, scope, allowance),
      event: target && 'event' in target ? mapEvent(target.event, scope, allowance) : null,
      named:
        target && 'workflow' in target
          ? {
              workflow: target.workflow,
              input: render(target.input as JsonObject, scope, allowance) as JsonObject,
            }
          : null,
    };
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof MappingError)) throw error;
    return { error: { code: 'mapping_failed', message: error.message } };
  }
}

/** The customers whom calls name. Where only a field names them, it is their account in the environment of the workflow. */
async function whomOf(group: TurnGroup, plans: Plan[]): Promise<Map<Plan, Whom>> {
  const naming = plans.flatMap((plan) => (plan.identity ? [{ plan, identity: plan.identity }] : []));
  const meant = [];
  for (const { plan, identity } of naming) {
    const { task, receiver, named } = plan;
    const { projectId, requestId } = task;
    const workflow = named ? await runnableOnce(group, projectId, named.workflow) : undefined;
    meant.push({
      ...{ projectId, identity, requestId, actor: actorOf(receiver) },
      environment: workflow?.environment ?? null,
    });
  }
  const whom = await findWhom(group.tx, group.outbox, meant);
  return new Map(naming.map(({ plan }, i) => [plan, whom[i]!]));
}

const actorOf = ({ id, name }: Receiver): Actor => ({ type: 'receiver', id: showId('receiver', id), name });

/** A call as workflows and waits see it. */
function arrivalOf({ task: { projectId, requestId, payload }, receiver }: Plan): Arrival {
  const { body, headers } = payload;
  const incoming = { type: 'receiver' as const, receiver: receiver.slug, event: { body, headers } };
  return { projectId, environment: null, incoming, identityId: null, requestId };
}

/** The runs that a call starts, and what the call ends as when they are made. */
interface Prepared {
  starts: Parameters<typeof makeStarts>[1][number];
  /** Null if the call failed, and so moves nothing. */
  arrival: Arrival | null;
  end(made: Made, flows: string[]): TaskOutcome;
}

const failed = (code: string, message: string): Prepared => ({
  starts: [],
  arrival: null,
  end: () => ({ state: 'failed', error: { code, message } }),
});

async function prepare(
  group: TurnGroup,
  { workflows }: InboundOptions,
  plan: Plan,
  whom: Whom | undefined,
): Promise<Prepared> {
  const { task, receiver, event, named } = plan;
  const { projectId, requestId } = task;
  if (whom && 'fault' in whom) return failed(whom.fault.code, whom.fault.message);
  const identity = whom?.found;
  const { outbox } = group;
  const workflow = named ? await runnableOnce(group, projectId, named.workflow) : undefined;
  if (named && !workflow?.version) {
    return failed('workflow_not_published', `There is no published workflow "${named.workflow}".`);
  }
  const { body, headers } = task.payload;
  const arrival = arrivalOf(plan);
  const { starts, triggerFaults } = await matchStarts(group, workflows, {
    ...arrival,
    except: named?.workflow,
  });
  if (named) {
    const { slug, version, environment } = workflow!;
    starts.push({
      ...{ projectId, workflow: slug, version: version!, environment, input: named.input, requestId },
      ...(identity && { identityId: identity.id }),
      event: { body, headers },
      startedBy: `receiver ${receiver.slug}`,
    });
  }
  return {
    starts,
    arrival,
    end({ runs, faults }, flows) {
      if (event) submitEvent(outbox, plan, event, identity!);
      return {
        state: 'succeeded',
        data: {
          receiver: receiver.slug,
          ...(identity ? { identity_id: showId('identity', identity.id) } : {}),
          runs,
          ...movedData(flows),
          ...notStarted(...triggerFaults, ...faults),
        },
      };
    },
  };
}

/** Queues the event that a client's own POST would make, with the id that the caller got in the answer. */
function submitEvent(
  outbox: Outbox,
  { task, receiver }: Plan,
  { text, data }: MappedEvent,
  { id: identityId, environment }: FoundIdentity,
): void {
  const { projectId, requestId } = task;
  const { target } = receiver;
  const answers = !target || !('event' in target) || mayAnswer(target.event);
  const eventId = showId('event', task.id);
  const queued = eventKind.task({
    payload: { event_id: eventId, text, data, ...(!answers && { answers }) },
    ...{ identityId, environment, target: null },
  });
  const entry: AuditEntry = {
    projectId,
    actor: actorOf(receiver),
    action: 'event.accepted',
    subject: { type: 'event', id: eventId },
    environment,
    requestId,
    identityId,
    data: { identity_id: showId('identity', identityId) },
  };
  outbox.queue({ projectId, task: queued, requestId, deadlineMs: eventDeadlineMs });
  outbox.note(entry);
}

/** Reads the receivers again for every batch, so that an owner's change applies at once. */
async function readReceivers(tx: Transaction, tasks: InboundTask[]): Promise<(Receiver | undefined)[]> {
  const rows = await findReceivers.all(tx, {
    called: tasks.map(({ projectId, payload }) => ({ projectId, id: payload.receiver_id })),
  });
  const found: (Receiver | undefined)[] = tasks.map(() => undefined);
  for (const row of rows) found[row.n - 1] = row;
  return found;
}
