import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { whoWaitsForThis } from '../harness/locks.ts';
import { patient, patientSeconds } from '../harness/patience.ts';
import { until } from '../harness/until.ts';
import { openSession } from './database.ts';
import { makeProcessScene, type ProcessScene, shortLease } from './scene.ts';

let scene: ProcessScene;

beforeAll(async () => {
  scene = await makeProcessScene({ LEASE_SECONDS: patientSeconds(5, 30) });
});

afterEach(async () => {
  await scene.killAll();
  scene.receiver.answer = (_received, response) => void response.writeHead(204).end();
});

afterAll(() => scene?.close());

const arrived = (messageId: string) => scene.receiver.received.some(({ id }) => id === messageId);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('ROLE=api and ROLE=worker', () => {
  it('an api process accepts without a worker, and a worker delivers when it starts', async () => {
    const client = new Client((await scene.start({ ROLE: 'api' })).url);
    const { status, body } = await client.send(scene.project, await scene.identity());
    expect(status).toBe(202);
    const ready = await until(async () => {
      const answer = await client.call('GET', '/readyz');
      return answer.status === 200 && answer;
    });
    expect([ready.body.status, ready.body.checks.worker]).toEqual(['degraded', 'failed']);
    await pause(1000);
    expect(arrived(body.message_id)).toBe(false);

    await scene.start({ ROLE: 'worker' });
    expect(await client.outcome(scene.project, body.message_id)).toBe('message.sent');
    await until(async () => (await client.call('GET', '/readyz')).body.status === 'ready');
  });

  it('a worker answers requests for its health and no others', async () => {
    const client = new Client((await scene.start({ ROLE: 'worker' })).url);
    expect((await client.call('GET', '/healthz')).status).toBe(200);
    const ready = await until(async () => {
      const { body } = await client.call('GET', '/readyz');
      return body.status === 'ready' && body;
    });
    expect(ready).toEqual({
      status: 'ready',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      checks: { database: 'ok', migrations: 'ok', queue: 'ok', worker: 'ok' },
    });
    const paths = ['/', '/docs', '/api/v1/openapi.json', '/api/owner/session'];
    for (const path of [...paths, `/api/v1/projects/${scene.project.id}/profiles`]) {
      expect([path, (await client.call('GET', path, scene.project)).status]).toEqual([path, 404]);
    }
  });
});

describe('SIGTERM', () => {
  it('finishes the running request and delivery, leaves the rest queued, and exits with 0', async () => {
    const server = await scene.start({ SHUTDOWN_SECONDS: patientSeconds(10) });
    const client = new Client(server.url);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    scene.receiver.answer = async (_received, response) => {
      await released;
      response.writeHead(204).end();
    };
    const identity = await scene.identity();
    const lane: string[] = [];
    for (let i = 0; i < 4; i++) lane.push((await client.send(scene.project, identity)).body.message_id);
    await until(() => arrived(lane[0]!));

    // A request that waits for the database when the signal arrives.
    const blocker = await openSession(scene.database.address);
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE dialog.request_keys IN ACCESS EXCLUSIVE MODE');
    const pending = client.send(scene.project, await scene.identity());
    await until(async () => (await blocker.query(whoWaitsForThis)).length > 0);
    const ending = server.stop();
    await pause(300);
    expect(server.isOver).toBe(false);
    await blocker.query('COMMIT');
    await blocker.close();

    const answer = await pending;
    expect(answer.status).toBe(202);
    expect(server.isOver).toBe(false); // the delivery is still under way
    const releasedAt = Date.now();
    release();
    expect(await ending).toEqual({ code: 0, signal: null });
    // The client keeps its connection alive, and the stop does not wait for it.
    expect(Date.now() - releasedAt).toBeLessThan(patient(10_000));
    expect(server.stderr).toEqual([]);
    expect((await scene.session.task(lane[0]!)).state).toBe('succeeded');
    for (const id of lane.slice(1)) expect((await scene.session.task(id)).state).toBe('queued');
    expect(await scene.session.count('running')).toBe(0);
    expect(await scene.session.count('unknown')).toBe(0);

    scene.receiver.answer = (_received, response) => void response.writeHead(204).end();
    const next = new Client((await scene.start()).url);
    for (const id of [...lane, answer.body.message_id]) {
      expect(await next.outcome(scene.project, id)).toBe('message.sent');
    }
    expect(scene.receiver.received.map(({ id }) => id).filter((id) => lane.includes(id))).toEqual(lane);
  });

  it('writes every outcome that comes before the process must end, and logs none as lost', async () => {
    const server = await scene.start({ SHUTDOWN_SECONDS: '1', LEASE_SECONDS: '30' });
    const client = new Client(server.url);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    scene.receiver.answer = async (_received, response) => {
      await released;
      response.writeHead(204).end();
    };
    const ids: string[] = [];
    for (let i = 0; i < 8; i++)
      ids.push((await client.send(scene.project, await scene.identity())).body.message_id);
    await until(() => ids.every(arrived));
    const ending = server.stop();
    await until(() => server.stdout.some((line) => line.includes('stopping: finishing what runs')));
    await pause(1500); // SHUTDOWN_SECONDS are over, and the process is not
    expect(server.isOver).toBe(false);
    release();
    expect(await ending).toEqual({ code: 0, signal: null });
    for (const id of ids) expect([id, (await scene.session.task(id)).state]).toEqual([id, 'succeeded']);
    const lines = server.stdout.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  });

  it('waits at most SHUTDOWN_SECONDS for a delivery and logs it, and the process that makes it unknown logs and counts it', async () => {
    const LEASE_SECONDS = shortLease();
    const server = await scene.start({ SHUTDOWN_SECONDS: '1', LEASE_SECONDS });
    const client = new Client(server.url);
    scene.receiver.answer = () => {};
    const { body } = await client.send(scene.project, await scene.identity());
    await until(() => arrived(body.message_id));
    const before = Date.now();
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(Date.now() - before).toBeLessThan(patient(8000));
    const linesOf = ({ stdout }: typeof server, text: string) =>
      stdout.filter((line) => line.includes(text)).map((line) => JSON.parse(line));
    expect(linesOf(server, 'stopped before these tasks had an outcome')).toEqual([
      expect.objectContaining({ tasks: 1, ids: [body.message_id] }),
    ]);

    const next = await scene.start({ LEASE_SECONDS, METRICS_TOKEN: 'metrics-token' });
    expect(await new Client(next.url).outcome(scene.project, body.message_id)).toBe('message.unknown');
    // It says so after the commit, which may be seen before.
    const said = () => linesOf(next, 'these tasks are unknown now');
    await until(() => said().length > 0);
    expect(said()).toEqual([expect.objectContaining({ level: 40, tasks: 1, ids: [body.message_id] })]);
    const { text } = await new Client(next.url).call('GET', '/metrics', { key: 'metrics-token' });
    expect(text).toContain('parley_task_outcomes_total{kind="message",outcome="unknown"} 1');
  });

  it('ends an idle process at once, whatever connections are open', async () => {
    for (const ROLE of ['all', 'worker']) {
      const server = await scene.start({ ROLE });
      await fetch(`${server.url}/healthz`); // kept alive
      const silent = connect(server.port, '127.0.0.1'); // opened in advance, as proxies do
      await once(silent, 'connect');
      const before = Date.now();
      expect(await server.stop()).toEqual({ code: 0, signal: null });
      expect(Date.now() - before).toBeLessThan(patient(8000));
      silent.destroy();
    }
  });
});
