import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { withinOneDay } from '../harness/within-one-day.ts';
import { closeScenes, makeScene } from './scene.ts';

const servers: TestServer[] = [];

/** A server with this role has no worker that drains the queue. */
async function start(environment: Record<string, string>, on?: TestServer): Promise<TestServer> {
  const server = await startTestServer(environment, on?.database);
  servers.unshift(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await closeScenes();
});

interface Desk {
  project: TestProject;
  send(key?: string, at?: TestServer): Promise<Answer>;
  burst(count: number): Promise<Answer[]>;
}

async function openDesk(server: TestServer): Promise<Desk> {
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  const identities = await Promise.all(
    Array.from({ length: 5 }, () => server.makeIdentity(project.id, channel.id)),
  );
  let turn = 0;
  const send: Desk['send'] = (key = randomUUID(), at = server) =>
    at.send(project, identities[turn++ % 5]!.id, { key });
  return { project, send, burst: (count) => Promise.all(Array.from({ length: count }, () => send())) };
}

const count = (answers: Answer[], status: number) => answers.filter((a) => a.status === status).length;
const codes = (answers: Answer[]) => new Set(answers.filter((a) => a.status !== 202).map((a) => a.body.code));

describe('PROJECT_QUEUE_LIMIT', () => {
  it('is exact for concurrent requests, and says when to come back', async () => {
    const server = await start({ ROLE: 'api', PROJECT_QUEUE_LIMIT: '20' });
    const desk = await openDesk(server);
    const answers = await desk.burst(60);
    expect([count(answers, 202), count(answers, 429)]).toEqual([20, 40]);
    expect(codes(answers)).toEqual(new Set(['queue_full']));
    for (const { headers } of answers.filter(({ status }) => status === 429)) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await desk.send()).status).toBe(429);
    expect((await server.audit(desk.project)).filter((e) => e.action === 'message.accepted')).toHaveLength(
      20,
    );
  });

  it('is counted per project', async () => {
    const server = await start({ ROLE: 'api', PROJECT_QUEUE_LIMIT: '3' });
    const [full, other] = [await openDesk(server), await openDesk(server)];
    expect(count(await full.burst(10), 202)).toBe(3);
    expect(count(await other.burst(10), 202)).toBe(3);
  });

  it('accepts one request if one place is left', async () => {
    const server = await start({ ROLE: 'api', PROJECT_QUEUE_LIMIT: '8' });
    const desk = await openDesk(server);
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) statuses.push((await desk.send()).status);
    expect(statuses).toEqual([...Array(8).fill(202), 429, 429]);
  });

  it('allows as many as before when the queue was drained, and no more', async () => {
    const limits = { PROJECT_QUEUE_LIMIT: '10' };
    const server = await start({ ...limits, ROLE: 'api' });
    const desk = await openDesk(server);
    for (let round = 1; round <= 2; round++) {
      const answers = await desk.burst(25);
      expect([round, count(answers, 202)]).toEqual([round, 10]);
      const worker = await start({ ...limits, ROLE: 'worker' }, server);
      await until(async () => {
        const entries = await server.audit(desk.project);
        return entries.filter(({ action }) => action === 'message.sent').length === 10 * round;
      });
      servers.splice(servers.indexOf(worker), 1);
      await worker.close();
    }
  });

  it('does not count unknown messages, and counts them again when they are settled as retry', async () => {
    const server = await start({ PROJECT_QUEUE_LIMIT: '1' });
    const project = await server.makeProject();
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let first = true;
    const scene = await makeScene(server, project, async ({ body }, response) => {
      if (body.text === 'held') await gate;
      response.writeHead(first ? 500 : 204).end();
      first = false;
    });
    const [one, two] = [await scene.identity(), await scene.identity()];
    const lost = await server.send(project, one, { text: 'lost' });
    expect(await server.outcome(project, lost.body.message_id)).toBe('message.unknown');
    const held = await server.send(project, one, { text: 'held' });
    expect(held.status).toBe(202);
    await server.make('POST', `/projects/${project.id}/unsettled/${lost.body.message_id}/settle`, {
      outcome: 'retry',
    });
    // Two are unfinished now, although the limit is one.
    expect((await server.send(project, two)).body.code).toBe('queue_full');
    open();
    await until(() => scene.texts().length === 3);
    await until(async () => (await server.send(project, two, { text: 'free' })).status === 202);
    expect(scene.texts().slice(0, 3)).toEqual(['lost', 'held', 'lost']);
  });
});

describe('PROJECT_DAILY_LIMIT', () => {
  beforeEach(withinOneDay);

  it('is exact for concurrent requests, and ends at midnight UTC', async () => {
    const server = await start({ ROLE: 'api', PROJECT_DAILY_LIMIT: '15' });
    const desk = await openDesk(server);
    const answers = await desk.burst(50);
    expect([count(answers, 202), count(answers, 429)]).toEqual([15, 35]);
    expect(codes(answers)).toEqual(new Set(['daily_limit']));
    const midnight = new Date().setUTCHours(24, 0, 0, 0);
    const untilMidnight = () => (midnight - Date.now()) / 1000;
    const most = untilMidnight();
    const refused = await desk.send();
    expect(Number(refused.headers.get('retry-after'))).toBeLessThan(most + 5);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(untilMidnight() - 5);
  });

  it('counts only requests that are answered 202 for the first time: no refused and no repeated ones', async () => {
    const server = await start({ ROLE: 'api', PROJECT_DAILY_LIMIT: '4' });
    const desk = await openDesk(server);
    for (let i = 0; i < 6; i++) {
      expect((await server.send(desk.project, 'idn_nobody')).status).toBe(404);
    }
    const { id: identityId } = await server.makeIdentity(
      desk.project.id,
      (await server.makeChannel(desk.project.id)).id,
    );
    const key = randomUUID();
    for (let i = 0; i < 6; i++) {
      expect((await server.send(desk.project, identityId, { key })).status).toBe(202);
    }
    expect(count(await desk.burst(10), 202)).toBe(3);
    expect((await server.send(desk.project, identityId, { key })).status).toBe(202);
  });

  it('stays reached even when the queue is empty again', async () => {
    const server = await start({ PROJECT_DAILY_LIMIT: '2', PROJECT_QUEUE_LIMIT: '5' });
    const desk = await openDesk(server);
    for (let i = 0; i < 2; i++) {
      const { body } = await desk.send();
      expect(await server.outcome(desk.project, body.message_id)).toBe('message.sent');
    }
    expect((await desk.send()).body.code).toBe('daily_limit');
  });

  it('starts again on the next day', async () => {
    const server = await start({ ROLE: 'api', PROJECT_DAILY_LIMIT: '2' });
    const desk = await openDesk(server);
    expect(count(await desk.burst(5), 202)).toBe(2);
    await server.server.parts.database.query('UPDATE dialog.project_counters SET day = day - 1');
    expect(count(await desk.burst(5), 202)).toBe(2);
  });
});
