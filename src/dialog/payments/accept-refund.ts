import { newId, showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import type { ProjectKey } from '../gate/key-ring.ts';
import { isKeyInForce } from '../gate/keys.ts';
import { holdProject } from '../gate/projects.ts';
import { type Receipt, receiptSumFault } from '../providers/receipt.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { Acceptance, AcceptLimits } from '../tasks/submission.ts';
import type { LaneTicket } from '../tasks/task.ts';
import {
  amountOf,
  checkSoon,
  type OrderRow,
  type RefundRow,
  readOrder,
  readRefunds,
  refundEntry,
} from './orders.ts';
import { refundTask } from './refund.ts';
import { refunds } from './schema.ts';

/** A request for a refund, of a client or of a person. */
export interface RefundRequest {
  projectId: string;
  /** The key that must be in force; null for a person, whom the gates have admitted. */
  key: ProjectKey | null;
  actor: Actor;
  orderId: string;
  receipt: Receipt | null;
  idempotencyKey: string;
  /** SHA-256 of the canonical body. */
  fingerprint: Buffer;
  requestId: string;
}

export type RefundVerdict =
  | Exclude<Acceptance, { verdict: 'channel_limits' }>
  | { verdict: 'payment_not_found' }
  /** @property status the status of the payment */
  | { verdict: 'not_refundable'; status: OrderRow['status'] }
  /** @property fault a sentence about the receipt */
  | { verdict: 'receipt_refused'; fault: string };

export interface RefundAcceptOptions {
  database: Database;
  queue: TaskQueue;
  settings: AcceptLimits;
}

/**
 * Accepts a refund with its request key, its task and its audit entry in one transaction, under the order's lock. All requests
 * for one order take turns there, so any number of them makes one refund. Another one is possible only after a certain
 * failure.
 * @returns the verdict, and the lanes to wake
 */
export function acceptRefund(
  { database, queue, settings }: RefundAcceptOptions,
  request: RefundRequest,
): Promise<{ verdict: RefundVerdict; wake: LaneTicket[] }> {
  const { projectId, key, orderId, receipt } = request;
  return database.transaction(async (tx) => {
    const refused = (verdict: RefundVerdict) => ({ verdict, wake: [] });
    const order = await readOrder(tx, projectId, orderId, 'update');
    if (key && !(await isKeyInForce(tx, key))) return refused({ verdict: 'revoked' });
    if (!order) return refused({ verdict: 'payment_not_found' });
    const write = {
      projectId,
      // People and clients choose their keys without knowing of each other.
      endpoint: `${key ? '' : 'owner/'}payments/${orderId}/refund`,
      key: request.idempotencyKey,
      fingerprint: request.fingerprint,
    };
    return queue.accept<RefundVerdict>(tx, write, async () => {
      if (order.status !== 'succeeded')
        return { refused: { verdict: 'not_refundable', status: order.status } };
      const present = (await readRefunds(tx, order)).find(({ status }) => status !== 'failed');
      if (present) return { answer: answerOf(present), make: async () => [] };
      const fault = receipt && receiptSumFault(receipt, amountOf(order));
      if (fault) return { refused: { verdict: 'receipt_refused', fault } };
      if (!(await holdProject(tx, projectId))) {
        return { refused: { verdict: key ? 'revoked' : 'payment_not_found' } };
      }
      const full = await queue.takeRoom(tx, projectId, settings);
      if (full) return { refused: { verdict: full } };
      const id = newId();
      const answer = answerOf({ id, orderId: order.id, status: 'queued' });
      return { answer, make: () => makeRefund(tx, id, order, request, settings.retryDeadlineMs) };
    });
  });
}

/** @returns the task that makes the refund */
async function makeRefund(
  tx: Transaction,
  id: string,
  order: OrderRow,
  request: RefundRequest,
  deadlineMs: number,
): Promise<QueuedTask[]> {
  await place(tx, id, order, request);
  await checkSoon(tx, order.projectId, [order.id]);
  const task = refundTask.task({
    id,
    payload: { order: order.id },
    identityId: order.identityId,
    environment: order.environment,
    target: order.connectionId === null ? null : { id: order.connectionId },
  });
  return [{ projectId: order.projectId, task, requestId: request.requestId, deadlineMs }];
}

async function place(
  tx: Transaction,
  id: string,
  order: OrderRow,
  { actor, receipt, requestId }: RefundRequest,
): Promise<void> {
  const [refund] = await tx.orm
    .insert(refunds)
    .values({
      projectId: order.projectId,
      id,
      orderId: order.id,
      environment: order.environment,
      status: 'queued',
      amount: order.amount,
      currency: order.currency,
      receipt,
      idempotenceKey: newId(),
      requestId,
    })
    .returning();
  await writeAudit(tx, { ...refundEntry(order, refund!, 'accepted'), actor });
}

const answerOf = ({ orderId, id, status }: Pick<RefundRow, 'orderId' | 'id' | 'status'>): string =>
  JSON.stringify({ order_id: showId('order', orderId), refund_id: showId('refund', id), status });
