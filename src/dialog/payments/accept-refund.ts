import { newId, showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { writeAudit } from '../audit/entry.ts';
import type { ProjectKey } from '../gate/key-ring.ts';
import type { Acceptance, AcceptLimits } from '../tasks/accept.ts';
import { insertTasks } from '../tasks/insert.ts';
import { findRepetition } from '../tasks/repetition.ts';
import { takeRoom } from '../tasks/room.ts';
import type { LaneTicket } from '../tasks/task.ts';
import {
  amountOf,
  checkSoon,
  holdProject,
  laneOf,
  type OrderRow,
  type RefundRow,
  readOrder,
  readRefunds,
  refundEntry,
} from './orders.ts';
import { type Receipt, receiptSumFault } from './receipt.ts';
import type { RefundPayload } from './refund.ts';
import { refunds } from './schema.ts';

/** A refund as a client asks for it. */
export interface RefundRequest {
  key: ProjectKey;
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
  /** @property status of the payment */
  | { verdict: 'not_refundable'; status: OrderRow['status'] }
  /** @property fault a sentence about the receipt */
  | { verdict: 'receipt_refused'; fault: string };

export interface RefundAcceptOptions {
  database: Database;
  shard: number;
  settings: AcceptLimits;
}

/**
 * Accepts a refund with its request key, its task and its audit entry in one transaction, under the order's lock: all
 * requests for one order take turns there, so any number of them makes one refund. Only one that has failed for certain
 * may be followed by another.
 * @returns the verdict, and the lanes to wake
 */
export function acceptRefund(
  { database, shard, settings }: RefundAcceptOptions,
  request: RefundRequest,
): Promise<{ verdict: RefundVerdict; wake: LaneTicket[] }> {
  const { key, orderId, receipt } = request;
  const { projectId } = key;
  return database.transaction(async (tx) => {
    const refused = (verdict: RefundVerdict) => ({ verdict, wake: [] });
    const order = await readOrder(tx, projectId, orderId, 'update');
    if (!(await isInForce(tx, key))) return refused({ verdict: 'revoked' });
    if (!order) return refused({ verdict: 'payment_not_found' });
    const write = {
      projectId,
      endpoint: `payments/${orderId}/refund`,
      key: request.idempotencyKey,
      fingerprint: request.fingerprint,
    };
    const known = await findRepetition(tx, write);
    if (known && known.verdict !== 'channel_limits') return refused(known);
    if (order.status !== 'succeeded') return refused({ verdict: 'not_refundable', status: order.status });
    const present = (await readRefunds(tx, order)).find(({ status }) => status !== 'failed');
    if (present) {
      const answer = answerOf(present);
      await remember(tx, write, answer);
      return refused({ verdict: 'accepted', answer });
    }
    const fault = receipt && receiptSumFault(receipt, amountOf(order));
    if (fault) return refused({ verdict: 'receipt_refused', fault });
    if (!(await holdProject(tx, projectId))) return refused({ verdict: 'revoked' });
    const full = await takeRoom(tx, shard, projectId, settings);
    if (full) return refused({ verdict: full });

    const refund = await place(tx, order, request);
    const answer = answerOf(refund);
    await remember(tx, write, answer);
    const wake = await insertTasks(tx, shard, [
      {
        projectId,
        id: refund.id,
        kind: 'refund',
        lane: laneOf(order.id),
        environment: order.environment,
        identityId: order.identityId,
        target: order.connectionId === null ? null : { id: order.connectionId },
        requestId: request.requestId,
        payload: { order: order.id } satisfies RefundPayload,
        deadlineMs: settings.retryDeadlineMs,
      },
    ]);
    await checkSoon(tx, projectId, order.id);
    return { verdict: { verdict: 'accepted', answer }, wake };
  });
}

async function isInForce(tx: Transaction, { projectId, id }: ProjectKey): Promise<boolean> {
  const { rows } = await tx.query(
    'SELECT 1 FROM dialog.project_keys WHERE project_id = $1 AND id = $2 AND revoked_at IS NULL',
    [projectId, id],
  );
  return rows.length > 0;
}

async function place(
  tx: Transaction,
  order: OrderRow,
  { key, receipt, requestId }: RefundRequest,
): Promise<RefundRow> {
  const [refund] = await tx.orm
    .insert(refunds)
    .values({
      projectId: order.projectId,
      id: newId(),
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
  await writeAudit(tx, {
    ...refundEntry(order, refund!, 'accepted'),
    actor: { type: 'key', id: key.publicId, name: key.name },
  });
  return refund!;
}

async function remember(
  tx: Transaction,
  { projectId, endpoint, key, fingerprint }: Parameters<typeof findRepetition>[1],
  answer: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO dialog.request_keys (project_id, endpoint, key, fingerprint, answer) VALUES ($1, $2, $3, $4, $5)`,
    [projectId, endpoint, key, fingerprint, answer],
  );
}

const answerOf = ({ orderId, id, status }: RefundRow): string =>
  JSON.stringify({ order_id: showId('order', orderId), refund_id: showId('refund', id), status });
