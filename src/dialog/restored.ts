import { type RecordKind, showId } from '../platform/ids.ts';
import type { Transaction } from '../platform/postgres.ts';
import { system, writeAudit } from './audit/entry.ts';
import { numberAllHere } from './audit/numbering.ts';
import { disconnection } from './channels/disconnection.ts';
import { callback } from './channels/telegram/callback.ts';
import { message, revision } from './content/payload.ts';
import { forgetDueDialogs } from './dialogs/due.ts';
import { pressAnswer } from './dialogs/press-answer.ts';
import { event, received } from './dialogs/said.ts';
import { automationEvent } from './events/automation.ts';
import { dialogTurn } from './flows/dialog-turn.ts';
import { runIdOf, runTurn } from './flows/run-turn.ts';
import { transform } from './flows/transform.ts';
import { forgetResetRequests } from './gate/password-resets.ts';
import { giveUpMails } from './mail/outbox.ts';
import { passCalls } from './notifications/follow.ts';
import { job } from './operations/job.ts';
import { noteRefundsBegun } from './payments/orders.ts';
import { refundTask } from './payments/refund.ts';
import { forgetPushes } from './push/outbox.ts';
import { endRestoredTasks, type RestoredTask } from './tasks/restored.ts';
import type { TaskError } from './tasks/task.ts';
import { rest } from './waits/arrivals.ts';
import { inboundCall } from './webhooks/inbound/kind.ts';
import { delivery } from './webhooks/outbound/delivery.ts';
import { passNotifications } from './webhooks/outbound/fan-out.ts';
import { forgetDueRuns } from './workflows/due.ts';
import { passHappenings } from './workflows/follow.ts';
import { passSchedules } from './workflows/triggers.ts';

/** What a task is about, for the audit log; undefined for kinds that have no entries there. */
type Subject = ((task: RestoredTask) => { type: string; id: string }) | undefined;

const record =
  (type: string, kind: RecordKind): Subject =>
  ({ id }) => ({ type, id: showId(kind, id) });

/** Kinds that act on the outside world once. Whether they did is not known, and owners settle it. */
const onceOutside = new Map<string, Subject>([
  [message.name, record('message', 'message')],
  [job.name, record('job', 'job')],
  [revision.name, record('revision', 'revision')],
  [refundTask.name, undefined],
]);

/** Kinds that are not carried out: what they would do was done by the original, or would send what it has sent. */
const notTaken = new Map<string, Subject>([
  [delivery.name, record('delivery', 'delivery')],
  [pressAnswer.name, record('press', 'press')],
  [callback.name, record('callback', 'callback')],
  [disconnection.name, record('disconnection', 'disconnection')],
  [transform.name, undefined],
  [received.name, record('message', 'message')],
  [event.name, (task) => ({ type: 'event', id: event.made(task) ? task.payload.event_id : task.id })],
  [
    dialogTurn.name,
    ({ id, identityId }) => ({ type: 'dialog', id: identityId ? showId('identity', identityId) : id }),
  ],
  [
    runTurn.name,
    (task) => ({ type: 'run', id: runTurn.made(task) ? showId('run', runIdOf(task)) : task.id }),
  ],
  [
    automationEvent.name,
    (task) => ({
      type: 'automation_event',
      id: automationEvent.made(task) ? task.payload.event_id : task.id,
    }),
  ],
  [inboundCall.name, record('webhook', 'event')],
  [rest.name, record('arrival', 'event')],
]);

/** The kinds whose unfinished tasks are ended. All others only read. */
export const heldBackKinds: readonly string[] = [...onceOutside.keys(), ...notTaken.keys()];

const mayHaveBeenDone: TaskError = {
  code: 'restored',
  message:
    'This was still to be done when the backup was made from which the database was restored. Whether it was done afterwards is not ' +
    'known, and it was not repeated.',
};
const wasNotTaken: TaskError = {
  code: 'restored',
  message:
    'This was still to be done when the backup was made from which the database was restored. It was not carried out, so that nothing ' +
    'is sent that was sent before.',
};

/** What was held back, for people. */
export interface HeldBack {
  /** By kind of task. */
  unknown: Record<string, number>;
  failed: Record<string, number>;
  /** Dialogs and runs whose wait was over. */
  flows: number;
  mails: number;
  pushes: number;
}

/**
 * Lets a restored database do nothing by itself of what its original may have done since the backup: unfinished tasks get an unknown
 * outcome or fail, what became due meanwhile does not happen, and nobody is told of what is in the log. Payments are looked up at
 * their providers as ever, and files of customers are fetched.
 * @param tx in which the rows were restored
 */
export async function holdBackRestored(tx: Transaction): Promise<HeldBack> {
  // First: what is told of from here on is new.
  await numberAllHere(tx);
  await passNotifications(tx);
  await passHappenings(tx);
  await passCalls(tx);
  const unknown = await end(tx, onceOutside, 'unknown', mayHaveBeenDone);
  await noteRefundsBegun(tx);
  const failed = await end(tx, notTaken, 'failed', wasNotTaken);
  const flows = (await forgetDueDialogs(tx)) + (await forgetDueRuns(tx));
  await passSchedules(tx);
  await forgetResetRequests(tx);
  return {
    ...{ unknown, failed, flows },
    mails: await giveUpMails(tx, 'it was in a backup that was restored'),
    pushes: await forgetPushes(tx),
  };
}

/** @returns how many of each kind */
async function end(
  tx: Transaction,
  kinds: ReadonlyMap<string, Subject>,
  state: 'unknown' | 'failed',
  error: TaskError,
): Promise<Record<string, number>> {
  const count: Record<string, number> = {};
  await endRestoredTasks(tx, { kinds: [...kinds.keys()], state, error }, async (ended) => {
    await writeAudit(
      tx,
      ...ended.flatMap((task) => {
        count[task.kind] = (count[task.kind] ?? 0) + 1;
        const { projectId, environment, requestId, identityId, attempts } = task;
        const subject = kinds.get(task.kind)?.(task);
        if (!subject) return [];
        const action = `${subject.type}.${state}`;
        const data = { attempts, error };
        return [{ projectId, actor: system, action, subject, environment, requestId, identityId, data }];
      }),
    );
  });
  return count;
}
