import { randomUUID } from 'node:crypto';
import { readId } from '../../../src/platform/ids.ts';
import { until } from '../../harness/until.ts';
import type { LeftBehind, TaskRecord, UpgradeRecord } from '../record.ts';
import type { Installation } from './installation.ts';

type Orders = UpgradeRecord['orders'];

/** The unfinished work of a killed worker, by the behaviour of the outside world. */
export interface Unfinished {
  tasks: TaskRecord[];
  dialogs: Record<string, string>;
  runs: Record<string, string>;
  orders: Orders;
  /** Dialogs that an operator holds, to be released when no worker runs. */
  held: string[];
  /** Payments that are paid, to be refunded when no worker runs. */
  paid: { orderId: string; profileId: string }[];
}

/**
 * The answers of the outside world, by the state in which they leave a task. Both waits for a retry begin the same way.
 */
const endings = ['later', 'overdue', 'unknown', 'begun'] as const;

/** Makes the outside world refuse, cut and hang, until a worker has unfinished work of every kind. */
export async function leaveUnfinished(installation: Installation): Promise<Unfinished> {
  const { outside, query } = installation;
  const tasks: TaskRecord[] = [];
  const keep = (kind: string, type: string | null, left: LeftBehind, made: { id: string; mark: string }) =>
    void tasks.push({ kind, type, left, ...made });
  const reached = (id: string, left: LeftBehind) => until(async () => isLeft(query, id, left));

  // The outside world behaves as the text of each request says.
  outside.receivers.customers.answer = (received, response) => behave(received.body.text, response);
  outside.receivers.hook.answer = (received, response) => behave(received.body.ref, response);
  outside.target.manner = ({ body }) => {
    if (/later|overdue/.test(body)) return { does: 'answer', status: 503, headers: { 'retry-after': '600' } };
    if (/unknown/.test(body)) return { does: 'cut after reading' };
    return /begun/.test(body) ? { does: 'hang' } : { does: 'answer' };
  };
  const { bot } = outside.bots;
  const paid: Unfinished['paid'] = [];
  for (let n = 0; n < 6; n++) {
    const { paymentId, ...order } = await installation.sell();
    outside.shop.pay(paymentId);
    await installation.notify(paymentId);
    await until(async () => (await installation.payment(order.orderId))?.access_until != null);
    paid.push(order);
  }
  const open = [];
  for (let n = 0; n < 5; n++) open.push(await installation.sell());

  for (const left of endings) {
    const { id: customer } = await installation.customer();
    const message = await installation.send(customer, `message ${left}`);
    keep('message', 'webhook', left, message);
    keep('job', 'http', left, await installation.runOperation('order', `job ${left}`));
    keep('job', 'webhook', left, await installation.runOperation('notify', `call ${left}`));

    const userId = 5000 + endings.indexOf(left);
    bot.meet({ id: userId });
    if (left === 'later' || left === 'overdue')
      bot.trouble('sendMessage', { is: 'too_many', retryAfter: 600 });
    else bot.trouble('sendMessage', { is: left === 'begun' ? 'hang' : 'cut' });
    const chat = await installation.customer('telegram', String(userId));
    const told = await installation.send(chat.id, `telegram ${left}`);
    await reached(told.id, left);
    keep('message', 'telegram', left, { id: told.id, mark: `telegram ${left}` });
  }
  for (const task of tasks) await reached(task.id, task.left);

  const waits = await leaveWaiting(installation);
  const held: string[] = [];
  for (let n = 0; n < 6; n++) {
    const { id } = await installation.customer();
    await installation.make('POST', `/dialogs/${id}/hold`, {});
    held.push(id);
  }

  const orders: Orders = { open: open[0]! };
  // The next steps must be quick: unknown payments are looked up at the provider after five seconds.
  for (const left of endings) {
    const order = paid.pop()!;
    outside.shop.fail('POST /refunds', faultFor(left));
    const { body } = await installation.call('POST', `/payments/${order.orderId}/refund`, {
      body: {},
      headers: { 'idempotency-key': randomUUID() },
    });
    const id = readId('refund', body.refund_id)!;
    await reached(id, left);
    keep('refund', null, left, { id, mark: order.orderId });
    orders[`refund ${left}`] = order;

    const { id: customer, profile_id: profileId } = await installation.customer();
    outside.shop.fail('POST /payments', faultFor(left));
    const job = await installation.runOperation('month', `payment ${left}`, customer);
    await reached(job.id, left);
    const orderId = job.mark.replace('job_', 'ord_');
    keep('job', 'payment', left, { id: job.id, mark: orderId });
    orders[`payment ${left}`] = { orderId, profileId };
  }
  // Tasks that only read, or may be repeated, are never marked as begun: they stay claimed.
  for (const order of open.slice(1)) {
    outside.shop.fail('GET /payments/{id}', 'hang_before');
    await installation.notify(order.paymentId);
    orders[`looked at ${open.indexOf(order)}`] = order;
  }
  await until(async () => (await running(query, 'reconcile')).length >= 4);
  outside.receivers.told.answer = () => {};
  for (let n = 0; n < 6; n++) {
    const { id } = await installation.customer();
    await installation.send(id, `to be told of ${n}`);
  }
  await until(async () => (await running(query, 'delivery')).length >= 6);
  return { tasks, ...waits, orders, held, paid };
}

const faultFor = (left: LeftBehind) =>
  left === 'begun'
    ? ('hang_after' as const)
    : left === 'unknown'
      ? ('cut_after' as const)
      : { tooManyRequests: { retryAfterMs: 600_000 } };

/** Tasks of a kind that a worker is carrying out. */
export const running = (query: Installation['query'], kind: string): Promise<{ id: string }[]> =>
  query(
    `SELECT id FROM dialog.tasks WHERE kind = $1 AND state = 'running' AND begun_at IS NULL ORDER BY seq`,
    [kind],
  );

async function isLeft(query: Installation['query'], id: string, left: LeftBehind): Promise<boolean> {
  const [task] = await query('SELECT state, attempts, begun_at FROM dialog.tasks WHERE id = $1', [id]);
  if (left === 'begun') return task.state === 'running' && task.begun_at !== null;
  if (left === 'unknown') return task.state === 'unknown';
  return task.state === 'queued' && task.attempts === 1;
}

function behave(text: string, response: any): void {
  if (/later|overdue/.test(text)) response.writeHead(503, { 'retry-after': '600' }).end();
  else if (/unknown/.test(text)) response.socket.destroy();
  else if (!/begun/.test(text)) response.writeHead(204).end();
}

/** A dialog and a run in every kind of wait. */
async function leaveWaiting(installation: Installation): Promise<Pick<Unfinished, 'dialogs' | 'runs'>> {
  const { query } = installation;
  const dialogs: Record<string, string> = {};
  const wait = async (name: string, text: string, kind: string, ref = name) => {
    const { id } = await installation.customer();
    await installation.event(id, text, ref);
    await until(async () => {
      const [dialog] = await query(
        `SELECT position #>> '{waiting,kind}' AS kind, held_at FROM dialog.dialogs WHERE identity_id = $1`,
        [readId('identity', id)],
      );
      return dialog && (dialog.kind === kind || (kind === 'operator' && dialog.held_at !== null));
    });
    dialogs[name] = id;
  };
  await wait('answer', 'ask', 'answer');
  await wait('choice', 'pick', 'answer');
  await wait('handover', 'human', 'operator');
  await wait('spawned', 'spawn', 'answer');
  await wait('order begun', 'order', 'call');
  await wait('order later', 'order', 'call');
  await wait('payment', 'pay', 'call');
  await wait('hold', 'ask', 'answer');
  await installation.make('POST', `/dialogs/${dialogs.hold}/hold`, {});

  const runs: Record<string, string> = {};
  const run = async (name: string, slug: string, identityId: string | null = null) => {
    runs[name] = (await installation.startRun(slug, `run ${name}`, identityId)).id;
    await until(async () => {
      const [row] = await query('SELECT status FROM dialog.workflow_runs WHERE id = $1', [runs[name]]);
      return row?.status === 'waiting';
    });
  };
  await run('order begun', 'errand');
  await run('order later', 'errand');
  await run('payment', 'sale', (await installation.customer()).id);
  await run('delay', 'pause');
  await wait('delay', 'wait', 'timer');
  await wait('timeout', 'hurry', 'answer');
  await wait('brief handover', 'brief', 'operator');
  // The links exist before the provider begins to misbehave.
  await until(
    async () =>
      (await query(`SELECT 1 FROM dialog.orders WHERE waiter IS NOT NULL AND status = 'pending'`)).length ===
      2,
  );
  return { dialogs, runs };
}
