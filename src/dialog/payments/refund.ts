import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { OpenConnection } from '../connections/kind.ts';
import { openShop } from '../connections/shop.ts';
import type { ProviderOutcome, ProviderRefund, Shop } from '../providers/provider.ts';
import { defineKind, type TaskOf } from '../tasks/kind.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import { followRefund } from './follow.ts';
import {
  amountOf,
  asRefund,
  changeOrder,
  changeRefund,
  checkSoon,
  type OrderRow,
  orderLanes,
  type RefundRow,
  readOrder,
  readRefunds,
} from './orders.ts';
import { reconcileRefund, reconcileRefundCreation } from './refund-states.ts';
import { sandboxShop } from './sandbox.ts';
import { firstCheckMs } from './schedule.ts';
import { refunds } from './schema.ts';
import { openConnectionOf } from './shops.ts';

const payload = z.object({ order: z.string() });
type RefundTask = TaskOf<z.infer<typeof payload>>;

/** The kind of task that makes a refund. Its task has the id of the refund. */
export const refundTask = defineKind({
  name: 'refund',
  payload,
  lane: ({ payload: { order } }) => orderLanes.of(order),
});

export interface RefundOptions {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
}

/** Returns the whole payment, once. Reconciliation follows what remains open. */
export function refundKind({ database, vault, http }: RefundOptions) {
  return refundTask.outer({
    record: 'refund',
    succeeded: 'succeeded',
    quiet: 'always',
    async settled(tx, projectId, ids) {
      const found = await tx.orm
        .select({ orderId: refunds.orderId })
        .from(refunds)
        .where(and(eq(refunds.projectId, projectId), inArray(refunds.id, [...ids])));
      await checkSoon(
        tx,
        projectId,
        found.map(({ orderId }) => orderId),
      );
    },
    async run(task, begin) {
      const { order, refund } = await read(database, task);
      if (refund.status === 'succeeded' || refund.status === 'failed') return outcomeOf(refund);
      const connection = await openConnectionOf(database, vault, order);
      const live = order.environment === 'live';
      if (live && !connection) return give(database, task, { kind: 'refused', ...connectionDeleted });
      if (live && refund.status === 'unknown') {
        const known = await findAgain(database, task, order, refund, connection!, http);
        if (known) return known;
      }
      await start(database, task);
      const shop: Shop = live
        ? openShop(connection!, http)
        : sandboxShop('succeeded', order.course?.refund ?? 'succeeded');
      const outcome = await shop.createRefund(
        {
          refundId: showId('refund', refund.id),
          paymentId: order.paymentId!,
          amount: amountOf(refund),
          description: `Refund of ${showId('order', order.id)}`,
          receipt: refund.receipt,
        },
        { idempotenceKey: refund.idempotenceKey, begin },
      );
      return give(database, task, outcome);
    },
  });
}

async function read(
  database: Pick<Database, 'orm'>,
  { projectId, id, payload }: RefundTask,
  lock?: 'update',
): Promise<{ order: OrderRow; refund: RefundRow }> {
  const order = await readOrder(database, projectId, payload.order, lock);
  const refund = order && (await readRefunds(database, order)).find((row) => row.id === id);
  if (!refund) throw new Error(`the refund ${id} is missing`);
  return { order: order!, refund };
}

/** Marks a refund as running. If the result of an earlier attempt is unknown, it stays unknown. */
async function start(database: Database, task: RefundTask): Promise<void> {
  await database.transaction(async (tx) => {
    const { refund } = await read(tx, task, 'update');
    if (refund.status === 'queued') await changeRefund(tx, refund, { status: 'running' });
  });
}

/** Stores the provider's answer. */
async function give(
  database: Database,
  task: RefundTask,
  outcome: ProviderOutcome<ProviderRefund>,
): Promise<TaskOutcome> {
  if (outcome.kind === 'not_begun') {
    const { code, message, afterMs } = outcome;
    return { state: 'retry', error: { code, message }, ...(afterMs !== undefined && { afterMs }) };
  }
  return database.transaction(async (tx) => {
    const { order, refund } = await read(tx, task, 'update');
    const seen = reconcileRefundCreation(asRefund(refund, order.paymentId!), outcome);
    const followed = await followRefund(tx, order, refund, seen);
    // After a success too: the payment's books have changed, perhaps not only by this refund.
    await changeOrder(tx, followed.order, {
      checks: 0,
      nextCheckAt: new Date(Date.now() + firstCheckMs),
    });
    return outcomeOf(followed.refund);
  });
}

/**
 * An owner repeats an unknown refund: first look for a refund that the earlier call made.
 * @returns undefined if the provider has none, so that it may be made
 */
async function findAgain(
  database: Database,
  task: RefundTask,
  order: OrderRow,
  { id }: RefundRow,
  connection: OpenConnection,
  http: OutboundHttp,
): Promise<TaskOutcome | undefined> {
  const listed = await openShop(connection, http).findRefundsOf(order.paymentId!);
  if (listed.kind !== 'answered') {
    return { state: 'unknown', error: { code: listed.code, message: listed.message } };
  }
  const found = listed.value.find(({ refundId }) => refundId === showId('refund', id));
  if (!found) return undefined;
  return database.transaction(async (tx) => {
    const now = await read(tx, task, 'update');
    const seen = reconcileRefund(asRefund(now.refund, order.paymentId!), found);
    const followed = await followRefund(tx, now.order, now.refund, seen);
    return outcomeOf(followed.refund);
  });
}

/** The outcome of the task, by the status of its refund. */
function outcomeOf({ id, status, error }: RefundRow): TaskOutcome {
  switch (status) {
    case 'running':
    case 'succeeded':
      return { state: 'succeeded', result: { refund_id: showId('refund', id), status } };
    case 'failed':
      return { state: 'failed', error: error! };
    case 'queued':
    case 'unknown':
      return { state: 'unknown', error: error ?? noAnswer };
    default:
      return status satisfies never;
  }
}

const connectionDeleted = {
  code: 'connection_deleted',
  message: 'The connection of this payment was deleted.',
};
const noAnswer = { code: 'no_answer', message: 'The refund was asked for, and no answer is known.' };
