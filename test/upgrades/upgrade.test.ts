import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelTypes } from '../../src/dialog/content/content.ts';
import { operationKinds } from '../../src/dialog/operations/kinds.ts';
import { readId, showId } from '../../src/platform/ids.ts';
import { isMigrated } from '../../src/platform/migrations.ts';
import { folded, recount } from '../analytics/recount.ts';
import { until } from '../harness/until.ts';
import type { TaskRecord } from './record.ts';
import { type Upgraded, upgrade } from './scene.ts';

/**
 * The present build on the database of version 0.12.0, which was killed in the middle of work of every kind. All
 * guarantees of that version are kept. README.md says how the dump was made.
 */
const version = '0.12.0';

/** Kinds of task, types of channel and kinds of operation that came later, each with the version that brought it. */
const newer: Record<string, string> = {
  revision: 'what people had said could not be changed',
  fetch: 'files that customers send came after 0.12.0',
  arrival: 'flows that wait for events came after 0.12.0',
  transform: 'steps that transform came after 0.12.0',
  press: 'presses were answered by tasks of kind "callback"',
};

/** Tasks that only read, or may be repeated without harm, are never marked as begun, so they are never unknown. */
const neverBegins = ['reconcile', 'callback', 'disconnection', 'delivery', 'fetch', 'press', 'transform'];

let upgraded: Upgraded;
/** By name: the questions in the dump, with the answers of a customer. */
const answers = { answer: 'Ada', pinned: 'Ada', choice: 'small', spawned: 'fine' } as const;

beforeAll(async () => {
  upgraded = await upgrade(version);
  const { installation, record } = upgraded;
  await upgraded.settled();
  for (const [wait, text] of Object.entries(answers)) await installation.event(record.dialogs[wait]!, text);
  for (const wait of ['handover', 'hold']) {
    await installation.make('POST', `/dialogs/${record.dialogs[wait]}/release`, {});
  }
  // Only after the release, since messages to a held dialog are for the operator.
  await upgraded.settled();
  await installation.event(record.dialogs.hold!, 'Ada');
  await paySomehow();
  await until(async () => {
    const [{ open }] = await upgraded.query(
      `SELECT (SELECT count(*) FROM dialog.workflow_runs WHERE finished_at IS NULL)::int
            + (SELECT count(*) FROM dialog.dialogs
               WHERE position ->> 'waiting' IS NOT NULL AND identity_id = ANY ($1))::int AS open`,
      [Object.values(record.dialogs).map((shown) => readId('identity', shown))],
    );
    return open === 0;
  }, 60_000);
  await upgraded.settled();
});

afterAll(() => upgraded?.close());

/** Customers pay every pending payment, once the server knows of it. */
async function paySomehow(): Promise<void> {
  const { installation, outside, query } = upgraded;
  await until(async () => {
    const [{ open }] = await query(
      `SELECT count(*)::int AS open FROM dialog.orders WHERE status IN ('created', 'unknown')`,
    );
    return open === 0;
  }, 60_000);
  for (const { id, status } of outside.shop.shop.payments) {
    if (status !== 'pending') continue;
    outside.shop.pay(id);
    await installation.notify(id);
  }
  await until(async () => {
    const [{ open }] = await query(
      `SELECT (SELECT count(*) FROM dialog.orders WHERE status <> 'succeeded')::int
            + (SELECT count(*) FROM dialog.refunds WHERE status <> 'succeeded')::int AS open`,
    );
    return open === 0;
  }, 60_000);
}

const of = (kind: string, type: string | null = null) =>
  upgraded.record.tasks.filter((task) => task.kind === kind && (type === null || task.type === type));
const nameOf = ({ kind, type, left }: TaskRecord) => `${kind}${type ? ` ${type}` : ''} ${left}`;
/** The expected number of requests for each task: none for tasks that may have sent theirs before. */
const onceUnlessBegun = (tasks: TaskRecord[]) =>
  tasks.map((task) => [nameOf(task), task.left === 'begun' || task.left === 'unknown' ? 0 : 1]);
const counted = (tasks: TaskRecord[], count: (task: TaskRecord) => number) =>
  tasks.map((task) => [nameOf(task), count(task)]);

describe('the dump of an earlier release', () => {
  it('has tasks of every kind that this build knows, in every state that a killed process leaves', () => {
    const unheld = Object.entries(upgraded.server.parts.kinds).flatMap(([kind, definition]) =>
      missing(kind, null, 'run' in definition && !neverBegins.includes(kind)),
    );
    expect(unheld).toEqual([]);
  });

  it('has messages on every type of channel and jobs of every kind of operation, in each of these states', () => {
    // A web chat message is only stored, so its outcome is always known.
    const messages = channelTypes.flatMap((type) => missing('message', type, type !== 'webchat'));
    const jobs = Object.keys(operationKinds).flatMap((type) => missing('job', type, true));
    expect([...messages, ...jobs]).toEqual([]);
  });
});

/** The tasks that the dump lacks, one sentence for each. */
function missing(kind: string, type: string | null, begins: boolean): string[] {
  if (newer[type ?? kind]) return [];
  return (['queued', 'claimed', 'later', 'overdue', ...(begins ? ['begun', 'unknown'] : [])] as const)
    .filter((left) => !of(kind, type).some((task) => task.left === left))
    .map(
      (left) =>
        `the dump of ${version} has no task of kind "${kind}"${type ? ` and type "${type}"` : ''} that is ${left}: what ` +
        `is newer than ${version} is named in "newer", and belongs into the next dump`,
    );
}

describe('after the upgrade', () => {
  it('all migrations are recorded as applied, old and new ones', async () => {
    expect(await isMigrated(upgraded.server.parts.database)).toBe(true);
  });

  it('tasks that had not begun are done, and tasks that had begun without an answer are unknown', async () => {
    const rows = await upgraded.query('SELECT id, state, error FROM dialog.tasks');
    const found = new Map(rows.map((row) => [row.id, row.state]));
    const settledByProvider = ({ kind, type }: TaskRecord) => kind === 'refund' || type === 'payment';
    expect(upgraded.record.tasks.map((task) => [nameOf(task), found.get(task.id)])).toEqual(
      upgraded.record.tasks.map((task) => [
        nameOf(task),
        ['begun', 'unknown'].includes(task.left) && !settledByProvider(task) ? 'unknown' : 'succeeded',
      ]),
    );
  });

  it('every message reaches its customer once, except those that may have arrived before', () => {
    const { customers } = upgraded.outside.receivers;
    const { bot } = upgraded.outside.bots;
    expect(customers.refused).toEqual([]);
    const webhook = of('message', 'webhook');
    expect(counted(webhook, ({ mark }) => customers.received.filter(({ id }) => id === mark).length)).toEqual(
      onceUnlessBegun(webhook),
    );
    const telegram = of('message', 'telegram');
    expect(counted(telegram, ({ mark }) => bot.sent.filter(({ text }) => text === mark).length)).toEqual(
      onceUnlessBegun(telegram),
    );
  });

  it('every job is carried out once with the secrets of its connection, except those that may have been carried out before', () => {
    const { target } = upgraded.outside;
    const { hook } = upgraded.outside.receivers;
    expect([target.faults, hook.refused]).toEqual([[], []]);
    const http = of('job', 'http');
    expect(counted(http, ({ mark }) => target.of(mark).length)).toEqual(onceUnlessBegun(http));
    const webhook = of('job', 'webhook');
    expect(counted(webhook, ({ mark }) => hook.received.filter(({ id }) => id === mark).length)).toEqual(
      onceUnlessBegun(webhook),
    );
    expect(target.arrivals.filter(({ body }) => body.includes('called method'))).toHaveLength(1);
  });

  it('bots answer pressed buttons, and bots of deleted channels are disconnected', () => {
    const { bot, ...old } = upgraded.outside.bots;
    expect([...bot.answered].sort()).toEqual([...upgraded.record.outside.openQueries].sort());
    for (const each of Object.values(old)) {
      expect(each.calls.map(({ method }) => method)).toEqual(['deleteWebhook']);
    }
  });

  it('waiting dialogs go on from their position, on the version that they began with', () => {
    const { told, record } = upgraded;
    const last = Object.fromEntries(
      Object.entries(record.dialogs).map(([wait, id]) => [wait, told(id).at(-1)]),
    );
    expect(last).toEqual({
      answer: 'v2 greets Ada',
      pinned: 'v1 greets Ada',
      choice: 'picked Small',
      handover: 'the bot is back',
      hold: 'v2 greets Ada',
      spawned: 'over',
      'order begun': 'ordered: unknown',
      'order later': 'ordered: succeeded',
      payment: 'thanks for the money',
      delay: 'waited',
      timeout: 'too late',
      'brief handover': 'no person came',
    });
  });

  it('messages and events of customers and clients are processed once', () => {
    const { outside } = upgraded;
    const texts = outside.receivers.customers.received.map(({ body }) => body.text);
    expect(counted(of('event'), ({ mark }) => texts.filter((text) => text === mark).length)).toEqual(
      of('event').map((task) => [nameOf(task), 1]),
    );
    const replies = outside.receivers.customers.received.filter(({ body }) => body.text === 'hello back');
    expect(replies.map(({ body }) => body.external_id).sort()).toEqual(
      of('received', 'webhook')
        .map(({ mark }) => mark)
        .sort(),
    );
    expect(
      outside.bots.bot.sent.filter(({ text }) => text === 'hello back').map(({ chat_id }) => chat_id),
    ).toEqual(of('received', 'telegram').map(({ mark }) => Number(mark)));
  });

  it('every run is carried out once, even one that was due meanwhile', async () => {
    const { installation, record } = upgraded;
    const { body } = await installation.call('GET', '/tables/kept/rows?environment=live&limit=500');
    const inner = record.tasks.filter(({ kind }) => ['run', 'automation_event', 'webhook_in'].includes(kind));
    // Three writes before, and one for each row since then.
    expect([body.revision, body.total]).toEqual([body.rows.length, body.rows.length]);
    expect(body.rows.map((row: any) => [row.ref, row.status ?? row.missed ?? null]).sort()).toEqual(
      [
        ...['row-0', 'row-1', 'row-2', 'spawned', 'run delay'].map((ref) => [ref, null]),
        ...inner.map(({ mark }) => [mark, null]),
        ['run order begun', 'unknown'],
        ['run order later', 'succeeded'],
        ['run payment', 'succeeded'],
        ['nightly', true],
      ].sort(),
    );
  });

  it('payments are made and refunded once at the provider, and each grants its access once', async () => {
    const { outside, record, installation } = upgraded;
    const { payments, refunds } = outside.shop.shop;
    const posts = (operation: string, orderId: string) =>
      outside.shop.requests.filter(
        ({ operation: made, body, status }) =>
          made === operation && status === 200 && JSON.stringify(body).includes(orderId),
      ).length;
    const paying = of('job', 'payment');
    expect(counted(paying, ({ mark }) => posts('POST /payments', mark))).toEqual(onceUnlessBegun(paying));
    const paymentsOf = (orderId: string) => payments.filter(({ metadata }) => metadata.order_id === orderId);
    const refunding = of('refund');
    const paymentOf = (orderId: string) => paymentsOf(orderId)[0]!.id;
    expect(counted(refunding, ({ mark }) => posts('POST /refunds', paymentOf(mark)))).toEqual(
      onceUnlessBegun(refunding),
    );
    for (const [name, { orderId, profileId }] of Object.entries(record.orders)) {
      const isRefunded = name.startsWith('refund');
      const { body: profile } = await installation.call('GET', `/profiles/${profileId}`);
      expect([
        name,
        paymentsOf(orderId).length,
        refunds.filter(({ payment_id }) => payment_id === paymentOf(orderId)).length,
        profile.paid_access.length,
      ]).toEqual([name, 1, isRefunded ? 1 : 0, isRefunded ? 0 : 1]);
      const shown = await installation.payment(orderId);
      expect([name, shown.status, shown.refund?.status ?? null]).toEqual([
        name,
        'succeeded',
        isRefunded ? 'succeeded' : null,
      ]);
    }
  });

  it('the audit log has every earlier entry, and the subscription is notified of each missed one', async () => {
    const { before, client, record, outside } = upgraded;
    expect([before.inbox > 0, before.behind >= 0]).toEqual([true, true]);
    await numbered();
    const entries = await client.audit(record.project);
    expect(entries.map(({ id }) => Number(id))).toEqual(entries.map((_, i) => i + 1));
    const { told } = outside.receivers;
    expect(told.refused).toEqual([]);
    const wanted = entries.filter(
      ({ id, action, environment }) =>
        Number(id) > record.cursor &&
        /^message\.(received|sent|failed|unknown)$/.test(action) &&
        environment === 'live',
    );
    const arrived = new Map(told.received.map((received) => [received.id, received]));
    const dumped = of('delivery').map(({ id }) => showId('delivery', id));
    expect(dumped.filter((id) => !arrived.has(id))).toEqual([]);
    const numbers = new Set([...arrived.values()].map(({ body }) => Number(body.data.id ?? body.id)));
    expect(wanted.filter(({ id }) => !numbers.has(Number(id)))).toEqual([]);
    expect(told.received).toHaveLength(arrived.size);
  });

  it('the analytics equal a recount', async () => {
    const { server, query } = upgraded;
    const [{ id }] = await query('SELECT id FROM dialog.projects');
    expect(withoutDays(await folded(server.parts.database, id))).toEqual(
      withoutDays(await recount(server.parts.database, id)),
    );
  });

  it('the old password and keys still work', async () => {
    const { client, record } = upgraded;
    const { project, method } = record;
    expect((await client.call('GET', `/api/v1/projects/${project.id}/audit`, project)).status).toBe(200);
    expect(
      (await client.call('GET', `/api/v1/projects/${project.id}/audit`, { key: method.key })).status,
    ).not.toBe(200);
    // Who made them is known from the audit log.
    for (const kind of ['keys', 'method-keys']) {
      const { items } = await client.make('GET', `/projects/${project.id}/${kind}`);
      expect(items.map(({ made_by }: any) => made_by)).not.toContain(null);
    }
    const answer = await client.call('POST', method.path, {
      key: method.key,
      body: { ref: 'after the upgrade' },
      headers: { 'idempotency-key': 'after-the-upgrade' },
    });
    expect(answer.status).toBe(202);
  });

  it('a repeated write gets its first answer, and does nothing', async () => {
    const { client, record, query } = upgraded;
    await numbered();
    const count = async () => {
      await client.audit(record.project);
      return (await query('SELECT count(*)::int AS n FROM dialog.audit_log'))[0].n;
    };
    const before = await count();
    for (const { method, path, headers, body, answer } of record.replays) {
      const again = await client.call(method, path, { body, headers });
      const expected = 'duplicate' in answer.body ? { ...answer.body, duplicate: true } : answer.body;
      expect([path, again.status, again.body]).toEqual([path, answer.status, expected]);
    }
    expect(record.replays.length).toBeGreaterThan(50);
    expect(await count()).toBe(before);
  });

  it('published versions and the catalog are unchanged', async () => {
    const { client, record } = upgraded;
    for (const { as, path, body } of record.reads) {
      const answer =
        as === 'owner'
          ? await client.owner('GET', path)
          : await client.call('GET', path, as === 'project' ? { key: record.project.key } : {});
      // A later version may say more of what it finds.
      expect([path, answer.body]).toMatchObject([path, body]);
    }
  });

  it('published versions keep the rules by which their templates were written', async () => {
    const { client, query, record } = upgraded;
    const path = `/projects/${record.project.id}/scenario`;
    const rulesOf = async () =>
      (await client.make('GET', `${path}/versions`)).items.map(({ template_rules: rules }: any) => rules);
    expect(await rulesOf()).toEqual([1, 1]);
    for (const table of ['workflow_versions', 'operation_revisions', 'method_versions', 'receivers']) {
      const rows = await query(`SELECT DISTINCT template_rules FROM dialog.${table}`);
      expect([table, rows]).toEqual([table, [{ template_rules: 1 }]]);
    }
  });

  it('a visitor finds the chat unchanged, a merge can be undone, and a link code still works', async () => {
    const { client, record, installation } = upgraded;
    const { body } = await client.call('GET', `/api/chat/${record.channels.webchat}/messages`, {
      key: record.visitor.token,
      headers: { origin: 'https://shop.example' },
    });
    expect(body.items).toEqual(record.visitor.messages);

    expect((await installation.call('GET', `/profiles/${record.links.absorbed}`)).body.id).not.toBe(
      record.links.absorbed,
    );
    await installation.make('POST', `/links/${record.links.id}/undo`);
    const { body: restored } = await installation.call('GET', `/profiles/${record.links.absorbed}`);
    expect([restored.id, restored.identities.length]).toEqual([record.links.absorbed, 1]);

    const { id } = await installation.customer('webhook', 'a-second-account');
    await installation.say('a-second-account', `/link ${record.linkCode.code}`);
    await until(async () => {
      const { body: profile } = await installation.call('GET', `/profiles/${record.linkCode.profileId}`);
      return profile.identities.some((identity: any) => identity.id === id);
    });
  });
});

/** Waits until all work is done and in the audit log, and the subscription was notified. */
async function numbered(): Promise<void> {
  await upgraded.settled();
  await until(async () => {
    const [{ inbox, last, cursor }] = await upgraded.query(
      `SELECT (SELECT count(*)::int FROM dialog.audit_inbox) AS inbox, h.last::int, s.cursor::int
       FROM dialog.audit_heads AS h JOIN dialog.subscriptions AS s USING (project_id)`,
    );
    return inbox === 0 && last === cursor;
  }, 60_000);
  await upgraded.settled();
}

/** Figures summed over days: those of before are moved by whole days. */
function withoutDays(counts: Map<string, number>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of counts) {
    const place = name.replace(/^\S+ /, '');
    sums[place] = (sums[place] ?? 0) + count;
  }
  return sums;
}
