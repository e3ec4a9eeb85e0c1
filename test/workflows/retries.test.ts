import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Arrival, type Manner, startTarget, type Target } from '../fakes/target.ts';
import type { TestProject } from '../harness/client.ts';
import { wholeSeconds } from '../harness/patience.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;
let target: Target;

beforeAll(async () => {
  [server, target] = await Promise.all([useTestServer(), startTarget()]);
  project = await server.makeProject();
  const put = (path: string, body: object) => server.make('PUT', `/projects/${project.id}${path}`, body);
  const settings = { base_url: target.url, idempotency_header: 'Idempotency-Key' };
  await put('/connections/shop', { name: 'Shop', kind: 'http', settings });
  await put('/operations/order', { name: 'Order', connection: 'shop', request: { path: '/orders' } });
  await put('/operations/look', {
    ...{ name: 'Look', connection: 'shop', request: { path: '/looks' }, repeatable: true },
  });
});
afterAll(async () => {
  await server?.close();
  await target?.close();
});
beforeEach(() => {
  target.arrivals.length = 0;
});

/** Starts a run of one operation, after which it ends with the step's output. */
async function start(step: object): Promise<string> {
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  const path = `/projects/${project.id}/workflows/${slug}`;
  const output = '{{ steps.call }}';
  const steps = [
    { id: 'call', type: 'operation', ...step },
    { id: 'went_on', type: 'end', output },
    { id: 'branch', type: 'end', output },
  ];
  const definition = { steps };
  await server.make('PUT', path, { name: 'Flow', environment: 'live', definition });
  await server.make('POST', `${path}/publish`);
  const answer = await server.call('POST', `/api/v1/projects/${project.id}/workflows/${slug}/run`, {
    ...{ key: project.key, body: {}, headers: { 'idempotency-key': randomUUID() } },
  });
  expect(answer.status).toBe(202);
  return answer.body.run_id;
}
const read = async (runId: string) =>
  (await server.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${runId}`, { key: project.key }))
    .body;
const ended = (runId: string) =>
  until(async () => {
    const run = await read(runId);
    return run.finished_at !== null && run;
  });
const does = (...manners: Manner[]) => {
  let at = 0;
  target.manner = () => manners[Math.min(at++, manners.length - 1)]!;
};
const retry = { attempts: 3, backoff_seconds: 1 };

describe('an operation with retry', () => {
  it('is called again after a failure, and the run shows each attempt', async () => {
    does({ does: 'answer', status: 409 }, { does: 'answer', body: '{"n":7}' });
    const run = await ended(await start({ operation: 'order', retry }));
    expect(run.output).toMatchObject({ status: 'succeeded', result: { n: 7 } });
    expect(run.steps.map(({ id, status, error }: any) => [id, status, error?.code])).toEqual([
      ['call', 'failed', 'http_409'],
      ['call', 'succeeded', undefined],
      ['went_on', 'succeeded', undefined],
    ]);
    const jobs = target.arrivals.map(({ jobId }) => jobId);
    expect(new Set(jobs).size).toBe(2);
    expect(target.arrivals[1]!.at - target.arrivals[0]!.at).toBeGreaterThanOrEqual(900);
  });

  it('is never called again after an unknown outcome', async () => {
    does({ does: 'cut after reading' });
    const run = await ended(await start({ operation: 'order', retry, on_unknown: 'branch' }));
    expect(run.output).toMatchObject({ status: 'unknown', error: { code: 'no_answer' } });
    expect(run.steps.map(({ id }: any) => id)).toEqual(['call', 'branch']);
    // Longer than the back-off, so any repetition would have happened.
    await new Promise((resolve) => setTimeout(resolve, 2600));
    expect(target.arrivals).toHaveLength(1);
  });

  it('is called again after an unknown outcome if its owner says that it may be repeated', async () => {
    does({ does: 'cut after reading' }, { does: 'answer', body: '{"n":8}' });
    const run = await ended(await start({ operation: 'look', retry }));
    expect(run.output).toMatchObject({ status: 'succeeded', result: { n: 8 } });
    expect(run.steps.map(({ status }: any) => status)).toEqual(['failed', 'succeeded', 'succeeded']);
    expect(target.arrivals).toHaveLength(2);
  });

  it('leaves an attempt to its owner only if nobody can tell whether that happened', async () => {
    does({ does: 'answer', status: 409 }, { does: 'answer' });
    const certain = await ended(await start({ operation: 'order', retry }));
    does({ does: 'cut after reading' }, { does: 'answer' });
    const unsure = await ended(await start({ operation: 'look', retry }));
    const { items } = await server.make('GET', `/projects/${project.id}/unsettled`);
    const left = new Set(items.map(({ id }: any) => id));
    const jobs = [...certain.steps, ...unsure.steps].map(({ job_id }: any) => job_id).filter(Boolean);
    expect(jobs.map((id) => left.has(id))).toEqual([false, false, true, false]);
  });

  it('takes its branch after the last attempt', async () => {
    does({ does: 'answer', status: 404 });
    const step = { operation: 'order', retry: { attempts: 2, backoff_seconds: 1 }, on_failed: 'branch' };
    const run = await ended(await start(step));
    expect(run.output).toMatchObject({ status: 'failed', error: { code: 'http_404' } });
    expect(target.arrivals).toHaveLength(2);
  });
});

describe('an operation with a time-out', () => {
  it('is not waited for any longer; it ends as it ends, and its late result is dropped, on record', async () => {
    let answer = () => {};
    target.manner = () =>
      new Promise((resolve) => {
        answer = () => resolve({ does: 'answer', body: '{"late":true}' });
      });
    const seconds = wholeSeconds(1);
    const run = await ended(
      await start({ operation: 'order', timeout_seconds: seconds, on_timeout: 'branch' }),
    );
    expect([run.status, run.output.status, run.output.error.code]).toEqual([
      'succeeded',
      'timed_out',
      'timed_out',
    ]);
    const [{ jobId }] = target.arrivals as [Arrival];
    answer();
    const job = await until(async () => {
      const path = `/api/v1/projects/${project.id}/jobs/${jobId}`;
      const { body } = await server.call('GET', path, { key: project.key });
      return body.status === 'succeeded' && body;
    });
    expect(job.result).toEqual({ late: true });
    const [entry] = await until(async () => {
      const entries = await server.audit(project);
      const found = entries.filter(
        ({ action, subject }) => action === 'run.ignored' && subject.id === run.run_id,
      );
      return found.length > 0 && found;
    });
    expect(entry.data.late).toEqual({ call: 'call:1', job_id: jobId });
    expect(await read(run.run_id)).toEqual(run);
  });
});

it('with continue_on_error a run goes on with the failure as the output of the step', async () => {
  does({ does: 'answer', status: 404 });
  const run = await ended(await start({ operation: 'order', continue_on_error: true }));
  expect([run.status, run.output.error.code]).toEqual(['succeeded', 'http_404']);
  expect(run.steps.map(({ status }: any) => status)).toEqual(['failed', 'succeeded']);
});

it('an operation tells its owner whether it may be repeated', async () => {
  const shown = async (slug: string) =>
    (await server.make('GET', `/projects/${project.id}/operations/${slug}`)).repeatable;
  expect([await shown('look'), await shown('order')]).toEqual([true, undefined]);
});
