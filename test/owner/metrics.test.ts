import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/platform/version.ts';
import { freePort } from '../fixtures/ports.ts';
import { programPath, shouldRunWith } from '../harness/programs.ts';
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

/** The value of a metric with these labels, in any order; undefined if it is missing. */
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
  it('reports requests, outcomes, the queue, unknown outcomes, connections and the process', async () => {
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

    const pools = ['dialog', 'hot', 'catalog', 'catalog_hot'];
    const waitingIn = (pool: string) => ({ pool, state: 'waiting' });
    const answer = await until(async () => {
      const { status, text, headers } = await scrape(`Bearer ${token}`);
      // Figures from the database are read every few seconds. A scrape that reads them takes no connection from anybody.
      const waits = pools.filter((pool) => read(text, 'parley_database_connections', waitingIn(pool)) !== 0);
      expect(waits).toEqual([]);
      const isKnown = read(text, 'parley_tasks_unknown', { kind: 'message' }) === 1;
      return isKnown && { status, text, headers };
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const { text } = answer;
    for (const line of text.split('\n').filter((each) => each !== '')) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? [\d.e+-]+)$/);
    }
    const messages = { method: 'POST', route: '/api/v1/projects/:project_id/messages' };
    expect(read(text, 'parley_http_requests_total', { ...messages, status: '202' })).toBe(2);
    expect(read(text, 'parley_http_request_duration_seconds_count', messages)).toBe(2);
    expect(
      read(text, 'parley_http_requests_total', {
        route: '/api/v1/projects/:project_id/profiles/:profile_id',
        status: '404',
      }),
    ).toBe(1);
    expect(read(text, 'parley_tasks_queued', { kind: 'message' })).toBe(0);
    expect(read(text, 'parley_tasks_oldest_seconds', { kind: 'message' })).toBe(0);
    expect(read(text, 'parley_database_up')).toBe(1);
    for (const pool of pools) expect(read(text, 'parley_database_connections', waitingIn(pool))).toBe(0);
    expect(read(text, 'parley_event_loop_lag_seconds_count')).toBeGreaterThan(0);
    expect(read(text, 'parley_http_answers_total', { class: '2xx' })).toBeGreaterThan(2);
    expect(read(text, 'parley_build_info', { version, role: 'all', node: process.version })).toBe(1);
    expect(read(text, 'parley_ready')).toBe(1);
    for (const check of ['database', 'migrations', 'queue', 'worker'])
      expect(read(text, 'parley_readiness_check', { check }), check).toBe(1);
    expect(read(text, 'parley_processes', { role: 'worker' })).toBe(1);
    expect(read(text, 'parley_processes', { role: 'api' })).toBe(0);
    expect(read(text, 'parley_audit_unnumbered_oldest_seconds')).toBeLessThan(60);
    expect(read(text, 'parley_disk_free_bytes')).toBeGreaterThan(0);
    expect(read(text, 'parley_disk_reserved_bytes')).toBe(0); // as the tests set it
    expect(read(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(read(text, 'parley_http_requests_total', { route: 'unmatched', status: '404' })).toBe(1);
    expect(text).not.toContain('/nowhere');
    // No data of customers, and no address with an id in it.
    expect(text).not.toMatch(/(?:prj|key|ch|idn|prof|msg)_0/);

    const ofWorker = await (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text();
    const sent = [text, ofWorker].map(
      (each) => read(each, 'parley_task_outcomes_total', { kind: 'message', outcome: 'succeeded' }) ?? 0,
    );
    expect(sent[0]! + sent[1]!).toBe(1);
    const requested = (outcome: string) =>
      [text, ofWorker].map((each) =>
        read(each, 'parley_outbound_requests_total', { service: 'webhook', outcome }),
      );
    // The channel of the message that was sent is in the sandbox.
    expect(requested('2xx')).toEqual([0, 0]);
    expect(requested('4xx').toSorted()).toEqual([0, 1]);
  });

  it('begins with every count at 0, so that the first failure is an increase', async () => {
    const port = await freePort();
    const fresh = await startTestServer({ METRICS_PORT: String(port), ROLE: 'worker' }, server.database);
    try {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      for (const [name, labels] of [
        ['parley_task_outcomes_total', { kind: 'job', outcome: 'unknown' }],
        ['parley_outbound_requests_total', { service: 'yookassa', outcome: '5xx' }],
        ['parley_http_answers_total', { class: '5xx' }],
      ] as const)
        expect(read(text, name, labels), name).toBe(0);
    } finally {
      await fresh.close();
    }
  });

  it.runIf(shouldRunWith('prometheus'))('passes `promtool check metrics`', async () => {
    const { text } = await scrape(`Bearer ${token}`);
    const said = spawnSync(programPath('promtool')!, ['check', 'metrics'], { input: text, encoding: 'utf8' });
    expect([said.stderr + said.stdout, said.status]).toEqual(['', 0]);
  });

  it('needs the token', async () => {
    for (const authorization of [undefined, 'Bearer wrong', token, `Basic ${token}`]) {
      const { status, body, headers } = await scrape(authorization);
      expect([status, body.code, headers.get('www-authenticate')]).toEqual([
        401,
        'not_authenticated',
        'Bearer',
      ]);
    }
  });

  it('refuses with the usual errors, on the port of the server and on its own', async () => {
    const port = await freePort();
    const apart = await startTestServer(
      { METRICS_TOKEN: token, METRICS_PORT: String(port) },
      server.database,
    );
    try {
      for (const url of [`${server.url}/metrics`, `http://127.0.0.1:${port}/metrics`]) {
        const answer = await fetch(url);
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(await answer.json()).toEqual({
          detail: 'Send METRICS_TOKEN as a bearer token.',
          code: 'not_authenticated',
        });
      }
      const elsewhere = await fetch(`http://127.0.0.1:${port}/nowhere`);
      expect([elsewhere.status, await elsewhere.json()]).toEqual([
        404,
        { detail: 'Not Found', code: 'not_found' },
      ]);
    } finally {
      await apart.close();
    }
  });

  it('does not exist without a token or a port of its own', async () => {
    const answer = await worker.call('GET', '/metrics');
    expect(answer.status).toBe(404);
    const onPort = `http://127.0.0.1:${workerPort}`;
    expect((await fetch(`${onPort}/metrics`)).status).toBe(200);
    expect((await fetch(`${onPort}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${onPort}/healthz`, { method: 'POST' })).status).toBe(404);
  });

  it('shares its own port with what monitoring asks for health', async () => {
    const onPort = `http://127.0.0.1:${workerPort}`;
    expect(await (await fetch(`${onPort}/healthz`)).json()).toEqual({ status: 'ok' });
    const ready = await fetch(`${onPort}/readyz`);
    const own = await worker.call('GET', '/readyz');
    expect([ready.status, await ready.json()]).toEqual([own.status, own.body]);
  });

  it('answers HEAD for health on both ports', async () => {
    for (const url of [worker.url, `http://127.0.0.1:${workerPort}`])
      for (const path of ['/healthz', '/readyz']) {
        const answer = await fetch(url + path, { method: 'HEAD' });
        expect([answer.status, await answer.text()], url + path).toEqual([200, '']);
      }
  });

  it('keeps the details of /readyz from users where only its own port has them', async () => {
    const port = await freePort();
    const apart = await startTestServer(
      { METRICS_PORT: String(port), READYZ_ON_PORT: 'false' },
      server.database,
    );
    try {
      expect((await apart.call('GET', '/readyz')).status).toBe(404);
      expect((await apart.call('GET', '/healthz')).status).toBe(200);
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    } finally {
      await apart.close();
    }
  });

  it('stops the start if its port is taken, with one sentence that names a free one', async () => {
    const start = startTestServer({ METRICS_PORT: String(workerPort) }, server.database);
    const { message } = await start.then(
      () => expect.unreachable(),
      (error: Error) => error,
    );
    const [, free] =
      /^METRICS_PORT \d+ on 127\.0\.0\.1 is in use by another program; (\d+) is free: METRICS_PORT=\1$/.exec(
        message,
      ) ?? [];
    expect(message).toContain(`METRICS_PORT ${workerPort} `);
    expect(Number(free)).toBeGreaterThan(workerPort);
    const again = await startTestServer({ METRICS_PORT: free! }, server.database);
    await again.close();
  });
});

describe('guessing the token of /metrics', () => {
  it('gets a 429 after 60 wrong ones in a minute, and does not delay right ones', async () => {
    const port = await freePort();
    const apart = await startTestServer(
      { METRICS_TOKEN: token, METRICS_PORT: String(port) },
      server.database,
    );
    const onItsPort = (authorization: string) =>
      fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } });
    try {
      for (const ask of [scrape, onItsPort]) {
        await server.server.parts.limiter.clear('wrong-metrics-token:127.0.0.1');
        await apart.server.parts.limiter.clear('wrong-metrics-token:127.0.0.1');
        const wrong = await Promise.all(Array.from({ length: 60 }, () => ask('Bearer guess')));
        expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
        const refused = await ask('Bearer guess');
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect((await ask(`Bearer ${token}`)).status).toBe(200);
      }
    } finally {
      await apart.close();
    }
  });
});
