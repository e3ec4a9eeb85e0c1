import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasRedisServer, ownRedis, type RedisProcess } from '../fixtures/redis-process.ts';
import { type Answer, Client } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;

beforeAll(async () => {
  scene = await makeProcessScene();
});

afterEach(() => scene.killAll());
afterAll(() => scene?.close());

const arrivals = (messageId: string) => scene.receiver.received.filter(({ id }) => id === messageId).length;

/** Reads the database, since requests would count against the rate limit under test. */
async function expectDelivered(messageIds: string[]): Promise<void> {
  for (const id of messageIds) {
    await until(async () => (await scene.session.task(id)).state === 'succeeded', 20_000);
  }
  expect(messageIds.map(arrivals)).toEqual(messageIds.map(() => 1));
}

async function sendSome(client: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const answer = await client.send(scene.project, await scene.identity());
    expect(answer.status).toBe(202);
    ids.push(answer.body.message_id);
  }
  return ids;
}

describe('if the tickets on Postgres are lost', () => {
  it('the sweep finds the accepted tasks', async () => {
    const withoutRedis = { REDIS_URL: '' };
    const api = new Client((await scene.start({ ...withoutRedis, ROLE: 'api' })).url);
    const ids = await sendSome(api, 3);
    await scene.session.query('DELETE FROM bullmq.job');
    await scene.start({ ...withoutRedis, ROLE: 'worker' });
    await expectDelivered(ids);
  });
});

// The embedded backend has no Redis. On the other one this needs a redis-server program to start; without it, the chaos
// run reports that too.
if (inject('backend').redisUrl && hasRedisServer()) {
  describe('Redis', () => {
    let redis: RedisProcess;

    beforeAll(async () => {
      redis = await ownRedis();
    });
    afterAll(() => redis?.kill());

    const requestsPerMinute = 60;
    const settings = () => ({ REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: String(requestsPerMinute) });

    /** More requests with a new key than it may have, half of them at each process. */
    async function expectLimited(clients: Client[]): Promise<void> {
      const { key } = await clients[0]!.makeKey(scene.project.id);
      const path = `/api/v1/projects/${scene.project.id}/profiles?limit=1`;
      const answers: Answer[] = await Promise.all(
        Array.from({ length: requestsPerMinute + 15 }, (_, i) =>
          clients[i % clients.length]!.call('GET', path, { key }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(requestsPerMinute);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    }

    it('unreachable at the start: everything is accepted and delivered, and the rate limit is exact', async () => {
      const servers = await Promise.all([scene.start(settings()), scene.start(settings())]);
      const clients = await Promise.all(servers.map((server) => scene.owner(server)));
      const ready = await until(async () => {
        const answer = await clients[0]!.call('GET', '/readyz');
        return answer.status === 200 && answer;
      });
      expect([ready.body.status, ready.body.checks.queue]).toEqual(['degraded', 'failed']);
      await expectDelivered(await sendSome(clients[0]!, 3));
      await expectLimited(clients);

      // And it stops cleanly, whether or not Redis can be reached.
      const before = Date.now();
      expect(await servers[0].stop()).toEqual({ code: 0, signal: null });
      expect(Date.now() - before).toBeLessThan(patient(5000));
    });

    it('killed midway: everything is accepted and delivered, the rate limit is exact, and Redis is used again later', async () => {
      await redis.start();
      const servers = await Promise.all([scene.start(settings()), scene.start(settings())]);
      const clients = await Promise.all(servers.map((server) => scene.owner(server)));
      await expectLimited(clients);
      const before = await sendSome(clients[0]!, 3);
      await redis.kill();
      const during = await sendSome(clients[1]!, 3);
      await expectDelivered([...before, ...during]);
      await expectLimited(clients);

      await redis.start();
      await expect
        .poll(async () => (await clients[0]!.call('GET', '/readyz')).body.status, {
          timeout: patient(15_000),
        })
        .toBe('ready');
      await expectDelivered(await sendSome(clients[0]!, 2));
      await redis.flushAll();
      await expectDelivered(await sendSome(clients[0]!, 2));
      for (const server of servers) expect(await server.stop()).toEqual({ code: 0, signal: null });
    });

    it('killed and started again: one log line without a stack, and one line when it works again', async () => {
      await redis.kill(); // that of the test before
      await redis.start();
      const server = await scene.start(settings());
      const client = await scene.owner(server);
      await sendSome(client, 1);
      const lines = () =>
        server.stdout.filter((line) => line.includes('Redis')).map((line) => JSON.parse(line));
      /** Without those that tell every ten seconds how often it went on. */
      const atFirst = () => lines().filter(({ times }) => times === undefined);
      expect(lines()).toEqual([]);
      await redis.kill();
      await expectDelivered(await sendSome(client, 2));
      await expectLimited([client]);
      expect(atFirst()).toEqual([
        expect.objectContaining({ level: 40, fault: 'unreachable', said: expect.stringMatching(/^[^\n]+$/) }),
      ]);
      await redis.start();
      await expect.poll(() => lines().at(-1).msg, { timeout: patient(15_000) }).toBe('Redis works again');
      await expectDelivered(await sendSome(client, 1));
      expect(atFirst().map(({ level }) => level)).toEqual([40, 30]);
      expect(server.stdout.filter((line) => line.includes('ECONNREFUSED') && line.includes('stack'))).toEqual(
        [],
      );
      expect(server.stderr).toEqual([]);
      expect(await server.stop()).toEqual({ code: 0, signal: null });
    });
  });
}
