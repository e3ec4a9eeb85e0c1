import { readId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { kindOf, subjectOf, type TaskKinds } from './kinds.ts';
import type { TaskQueue } from './queue.ts';
import type { LaneTicket } from './task.ts';
import { type Decided, settleTasks, type TaskRecord } from './unsettled.ts';

/** What settling needs. */
export interface SettleParts {
  kinds: TaskKinds;
  queue: TaskQueue;
  retryDeadlineMs: number;
}

/** A decision about unknown outcomes, and who made it. */
export interface Decision extends Decided {
  actor: Actor;
  requestId: string | null;
}

/**
 * Settles unknown outcomes with all that belongs to it, in the caller's transaction: the records, those who wait for them, what their kinds
 * do then, and the audit log. Whether somebody may decide that is for the caller to know. Records whose outcome is not unknown stay as they
 * are.
 * @returns the records that it has settled, and the lanes to wake when the transaction has committed
 */
export async function settleOutcomes(
  tx: Transaction,
  { kinds, queue, retryDeadlineMs }: SettleParts,
  { actor, requestId, ...decided }: Decision,
): Promise<{ records: TaskRecord[]; wake: LaneTicket[] }> {
  const { projectId, settlement } = decided;
  const { outcome, note, rerun } = settlement;
  const { records, wake } = await settleTasks(tx, decided, retryDeadlineMs, queue);
  for (const name of new Set(records.map((record) => record.kind))) {
    const kind = kindOf(kinds, name);
    const ids = records.filter((record) => record.kind === name).map(({ id }) => id);
    if ('run' in kind) await kind.settled?.(tx, projectId, ids);
  }
  const entries = records.map((record) => ({
    ...{ projectId, actor, requestId },
    action: `${record.kind}.settled`,
    subject: { type: record.kind, id: recordIdOf(record, kinds) },
    environment: record.environment,
    identityId: record.identity_id,
    data: { outcome, note, ...(rerun !== undefined && { rerun }) },
  }));
  if (entries.length > 0) await writeAudit(tx, ...entries);
  return { records, wake };
}

/** The public id of a record. Only tasks that act on the outside world can end as unknown, and each of these kinds has its own ids. */
export function recordIdOf(record: TaskRecord, kinds: TaskKinds): string {
  return subjectOf(kinds, record.kind, { id: record.id, identityId: record.identity_id, payload: null }).id;
}

/** The stored id of a record that may be settled, from its public id, such as `msg_…`; undefined if the text is no such id. */
export function readRecordId(kinds: TaskKinds, publicId: string): string | undefined {
  for (const kind of Object.values(kinds)) {
    const id = 'run' in kind ? readId(kind.record, publicId) : undefined;
    if (id) return id;
  }
  return undefined;
}
