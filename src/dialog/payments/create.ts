import { sql } from 'drizzle-orm';
import { newId, showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import { writeAudit } from '../audit/entry.ts';
import type { OpenConnection } from '../connections/kind.ts';
import { openShop, returnUrlOf } from '../connections/shop.ts';
import { holdProject } from '../gate/projects.ts';
import { renderMock } from '../operations/mock.ts';
import type { PaymentRequest } from '../operations/payment.ts';
import type { JobRun, OwnRuns } from '../operations/run.ts';
import type { Money } from '../providers/money.ts';
import type { ProviderOutcome, ProviderPayment, Shop } from '../providers/provider.ts';
import { type Receipt, receiptFields, receiptSumFault } from '../providers/receipt.ts';
import type { TaskError, TaskOutcome } from '../tasks/task.ts';
import { inTurn } from '../template/in-turn.ts';
import type { Json } from '../template/json.ts';
import { Allowance, render, TemplateError } from '../template/liquid.ts';
import { storable } from '../template/storable.ts';
import { followPayment } from './follow.ts';
import {
  amountOf,
  asOrder,
  changeOrder,
  checkSoon,
  type OrderRow,
  paymentEntry,
  readOrder,
} from './orders.ts';
import { courseOf, sandboxShop } from './sandbox.ts';
import { firstCheckMs } from './schedule.ts';
import { orders } from './schema.ts';
import { findPayments } from './search.ts';
import { Accounts } from './shops.ts';
import { reconcileCreation, reconcilePayment } from './states.ts';
import { testShopId } from './test-shop.ts';

export interface PaymentRunOptions {
  database: Database;
  /** For looking into the books of a shop: what it answers then is about other customers, too, and does not go on record. */
  http: OutboundHttp;
  /** The address to which payers return if the connection has none. */
  publicUrl: string | undefined;
}

/** A neutral address, if no return address is configured. */
const noReturnUrl = 'https://yookassa.ru/';

/** More characters than any provider shows. */
const longestDescription = 500;

/** The part of an order that is known before the provider is called. */
type Sale = Pick<
  OrderRow,
  'description' | 'receipt' | 'returnUrl' | 'shopId' | 'test' | 'connectionId' | 'course'
>;

/**
 * Runs the jobs of payment operations: stores the order, then calls the provider once. Reconciliation follows what remains
 * open after that.
 */
export function paymentRuns({ database, http, publicUrl }: PaymentRunOptions): OwnRuns {
  const accounts = new Accounts();
  return {
    settled: checkSoon,
    async run(job, begin) {
      const known = await readOrder(database, job.task.projectId, job.task.id);
      if (known && known.status !== 'created' && known.status !== 'unknown') return outcomeOf(known);
      // If there is an order already, its input was valid, and a payment may have been made.
      const refused = known ? undefined : await job.refused();
      if (refused) return refused;
      const live = job.task.environment === 'live';
      if (live && !job.connection) return failed(connectionDeleted);
      const account = live ? await accounts.of(job.connection!, job.http) : null;
      if (account && account.kind !== 'answered') return notCreated(known, account);
      const shop = account?.value ?? { shopId: testShopId, test: true };
      if (known && known.shopId !== shop.shopId) return notCreated(known, { kind: 'refused', ...otherShop });

      let order = known;
      if (!order) {
        const sale = await inTurn(job.task.projectId, () => prepare(job, { ...shop, publicUrl }));
        if ('fault' in sale) return failed(sale.fault);
        order = await place(database, job, sale);
        if (!order) return failed(projectDeleted);
      }
      if (order.status === 'unknown') {
        const found = await findAgain(database, order, job.connection, http);
        if (found.kind === 'not_begun' || found.kind === 'unknown' || found.kind === 'refused') {
          return { state: 'unknown', error: errorOf(found) };
        }
        if (found.value.status !== 'unknown') return outcomeOf(found.value);
      }
      const shopAt: Shop = live ? openShop(job.connection!, job.http) : sandboxShop('pending', 'succeeded');
      const outcome = await shopAt.createPayment(
        {
          orderId: showId('order', order.id),
          amount: amountOf(order),
          description: order.description,
          returnUrl: order.returnUrl,
          receipt: order.receipt,
        },
        { idempotenceKey: order.idempotenceKey, begin },
      );
      if (outcome.kind === 'not_begun') return notCreated(order, outcome);
      return outcomeOf(await learn(database, order, outcome));
    },
  };
}

/** Renders what the payer will see, and the receipt. Neither can change the price. */
function prepare(
  { slug, definition, templateRules, scope, task, connection, connectionId }: JobRun,
  { shopId, test, publicUrl }: { shopId: string; test: boolean; publicUrl: string | undefined },
): Sale | { fault: TaskError } {
  const request = definition.request as PaymentRequest;
  const live = task.environment === 'live';
  const mocked = live ? null : renderMock(definition.mock, scope, templateRules);
  if (mocked?.state === 'failed') return { fault: mocked.error };
  const allowance = new Allowance(undefined, templateRules);
  let rendered: { description: Json; receipt: Json };
  try {
    rendered = {
      description: storable(render(request.description, scope, allowance)),
      receipt: request.receipt == null ? null : storable(render(request.receipt, scope, allowance)),
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { fault: { code: 'template_failed', message: `Nothing was sent: ${error.message}.` } };
  }
  const read = readReceipt(rendered.receipt, request.amount);
  if ('fault' in read) return read;
  const { description } = rendered;
  return {
    description: (typeof description === 'string' && description.trim().slice(0, longestDescription)) || slug,
    receipt: read.receipt,
    returnUrl: (connection && returnUrlOf(connection)) ?? publicUrl ?? noReturnUrl,
    shopId,
    test,
    connectionId: live ? connectionId : null,
    course: mocked ? courseOf(mocked, scope) : null,
  };
}

function readReceipt(rendered: Json, amount: Money): { receipt: Receipt | null } | { fault: TaskError } {
  if (rendered === null) return { receipt: null };
  const parsed = receiptFields.safeParse(rendered);
  const issue = parsed.error?.issues[0];
  const fault = issue ? `${issue.path.join('.')}: ${issue.message}` : receiptSumFault(parsed.data!, amount);
  if (fault === undefined) return { receipt: parsed.data! };
  return { fault: { code: 'receipt_invalid', message: `Nothing was sent; the receipt is wrong: ${fault}.` } };
}

/** Stores the order, once for each job. @returns undefined if the project was deleted meanwhile */
async function place(
  database: Database,
  { task, slug, definition }: JobRun,
  sale: Sale,
): Promise<OrderRow | undefined> {
  const { amount, product, access } = definition.request as PaymentRequest;
  return database.transaction(async (tx) => {
    if (!(await holdProject(tx, task.projectId))) return undefined;
    const [made] = await tx.orm
      .insert(orders)
      .values({
        projectId: task.projectId,
        id: task.id,
        operation: slug,
        identityId: task.identityId!,
        environment: task.environment,
        amount: amount.value,
        currency: amount.currency,
        product: product ?? null,
        access: access ?? null,
        idempotenceKey: newId(),
        waiter: task.waiter,
        cause: task.cause ?? null,
        requestId: task.requestId,
        // Payments are listed by their ids, which are as old as the job.
        createdAt: task.createdAt,
        nextCheckAt: sql`now() + make_interval(secs => ${firstCheckMs / 1000})`,
        ...sale,
      })
      .onConflictDoNothing()
      .returning();
    if (made) await writeAudit(tx, paymentEntry(made, 'created'));
    return made ?? readOrder(tx, task.projectId, task.id);
  });
}

/** Stores the provider's answer to the creation. */
async function learn(
  database: Database,
  { projectId, id }: OrderRow,
  outcome: ProviderOutcome<ProviderPayment>,
): Promise<OrderRow> {
  return database.transaction(async (tx) => {
    const locked = (await readOrder(tx, projectId, id, 'update'))!;
    const error = outcome.kind === 'answered' ? answerDiffers : errorOf(outcome);
    const order = await followPayment(
      tx,
      locked,
      reconcileCreation(asOrder(locked), outcome, new Date()),
      error,
    );
    const due = order.environment === 'sandbox' ? 0 : firstCheckMs;
    return changeOrder(tx, order, { checks: 0, nextCheckAt: new Date(Date.now() + due) });
  });
}

/** An owner repeats an unknown creation: first look for a payment that the earlier call made. */
async function findAgain(
  database: Database,
  order: OrderRow,
  connection: OpenConnection | null,
  http: OutboundHttp,
): Promise<ProviderOutcome<OrderRow>> {
  if (!connection) return { kind: 'answered', value: order };
  const found = await findPayments(openShop(connection, http), order, new Date());
  if (found.kind !== 'answered') return found;
  const value = await database.transaction(async (tx) => {
    let row = (await readOrder(tx, order.projectId, order.id, 'update'))!;
    for (const payment of found.value) {
      row = await followPayment(tx, row, reconcilePayment(asOrder(row), payment, new Date()));
    }
    return row;
  });
  return { kind: 'answered', value };
}

/** The outcome of the job, by the status of the order whose payment it should make. */
export function outcomeOf(
  order: OrderRow,
): Extract<TaskOutcome, { state: 'succeeded' | 'failed' | 'unknown' }> {
  switch (order.status) {
    case 'pending':
    case 'succeeded': {
      const { paymentUrl } = order;
      return { state: 'succeeded', result: { order_id: showId('order', order.id), payment_url: paymentUrl } };
    }
    case 'canceled':
      return failed(order.error ?? canceled);
    case 'created':
    case 'unknown':
      return { state: 'unknown', error: order.error ?? answerDiffers };
    default:
      return order.status satisfies never;
  }
}

/** The provider was not asked to create anything now. What an earlier attempt may have created stays open. */
function notCreated(
  order: OrderRow | undefined,
  outcome: Exclude<ProviderOutcome<unknown>, { kind: 'answered' }>,
): TaskOutcome {
  const error = errorOf(outcome);
  if (order?.status === 'unknown') return { state: 'unknown', error };
  if (outcome.kind === 'refused') return { state: 'failed', error };
  return { state: 'retry', error, ...(outcome.afterMs !== undefined && { afterMs: outcome.afterMs }) };
}

const failed = (error: TaskError) => ({ state: 'failed' as const, error });
const errorOf = ({ code, message }: TaskError): TaskError => ({ code, message });

const canceled = { code: 'payment_canceled', message: 'The provider canceled the payment at once.' };
const answerDiffers = {
  code: 'answer_differs',
  message: 'The provider answered with a payment that is not of this order; see its problems.',
};
const connectionDeleted = {
  code: 'connection_deleted',
  message: 'The connection of this operation was deleted before the run could begin.',
};
const otherShop = {
  code: 'shop_changed',
  message: 'The connection leads to another shop than when the order was made.',
};
const projectDeleted = { code: 'project_deleted', message: 'The project was deleted.' };
