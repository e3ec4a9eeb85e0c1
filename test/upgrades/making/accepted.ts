import { randomUUID } from 'node:crypto';
import { readId } from '../../../src/platform/ids.ts';
import type { LeftBehind, TaskRecord } from '../record.ts';
import type { Installation } from './installation.ts';
import { running, type Unfinished } from './unfinished.ts';

/** Without a worker, accepted tasks stay queued; later these are assigned to a dead worker, or delayed. */
const lefts = ['queued', 'claimed', 'later', 'overdue'] as const;

/** Makes an API process without a worker accept work of every kind. */
export async function leaveAccepted(
  installation: Installation,
  unfinished: Unfinished,
): Promise<TaskRecord[]> {
  const { outside, query, server, project } = installation;
  const tasks: TaskRecord[] = [];
  const keep = (kind: string, type: string | null, left: LeftBehind, made: { id: string; mark: string }) =>
    void tasks.push({ kind, type, left, ...made });
  const newest = async (kind: string) =>
    (await query('SELECT id FROM dialog.tasks WHERE kind = $1 ORDER BY seq DESC LIMIT 1', [kind]))[0]
      .id as string;
  const { bot } = outside.bots;

  for (const [n, left] of lefts.entries()) {
    const isNew = left === 'queued' || left === 'claimed';
    const customer = async () => (await installation.customer()).id;
    if (isNew) {
      const message = `message ${left}`;
      keep('message', 'webhook', left, await installation.send(await customer(), message));
      const userId = 6000 + n;
      bot.meet({ id: userId });
      const chat = await installation.customer('telegram', String(userId));
      const { id } = await installation.send(chat.id, `telegram ${left}`);
      keep('message', 'telegram', left, { id, mark: `telegram ${left}` });
      keep('job', 'http', left, await installation.runOperation('order', `job ${left}`));
      keep('job', 'webhook', left, await installation.runOperation('notify', `call ${left}`));
      const buyer = await installation.customer();
      const job = await installation.runOperation('month', `payment ${left}`, buyer.id);
      const orderId = job.mark.replace('job_', 'ord_');
      keep('job', 'payment', left, { id: job.id, mark: orderId });
      unfinished.orders[`payment ${left}`] = { orderId, profileId: buyer.profile_id };

      const order = unfinished.paid.pop()!;
      const key = { 'idempotency-key': randomUUID() };
      const { refund_id } = await installation.write(`/payments/${order.orderId}/refund`, {}, key);
      keep('refund', null, left, { id: readId('refund', refund_id)!, mark: order.orderId });
      unfinished.orders[`refund ${left}`] = order;
    }
    const visit = { externalId: `vis-${left}` };
    const chat = await installation.customer('webchat', visit.externalId);
    keep('message', 'webchat', left, await installation.send(chat.id, `chat ${left}`));

    const asked = await customer();
    await installation.event(asked, 'ask', `event ${left}`);
    keep('event', null, left, { id: await newest('event'), mark: `v2 asks event ${left}` });

    const externalId = randomUUID();
    await installation.customer('webhook', externalId);
    const said = await installation.say(externalId, 'hello');
    keep('received', 'webhook', left, { id: readId('message', said)!, mark: externalId });

    await installation.make('POST', `/dialogs/${unfinished.held[n]}/release`, {});
    keep('dialog', null, left, { id: await newest('dialog'), mark: unfinished.held[n]! });

    keep('run', null, left, await installation.startRun('record', `run ${left}`));
    const event = { event_id: `automation-${left}`, source: 'custom.order.paid', environment: 'live' };
    await installation.write('/automation-events', { ...event, data: { ref: `heard ${left}` } }, {});
    keep('automation_event', null, left, { id: await newest('automation_event'), mark: `heard ${left}` });
    await installation.callReceiver(installation.receivers[n]!, { ref: `hook ${left}` });
    keep('webhook_in', null, left, { id: await newest('webhook_in'), mark: `hook ${left}` });

    const presser = 7000 + n;
    bot.meet({ id: presser });
    await bot.press(presser, 1, 'nothing known');
    keep('callback', null, left, { id: await newest('callback'), mark: `${presser}` });
    await server.make('DELETE', `/projects/${project.id}/channels/${installation.oldBots[n]}`);
    keep('disconnection', null, left, { id: await newest('disconnection'), mark: `bot${n + 1}` });
  }
  for (const kind of ['reconcile', 'delivery']) {
    for (const [n, { id }] of (await running(query, kind)).entries()) {
      if (n < lefts.length) keep(kind, null, lefts[n]!, { id, mark: id });
    }
  }
  // Calls a method, and sends messages to the webhook channel and a Telegram bot, which then wait for their turn.
  const { key, path } = installation.method;
  await installation.write(
    path,
    { ref: 'called method' },
    { authorization: `Bearer ${key}`, 'idempotency-key': 'method-call-1' },
  );
  bot.meet({ id: 8000 });
  await bot.say(8000, 'hello');
  keep('received', 'telegram', 'queued', { id: await newest('received'), mark: '8000' });
  return tasks;
}
