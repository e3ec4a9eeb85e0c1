import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { until } from '../harness/until.ts';
import { type Catalog, startCatalog } from './scene.ts';

/** Notices about offers that a list changed, to the one address of the settings. */

let catalog: Catalog;
let receiver: Receiver;

beforeAll(async () => {
  const secret = newSigningSecret();
  receiver = await startReceiver(secret);
  catalog = await startCatalog({
    CATALOG_NOTIFY_URL: receiver.url,
    CATALOG_NOTIFY_SECRET: secret,
    CATALOG_NOTIFY_PERCENT: '20',
    CATALOG_VANISH_PERCENT: '100',
    OUTBOUND_ALLOW: '127.0.0.1',
  });
});
afterAll(async () => {
  await catalog?.close();
  await receiver?.close();
});

const replacing = async (rows: string[], more = '') => {
  const { body } = await catalog.raw(
    'POST',
    `/offers/import/?mode=replace&source=Acme${more}`,
    ['pn_raw,price_raw,price_currency', ...rows].join('\n'),
    'text/csv',
  );
  expect(body.state).toBe('done');
  return body.import as number;
};
const waiting = async () =>
  (await catalog.query<{ attempts: number; due_at: string }>(
    'SELECT attempts, due_at FROM catalog.notices',
  )) as any[];
const allSent = () => until(async () => (await waiting()).length === 0 || undefined);

it('tell what moved by the share or more, what vanished, and what is back, and nothing else', async () => {
  await replacing([
    'small,100,EUR',
    'up,100,EUR',
    'down,100,EUR',
    'other,100,EUR',
    'free,0,EUR',
    'gone,5,EUR',
  ]);
  expect([await waiting(), receiver.received]).toEqual([[], []]);
  const second = await replacing([
    'small,119.99,EUR',
    'up,120,EUR',
    'down,50,EUR',
    'other,300,USD',
    'free,9,EUR',
  ]);
  const [first] = await receiver.waitFor(1);
  expect(first!.body).toEqual({
    type: 'catalog.offers_changed',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: {
      ...{ import: second, source: expect.any(Number), source_name: 'Acme' },
      // By their ids, which a list gives in the order of the part numbers.
      changes: [
        {
          kind: 'price_moved',
          offer: expect.any(Number),
          pn_raw: 'down',
          price_currency: 'EUR',
          from: '100',
          to: '50',
          percent: '-50.00',
        },
        { kind: 'vanished', offer: expect.any(Number), pn_raw: 'gone', price_currency: 'EUR', from: '5' },
        {
          kind: 'price_moved',
          offer: expect.any(Number),
          pn_raw: 'up',
          price_currency: 'EUR',
          from: '100',
          to: '120',
          percent: '20.00',
        },
      ],
    },
  });
  // Deleted offers come back as new ones, others lose the status that they had got.
  const list = ['small,120,EUR', 'up,120,EUR', 'down,50,EUR', 'free,9,EUR', 'gone,6,EUR'];
  await replacing(list, '&vanished_status=sold');
  await replacing([...list, 'other,300,USD'], '&vanished_status=sold');
  const [, third, fourth] = await receiver.waitFor(3);
  expect([third, fourth].map((received) => received!.body.data.changes)).toMatchObject([
    [
      { kind: 'vanished', pn_raw: 'other' },
      { kind: 'returned', pn_raw: 'gone', to: '6' },
    ],
    [{ kind: 'returned', pn_raw: 'other', to: '300', price_currency: 'USD' }],
  ]);
  await allSent();
  expect(receiver.refused).toEqual([]);
});

it('tell what an import that updates has moved, by its sources, also where a row stands twice', async () => {
  const before = receiver.received.length;
  const file = (rows: string[]) =>
    catalog.raw(
      'POST',
      '/offers/import/?on_duplicate=update',
      ['source_name,pn_raw,price_raw,price_currency', ...rows].join('\n'),
      'text/csv',
    );
  await file(['Upd A,x,100,EUR', 'Upd A,y,100,EUR', 'Upd B,x,100,EUR', 'Upd B,z,100,EUR']);
  await file([
    'Upd A,x,101,EUR',
    'Upd A,y,150,EUR',
    'Upd B,x,50,EUR',
    'Upd B,x,60,EUR',
    'Upd B,z,1,USD',
    'Upd B,new,1,EUR',
  ]);
  const told = await receiver.waitFor(before + 2);
  const { body: imports } = await catalog.get('/imports/?mode=add&page_size=1');
  expect(
    told
      .slice(before)
      .map(({ body }) => body.data)
      .sort((a, b) => a.source - b.source),
  ).toEqual([
    {
      ...{ import: imports.results[0].id, source: expect.any(Number), source_name: 'Upd A' },
      changes: [
        {
          kind: 'price_moved',
          offer: expect.any(Number),
          pn_raw: 'y',
          price_currency: 'EUR',
          from: '100',
          to: '150',
          percent: '50.00',
        },
      ],
    },
    {
      ...{ import: imports.results[0].id, source: expect.any(Number), source_name: 'Upd B' },
      changes: [
        {
          kind: 'price_moved',
          offer: expect.any(Number),
          pn_raw: 'x',
          price_currency: 'EUR',
          from: '100',
          to: '60',
          percent: '-40.00',
        },
      ],
    },
  ]);
  await allSent();
});

it('have a hundred changes at most, and are sent again with the same id until they are taken', async () => {
  const before = receiver.received.length;
  const list = (price: number) => Array.from({ length: 250 }, (_, i) => `p${i},${price},EUR`);
  await replacing(list(1));
  await receiver.waitFor(before + 1); // what was there before has vanished
  await allSent();
  const failing: string[] = [];
  receiver.answer = ({ id }, response) => {
    failing.push(id);
    response.writeHead(failing.length < 3 ? 503 : 204).end();
  };
  await replacing(list(2));
  // The wait after a failure is seconds at first; while one is sent, nobody else sends it for a minute.
  const isPostponed = ({ attempts, due_at }: { attempts: number; due_at: string }) =>
    attempts > 0 && new Date(due_at).getTime() - Date.now() < 6000;
  await until(async () => (await waiting()).filter(isPostponed).length === 2 || undefined);
  await allSent();
  const taken = receiver.received.slice(before + 1);
  expect(taken.map(({ id }) => id)).toEqual(failing);
  const sizes = new Map(taken.map(({ id, body }) => [id, body.data.changes.length]));
  expect([...sizes.values()].sort()).toEqual([100, 100, 50].sort());
  expect(taken).toHaveLength(5);
});
