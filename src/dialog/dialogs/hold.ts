import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { type Actor, type AuditEntry, writeAudit } from '../audit/entry.ts';
import { insertTasks } from '../tasks/insert.ts';
import type { LaneTicket } from '../tasks/task.ts';
import type { DialogPayload } from './kinds.ts';
import { laneOf } from './lane.ts';
import { type LoadedDialog, loadDialogs } from './load.ts';
import { saveDialogs } from './save.ts';

/** How long a dialog may be held; `by` is an e-mail address, null while no operator has come yet. */
export interface Hold {
  by: string | null;
  until: Date | null;
}

/** Takes a loaded dialog away from the scenario. */
export function hold(dialog: LoadedDialog, { by, until }: Hold): void {
  Object.assign(dialog, { heldAt: new Date(), heldBy: by, heldUntil: until });
}

/** What the audit log says when a dialog goes to an operator, and on whose account. */
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

/** Whom an operator's request concerns, and who makes it. */
export interface OperatorRequest {
  projectId: string;
  identityId: string;
  actor: Actor;
  requestId: string;
}

/**
 * Holds a dialog for an operator from now on, in place of how it was held before. It happens at once, under the lock
 * that every turn of the dialog takes: what the scenario has not said by then it does not say.
 * @returns false if there is no such identity, or its channel was deleted.
 */
export async function holdDialog(
  tx: Transaction,
  { projectId, identityId, actor, requestId }: OperatorRequest,
  wanted: Hold,
): Promise<boolean> {
  const [dialog] = await loadDialogs(tx, [{ projectId, identityId }]);
  if (!dialog) return false;
  hold(dialog, wanted);
  await saveDialogs(tx, [dialog]);
  await writeAudit(tx, handoverEntry(dialog, { actor, by: 'operator', requestId }));
  return true;
}

/** A turn that an operator asks for does not go out of date. */
const releaseDeadlineMs = 24 * 3600_000;

/**
 * Gives a dialog back to the scenario, by a task in its lane: what the customer said before is not handed to the
 * scenario any more.
 * @returns the lane to wake, or why nothing was done.
 */
export async function releaseDialog(
  tx: Transaction,
  shard: number,
  { projectId, identityId, actor, requestId }: OperatorRequest,
): Promise<LaneTicket[] | 'missing' | 'not_held'> {
  const { rows } = await tx.query<{ held_at: Date | null }>(
    `SELECT d.held_at FROM dialog.identities AS i
     LEFT JOIN dialog.dialogs AS d ON d.project_id = i.project_id AND d.identity_id = i.id
     WHERE i.project_id = $1 AND i.id = $2`,
    [projectId, identityId],
  );
  if (!rows[0]) return 'missing';
  const heldAt = rows[0].held_at;
  if (!heldAt) return 'not_held';
  const payload: DialogPayload = {
    type: 'released',
    by: actor.name ?? '',
    held_at: heldAt.toISOString(),
  };
  return insertTasks(tx, shard, [
    {
      projectId,
      kind: 'dialog',
      lane: laneOf(identityId),
      environment: null,
      identityId,
      target: null,
      requestId,
      payload,
      deadlineMs: releaseDeadlineMs,
    },
  ]);
}
