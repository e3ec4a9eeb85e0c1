import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerProcess } from '../fixtures/server-process.ts';
import type { Answer, Client } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;
let processes: [ServerProcess, ServerProcess];
let clients: [Client, Client];

const requestsPerMinute = 400;

beforeAll(async () => {
  scene = await makeProcessScene({ RATE_LIMIT_PER_MINUTE: String(requestsPerMinute) });
  processes = await Promise.all([scene.start(), scene.start()]);
  clients = [await scene.owner(processes[0]), await scene.owner(processes[1])];
});

afterAll(() => scene?.close());

/** Makes this number of calls at the same moment, every second one at the other process. */
const atBoth = (count: number, call: (client: Client) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => call(clients[i % 2]!)));

describe('one Idempotency-Key sent to two processes', () => {
  it('makes one message of 50 concurrent requests, with 50 equal answers', async () => {
    const identity = await scene.identity();
    const key = randomUUID();
    const answers = await atBoth(50, (client) => client.send(scene.project, identity, { key }));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(202));
    const [{ text, body }] = answers as [Answer];
    expect(new Set(answers.map((answer) => answer.text))).toEqual(new Set([text]));
    const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect(replayed).toHaveLength(49);

    expect(await clients[0].outcome(scene.project, body.message_id)).toBe('message.sent');
    expect(scene.receiver.received.map(({ id }) => id)).toEqual([body.message_id]);
    const entries = (await clients[1].audit(scene.project)).filter(
      ({ subject }) => subject.type === 'message',
    );
    expect(entries.map(({ action, subject }) => [action, subject.id])).toEqual([
      ['message.accepted', body.message_id],
      ['message.sent', body.message_id],
    ]);
  });

  it('refuses another body with 409 at both', async () => {
    const identity = await scene.identity();
    const key = randomUUID();
    expect((await clients[0].send(scene.project, identity, { key, text: 'one' })).status).toBe(202);
    for (const client of clients) {
      const answer = await client.send(scene.project, identity, { key, text: 'two' });
      expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_key_reused']);
    }
  });

  it('lets one of two bodies win if they arrive at the same moment', async () => {
    const identity = await scene.identity();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        clients[i % 2]!.send(scene.project, identity, { key, text: i % 4 < 2 ? 'one' : 'two' }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
    expect(accepted).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20);
  });
});

describe('the rate limit of a key', () => {
  it('is exact across two processes', async () => {
    const { key } = await clients[0].makeKey(scene.project.id);
    const path = `/api/v1/projects/${scene.project.id}/profiles?limit=1`;
    const answers = await atBoth(requestsPerMinute + 60, (client) => client.call('GET', path, { key }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(requestsPerMinute);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]));
    expect(left.sort((a, b) => a - b)).toEqual([...Array(requestsPerMinute).keys()]);
  });
});

describe('a key that was revoked at one process', () => {
  it('is refused by the other at once', async () => {
    const path = `/api/v1/projects/${scene.project.id}/profiles`;
    const identity = await scene.identity();
    const { id, key } = await clients[0].makeKey(scene.project.id);
    const holder = { id: scene.project.id, key };
    // The other process has just seen it work.
    expect((await clients[1].call('GET', path, { key })).status).toBe(200);
    const revoked = await clients[0].owner('DELETE', `/projects/${scene.project.id}/keys/${id}`);
    expect(revoked.status).toBeLessThan(300);
    // No write is accepted with the key, even before the notice arrives.
    expect((await clients[1].send(holder, identity)).status).toBe(401);
    await until(async () => (await clients[1].call('GET', path, { key })).status === 401, 700);
  });

  it('is refused even after the connection for notices was lost', async () => {
    const path = `/api/v1/projects/${scene.project.id}/profiles`;
    // Its last query is the one that subscribed, or a later heartbeat.
    const listening = `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'parley-notices' AND (query LIKE 'LISTEN%' OR query = 'SELECT 1') AND state = 'idle'`;
    const before = (await scene.session.query(listening)).map(({ pid }) => pid);
    expect(await scene.session.cut('parley-notices')).toBe(2);
    // A connection that was told to end is still shown for a moment.
    await until(async () => {
      const now = await scene.session.query(listening);
      return now.length === 2 && !now.some(({ pid }) => before.includes(pid));
    });
    const { id, key } = await clients[0].makeKey(scene.project.id);
    expect((await clients[1].call('GET', path, { key })).status).toBe(200);
    await clients[0].owner('DELETE', `/projects/${scene.project.id}/keys/${id}`);
    await until(async () => (await clients[1].call('GET', path, { key })).status === 401, 700);
  });
});

describe('if every connection to the database is cut', () => {
  it('both processes go on to accept and deliver', async () => {
    const identity = await scene.identity();
    for (let i = 0; i < 3; i++) {
      expect(await scene.session.cut()).toBeGreaterThan(2);
      const key = randomUUID();
      for (const client of clients) {
        const accepted = await until(async () => {
          const answer = await client.send(scene.project, identity, { key });
          expect([202, 503]).toContain(answer.status);
          return answer.status === 202 && answer;
        }, 10_000);
        expect(await client.outcome(scene.project, accepted.body.message_id)).toMatch(/\.(sent|unknown)$/);
      }
    }
    expect(processes.map(({ isOver }) => isOver)).toEqual([false, false]);
  });
});
