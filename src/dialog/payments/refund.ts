import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { OpenConnection } from '../connections/kind.ts';
import type { OuterKind } from '../tasks/kinds.ts';
import type { Task, TaskOutcome } from '../tasks/task.ts';
import { followRefund } from './follow.ts';
import {
  amountOf,
  asRefund,
  changeOrder,
  changeRefund,
  checkSoon,
  type OrderRow,
  type RefundRow,
  readOrder,
  readRefunds,
} from './orders.ts';
import type { ProviderOutcome, ProviderRefund, Shop } from './provider.ts';
import { reconcileRefund, reconcileRefundCreation } from './refund-states.ts';
import { sandboxShop } from './sandbox.ts';
import { firstCheckMs } from './schedule.ts';
import { openConnectionOf, openShop } from './shops.ts';

/** What the task says that makes a refund; its id is the refund's. */
export interface RefundPayload {
  order: string;
}

export interface RefundOptions {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
}

/** Gives the whole payment back, once. What remains open is for reconciliation. */
export function refundKind({ database, vault, http }: RefundOptions): OuterKind {
  return {
    record: 'refund',
    succeeded: 'succeeded',
    quiet: 'always',
    async settled(tx, projectId, id) {
      const { rows } = await tx.query<{ order_id: string }>(
        'SELECT order_id FROM dialog.refunds WHERE project_id = $1 AND id = $2',
        [projectId, id],
      );
      if (rows[0]) await checkSoon(tx, projectId, rows[0].order_id);
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
  };
}

async function read(
  database: Pick<Database, 'orm'>,
  { projectId, id, payload }: Task,
  lock?: 'update',
): Promise<{ order: OrderRow; refund: RefundRow }> {
  const order = await readOrder(database, projectId, (payload as RefundPayload).order, lock);
  const refund = order && (await readRefunds(database, order)).find((row) => row.id === id);
  if (!refund) throw new Error(`the refund ${id} is missing`);
  return { order: order!, refund };
}

/** It shows as running from here on; one of which nobody knows what an earlier attempt did goes on to say so. */
async function start(database: Database, task: Task): Promise<void> {
  await database.transaction(async (tx) => {
    const { refund } = await read(tx, task, 'update');
    if (refund.status === 'queued') await changeRefund(tx, refund, { status: 'running' });
  });
}

/** Stores what the provider said. */
async function give(
  database: Database,
  task: Task,
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
    // Also after a success: the provider's books of this payment have changed, perhaps not by this alone.
    await changeOrder(tx, followed.order, {
      checks: 0,
      nextCheckAt: new Date(Date.now() + firstCheckMs),
    });
    return outcomeOf(followed.refund);
  });
}

/**
 * An owner has an unknown refund made again: what came of the first is looked for before.
 * @returns undefined when the provider has none, so that it may be made
 */
async function findAgain(
  database: Database,
  task: Task,
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

/** What the state of the refund says about the task that was to make it. */
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
