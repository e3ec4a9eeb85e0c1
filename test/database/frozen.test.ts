import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { type FreezingProxy, proxyDatabase } from '../harness/freezing-proxy.ts';
import { patient, patientSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { openSession, type Session } from '../process/database.ts';

/** A frozen connection would wait for ever; nothing here may. */
const bound = 20_000;

let database: TestDatabase;
let proxy: FreezingProxy & { database: TestDatabase };
let server: TestServer;
let session: Session;
let project: TestProject;
let identity: string;

beforeAll(async () => {
  database = await createDatabase();
  proxy = await proxyDatabase(database);
  server = await startTestServer({ DATABASE_TIMEOUT_SECONDS: patientSeconds(1, 8) }, proxy.database);
  session = await openSession(database.address);
  project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  identity = (await server.makeIdentity(project.id, channel.id)).id;
});

// Each test begins with working connections, like a server that has run for a while.
beforeEach(async () => {
  await expect
    .poll(() => send(randomUUID()).then(({ status }) => status), { timeout: patient(bound) })
    .toBe(202);
});

afterAll(async () => {
  await server?.close();
  await session?.close();
  await proxy?.close();
  await database?.drop();
});

const send = (key: string) => server.send(project, identity, { key });
const storedUnder = async (key: string) =>
  (await session.query('SELECT answer FROM dialog.request_keys WHERE key = $1', [key])) as {
    answer: string;
  }[];

/** Opens all connections that writes are accepted with, and waits until none is in use: one that is opened later would not be frozen. */
async function fillHot(): Promise<void> {
  const { hot } = server.server.parts;
  await Promise.all(Array.from({ length: hot.most }, () => hot.query('SELECT pg_sleep(0.1)')));
  await until(() => hot.connections().idle === hot.most);
}

async function expectToComeBack(freeze: () => void): Promise<void> {
  const key = randomUUID();
  await fillHot();
  freeze();
  const began = Date.now();
  const first = await send(key);
  expect([first.status, first.body.code, first.headers.get('retry-after')]).toEqual([
    503,
    'database_unavailable',
    '1',
  ]);
  expect(Date.now() - began).toBeLessThan(patient(bound));
  // Repeats the request, as a client would.
  const second = await send(key);
  expect(second.status).toBe(202);
  expect((await send(key)).body).toEqual(second.body);
  expect(await storedUnder(key)).toEqual([{ answer: second.text }]);
  expect(await server.outcome(project, second.body.message_id, bound)).toBe('message.sent');
}

it('a write on a connection that was already frozen is answered 503, and accepted when it is repeated', async () => {
  await expectToComeBack(() => expect(proxy.freeze()).toBeGreaterThan(3));
});

it('a write whose answer was lost on a frozen connection is answered 503, and its repetition gets the accepted write', async () => {
  const key = randomUUID();
  proxy.loseAnswerTo(key);
  expect((await send(key)).status).toBe(503);
  const [stored] = await storedUnder(key);
  const repeated = await send(key);
  expect([repeated.status, repeated.text]).toEqual([202, stored!.answer]);
  expect(await storedUnder(key)).toHaveLength(1);
});

it.each([
  ['of the project API', () => `/api/v1/projects/${project.id}/profiles?limit=1`],
  ['of the catalog', () => '/api/offers/?search=frozen'],
])(
  'a read %s on a frozen connection is answered 503, and the next one uses a new connection',
  async (_of, path) => {
    // A connection that an earlier test froze may be closed at this moment, and idle ones with it: then the read uses a
    // new one at once.
    const refused = await until(async () => {
      expect((await server.call('GET', path(), project)).status).toBe(200);
      proxy.freeze();
      const answer = await server.call('GET', path(), project);
      return answer.status !== 200 && answer;
    }, bound);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await server.call('GET', path(), project)).status).toBe(200);
  },
);

it('a session that froze in the middle of a transaction loses its locks', async () => {
  // The server's own transactions are too short to freeze in the middle, so this one takes the project's lock as they
  // do.
  const tx = server.server.parts.database.transaction(async (open) => {
    await open.query(
      'SELECT FROM dialog.projects WHERE id = (SELECT id FROM dialog.projects LIMIT 1) FOR UPDATE',
    );
    proxy.freeze();
    await open.query('SELECT 1');
  });
  await expect(tx).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  const locked = () =>
    session.query(
      'SELECT FROM dialog.projects WHERE id = (SELECT id FROM dialog.projects LIMIT 1) FOR UPDATE SKIP LOCKED',
    );
  await expect.poll(async () => (await locked()).length, { timeout: patient(bound) }).toBe(1);
});
