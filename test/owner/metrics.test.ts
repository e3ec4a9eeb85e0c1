import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../fixtures/ports.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

const token = 'a token for metrics';
let server: TestServer;
let worker: TestServer;
let workerPort: number;

beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: token });
  workerPort = await freePort();
  worker = await startTestServer({ ROLE: 'worker', METRICS_PORT: String(workerPort) }, server.database);
});

afterAll(async () => {
  await worker?.close();
  await server?.close();
});

const scrape = (authorization?: string) =>
  server.call('GET', '/metrics', { headers: authorization ? { authorization } : {} });

/** The value of a metric with these labels, in any order; undefined when it is not told. */
function read(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text.split('\n').find((each) => {
    const [, found, inside = ''] = /^(\w+)(?:\{(.*)\})? /.exec(each) ?? [];
    return (
      found === name && Object.entries(labels).every(([key, value]) => inside.includes(`${key}="${value}"`))
    );
  });
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

describe('/metrics', () => {
  it('tells of requests, outcomes, the queue, unknown outcomes, connections and the process', async () => {
    const project = await server.makeProject();
    const { id: channel } = await server.makeChannel(project.id);
    const dead = await server.makeChannel(project.id, `${server.url}/nowhere`);
    const identity = await server.makeIdentity(project.id, channel);
    const { body } = await server.send(project, identity.id);
    expect(await server.outcome(project, body.message_id)).toBe('message.sent');
    const failed = await server.send(project, (await server.makeIdentity(project.id, dead.id)).id);
    expect(await server.outcome(project, failed.body.message_id)).toBe('message.failed');
    await server.call('GET', `/api/v1/projects/${project.id}/profiles/nobody`, { key: project.key });
    await server.server.parts.database.query(
      `UPDATE dialog.tasks SET state = 'unknown' WHERE state = 'failed'`,
    );

    const answer = await until(async () => {
      const { status, text, headers } = await scrape(`Bearer ${token}`);
      // What the database holds is looked up every few seconds.
      return read(text, 'parley_tasks_unknown', { kind: 'message' }) === 1 && { status, text, headers };
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const { text } = answer;
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? [\d.e+-]+)$/);
    }
    const messages = { method: 'POST', route: '/api/v1/projects/:project_id/messages' };
    expect(read(text, 'parley_http_requests_total', { ...messages, status: '2xx' })).toBe(2);
    expect(read(text, 'parley_http_request_duration_seconds_count', messages)).toBe(2);
    expect(
      read(text, 'parley_http_requests_total', {
        route: '/api/v1/projects/:project_id/profiles/:profile_id',
        status: '4xx',
      }),
    ).toBe(1);
    expect(read(text, 'parley_tasks_queued', { kind: 'message' })).toBe(0);
    expect(read(text, 'parley_tasks_oldest_seconds', { kind: 'message' })).toBe(0);
    expect(read(text, 'parley_database_up')).toBe(1);
    for (const pool of ['dialog', 'hot', 'catalog', 'catalog_hot']) {
      expect(read(text, 'parley_database_connections', { pool, state: 'waiting' })).toBe(0);
    }
    expect(read(text, 'parley_event_loop_lag_seconds', { quantile: '0.99' })).toBeLessThan(10);
    expect(read(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(read(text, 'parley_http_requests_total', { route: 'unmatched', status: '4xx' })).toBe(1);
    expect(text).not.toContain('/nowhere');
    // Nothing of what customers made, and no address with an id in it.
    expect(text).not.toMatch(/(?:prj|key|ch|idn|prof|msg)_0/);

    const ofWorker = await (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text();
    const sent = [text, ofWorker].map(
      (each) => read(each, 'parley_task_outcomes_total', { kind: 'message', outcome: 'succeeded' }) ?? 0,
    );
    expect(sent[0]! + sent[1]!).toBe(1);
  });

  it('is for who has the token', async () => {
    for (const authorization of [undefined, 'Bearer wrong', token, `Basic ${token}`]) {
      const { status, body, headers } = await scrape(authorization);
      expect([status, body.code, headers.get('www-authenticate')]).toEqual([
        401,
        'not_authenticated',
        'Bearer',
      ]);
    }
  });

  it('is nowhere without a token or a port of its own', async () => {
    const answer = await worker.call('GET', '/metrics');
    expect(answer.status).toBe(404);
    const onPort = `http://127.0.0.1:${workerPort}`;
    expect((await fetch(`${onPort}/metrics`)).status).toBe(200);
    expect((await fetch(`${onPort}/healthz`)).status).toBe(404);
    expect((await fetch(`${onPort}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  it('stops the start when its port is taken, in one sentence', async () => {
    await expect(startTestServer({ METRICS_PORT: String(workerPort) }, server.database)).rejects.toThrow(
      /^METRICS_PORT: cannot listen on \d+ \(EADDRINUSE\)$/,
    );
  });
});
