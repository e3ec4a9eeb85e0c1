import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { startTarget } from '../fakes/target.ts';
import type { TestProject } from '../harness/client.ts';
import { wholeSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { openSession } from '../process/database.ts';

let server: TestServer;
/** A server that answers, but carries out nothing. */
let idle: TestServer;
let project: TestProject;
let parked: TestProject;

beforeAll(async () => {
  server = await useTestServer();
  idle = await startTestServer({ ROLE: 'api' });
  project = await server.makeProject();
  parked = await idle.makeProject();
});
afterAll(async () => {
  await idle?.close();
  await server?.close();
});

const error = { code: 'canceled', message: 'An owner canceled the run.' };

async function publish(on: TestServer, of: TestProject, steps: object[], more: object = {}): Promise<string> {
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  const path = `/projects/${of.id}/workflows/${slug}`;
  await on.make('PUT', path, { name: 'Flow', definition: { steps }, ...more });
  await on.make('POST', `${path}/publish`);
  return slug;
}
async function start(on: TestServer, of: TestProject, slug: string): Promise<string> {
  const answer = await on.call('POST', `/api/v1/projects/${of.id}/workflows/${slug}/run`, {
    ...{ key: of.key, body: {}, headers: { 'idempotency-key': randomUUID() } },
  });
  expect(answer.status).toBe(202);
  return answer.body.run_id;
}
const read = async (on: TestServer, of: TestProject, runId: string) =>
  (await on.call('GET', `/api/v1/projects/${of.id}/workflow-runs/${runId}`, { key: of.key })).body;
const cancel = (on: TestServer, of: TestProject, slug: string, runId?: string) =>
  on.owner('POST', `/projects/${of.id}/workflows/${slug}${runId ? `/runs/${runId}` : ''}/cancel`);
const untilWaiting = (runId: string) =>
  until(async () => (await read(server, project, runId)).status === 'waiting');
const unfinished = async (on: TestServer, of: TestProject): Promise<number> => {
  const { rows } = await on.server.parts.database.query<{ n: number }>(
    'SELECT coalesce(sum(unfinished), 0)::int AS n FROM dialog.project_counters WHERE project_id = $1',
    [readId('project', of.id)],
  );
  return rows[0]!.n;
};

describe('a run that is canceled', () => {
  it('before it began fails, never begins, and is in the audit log', async () => {
    const slug = await publish(idle, parked, [{ id: 'end', type: 'end' }]);
    const before = await unfinished(idle, parked);
    const runId = await start(idle, parked, slug);
    const answer = await cancel(idle, parked, slug, runId);
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ run_id: runId, status: 'failed', error, finished_at: expect.any(String) }),
    ]);
    expect(await read(idle, parked, runId)).toEqual(answer.body);
    expect((await cancel(idle, parked, slug, runId)).body).toEqual(answer.body);
    expect(await unfinished(idle, parked)).toBe(before);
    const entries = (await idle.audit(parked)).filter(({ subject }) => subject.id === runId);
    expect(entries.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['run.created', 'key'],
      ['run.failed', 'owner'],
    ]);
    expect(entries[1].data).toEqual({ workflow: slug, version: 1, error });
  });

  it('while a turn of it is under way ends after that turn, and failed at the step to which that has led', async () => {
    const source = `custom.${randomUUID()}`;
    const slug = await publish(server, project, [
      { id: 'first', type: 'wait_for', event: { source } },
      { id: 'second', type: 'delay', seconds: 3600 },
    ]);
    const runId = await start(server, project, slug);
    await untilWaiting(runId);
    const [run, log] = [
      await openSession(server.database.address),
      await openSession(server.database.address),
    ];
    onTestFinished(async () => {
      await Promise.all([run.close(), log.close()]);
    });
    const waitsForLock = (statement: string) =>
      until(async () => {
        const { rows } = await server.server.parts.database.query(
          `SELECT pid FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
          [statement],
        );
        return rows.length > 0;
      });
    // The turn is held up until the log is locked; then it writes the run and its steps, and waits to write its outcome.
    await run.query('BEGIN');
    await run.query('SELECT 1 FROM dialog.workflow_runs WHERE id = $1 FOR UPDATE', [readId('run', runId)]);
    const event = { event_id: randomUUID(), source, environment: 'sandbox', data: {} };
    const path = `/api/v1/projects/${project.id}/automation-events`;
    expect((await server.call('POST', path, { key: project.key, body: event })).status).toBe(202);
    await waitsForLock('%"workflow_runs"%');
    await log.query('BEGIN');
    await log.query('LOCK TABLE dialog.audit_inbox IN SHARE ROW EXCLUSIVE MODE');
    await run.query('ROLLBACK');
    await waitsForLock('%outcome AS (%');
    const canceling = cancel(server, project, slug, runId);
    await waitsForLock('%"workflow_runs"%FOR UPDATE%');
    await log.query('ROLLBACK');
    const { status, body } = await canceling;
    expect([status, body.status, body.error]).toEqual([200, 'failed', error]);
    expect(body.steps.map((step: any) => [step.id, step.status])).toEqual([
      ['first', 'succeeded'],
      ['second', 'failed'],
    ]);
  });

  it('while it waits does not go on when its time comes', async () => {
    // Long enough to be canceled in.
    const seconds = wholeSeconds(1);
    const slug = await publish(server, project, [
      { id: 'wait', type: 'delay', seconds },
      { id: 'after', type: 'end', output: 'went on' },
    ]);
    const runId = await start(server, project, slug);
    await untilWaiting(runId);
    const { body: run } = await cancel(server, project, slug, runId);
    expect([run.status, run.error, run.steps]).toEqual([
      'failed',
      error,
      [expect.objectContaining({ id: 'wait', status: 'failed', error })],
    ]);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 1500));
    expect(await read(server, project, runId)).toEqual(run);
  });

  it('cancels its job that has not begun, and not one that has', async () => {
    const target = await startTarget();
    try {
      target.manner = () => ({ does: 'hang' });
      const base = `/projects/${project.id}`;
      await server.make('PUT', `${base}/connections/slow`, {
        ...{
          name: 'Slow',
          kind: 'http',
          settings: { base_url: target.url, max_concurrency: 1, timeout_ms: wholeSeconds(3) * 1000 },
        },
      });
      await server.make('PUT', `${base}/operations/slow`, {
        ...{ name: 'Slow', kind: 'http', connection: 'slow' },
      });
      const steps = [
        { id: 'call', type: 'operation', operation: 'slow', on_unknown: 'after', on_failed: 'after' },
        { id: 'after', type: 'end', output: 'went on' },
      ];
      const slug = await publish(server, project, steps, { environment: 'live' });
      const first = await start(server, project, slug);
      await until(() => target.arrivals.length === 1);
      const second = await start(server, project, slug);
      await untilWaiting(second);
      const done = await cancel(server, project, slug);
      expect(done.body).toEqual({ workflow: slug, canceled: 2, ending: 0, more: false });
      for (const runId of [first, second]) {
        expect(await read(server, project, runId)).toMatchObject({ status: 'failed', error, output: null });
      }
      const jobs = await until(async () => {
        const found = (await server.audit(project)).filter(({ action }) =>
          /^job\.(failed|unknown)$/.test(action),
        );
        return found.length === 2 && found;
      });
      expect(jobs.map(({ action, data }) => [action, data.error.code])).toEqual([
        ['job.failed', 'canceled'],
        ['job.unknown', expect.any(String)],
      ]);
      expect(target.arrivals).toHaveLength(1);
      expect((await read(server, project, first)).output).toBeNull();
    } finally {
      await target.close();
    }
  });

  it('in the middle of its first turn ends right after it', async () => {
    const slug = await publish(server, project, [{ id: 'wait', type: 'delay', seconds: 3600 }]);
    const { database } = server.server.parts;
    // A turn that needs a locked row lasts as long as the lock.
    const held = await holdCounters(server, project);
    const runId = await start(server, project, slug);
    const id = readId('run', runId);
    await until(async () => {
      const { rows } = await database.query(`SELECT FROM dialog.tasks WHERE id = $1 AND state = 'running'`, [
        id,
      ]);
      return rows.length === 1;
    });
    const canceling = cancel(server, project, slug, runId);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await held.letGo();
    expect([200, 202]).toContain((await canceling).status);
    const run = await until(async () => {
      const found = await read(server, project, runId);
      return found.status === 'failed' && found;
    });
    expect([run.error, run.finished_at]).toEqual([error, expect.any(String)]);
  });

  it('must belong to this workflow, or the answer is a 404', async () => {
    const slug = await publish(server, project, [{ id: 'end', type: 'end' }]);
    const other = await publish(server, project, [{ id: 'wait', type: 'delay', seconds: 60 }]);
    const runId = await start(server, project, other);
    await untilWaiting(runId);
    for (const id of [runId, 'run_nothing', 'x']) {
      const answer = await cancel(server, project, slug, id);
      expect([answer.status, answer.body.code]).toEqual([404, 'run_not_found']);
    }
    expect((await cancel(server, project, 'nothing')).body.code).toBe('workflow_not_found');
    expect((await cancel(server, project, other, runId)).status).toBe(200);
  });
});

/** Locks the project's counters, which every turn changes at its end. */
async function holdCounters(on: TestServer, of: TestProject) {
  const { database } = on.server.parts;
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let held = () => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const done = database.transaction(async (tx) => {
    const { rows } = await tx.query(
      'SELECT shard FROM dialog.project_counters WHERE project_id = $1 AND shard % 2 = 1 FOR UPDATE',
      [readId('project', of.id)],
    );
    expect(rows.length).toBeGreaterThan(0);
    held();
    await until;
  });
  await isHeld;
  return {
    async letGo() {
      letGo();
      await done;
    },
  };
}

describe('canceling all runs of a workflow', () => {
  it('works in steps, for any number of runs, by two owners at once, and cancels each run once', async () => {
    const slug = await publish(idle, parked, [{ id: 'end', type: 'end' }]);
    const other = await start(idle, parked, await publish(idle, parked, [{ id: 'end', type: 'end' }]));
    const before = await unfinished(idle, parked);
    const { database } = idle.server.parts;
    const projectId = readId('project', parked.id);
    // Several steps of each.
    const [queued, begun] = [1200, 600];
    await database.query(
      `INSERT INTO dialog.tasks (project_id, id, kind, environment, lane, payload, deadline_at)
       SELECT $1, id, 'run', 'sandbox', 'run:' || id,
         json_build_object('type', 'start', 'workflow', $2::text, 'version', 1, 'input', null, 'event', null),
         now() + interval '1 day'
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $3::int)) AS made`,
      [projectId, slug, queued],
    );
    await database.query(
      `UPDATE dialog.project_counters SET unfinished = unfinished + $2 WHERE project_id = $1
       AND shard = (SELECT min(shard) FROM dialog.project_counters WHERE project_id = $1)`,
      [projectId, queued],
    );
    await database.query(
      `INSERT INTO dialog.workflow_runs (project_id, id, slug, version, environment, status, input, created_at, wake_at)
       SELECT $1, gen_random_uuid(), $2, 1, 'sandbox', 'waiting', '{}', now(), now() + interval '1 day'
       FROM generate_series(1, $3::int)`,
      [projectId, slug, begun],
    );
    const answers = await Promise.all([cancel(idle, parked, slug), cancel(idle, parked, slug)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const canceled = answers.map(({ body }) => body.canceled);
    expect(canceled[0] + canceled[1]).toBe(queued + begun);
    expect((await cancel(idle, parked, slug)).body).toEqual({
      ...{ workflow: slug, canceled: 0, ending: 0, more: false },
    });
    expect(await unfinished(idle, parked)).toBe(before);
    expect((await read(idle, parked, other)).status).toBe('queued');
    const entries = await idle.audit(parked);
    const failed = entries.filter(({ action, data }) => action === 'run.failed' && data.workflow === slug);
    expect(failed).toHaveLength(queued + begun);
    expect(new Set(failed.map(({ subject }) => subject.id)).size).toBe(queued + begun);
    expect(entries.filter(({ action }) => action === 'workflow.canceled')).toHaveLength(3);
  });
});
