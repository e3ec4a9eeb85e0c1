import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { listOf } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { type Actor, type AuditEntry, system, writeAudit } from '../audit/entry.ts';
import { dialogTurn } from '../flows/dialog-turn.ts';
import { identities } from '../schema.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import { untilNotOvertaken } from '../tasks/overtaken.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { type LoadedDialog, loadDialogs } from './load.ts';
import { saveDialogs } from './save.ts';
import { dialogs } from './schema.ts';

/** Who holds a dialog and how long; `by` is an e-mail address, null while no operator has come yet. */
export interface Hold {
  by: string | null;
  until: Date | null;
}

/** Marks a loaded dialog as held, so that the scenario is silent. */
export function hold(dialog: LoadedDialog, { by, until }: Hold): void {
  Object.assign(dialog, { heldAt: new Date(), heldBy: by, heldUntil: until });
}

/** The audit entry for a dialog that goes to an operator. */
export function handoverEntry(
  dialog: LoadedDialog,
  { actor, by, requestId }: { actor: Actor; by: 'step' | 'operator'; requestId: string | null },
): AuditEntry {
  return {
    projectId: dialog.projectId,
    actor,
    action: 'dialog.handover',
    subject: { type: 'dialog', id: showId('identity', dialog.identityId) },
    environment: dialog.environment,
    requestId,
    identityId: dialog.identityId,
    data: { by, held_by: dialog.heldBy, until: dialog.heldUntil?.toISOString() ?? null },
  };
}

/** The audit entry for a dialog that goes back to the scenario because no operator came. */
export function unansweredEntry(dialog: LoadedDialog, requestId: string | null): AuditEntry {
  return {
    projectId: dialog.projectId,
    actor: system,
    action: 'dialog.unanswered',
    subject: { type: 'dialog', id: showId('identity', dialog.identityId) },
    environment: dialog.environment,
    requestId,
    identityId: dialog.identityId,
    data: { since: dialog.heldAt?.toISOString() ?? null, until: dialog.heldUntil?.toISOString() ?? null },
  };
}

/** The dialog that an operator's request is about, and who makes it. */
export interface OperatorRequest {
  projectId: string;
  identityId: string;
  actor: Actor;
  requestId: string | null;
}

/**
 * Holds a dialog for an operator from now on, replacing an earlier hold. It takes the lock that every turn of the dialog
 * takes, so the scenario says nothing after this.
 * @returns false if there is no such identity, or its channel was deleted
 */
export function holdDialog(
  database: Database,
  { projectId, identityId, actor, requestId }: OperatorRequest,
  wanted: Hold,
): Promise<boolean> {
  const holding = async (tx: Transaction) => {
    const [dialog] = await loadDialogs(tx, [{ projectId, identityId }]);
    if (!dialog) return false;
    hold(dialog, wanted);
    await saveDialogs(tx, [dialog]);
    await writeAudit(tx, handoverEntry(dialog, { actor, by: 'operator', requestId }));
    return true;
  };
  return untilNotOvertaken(() => database.transaction(holding));
}

/** The dialogs of a customer that an operator's request is about, and who makes it. */
export type OperatorRequests = Omit<OperatorRequest, 'identityId'> & { identityIds: string[] };

/**
 * Gives the held dialogs of a customer to another operator, who has them until they are released, or to nobody, so that they wait for
 * one. Dialogs that the scenario leads stay as they are.
 * @param by the e-mail address of the operator; null for nobody
 */
export async function passDialogs(
  tx: Transaction,
  { projectId, identityIds, actor, requestId }: OperatorRequests,
  by: string | null,
): Promise<void> {
  const wanted = identityIds.map((identityId) => ({ projectId, identityId }));
  const passed = (await loadDialogs(tx, wanted)).filter(
    (dialog) => dialog !== undefined && dialog.heldAt !== null && dialog.heldBy !== by,
  ) as LoadedDialog[];
  await holdAll(tx, passed, { by, actor, requestId });
}

/**
 * Gives a dialog to the person who answers in it, if the scenario leads it, and with it those of the customer that wait for a person. A dialog that
 * somebody has stays with them.
 * @param identityIds of the customer, if nobody else sees to what waits
 * @param by the e-mail address of the person
 */
export async function holdAnswered(
  tx: Transaction,
  { projectId, identityId, actor, requestId }: OperatorRequest,
  identityIds: readonly string[],
  by: string,
): Promise<void> {
  const wanted = [...new Set([identityId, ...identityIds])].map((each) => ({ projectId, identityId: each }));
  const isFree = ({ heldAt, heldBy, heldUntil, ...dialog }: LoadedDialog) =>
    heldAt === null || (heldUntil !== null && heldUntil <= new Date())
      ? dialog.identityId === identityId
      : heldBy === null && identityIds.includes(dialog.identityId);
  const free = (await loadDialogs(tx, wanted)).filter((dialog) => dialog !== undefined && isFree(dialog));
  await holdAll(tx, free as LoadedDialog[], { by, actor, requestId });
}

/** Holds loaded dialogs until they are released. */
async function holdAll(
  tx: Transaction,
  loaded: LoadedDialog[],
  { by, actor, requestId }: { by: string | null; actor: Actor; requestId: string | null },
): Promise<void> {
  if (loaded.length === 0) return;
  for (const dialog of loaded) hold(dialog, { by, until: null });
  await saveDialogs(tx, loaded);
  await writeAudit(
    tx,
    ...loaded.map((dialog) => handoverEntry(dialog, { actor, by: 'operator', requestId })),
  );
}

const i = alias(identities, 'i');
const d = alias(dialogs, 'd');

const findHold = statement({
  name: 'dialog-hold',
  prepared: false,
  params: { projectId: i.projectId, identityId: i.id },
  columns: { heldAt: d.heldAt },
  query: ({ projectId, identityId }, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    LEFT JOIN ${dialogs} AS ${d} ON ${d.projectId} = ${i.projectId} AND ${d.identityId} = ${i.id}
    WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId}`,
});

/** A deadline that is never reached in practice: an operator's request does not expire. In milliseconds. */
const releaseDeadlineMs = 24 * 3600_000;

/**
 * Gives a dialog back to the scenario, by a task in its lane. What the customer said before is no longer given to the
 * scenario.
 * @returns the lane to wake, or why nothing was done
 */
export async function releaseDialog(
  tx: Transaction,
  queue: TaskQueue,
  { projectId, identityId, actor, requestId }: OperatorRequest,
): Promise<LaneTicket[] | 'missing' | 'not_held'> {
  const found = await findHold.first(tx, { projectId, identityId });
  if (!found) return 'missing';
  const { heldAt } = found;
  if (!heldAt) return 'not_held';
  return queue.add(tx, [releaseTask({ projectId, identityId, actor, requestId }, heldAt)]);
}

function releaseTask({ projectId, identityId, actor, requestId }: OperatorRequest, heldAt: Date): QueuedTask {
  const task = dialogTurn.task({
    payload: { type: 'released', by: actor.name ?? '', held_at: heldAt.toISOString() },
    identityId,
    environment: null,
    target: null,
  });
  return { projectId, task, requestId, deadlineMs: releaseDeadlineMs };
}

const findHolds = statement({
  name: 'dialog-holds',
  prepared: false,
  params: { projectId: d.projectId, identityIds: listOf(d.identityId) },
  columns: { identityId: d.identityId, heldAt: d.heldAt },
  query: ({ projectId, identityIds }, columns) => sql`
    SELECT ${columns} FROM ${dialogs} AS ${d}
    WHERE ${d.projectId} = ${projectId} AND ${d.identityId} = ANY (${identityIds}) AND ${d.heldAt} IS NOT NULL`,
});

/** Gives all held dialogs of a customer back to the scenario, as `releaseDialog` does with one. @returns the lanes to wake */
export async function releaseDialogs(
  tx: Transaction,
  queue: TaskQueue,
  { identityIds, ...request }: OperatorRequests,
): Promise<LaneTicket[]> {
  const held = await findHolds.all(tx, { projectId: request.projectId, identityIds });
  if (held.length === 0) return [];
  return queue.add(
    tx,
    held.map(({ identityId, heldAt }) => releaseTask({ ...request, identityId }, heldAt!)),
  );
}
