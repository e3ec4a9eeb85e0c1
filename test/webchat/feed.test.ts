import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { Feed, type FeedTimes } from '../../src/dialog/channels/webchat/feed.ts';
import { newId, showId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { createDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

let database: Database;
const [projectId, channelId] = [newId(), newId()];
const ending: (() => unknown)[] = [];

beforeAll(async () => {
  const test = await createDatabase();
  database = openDatabase(test.address, { connections: 3, onError: () => {} });
  await database.query(
    `INSERT INTO dialog.channels (project_id, id, type, name, environment, settings, secrets)
     VALUES ($1, $2, 'webchat', 'c', 'live', '{}', '')`,
    [projectId, channelId],
  );
  return async () => {
    await database.close();
    await test.drop();
  };
});

afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const unsigned = () => ({ url: '', expiresAt: new Date() });

/** A visitor, and their tab that listens to its own feed but does not read yet. */
async function listen(times: Partial<FeedTimes>) {
  const visitor = { projectId, channelId, externalId: showId('visitor', newId()) };
  const identityId = newId();
  await database.query(
    `INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id) VALUES ($1, $2, $3, $4, $5)`,
    [projectId, identityId, channelId, visitor.externalId, newId()],
  );
  const feed = new Feed(database, pino({ level: 'silent' }), {
    pollMs: 60_000,
    heartbeatMs: 60_000,
    ...times,
  });
  ending.push(() => feed.close());
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    feed.add(visitor, response, 0, { sign: unsigned });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const connect = async () => {
    const asked = request({ port, host: '127.0.0.1', agent: false }).end();
    ending.push(() => asked.destroy());
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response.on('error', () => {});
  };
  const response = await connect();
  const say = (count: number, length: number) =>
    database.query(
      `INSERT INTO dialog.webchat_messages (project_id, identity_id, n, message_id, direction, author, content, created_at)
       SELECT $1, $2, n, gen_random_uuid(), 'out', 'scenario', json_build_object('text', repeat('x', $4)), now()
       FROM generate_series(1, $3) AS n`,
      [projectId, identityId, count, length],
    );
  return { feed, visitor, response, say, connect };
}

it('a tab gets a message even if its notice was lost', async () => {
  const { response, say } = await listen({ pollMs: 50 });
  let text = '';
  response.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  await until(() => text.includes('event: operator'));
  await say(1, 5);
  await until(() => text.includes('id: 1\nevent: message\ndata: {"n":1,'));
});

it('a tab that reads slowly gets all messages in order, even more than one read of the database returns', async () => {
  const { feed, response, say } = await listen({});
  await say(400, 40_000);
  feed.wake();
  await until(() => response.readableLength > 0);
  const seen: number[] = [];
  let rest = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line.startsWith('id: ')) seen.push(Number(line.slice(4)));
  });
  await until(() => seen.length >= 400);
  expect(seen).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
});

it('a tab that does not read at all is disconnected, and one that reads gets a heartbeat', async () => {
  const idle = await listen({ heartbeatMs: 100 });
  await idle.say(400, 40_000);
  idle.feed.wake();
  await until(() => idle.feed.count(idle.visitor) === 0);

  const { feed, visitor, response } = await listen({ heartbeatMs: 100 });
  let text = '';
  response.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  await until(() => text.split(':\n\n').length > 4);
  expect(feed.count(visitor)).toBe(1);
});

it('a closed feed ends every stream, even later ones', async () => {
  const { feed, response, connect } = await listen({});
  feed.close();
  for (const answer of [response, await connect()]) {
    answer.resume();
    await until(() => answer.complete);
  }
});
