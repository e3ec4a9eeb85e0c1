import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { AuditNews } from '../../src/dialog/audit/news.ts';
import { type LiveLimits, LiveStreams, type LiveTimes, usualLimits } from '../../src/dialog/live/streams.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { createDatabase } from '../harness/database.ts';
import { type EventClient, openEvents } from '../harness/event-stream.ts';
import { until } from '../harness/until.ts';

let database: Database;
const ending: (() => unknown)[] = [];

beforeAll(async () => {
  const test = await createDatabase();
  database = openDatabase(test.address, { connections: 3, onError: () => {} });
  return async () => {
    await database.close();
    await test.drop();
  };
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ending.splice(0).reverse()) await end();
});

/** Nothing happens by time. */
const never: LiveTimes = {
  ...{ pollMs: 3_600_000, checkMs: 3_600_000, figuresMs: 3_600_000, heartbeatMs: 3_600_000 },
};

/** A project with a person in it, and streams of a process that only does this. */
async function scene(times: Partial<LiveTimes> = {}, limits: LiveLimits = usualLimits) {
  const [projectId, personId, sessionId] = [newId(), newId(), newId()];
  await database.query(
    `WITH person AS (INSERT INTO dialog.owners (id, email, password_hash) VALUES ($2::uuid, $2::text, ''))
     INSERT INTO dialog.projects (id, owner_id, name) VALUES ($1, $2::uuid, 'p')`,
    [projectId, personId],
  );
  await database.query(
    `INSERT INTO dialog.sessions (id, owner_id, token_hash, csrf_token, expires_at)
     VALUES ($1::uuid, $2, decode(replace($1::text, '-', ''), 'hex'), '', now() + interval '1 hour')`,
    [sessionId, personId],
  );
  const auditNews = new AuditNews(database);
  const live = new LiveStreams({ database, auditNews, log: pino({ level: 'silent' }) }, limits, {
    ...never,
    ...times,
  });
  ending.push(() => live.close());
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    responses.push(response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    live.add({ projectId, personId, sessionId, role: 'owner' }, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  let head = 0;
  return {
    ...{ projectId, personId, sessionId, live, url, responses },
    listen: async () => {
      const client = await openEvents(url, {});
      ending.push(() => client.cut());
      await until(() => client.events.length > 0);
      return client;
    },
    /** Writes numbered entries, as the numbering does, and its notice. */
    happen: async (count: number, length = 5) => {
      await database.query(
        `INSERT INTO dialog.audit_log (project_id, id, actor_type, action, subject_type, subject_id, data)
         SELECT $1, $2::bigint + n, 'system', 'run.created', 'run', 'r', json_build_object('text', repeat('x', $4))
         FROM generate_series(1, $3::int) AS n`,
        [projectId, head, count, length],
      );
      head += count;
      await database.query(
        `INSERT INTO dialog.audit_heads (project_id, last) VALUES ($1, $2)
         ON CONFLICT (project_id) DO UPDATE SET last = excluded.last`,
        [projectId, head],
      );
      auditNews.hear(projectId);
    },
  };
}

const idsOf = (client: EventClient) =>
  client.events.filter(({ event }) => event === 'run.created').map(({ id }) => Number(id));

it('a thousand listeners cost as many statements as one', async () => {
  const statements: string[] = [];
  const query = database.query.bind(database);
  const counts: Record<string, number>[] = [];
  for (const listeners of [1, 1000]) {
    const { listen, happen, live } = await scene({ checkMs: 400, figuresMs: 400 });
    const clients: EventClient[] = [];
    for (let i = 0; i < listeners; i += 50) {
      clients.push(...(await Promise.all(Array.from({ length: Math.min(50, listeners) }, listen))));
    }
    expect(live.size).toBe(listeners);
    statements.length = 0;
    vi.spyOn(database, 'query').mockImplementation((given: any, ...more: any[]) => {
      if (given.name) statements.push(given.name);
      return query(given, ...more);
    });
    for (const n of [1, 2, 3]) {
      await happen(1);
      await until(() => clients.every((client) => idsOf(client).length === n));
    }
    const ofName = (name: string) => statements.filter((each) => each === name).length;
    counts.push({ reads: ofName('audit-read-on') });
    // Each of these goes by time alone: whatever the number of listeners, one asks for all of them.
    const before = [ofName('standing-roles'), ofName('figures-today')];
    const begun = performance.now();
    await until(() => ofName('standing-roles') >= before[0]! + 2);
    const most = 1 + (performance.now() - begun) / 400;
    expect(ofName('standing-roles') - before[0]!).toBeLessThanOrEqual(Math.ceil(most));
    expect(ofName('figures-today') - before[1]!).toBeLessThanOrEqual(Math.ceil(most));
    vi.restoreAllMocks();
  }
  expect(counts).toEqual([{ reads: 3 }, { reads: 3 }]);
});

it('listeners that come together share the statement that finds their places', async () => {
  const { url, happen, live } = await scene();
  await happen(10);
  const ask = database.query.bind(database);
  // Nothing is answered before all of them are there.
  const query = vi.spyOn(database, 'query').mockImplementation(async (...asked: any[]) => {
    await until(() => live.size === 100);
    return (ask as any)(...asked);
  });
  const clients = await Promise.all(Array.from({ length: 100 }, () => openEvents(url, {})));
  for (const client of clients) ending.push(() => client.cut());
  await until(() => clients.every(({ events }) => events.length > 0));
  expect(live.size).toBe(100);
  expect(query.mock.calls.length).toBeLessThan(10);
});

it('an entry reaches a listener although its notice was lost', async () => {
  const { listen, projectId } = await scene({ pollMs: 50 });
  const client = await listen();
  await database.query(
    `WITH head AS (INSERT INTO dialog.audit_heads (project_id, last) VALUES ($1, 1))
     INSERT INTO dialog.audit_log (project_id, id, actor_type, action, subject_type, subject_id)
     VALUES ($1, 1, 'system', 'run.created', 'run', 'r')`,
    [projectId],
  );
  await until(() => idsOf(client).length === 1);
});

it('a listener that reads slowly gets everything in order, and no more is kept for it than it has room for', async () => {
  const { url, happen } = await scene();
  const asked = request(url, { agent: false }).end();
  ending.push(() => asked.destroy());
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await until(() => response.readableLength > 0);
  await happen(4000, 3500);
  const seen: number[] = [];
  let rest = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (/^id: [1-9]/.test(line)) seen.push(Number(line.slice(4)));
    response.pause();
    setTimeout(() => response.resume(), 1);
  });
  await until(() => seen.length >= 4000, 60_000);
  expect(seen).toEqual(Array.from({ length: 4000 }, (_, i) => i + 1));
});

it('a listener that reads nothing is cut off, and little is kept for it until then', async () => {
  const { live, url, happen, listen, responses } = await scene({ heartbeatMs: 200 });
  let mostKept = 0;
  const reads = await listen();
  const asked = request(url, { agent: false }).end();
  ending.push(() => asked.destroy());
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  await until(() => live.size === 2);
  await happen(6000, 3500);
  await until(() => {
    mostKept = Math.max(mostKept, ...responses.map(({ writableLength }) => writableLength));
    return live.size === 1;
  }, 60_000);
  expect(mostKept).toBeGreaterThan(32 * 1024);
  expect(mostKept).toBeLessThan(128 * 1024);
  await until(() => idsOf(reads).length === 6000, 60_000);
});

it('the stream of somebody without a session ends, and those of others go on', async () => {
  const { listen, live, happen, url } = await scene({ checkMs: 100 });
  const client = await listen();
  const stranger = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    live.add({ projectId: newId(), personId: newId(), sessionId: '', role: 'owner' }, response);
  }).listen(0, '127.0.0.1');
  ending.push(() => stranger.close());
  await once(stranger, 'listening');
  const { port } = stranger.address() as AddressInfo;
  const without = await openEvents(url.replace(/:\d+/, `:${port}`), {});
  await until(() => without.isOver);
  await happen(1);
  await until(() => idsOf(client).length === 1);
  expect(client.isOver).toBe(false);
});

it('a heartbeat carries the place, so that a quiet listener can go on after it', async () => {
  const { listen, happen, live } = await scene({ heartbeatMs: 50 });
  const client = await listen();
  await happen(3);
  await until(() => client.lastId === '3' && /\n:\nid: 3\n\n/.test(client.raw()));
  expect(live.size).toBe(1);
});

it('a project has a limit of streams, too', async () => {
  const { live, listen, projectId, personId } = await scene({}, { perPerson: 5, perProject: 2 });
  await listen();
  live.admit({ projectId, personId });
  await listen();
  expect(() => live.admit({ projectId, personId: newId() })).toThrow('2 people listen to this project');
  live.admit({ projectId: newId(), personId });
});

it('a server that stops ends every stream, and later ones', async () => {
  const { live, listen, url } = await scene();
  const client = await listen();
  await live.close();
  await until(() => client.isOver);
  const late = await openEvents(url, {});
  await until(() => late.isOver);
});
