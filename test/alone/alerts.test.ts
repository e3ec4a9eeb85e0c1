import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../fixtures/ports.ts';
import { type Prometheus, startPrometheus } from '../fixtures/prometheus.ts';
import { sharedBuild } from '../fixtures/server-build.ts';
import { type ServerProcess, startServerProcess } from '../fixtures/server-process.ts';
import { Client } from '../harness/client.ts';
import { proxyDatabase } from '../harness/freezing-proxy.ts';
import { shouldRunWith } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { openSession } from '../process/database.ts';
import { makeProcessScene, type ProcessScene } from '../process/scene.ts';

/**
 * docs/monitoring under a real Prometheus that watches real processes: without a fault no rule fires, and each fires by what it is about. The
 * rules are the page's own; only their times are shorter, since the tests cannot wait for minutes.
 */
const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8');
const names = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);
const page = readFileSync('docs/operations.md', 'utf8');
const rangeSeconds = 10;
/** Three starts take longer than other things. */
const startsSeconds = 120;
const shortened = (seconds = rangeSeconds) =>
  rules
    .replaceAll(/^ +for: .*\n/gm, '')
    .replaceAll('[15m]', `[${startsSeconds}s]`)
    .replaceAll('[5m]', `[${seconds}s]`);
/** Longer than an answer of /metrics takes while the database hangs. */
const patientSeconds = 6;

describe('the rules for alerts', () => {
  it('lead to a section of the page each, and each section has a rule', () => {
    const sections = [...page.matchAll(/^### (Parley\w+)$/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(10);
    expect(sections.toSorted()).toEqual(names.toSorted());
    const runbooks = [...rules.matchAll(/runbook: (.*)$/gm)].map(([, link]) => link);
    expect(runbooks).toEqual(names.map((name) => `docs/operations.md#${name.toLowerCase()}`));
  });
});

describe.runIf(shouldRunWith('prometheus'))('Prometheus', () => {
  let scene: ProcessScene;
  let prometheus: Prometheus;
  const seen = new Set<string>();

  beforeAll(async () => {
    scene = await makeProcessScene();
    prometheus = await startPrometheus(shortened());
  });
  afterEach(async () => {
    await prometheus.watch([]);
    await scene.killAll();
  });
  afterAll(async () => {
    await prometheus?.close();
    await scene?.close();
  });

  /** Starts a process and has it watched. @returns it, and its port for metrics */
  async function watched(
    settings: Record<string, string> = {},
    { keep = [], by = prometheus }: { keep?: readonly number[]; by?: Prometheus } = {},
  ) {
    const port = await freePort();
    const server = await scene.start({ METRICS_PORT: String(port), ...settings });
    await by.watch([...keep, port]);
    return { server, client: new Client(server.url), port };
  }

  /** Waits until each of these rules fires, and takes note of it. */
  async function fires(wanted: string[], by = prometheus) {
    await until(async () => {
      const alerts = await by.firing();
      for (const { labels, annotations } of alerts) {
        expect(annotations.summary, labels.alertname).not.toMatch(/<no value>|\{\{|error/);
        if (wanted.includes(labels.alertname!)) seen.add(labels.alertname!);
      }
      return wanted.every((name) => alerts.some(({ labels }) => labels.alertname === name));
    }, 60_000).catch(async (error: Error) => {
      const firing = (await by.firing()).map(({ labels }) => labels.alertname);
      throw new Error(`${wanted} do not all fire, only ${firing}: ${error.message}`);
    });
  }

  it('is silent without a fault, knows every metric of the page, and fills the dashboard', async () => {
    const { client, port } = await watched();
    const sent = await client.send(scene.project, await scene.identity());
    expect(await client.outcome(scene.project, sent.body.message_id)).toBe('message.sent');
    await client.call('GET', `/api/v1/projects/${scene.project.id}/profiles`, { key: scene.project.key });
    // The start itself has kept the event loop busy.
    await pause(rangeSeconds * 1000);
    const again = await client.send(scene.project, await scene.identity());
    expect(again.status).toBe(202);
    await until(
      async () =>
        (await prometheus.query('sum(increase(parley_http_answers_total{class="2xx"}[10s])) > 0')).length > 0,
    );
    expect(await prometheus.firing()).toEqual([]);

    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const served = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
    const table = page.slice(page.indexOf('| Metric | |'), page.indexOf('## Alerts'));
    const described = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    );
    expect(described.toSorted()).toEqual(served.toSorted());

    const { panels } = JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8')) as {
      panels: { title: string; targets?: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ title, targets = [] }) =>
      targets.map(
        ({ expr }) =>
          [title, expr.replaceAll('$__rate_interval', '10s').replaceAll('$instance', '.*')] as const,
      ),
    );
    expect(expressions.length).toBeGreaterThan(15);
    for (const [title, expression] of expressions)
      expect((await prometheus.query(expression)).length, `${title}: ${expression}`).toBeGreaterThan(0);
  });

  it('warns when a database hangs', async () => {
    const patiently = await startPrometheus(shortened(5 * patientSeconds), patientSeconds);
    const proxy = await proxyDatabase(scene.database);
    try {
      const { client } = await watched({ DATABASE_URL: proxy.database.url }, { by: patiently });
      const identities = await Promise.all(Array.from({ length: 5 }, () => scene.identity()));
      proxy.freezeNew(true);
      proxy.freeze();
      let isOver = false;
      const ask = async (n: number) => {
        while (!isOver) {
          const { id, key } = scene.project;
          if (n % 2 === 0) await client.send(scene.project, identities[n % 5]!).catch(() => {});
          else await client.call('GET', `/api/v1/projects/${id}/profiles`, { key }).catch(() => {});
        }
      };
      const asking = Array.from({ length: 40 }, (_, n) => ask(n));
      await fires(
        ['ParleyDatabaseDown', 'ParleyNotReady', 'ParleyStalled', 'ParleyErrors', 'ParleyConnectionsWait'],
        patiently,
      );
      isOver = true;
      proxy.freezeNew(false);
      proxy.thaw();
      proxy.cut();
      proxy.mend();
      await Promise.all(asking);
    } finally {
      await proxy.close();
      await patiently.close();
    }
  });

  it('warns when accepting waits for a lock', async () => {
    const { client } = await watched();
    const blocker = await openSession(scene.database.address);
    const identity = await scene.identity();
    const slow = fires(['ParleySlow']);
    let isOver = false;
    void slow.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await blocker.query('BEGIN; LOCK TABLE dialog.tasks IN ACCESS EXCLUSIVE MODE');
      const sent = client.send(scene.project, identity);
      await pause(2000);
      await blocker.query('COMMIT');
      expect((await sent).status).toBe(202);
    }
    await slow;
    await blocker.close();
  });

  it('warns when nothing is carried out, the queue is away and the disk is nearly full', async () => {
    // Those of other tests were killed, and would count for half a minute.
    await scene.session.query('DELETE FROM dialog.processes');
    const { client } = await watched({
      ROLE: 'api',
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      FILES_FREE_MB: '900000000',
    });
    const sent = await client.send(scene.project, await scene.identity());
    expect(sent.status).toBe(202);
    await client.call('POST', `/api/v1/projects/${scene.project.id}/profiles`, {
      key: scene.project.key,
      body: {},
    });
    await scene.session.query(
      "UPDATE dialog.tasks SET due_at = due_at - interval '10 minutes' WHERE state = 'queued'",
    );
    await scene.session.query("UPDATE dialog.audit_inbox SET at = at - interval '2 minutes'");
    await fires([
      'ParleyNoWorker',
      'ParleyQueueDown',
      'ParleyDiskFills',
      'ParleyWorkWaits',
      'ParleyAuditWaits',
    ]);
  });

  it('warns when another system breaks off, and of outcomes that nobody knows', async () => {
    scene.receiver.answer = (_, response) => void response.destroy();
    const { client } = await watched();
    for (let i = 0; i < 8; i++) await client.send(scene.project, await scene.identity());
    await fires(['ParleyServiceFails', 'ParleyUnknownOutcomes']);
  });

  it('warns of a process that is gone, and of one that starts again and again', async () => {
    const { server, port } = await watched();
    let running = server;
    for (let starts = 0; starts < 5; starts++) {
      await running.kill();
      if (starts === 0) await fires(['ParleyDown']);
      running = await scene.start({ METRICS_PORT: String(port) });
      await until(() => isNewest(port));
    }
    await fires(['ParleyRestarts']);
  });

  /** Whether Prometheus has asked the process that has this port now. */
  async function isNewest(port: number): Promise<boolean> {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const now = Number(/^process_start_time_seconds (\S+)$/m.exec(text)![1]);
    const [found] = await prometheus.query('process_start_time_seconds');
    return found !== undefined && Math.abs(Number(found.value[1]) - now) < 0.01;
  }

  it('warns of a process that does not get its turn', async () => {
    const { server } = await watched();
    let isOver = false;
    const halting = (async () => {
      while (!isOver) {
        server.child.kill('SIGSTOP');
        await pause(400);
        server.child.kill('SIGCONT');
        await pause(600);
      }
    })();
    await fires(['ParleyEventLoopLags']).finally(() => {
      isOver = true;
    });
    await halting;
  });

  it('warns of processes of two versions', async () => {
    const build = await sharedBuild(inject('build'));
    const folder = mkdtempSync(join(tmpdir(), 'parley-version-'));
    let other: ServerProcess | undefined;
    try {
      for (const name of ['dist', 'migrations', 'passwords'])
        cpSync(join(build.folder, name), join(folder, name), { recursive: true });
      symlinkSync(join(build.folder, 'node_modules'), join(folder, 'node_modules'));
      const text = readFileSync(join(build.folder, 'package.json'), 'utf8');
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...JSON.parse(text), version: '99.0.0' }));
      const port = await freePort();
      other = await startServerProcess(
        { folder, main: join(folder, 'dist/main.js') },
        { ...scene.environment, METRICS_PORT: String(port) },
      );
      await watched({}, { keep: [port] });
      await fires(['ParleyVersionsDiffer']);
    } finally {
      await other?.kill();
      rmSync(folder, { recursive: true });
    }
  });

  it('has been seen to fire by every rule', () => {
    expect([...seen].toSorted()).toEqual(names.toSorted());
  });
});
