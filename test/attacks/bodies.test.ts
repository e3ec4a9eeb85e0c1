import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { loopTurns } from '../../src/platform/loop-turns.ts';
import type { TestProject } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { rawClient } from '../harness/raw-http.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

/*
 * Bodies of 1 MiB that cost the most to read, many at once, from a key, from a session and from strangers. Others are answered between any two
 * of them. What each takes, and what others wait beside it, is measured by `npm run bench:dialog -- --only fairness`.
 */

let server: TestServer;
let hostile: TestProject;
let quiet: TestProject;

beforeAll(async () => {
  server = await useTestServer();
  hostile = await server.makeProject();
  quiet = await server.makeProject();
});
afterAll(() => server?.close());
afterEach(() => vi.restoreAllMocks());

const largest = 2 ** 20;
/** Leaves room for what is around a form: one that is cut off would be refused as no JSON. */
const largestForm = largest - 300;
/** As many of a piece as fit. */
const filled = (before: string, piece: string, after: string, size = largestForm) =>
  before + piece.repeat((size - before.length - after.length) / piece.length) + after;
/** Names below names, so that the place of a fault is as long as may be. */
const manyNamesDeep = filled(
  `{"a":${`{"${'n'.repeat(1000)}":`.repeat(400)}[`,
  '"\\ud800",',
  `0]${'}'.repeat(401)}`,
);
const manyHalvesDeep = (size: number) => filled('['.repeat(480), '"\\ud800",', `0${']'.repeat(480)}`, size);
const names = Array.from({ length: 86_000 }, (_, i) => `"k${i}":0`).join();

const forms = {
  'opening brackets only': filled('', '[', ''),
  '86,000 names': `{${names}}`,
  '350,000 objects': filled('[', '{},', '{}]'),
  'lists in lists': filled('[', `${'['.repeat(480)}${']'.repeat(480)},`, '1]'),
  'objects in objects': filled('[', `${'{"a":'.repeat(480)}1${'}'.repeat(480)},`, '1]'),
  'halves of pairs': filled('["', '\\ud800","', '"]'),
  'many halves, deep': manyHalvesDeep(largestForm),
  'many halves under a long name': filled(`{"${'n'.repeat(500_000)}":["`, '\\ud800","', '"]}'),
  'many halves under many long names': manyNamesDeep,
  'one string of escapes': filled('"', '\\ud83d\\ude00', '"'),
};

/** Where a body goes, around the form: as a whole, and in a field whose items are checked. */
const places: Record<
  string,
  (form: string) => { path: string; raw: string; who: 'key' | 'session' | 'nobody' }
> = {
  'a whole event': (raw) => ({ who: 'key', path: ofHostile('/events'), raw }),
  'the data of an event': (form) => ({
    ...{ who: 'key', path: ofHostile('/automation-events') },
    raw: `{"event_id":"${randomUUID()}","source":"custom.s","environment":"sandbox","data":{"a":${form}}}`,
  }),
  'rows of a table': (form) => ({
    who: 'key',
    path: ofHostile('/tables/none/rows'),
    raw: `{"rows":${form}}`,
  }),
  'scopes of a key': (form) => ({
    ...{ who: 'session', path: `/api/owner/projects/${hostile.id}/keys` },
    raw: `{"name":"n","scopes":${form}}`,
  }),
  'offers of the open catalog': (form) => ({
    ...{ who: 'nobody', path: '/api/offers/bulk-create/', raw: `{"offers":${form}}` },
  }),
  'the payload of an offer': (form) => ({
    ...{ who: 'nobody', path: '/api/offers/' },
    raw: `{"source_identifier":"s","pn_raw":"p","raw_payload":${form}}`,
  }),
};
const ofHostile = (path: string) => `/api/v1/projects/${hostile.id}${path}`;

async function send({ path, raw, who }: ReturnType<(typeof places)[string]>) {
  const { csrf_token: token } = who === 'session' ? await server.make('GET', '/session') : {};
  return server.call('POST', path, {
    ...(who === 'key' && { key: hostile.key }),
    raw: raw.slice(0, largest),
    headers: {
      'idempotency-key': randomUUID(),
      ...(who === 'session' && { cookie: server.cookie, 'x-csrf-token': token }),
    },
  });
}

/** Makes every turn a long one, whatever the machine. @returns whose each was, and how many others had been answered before it */
function watchTurns() {
  const turns: { owner: string; answered: number }[] = [];
  const other = rawClient(server.url);
  let answered = 0;
  const ask = () => other.write('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  other.socket.on('data', () => {
    answered++;
    ask();
  });
  ask();
  const take = loopTurns.take.bind(loopTurns);
  let isWithin = false;
  /** How many turns there had been when somebody first asked for one. */
  const asked = new Map<string, number>();
  vi.spyOn(loopTurns, 'take').mockImplementation((owner, work, limits) => {
    const asker = limits?.member ?? owner;
    if (!asked.has(asker)) asked.set(asker, turns.length);
    return take(
      owner,
      () => {
        if (isWithin) return work();
        isWithin = true;
        turns.push({ owner, answered });
        const until = performance.now() + 15;
        try {
          return work();
        } finally {
          while (performance.now() < until);
          isWithin = false;
        }
      },
      limits,
    );
  });
  return { turns, asked, end: () => other.socket.destroy() };
}

const all = Object.entries(places).flatMap(([place, make]) =>
  Object.entries(forms).map(([form, text]) => ({ name: `${place}: ${form}`, make: () => make(text) })),
);

it.each(all)(
  'a body of 1 MiB takes one turn or two, and the answer to a bad one is short: $name',
  async ({ make }) => {
    const { turns, end } = watchTurns();
    const { status, text, body } = await send(make());
    end();
    expect([200, 201, 202, 400, 404, 409, 413, 422]).toContain(status);
    expect(turns.length).toBeGreaterThan(0);
    expect(turns.length).toBeLessThanOrEqual(2);
    if (status < 400) return;
    expect(Buffer.byteLength(text)).toBeLessThan(256 * 1024 + 100);
    if (status !== 422) return;
    expect(body.detail.length).toBeLessThanOrEqual(100);
    for (const { input } of body.detail)
      expect(JSON.stringify(input ?? null).length).toBeLessThanOrEqual(2048);
  },
);

it.each([
  ['a key', 'a whole event'],
  ['a session', 'scopes of a key'],
  ['a stranger', 'offers of the open catalog'],
])(
  'of 20 bodies that %s sends at once each waits its turn: others are answered between any two, and the large body of somebody else is not the last',
  async (_who, place) => {
    const { turns, end } = watchTurns();
    const bodies = Array.from({ length: 20 }, () => send(places[place]!(forms['350,000 objects'])));
    await Promise.race(bodies);
    const other = server.call('POST', `/api/v1/projects/${quiet.id}/events`, {
      key: quiet.key,
      raw: JSON.stringify('x'.repeat(70_000)),
    });
    const answers = await Promise.all([other, ...bodies]);
    end();
    expect(answers.filter(({ status }) => status < 400 || status > 422)).toEqual([]);
    expect(turns.length).toBeGreaterThanOrEqual(21);
    const between = turns.slice(1).map(({ answered }, i) => answered - turns[i]!.answered);
    expect(Math.min(...between)).toBeGreaterThan(0);
    const [first] = turns;
    expect(turns.findLastIndex(({ owner }) => owner === first!.owner)).toBe(turns.length - 1);
  },
);

it('strangers with many addresses share the turns of one: a large body of a project does not wait for each of theirs', async () => {
  const { turns, asked, end } = watchTurns();
  const bodies = Array.from({ length: 80 }, (_, i) =>
    server.call('POST', '/api/offers/', {
      raw: JSON.stringify('x'.repeat(70_000)),
      headers: { 'x-forwarded-for': `203.0.113.${i}` },
    }),
  );
  await until(() => asked.size >= bodies.length / 2);
  const other = server.call('POST', `/api/v1/projects/${quiet.id}/events`, {
    key: quiet.key,
    raw: JSON.stringify('x'.repeat(70_000)),
  });
  const answers = await Promise.all([other, ...bodies]);
  end();
  expect(answers.map(({ status }) => status)).toEqual([422, ...bodies.map(() => 400)]);
  expect(turns.length).toBeGreaterThan(80);
  const own = readId('project', quiet.id)!;
  const place = turns.findIndex(({ owner }) => owner === `body ${own}`);
  // The one that ran, and one of all strangers together.
  expect(place - asked.get(own)!).toBeLessThanOrEqual(2);
});

it('a body of 60 KiB, which takes no turn, takes no time either where each of its many strings is at fault, deep within', async () => {
  const began = performance.now();
  const { status, body } = await send(places['the data of an event']!(manyHalvesDeep(60 * 1024)));
  expect([status, body.detail.length]).toEqual([422, 100]);
  // It took 25 seconds where every string was compared with every level above it, and takes some milliseconds now.
  expect(performance.now() - began).toBeLessThan(patient(5000));
});

it('a body of 64 KiB takes no turn', async () => {
  const { turns, end } = watchTurns();
  const raw = JSON.stringify('x'.repeat(64 * 1024 - 2));
  expect((await send({ who: 'key', path: ofHostile('/events'), raw })).status).toBe(422);
  end();
  expect(turns).toEqual([]);
});
