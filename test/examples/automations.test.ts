import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import { startTelegram } from '../fakes/telegram.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { identityOf } from '../webchat/scene.ts';
import { newDelivery, type Sender, senders } from '../webhooks/senders.ts';
import { type Change, Example } from './scene.ts';

let server: TestServer;
/** The chat of the team. */
let team: Target;

beforeAll(async () => {
  [server, team] = await Promise.all([useTestServer(), startTarget()]);
});
afterAll(async () => {
  await server?.close();
  expect(team.faults).toEqual([]);
  await team?.close();
});

const teamChat = (path: string): Change => [
  'connections/team.json',
  'https://chat.example/hooks/put-the-path-of-your-hook-here',
  `${team.url}/${path}`,
];
/** What the team was told by the example with this path. */
const told = (path: string): string[] =>
  team.arrivals.filter(({ url }) => url === `/${path}/`).map(({ body }) => JSON.parse(body).text);

/** The other system calls a receiver, as it signs its calls. */
async function deliver(
  { headers }: Sender,
  { url, secret }: { url: string; secret: string },
  body: object,
  { id = newDelivery(), more = {} }: { id?: string; more?: Record<string, string> } = {},
): Promise<{ status: number; body: any }> {
  const raw = JSON.stringify(body);
  const at = Math.floor(Date.now() / 1000);
  return server.call('POST', new URL(url).pathname, {
    raw,
    headers: { 'content-type': 'application/json', ...headers(secret, raw, id, at), ...more },
  });
}

describe('shop-order', () => {
  const order = (number: number, quantity: number) => ({
    order_number: number,
    email: 'ann@example.com',
    total_price: '27.50',
    shipping_address: { name: 'Ann', city: 'Berlin' },
    line_items: [
      { sku: 'CUP-2', quantity, requires_shipping: true },
      { sku: 'TEA-100', quantity: 1, requires_shipping: true },
      { sku: 'TEA-100', quantity: 2, requires_shipping: true },
      { sku: 'VOUCHER', quantity: 1, requires_shipping: false },
    ],
  });

  it('ships what was paid once, keeps count of the stock, and calls people to what it cannot do', async () => {
    const warehouse = await startTarget();
    warehouse.manner = ({ url }) => ({
      does: 'answer',
      ...(url.endsWith('/1002') ? { status: 422 } : { body: `{"parcel":"P-${url.split('/').pop()}"}` }),
    });
    const secret = 'hush-of-the-shop';
    const example = await Example.publish(server, 'shop-order', {
      changes: [
        teamChat('shop'),
        ['receivers/shop.json', 'put-the-client-secret-of-your-Shopify-app-here', secret],
        ['connections/warehouse.json', 'https://warehouse.example', warehouse.url],
        ['connections/warehouse.json', 'put-the-key-of-your-warehouse-here', 'key-1'],
        ['workflows/order.json', '"attempts": 4', '"attempts": 2'],
        ['workflows/order.json', '"backoff_seconds": 30', '"backoff_seconds": 1'],
      ],
    });
    const { url } = (await example.owner('GET', '/receivers')).items[0];
    const paid = (body: object, id?: string) =>
      deliver(senders.Shopify!, { url, secret }, body, {
        ...(id && { id }),
        more: { 'x-shopify-topic': 'orders/paid' },
      });
    const id = newDelivery();
    expect((await paid(order(1001, 2), id)).status).toBe(202);
    expect((await paid(order(1001, 2), id)).body.duplicate).toBe(true);
    const [run] = await example.runs('order', 1);
    expect([run.status, run.output]).toEqual(['succeeded', { parcel: 'P-1001' }]);
    expect(warehouse.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /api/parcels/1001',
    ]);
    expect(warehouse.arrivals[0]!.headers['x-api-key']).toBe('key-1');
    expect(JSON.parse(warehouse.arrivals[0]!.body)).toEqual({
      lines: [
        { sku: 'CUP-2', quantity: 2 },
        { sku: 'TEA-100', quantity: 3 },
      ],
      address: { name: 'Ann', city: 'Berlin' },
    });
    expect(await example.rows('stock', 2)).toEqual([
      { sku: 'TEA-100', left: 37 },
      { sku: 'CUP-2', left: 4 },
    ]);
    expect(await example.rows('orders', 1)).toEqual([
      { number: '1001', email: 'ann@example.com', total: 27.5, status: 'shipped', parcel: 'P-1001' },
    ]);
    expect(told('shop')).toEqual(['Time to order: CUP-2 (4 left)']);

    await paid(order(1002, 1));
    const [, failed] = await example.runs('order', 2);
    expect([failed.status, failed.output.error.code]).toEqual(['failed', 'http_422']);
    expect(told('shop')[1]).toMatch(/^Order 1002 needs a person: .* \(step ship, http_422\)/);
    expect(warehouse.arrivals.filter(({ url }) => url.endsWith('/1002'))).toHaveLength(2);
    expect(await example.rows('stock', 2)).toContainEqual({ sku: 'CUP-2', left: 4 });

    // A call that somebody else has signed, and one of another topic, do nothing.
    expect((await deliver(senders.Shopify!, { url, secret: 'another' }, order(1003, 1))).status).toBe(401);
    await deliver(senders.Shopify!, { url, secret }, order(1004, 1));
    await until(async () => {
      const { items } = await example.owner('GET', '/receivers/shop/deliveries');
      return items.filter(({ status }: any) => status === 'accepted').length === 3;
    });
    expect(await example.rows('orders', 2)).toHaveLength(2);
    expect(warehouse.faults).toEqual([]);
    await warehouse.close();
  });
});

describe('github-issue', () => {
  it('labels a new issue, welcomes a new author once, and tells the team on Telegram', async () => {
    const [github, telegram] = [await startTarget(), await startTelegram()];
    const chat = 4711;
    telegram.meet({ id: chat });
    github.manner = ({ url, body }) => ({
      does: 'answer',
      ...(url.endsWith('/labels')
        ? { body: JSON.stringify(JSON.parse(body).labels.map((name: string) => ({ name }))) }
        : { status: 201, body: '{"html_url":"https://github.com/acme/shop/issues/7#issuecomment-1"}' }),
    });
    const example = await Example.publish(server, 'github-issue', {
      changes: [
        ['connections/github.json', 'https://api.github.com', github.url],
        ['connections/github.json', 'put-a-token-with-the-permission-to-write-issues-here', 'ghp_1'],
        ['connections/telegram.json', 'https://api.telegram.org', telegram.url],
        ['connections/telegram.json', 'put-the-token-of-your-bot-here', telegram.token],
        ['operations/tell-team.json', 'put-the-number-of-your-chat-here', String(chat)],
      ],
    });
    const [, url] = /^ {2}url (.+)$/m.exec(example.printed)!;
    const [, secret] = /^ {2}secret (rsec_.+)$/m.exec(example.printed)!;
    const issue = (number: number, title: string, more: object = {}) => ({
      action: 'opened',
      issue: {
        ...{ number, title, body: null, author_association: 'NONE', user: { login: 'ann' } },
        html_url: `https://github.com/acme/shop/issues/${number}`,
        ...more,
      },
      repository: { name: 'shop', full_name: 'acme/shop', owner: { login: 'acme' } },
    });
    const deliverIssue = (body: object) =>
      deliver(senders.GitHub!, { url: url!, secret: secret! }, body, {
        more: { 'x-github-event': 'issues' },
      });
    await deliverIssue(issue(7, 'Crash at start', { body: 'A typo in the README, too' }));
    const [run] = await example.runs('triage', 1);
    expect([run.status, run.output]).toEqual(['succeeded', { labels: ['bug', 'documentation'] }]);
    expect(github.arrivals.map(({ method, url, body }) => [`${method} ${url}`, JSON.parse(body)])).toEqual([
      ['POST /repos/acme/shop/issues/7/labels', { labels: ['bug', 'documentation'] }],
      [
        'POST /repos/acme/shop/issues/7/comments',
        { body: 'Thank you, @ann! Somebody looks at this within two working days.' },
      ],
    ]);
    expect(github.arrivals[0]!.headers).toMatchObject({
      ...{ authorization: 'Bearer ghp_1', accept: 'application/vnd.github+json' },
      'x-github-api-version': '2022-11-28',
    });
    await deliverIssue(issue(8, 'A thought', { author_association: 'MEMBER' }));
    await deliverIssue({ ...issue(9, 'Closed'), action: 'closed' });
    await example.runs('triage', 2);
    expect(telegram.sent.map(({ chat_id, text }) => [chat_id, text])).toEqual([
      [
        chat,
        'New issue in acme/shop (bug, documentation): Crash at start\nhttps://github.com/acme/shop/issues/7',
      ],
      [chat, 'New issue in acme/shop: A thought\nhttps://github.com/acme/shop/issues/8'],
    ]);
    expect(github.arrivals).toHaveLength(2);
    expect([github.faults, telegram.refused]).toEqual([[], []]);
    await Promise.all([github.close(), telegram.close()]);
  });
});

describe('nightly-report', () => {
  it('counts sales as they come, and tells the team in the morning what the day before brought', async () => {
    const example = await Example.publish(server, 'nightly-report', { changes: [teamChat('report')] });
    const sale = (event_id: string, product: string, quantity: number, price: number) =>
      example.call('POST', '/automation-events', {
        ...{ event_id, source: 'custom.sale', environment: 'live' },
        data: { product, quantity, price, day: '2026-01-31' },
      });
    await Promise.all([
      sale('sale-001', 'Tea', 2, 4.5),
      sale('sale-002', 'Cup', 1, 12.25),
      sale('sale-003', 'Tea', 10, 4.5),
    ]);
    await sale('sale-003', 'Tea', 10, 4.5);
    await example.runs('count-sale', 3);
    await example.owner('POST', '/workflows/report/runs', { input: { day: '2026-01-31' } });
    const [run] = await example.runs('report', 1);
    expect(run.status).toBe('succeeded');
    expect(told('report')).toEqual([
      '2026-01-31: 13 sold for 66.25 €.\nTea: 12 for 54.00 €\nCup: 1 for 12.25 €',
    ]);
    expect(await example.rows('reports', 1)).toEqual([
      { day: '2026-01-31', sold: 13, revenue: 66.25, best: 'Tea' },
    ]);
    // The clock makes it due: nobody waits for half past six.
    await server.server.parts.database.query(
      `UPDATE dialog.workflow_triggers SET next_at = now() WHERE project_id = $1 AND slug = 'report'`,
      [readId('project', example.project.id)],
    );
    await example.runs('report', 2);
    const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(
      Date.now() - 86_400_000,
    );
    expect(told('report')[1]).toBe(`${yesterday}: nothing sold.`);
  });
});

describe('approval', () => {
  const expense = (id: string, sum: number) => ({ id, who: 'Ann', sum, why: 'A train to Hamburg' });
  const openBank = async (more: Change[] = []) => {
    const secret = 'a secret of at least sixteen';
    const bank = await startTarget({ hmacSecret: secret });
    bank.manner = () => ({ does: 'answer', body: '{"id":"T-9"}' });
    const path = crypto.randomUUID();
    const example = await Example.publish(server, 'approval', {
      changes: [
        teamChat(path),
        ['connections/bank.json', 'https://bank.example', bank.url],
        ['connections/bank.json', 'put-the-secret-of-your-bank-here', secret],
        ...more,
      ],
    });
    return {
      ...{ bank, example, path },
      ask: (input: object, more: object = {}) =>
        example.call('POST', '/workflows/expense/run', { input, ...more }),
      pending: (text: RegExp) =>
        until(async () => {
          const { items } = await example.owner('GET', '/approvals?status=pending');
          return items.find((each: any) => text.test(each.text));
        }),
    };
  };

  it('pays what an owner has approved, or a half of it, and what is small without asking', async () => {
    const { bank, example, path, ask, pending } = await openBank();
    await ask(expense('E-1', 40));
    expect((await example.runs('expense', 1))[0].output).toEqual({ status: 'paid', paid: 40 });
    expect(told(path)).toEqual([]);
    await ask(expense('E-2', 301));
    const { id, options } = await pending(/^Pay 301 € to Ann\? A train to Hamburg$/);
    expect(options).toEqual(['all', 'half']);
    await example.owner('POST', `/approvals/${id}/approve`, { option: 'half' });
    expect((await example.runs('expense', 2))[1].output).toEqual({ status: 'paid', paid: 150.5 });
    expect(told(path)).toEqual(['Ann asks for 301 € (A train to Hamburg). Please decide.']);
    expect(bank.arrivals.map(({ body }) => JSON.parse(body))).toEqual([
      { reference: 'Expense E-1', to: 'Ann', sum: 40 },
      { reference: 'Expense E-2', to: 'Ann', sum: 150.5 },
    ]);
    // What was paid is not paid again.
    await ask(expense('E-1', 40));
    expect((await example.runs('expense', 3))[2].output).toEqual({ status: 'paid', before: true });
    expect(bank.arrivals).toHaveLength(2);
    expect(bank.faults).toEqual([]);
    await bank.close();
  });

  it('tells the customer what was rejected and why, and that an unknown outcome is looked after', async () => {
    const { bank, example, path, ask, pending } = await openBank();
    const ann = await example.visit();
    await ann.say('hello');
    const identity_id = await identityOf(server, example.project, ann.visitor.visitorId);
    await ask(expense('E-1', 500), { identity_id });
    const { id } = await pending(/^Pay 500 €/);
    await example.owner('POST', `/approvals/${id}/reject`, { comment: 'please take the bus' });
    await ann.hears('Your expense E-1 was rejected: please take the bus.');
    bank.manner = () => ({ does: 'cut after reading' });
    await ask(expense('E-2', 10), { identity_id });
    await ann.hears('We look after your expense E-2.');
    expect(bank.arrivals).toHaveLength(1);
    expect(told(path).at(-1)).toMatch(
      /^Expense E-2 of Ann needs a person: .* Look at the bank before you pay it\.$/,
    );
    expect((await example.rows('expenses', 2)).map(({ status }) => status)).toEqual(['rejected', 'unknown']);
    await bank.close();
  });

  it('urges when nobody decides, and rejects in the end', async () => {
    const { bank, example, path, ask } = await openBank([
      ['workflows/expense.json', '"timeout_seconds": 172800', '"timeout_seconds": 1'],
      ['workflows/expense.json', '"timeout_seconds": 86400', '"timeout_seconds": 1'],
    ]);
    await ask(expense('E-1', 500));
    const [run] = await example.runs('expense', 1);
    expect([run.status, run.output]).toEqual(['succeeded', { status: 'rejected', paid: null }]);
    expect(told(path)).toEqual([
      'Ann asks for 500 € (A train to Hamburg). Please decide.',
      'Nobody has decided about 500 € for Ann. Tomorrow it is rejected.',
    ]);
    expect(bank.arrivals).toEqual([]);
    const { items } = await example.owner('GET', '/approvals');
    expect(items.map(({ status }: any) => status)).toEqual(['timed_out', 'timed_out']);
    await bank.close();
  });
});
