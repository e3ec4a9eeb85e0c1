import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { statement } from '../../platform/statement.ts';
import { type Actor, type AuditEntry, writeAudit } from '../audit/entry.ts';
import { dialogTurn } from '../flows/dialog-turn.ts';
import { identities } from '../schema.ts';
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
    data: { by, until: dialog.heldUntil?.toISOString() ?? null },
  };
}

/** The dialog that an operator's request is about, and who makes it. */
export interface OperatorRequest {
  projectId: string;
  identityId: string;
  actor: Actor;
  requestId: string;
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
  const task = dialogTurn.task({
    payload: { type: 'released', by: actor.name ?? '', held_at: heldAt.toISOString() },
    identityId,
    environment: null,
    target: null,
  });
  return queue.add(tx, [{ projectId, task, requestId, deadlineMs: releaseDeadlineMs }]);
}
