import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { Answer } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let scene: Scene;
let other: Scene;
let outside: Target;

beforeAll(async () => {
  server = await useTestServer();
  outside = await startTarget();
  scene = await shop();
  other = await shop();
});
afterAll(async () => {
  await server?.close();
  await outside?.close();
});

/** A project with an operation that calls another system. */
async function shop(): Promise<Scene> {
  const made = new Scene(server, await server.makeProject());
  await made.connect('shop', { base_url: outside.url });
  const request = { path: '/pay', body: { of: '{{ input.of }}' } };
  await made.define('pay', { connection: 'shop', mock: { result: 1 }, request });
  return made;
}
const pay = (id: string, more: object = {}) => ({
  ...{ id, type: 'operation', operation: 'pay' },
  ...{ input: { of: id }, ...more },
});
async function publish(
  slug: string,
  definition: object,
  { on = scene, environment = 'live' } = {},
): Promise<void> {
  const body = { name: slug, environment, definition: { triggers: [], ...definition } };
  await on.owner('PUT', `/workflows/${slug}`, body);
  expect((await on.owner('POST', `/workflows/${slug}/publish`)).body.findings).toEqual([]);
}
const ended = (runId: string, on = scene): Promise<any> =>
  until(async () => {
    const { body } = await on.owner('GET', `/runs/${runId}`);
    return /succeeded|failed|unknown/.test(body.status) && body;
  });
const started = async (slug: string, on = scene): Promise<any> =>
  ended((await on.owner('POST', `/workflows/${slug}/runs`, {})).body.run_id, on);
/** Carries a run out again. @param key an Idempotency-Key */
function again(
  { workflow, run_id }: { workflow: string; run_id: string },
  body: object,
  { key, on = scene }: { key?: string; on?: Scene } = {},
): Promise<Answer> {
  const path = `/projects/${on.project.id}/workflows/${workflow}/runs/${run_id}/rerun`;
  return server.owner('POST', path, body, key === undefined ? {} : { 'idempotency-key': key });
}
/** How the other system answers from now on. */
const answers = (status: number): void => {
  outside.manner = () => ({ does: 'answer', status, body: '{}' });
};
const jobsOf = (run: any): string[] =>
  run.steps.flatMap(({ job_id }: any) => (job_id === null ? [] : [job_id]));
/** Those of these jobs that are in the list of unknown outcomes. */
async function open(jobs: string[], on = scene): Promise<string[]> {
  const { items } = (await on.owner('GET', '/unsettled')).body;
  return items.map(({ id }: any) => id).filter((id: string) => jobs.includes(id));
}
const settledEntries = async (jobId: string, on = scene) =>
  (await server.audit(on.project)).filter(
    ({ action, subject }) => action === 'job.settled' && subject.id === jobId,
  );
const settlementOf = async (jobId: string): Promise<any> => {
  const query = 'SELECT state, error, settlement FROM dialog.tasks WHERE id = $1';
  return (await server.server.parts.database.query(query, [readId('job', jobId)])).rows[0];
};
/** A run that has ended at an action of unknown outcome, and its job. */
async function doubtful(slug = 'doubtful', on = scene): Promise<{ run: any; job: string }> {
  const steps = [
    { id: 'note', type: 'set', vars: { a: 1 } },
    pay('pay'),
    { id: 'end', type: 'end', output: 'done' },
  ];
  await publish(slug, { steps }, { on });
  answers(500);
  const run = await started(slug, on);
  const [job] = jobsOf(run);
  expect([run.status, await open([job!], on)]).toEqual(['unknown', [job]]);
  answers(200);
  return { run, job: job! };
}

describe('a run that is carried out again at a step of unknown outcome', () => {
  it('has settled that as failed: the record is no longer open, and it and the audit log name the new run', async () => {
    const { run, job } = await doubtful();
    const elsewhere = await doubtful('doubtful', other);
    const { status, body } = await again(run, { step: 'pay' });
    expect([status, body]).toEqual([
      202,
      { run_id: expect.any(String), status: 'queued', version: run.version, settled: [job] },
    ]);
    expect(await ended(body.run_id)).toMatchObject({ status: 'succeeded', rerun_of: run.run_id });
    expect(await open([job])).toEqual([]);
    const by = { outcome: 'failed', note: '', rerun: body.run_id };
    expect(await settlementOf(job)).toEqual({
      state: 'failed',
      error: expect.objectContaining({ code: 'http_500' }),
      settlement: { ...by, at: expect.any(String), by: expect.stringContaining('@') },
    });
    expect(await settledEntries(job)).toMatchObject([
      { actor: { type: 'owner' }, environment: 'live', data: by, subject: { type: 'job' } },
    ]);
    expect((await settledEntries(job))[0]!.data).toEqual(by);
    expect((await scene.owner('GET', `/jobs/${job}`)).body).toMatchObject({
      status: 'failed',
      error: { code: 'http_500' },
    });
    // Nothing is left to be settled, neither by hand nor by doing it once more.
    const late = await scene.owner('POST', `/unsettled/${job}/settle`, { outcome: 'done' });
    expect([late.status, late.body.code]).toEqual([409, 'already_settled']);
    expect((await again(run, { step: 'pay' })).body.settled).toBeUndefined();
    expect(await settledEntries(job)).toHaveLength(1);
    // What is open in another project is not touched, also if it is asked for with a run of this one.
    const foreign = await again({ ...run }, { step: 'pay' }, { on: other });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'run_not_found']);
    expect(await open([elsewhere.job], other)).toEqual([elsewhere.job]);
    expect(await settledEntries(elsewhere.job, other)).toEqual([]);
  });

  it('settles once for a request that is repeated with its Idempotency-Key, and nothing for a key of another request', async () => {
    const { run, job } = await doubtful();
    const key = randomUUID();
    const post = () => again(run, { step: 'pay' }, { key });
    const [one, two] = await Promise.all([post(), post()]);
    const later = await post();
    expect([one.status, one.body.settled, two.text, later.text]).toEqual([202, [job], one.text, one.text]);
    expect(later.headers.get('idempotency-replayed')).toBe('true');
    expect(await settledEntries(job)).toMatchObject([{ data: { rerun: one.body.run_id } }]);

    const rival = await doubtful();
    const shared = randomUUID();
    const both = [{ from: 'beginning' }, { step: 'pay' }].map((body) =>
      again(rival.run, body, { key: shared }),
    );
    const [whole, named] = await Promise.all(both);
    // Whichever of them came second was refused, and has written nothing.
    expect([whole!.status, named!.status].sort()).toEqual([202, 409]);
    expect(await open([rival.job])).toEqual(named!.status === 202 ? [] : [rival.job]);
    const first = await again(rival.run, { from: 'beginning' }, { key: randomUUID() });
    expect([first.status, first.body.settled]).toEqual([202, undefined]);
  });

  it('leaves an outcome open where it begins elsewhere: at the beginning, at another step', async () => {
    const { run, job } = await doubtful();
    for (const body of [{ from: 'beginning' }, { step: 'note' }]) {
      const answer = await again(run, body);
      expect([answer.status, 'settled' in answer.body]).toEqual([202, false]);
    }
    for (const [body, code] of [
      // Nobody has said that all of it may be done again.
      [{}, 'outcome_unknown'],
      [{ version: 'same' }, 'outcome_unknown'],
      [{ from: 'failed' }, 'outcome_unknown'],
      [{ from: 'after', step: 'pay' }, 'job_not_succeeded'],
      [{ step: 'never' }, 'step_not_reached'],
    ] as const) {
      expect((await again(run, body)).body.code).toBe(code);
    }
    expect([await open([job]), await settledEntries(job)]).toEqual([[job], []]);
  });

  it('waits for a job that is under way, as somebody has it done again already', async () => {
    const { run, job } = await doubtful();
    outside.manner = () => ({ does: 'hang' });
    await scene.owner('POST', `/unsettled/${job}/settle`, { outcome: 'retry' });
    const answer = await again(run, { step: 'pay' });
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      ...[409, 'outcome_unknown'],
      expect.stringMatching(`${job} is (queued|running). Wait for its end.`),
    ]);
  });

  it('changes nothing that was settled before, and does the step again as it was asked to', async () => {
    const { run, job } = await doubtful();
    await scene.owner('POST', `/unsettled/${job}/settle`, { outcome: 'done', note: 'They have it.' });
    const { status, body } = await again(run, { step: 'pay' });
    expect([status, 'settled' in body]).toEqual([202, false]);
    expect((await ended(body.run_id)).status).toBe('succeeded');
    expect(await settlementOf(job)).toMatchObject({
      state: 'succeeded',
      settlement: { outcome: 'done', note: 'They have it.' },
    });
    expect((await settlementOf(job)).settlement).not.toHaveProperty('rerun');
    expect(await settledEntries(job)).toHaveLength(1);
  });

  it('settles nothing that a person settles at the same moment: one of both does it, and names itself', async () => {
    const { run, job } = await doubtful();
    const [settled, rerun] = await Promise.all([
      scene.owner('POST', `/unsettled/${job}/settle`, { outcome: 'done' }),
      again(run, { step: 'pay' }),
    ]);
    expect(rerun.status).toBe(202);
    expect([settled.status, rerun.body.settled]).toEqual(
      settled.status === 200 ? [200, undefined] : [409, [job]],
    );
    expect(await settledEntries(job)).toHaveLength(1);
    const { settlement } = await settlementOf(job);
    expect(settlement.outcome).toBe(settled.status === 200 ? 'done' : 'failed');
  });

  it('settles all that a list did in its rounds when that is begun again, and not what was done at other steps', async () => {
    const on = { on_unknown: 'noted' };
    await publish('rounds', {
      steps: [
        pay('before', { on_unknown: 'each' }),
        {
          id: 'each',
          type: 'for_each',
          items: [1, 2],
          steps: [pay('inner', on), { id: 'noted', type: 'set', vars: { a: 1 } }],
        },
        pay('after', { on_unknown: 'end' }),
        { id: 'end', type: 'end', output: 'done' },
      ],
    });
    answers(500);
    const run = await started('rounds');
    expect([run.status, jobsOf(run).length]).toEqual(['succeeded', 4]);
    const [before, one, two, after] = jobsOf(run) as [string, string, string, string];
    answers(200);
    const { status, body } = await again(run, { step: 'each' });
    expect([status, [...body.settled].sort()]).toEqual([202, [one, two].sort()]);
    expect(await open(jobsOf(run))).toEqual([before, after]);
    expect(await settledEntries(two)).toMatchObject([{ data: { rerun: body.run_id } }]);
    expect((await ended(body.run_id)).status).toBe('succeeded');
  });

  it('settles what a called flow and branches did, but of a step to which it came twice only the last time', async () => {
    await publish('inside', {
      steps: [
        { id: 'call', type: 'call', flow: 'one' },
        {
          id: 'both',
          type: 'parallel',
          branches: [
            { steps: [pay('left', { on_unknown: 'l' }), { id: 'l', type: 'set', vars: { l: 1 } }] },
            { steps: [{ id: 'right', type: 'set', vars: { r: 1 } }] },
          ],
        },
        {
          id: 'which',
          type: 'condition',
          branches: [{ if: { left: '{{ vars.was }}', op: 'not_empty' }, next: 'end' }],
        },
        { id: 'was', type: 'set', vars: { was: 1 } },
        { id: 'pause', type: 'delay', seconds: 5, next: 'call' },
        { id: 'end', type: 'end', output: 'done' },
      ],
      flows: { one: { steps: [pay('deep', { on_unknown: 'd' }), { id: 'd', type: 'set', vars: { d: 1 } }] } },
    });
    answers(500);
    const run = await started('inside');
    expect([run.status, jobsOf(run).length]).toEqual(['succeeded', 4]);
    const [deep, left, deepAgain, leftAgain] = jobsOf(run);
    answers(200);
    expect((await again(run, { step: 'call' })).body.settled).toEqual([deepAgain]);
    expect((await again(run, { step: 'both' })).body.settled).toEqual([leftAgain]);
    expect(await open(jobsOf(run))).toEqual([deep, left]);
  });

  it('settles all attempts at a step, of which each could have done it', async () => {
    const request = { path: '/pay', body: {} };
    await scene.define('repeat', { connection: 'shop', repeatable: true, request });
    await publish('attempts', {
      steps: [pay('pay', { operation: 'repeat', retry: { attempts: 2, backoff_seconds: 1 } })],
    });
    answers(500);
    const run = await started('attempts');
    expect([run.status, await open(jobsOf(run))]).toEqual(['unknown', jobsOf(run)]);
    answers(200);
    const { body } = await again(run, { step: 'pay' });
    expect([...body.settled].sort()).toEqual(jobsOf(run).sort());
    expect([body.settled.length, await open(jobsOf(run))]).toEqual([2, []]);
  });

  it('lets nobody settle what they could not settle by hand, in the sandbox neither', async () => {
    const { run, job } = await doubtful();
    const { client } = await join(server, scene.project.id, 'developer');
    const at = (slug: string, runId: string) =>
      `/projects/${scene.project.id}/workflows/${slug}/runs/${runId}/rerun`;
    const refused = await client.owner('POST', at('doubtful', run.run_id), { step: 'pay' });
    expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
    expect([await open([job]), await settledEntries(job)]).toEqual([[job], []]);

    await publish('tried', { steps: [pay('pay'), { id: 'end', type: 'end' }] }, { environment: 'sandbox' });
    const tried = await started('tried');
    const [jobId] = jobsOf(tried) as [string];
    await server.server.parts.database.query("UPDATE dialog.tasks SET state = 'unknown' WHERE id = $1", [
      readId('job', jobId),
    ]);
    const builders = await client.owner('POST', at('tried', tried.run_id), { step: 'pay' });
    expect([builders.status, 'settled' in builders.body]).toEqual([202, false]);
    const settle = { outcome: 'failed' };
    const byHand = `/projects/${scene.project.id}/unsettled/${jobId}/settle`;
    expect((await client.owner('POST', byHand, settle)).status).toBe(403);
    expect(await open([jobId])).toEqual([jobId]);
    expect((await again(tried, { step: 'pay' })).body.settled).toEqual([jobId]);
    expect(await open([jobId])).toEqual([]);
  });
});
