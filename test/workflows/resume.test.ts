import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import { join } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let scene: Scene;
let outside: Target;

beforeAll(async () => {
  server = await useTestServer();
  scene = new Scene(server, await server.makeProject());
  outside = await startTarget();
  await scene.connect('shop', { base_url: outside.url });
  const live = { connection: 'shop', mock: { result: 1 } };
  await scene.define('reserve', { ...live, request: { path: '/reserve', body: { n: '{{ input.n }}' } } });
  await scene.define('pay', { ...live, request: { path: '/pay', body: { of: '{{ input.of }}' } } });
});
afterAll(async () => {
  await server?.close();
  await outside?.close();
});

const steps = [
  { id: 'note', type: 'set', vars: { who: '{{ input.who }}', count: 1, gone: 'x' } },
  { id: 'forget', type: 'set', vars: { gone: null, count: 2 } },
  { id: 'reserve', type: 'operation', operation: 'reserve', input: { n: 7 } },
  { id: 'pay', type: 'operation', operation: 'pay', input: { of: '{{ steps.reserve.result.id }}' } },
  {
    id: 'end',
    type: 'end',
    output:
      '{{ vars.who }} {{ vars.count }}{{ vars.gone }} {{ steps.reserve.result.id }} {{ steps.pay.result.ok }}',
  },
];
async function publish(slug: string, definition: object): Promise<void> {
  await scene.owner('PUT', `/workflows/${slug}`, {
    name: slug,
    environment: 'live',
    definition: { triggers: [], ...definition },
  });
  expect((await scene.owner('POST', `/workflows/${slug}/publish`)).body.findings).toEqual([]);
}
const read = async (runId: string) => (await scene.owner('GET', `/runs/${runId}`)).body;
const ended = (runId: string) =>
  until(async () => {
    const run = await read(runId);
    return /succeeded|failed|unknown/.test(run.status) && run;
  });
const startNow = async (slug: string): Promise<string> =>
  (await scene.owner('POST', `/workflows/${slug}/runs`, { input: { who: 'Ann' } })).body.run_id;
const started = async (slug: string): Promise<any> => ended(await startNow(slug));
const again = (slug: string, runId: string, body: object) =>
  scene.owner('POST', `/workflows/${slug}/runs/${runId}/rerun`, body);
/** The new run, as it ends. */
const goesOn = async (slug: string, runId: string, body: object) => {
  const answer = await again(slug, runId, body);
  expect([answer.status, answer.body.code]).toEqual([202, undefined]);
  return ended(answer.body.run_id);
};
/** How the other system answers from now on. */
const answers = (status: number, body: object = {}): void => {
  outside.manner = () => ({ does: 'answer', status, body: JSON.stringify(body) });
};
/** How often an address was called. */
const calls = (path: string) => outside.arrivals.filter(({ url }) => url === path).length;

describe('a run that is carried out again from a step', () => {
  it('has what the steps before had left, does none of them again, and does the failed one', async () => {
    await publish('order', { steps });
    outside.manner = ({ url }) =>
      url === '/reserve'
        ? { does: 'answer', body: JSON.stringify({ id: 'R-7' }) }
        : { does: 'answer', status: 400 };
    const failed = await started('order');
    expect([failed.status, calls('/reserve'), calls('/pay')]).toEqual(['failed', 1, 1]);
    answers(200, { ok: 'paid' });
    const run = await goesOn('order', failed.run_id, { from: 'failed' });
    expect([run.status, run.version, run.output]).toEqual(['succeeded', 1, 'Ann 2 R-7 paid']);
    expect(run.steps.map(({ id }: any) => id)).toEqual(['pay', 'end']);
    expect([run.input, calls('/reserve'), calls('/pay')]).toEqual([{ who: 'Ann' }, 1, 2]);
    const entry = (await server.audit(scene.project)).find(({ subject }) => subject.id === run.run_id);
    expect(entry.data.started_by).toBe(`owner again ${failed.run_id} at pay`);
    // What was begun at a step can be carried out again from its beginning, and from a step of its own.
    const twice = await goesOn('order', run.run_id, { version: 'same' });
    expect([twice.output, calls('/reserve'), calls('/pay')]).toEqual(['Ann 2 R-7 paid', 1, 3]);
    const last = await goesOn('order', run.run_id, { step: 'end' });
    expect([last.output, calls('/reserve'), calls('/pay')]).toEqual(['Ann 2 R-7 paid', 1, 3]);
  });

  it('begins at a named step of the newest version, if that is wanted', async () => {
    await publish('grows', {
      steps: [
        { id: 'one', type: 'set', vars: { a: 1 } },
        { id: 'end', type: 'end', output: 'old' },
      ],
    });
    const run = await started('grows');
    await publish('grows', {
      steps: [
        { id: 'one', type: 'set', vars: { a: 1 } },
        { id: 'end', type: 'end', output: 'new {{ vars.a }}' },
      ],
    });
    const same = await goesOn('grows', run.run_id, { step: 'end' });
    const newest = await goesOn('grows', run.run_id, { step: 'end', version: 'newest' });
    expect([same.output, newest.output]).toEqual(['old', 'new 1']);
    await publish('grows', { steps: [{ id: 'two', type: 'end' }] });
    const refused = await again('grows', run.run_id, { step: 'end', version: 'newest' });
    expect([refused.status, refused.body.code]).toEqual([409, 'step_not_restartable']);
  });

  it('does not repeat what a called flow or a branch had done, unless the step is named', async () => {
    const branches = [{ steps: [steps[2]] }, { steps: [{ ...steps[3], input: { of: 'x' } }] }];
    await publish('inside', {
      steps: [
        { id: 'both', type: 'parallel', branches },
        { id: 'call', type: 'call', flow: 'one' },
      ],
      flows: { one: { steps: [{ ...steps[3], id: 'again', input: { of: 'y' } }] } },
    });
    const before = calls('/reserve');
    outside.manner = async ({ url }) => {
      if (url === '/pay') await until(() => calls('/reserve') > before);
      return { does: 'answer', status: url === '/reserve' ? 200 : 400, body: '{}' };
    };
    const run = await started('inside');
    expect([run.status, run.error.code]).toEqual(['failed', 'http_400']);
    const refused = await again('inside', run.run_id, { from: 'failed' });
    expect([refused.status, refused.body.code]).toEqual([409, 'outcome_unknown']);
    answers(200, {});
    expect((await goesOn('inside', run.run_id, { step: 'both' })).status).toBe('succeeded');
    expect(calls('/reserve')).toBe(before + 2);
  });

  it('begins at the step that failed first, if on_error dealt with it before the end', async () => {
    await publish('rescued', {
      on_error: 'sorry',
      steps: [
        { id: 'pay', type: 'operation', operation: 'pay', input: { of: 'x' } },
        { id: 'done', type: 'end', output: 'done' },
        { id: 'sorry', type: 'end', status: 'failed' },
      ],
    });
    answers(400);
    const failed = await started('rescued');
    expect(failed.error.code).toBe('ended_as_failed');
    // The run itself says why it came to that.
    expect(failed.cause).toMatchObject({ code: 'http_400', step: 'pay' });
    const entry = (await server.audit(scene.project)).find(
      ({ action, subject }) => action === 'run.failed' && subject.id === failed.run_id,
    );
    expect(entry.data).toMatchObject({ error: { code: 'ended_as_failed' }, cause: failed.cause });
    answers(200);
    const run = await goesOn('rescued', failed.run_id, { from: 'failed' });
    expect([run.output, run.steps.map(({ id }: any) => id)]).toEqual(['done', ['pay', 'done']]);
  });

  it('repeats an action that may have happened only if its step is named', async () => {
    await publish('unsure', {
      steps: [{ id: 'pay', type: 'operation', operation: 'pay', input: { of: 'y' } }],
    });
    answers(500);
    const unknown = await started('unsure');
    expect(unknown.status).toBe('unknown');
    const before = calls('/pay');
    const refused = await again('unsure', unknown.run_id, { from: 'failed' });
    expect([refused.status, refused.body.code, calls('/pay')]).toEqual([409, 'outcome_unknown', before]);
    answers(200);
    const named = await goesOn('unsure', unknown.run_id, { step: 'pay' });
    expect([named.status, calls('/pay')]).toEqual(['succeeded', before + 1]);
  });

  it('repeats what may have happened only for those who decide that, and what was settled for all who build', async () => {
    await publish('theirs', {
      steps: [
        { id: 'reserve', type: 'operation', operation: 'reserve', input: { n: 1 } },
        { id: 'pay', type: 'operation', operation: 'pay', input: { of: 'z' }, on_unknown: 'done' },
        { id: 'done', type: 'end' },
      ],
    });
    outside.manner = ({ url }) => ({ does: 'answer', status: url === '/pay' ? 500 : 200, body: '{}' });
    const unknown = await started('theirs');
    // The flow has dealt with it; nobody has said what became of it.
    expect(unknown.status).toBe('succeeded');
    const before = calls('/pay');
    const { client } = await join(server, scene.project.id, 'developer');
    const asDeveloper = (body: object) =>
      client.owner(
        'POST',
        `/projects/${scene.project.id}/workflows/theirs/runs/${unknown.run_id}/rerun`,
        body,
      );
    const bodies = [
      ...[{}, { from: 'beginning' }, { step: 'reserve' }, { step: 'pay' }, { step: 'done' }],
      { from: 'after', step: 'reserve' },
    ];
    for (const body of bodies) {
      const refused = await asDeveloper(body);
      expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
    }
    expect(calls('/pay')).toBe(before);
    const [, { job_id: jobId }] = unknown.steps;
    await scene.owner('POST', `/unsettled/${jobId}/settle`, { outcome: 'failed' });
    answers(200);
    const named = await asDeveloper({ step: 'pay' });
    expect([named.status, (await ended(named.body.run_id)).status]).toEqual([202, 'succeeded']);
    expect(calls('/pay')).toBe(before + 1);
  });

  it('starts no second run of a workflow for which the earlier one waited, unless its step is named', async () => {
    await publish('inner', {
      steps: [{ id: 'pay', type: 'operation', operation: 'pay', input: { of: 'w' } }],
    });
    await publish('outer', {
      steps: [
        {
          id: 'each',
          type: 'for_each',
          items: ['a', 'b'],
          concurrency: 2,
          steps: [{ id: 'read', type: 'transform', expression: '1', input: {} }],
        },
        { id: 'start', type: 'workflow', workflow: 'inner', wait: true },
        { id: 'end', type: 'end', output: '{{ steps.each.count }}{{ steps.read.value }}' },
      ],
    });
    answers(400);
    const failed = await started('outer');
    expect(failed.status).toBe('failed');
    const before = calls('/pay');
    const refused = await again('outer', failed.run_id, { from: 'failed' });
    expect([refused.body.code, calls('/pay')]).toEqual(['outcome_unknown', before]);
    answers(200);
    const named = await goesOn('outer', failed.run_id, { step: 'start' });
    // What a round had for itself is not left to the steps after the list.
    expect([named.output, calls('/pay')]).toEqual(['2', before + 1]);
  });

  it('is refused where it would not know how far the earlier run was, and for what did not happen', async () => {
    await publish('rounds', {
      steps: [
        {
          id: 'each',
          type: 'for_each',
          items: [1, 2],
          steps: [{ id: 'pay', type: 'operation', operation: 'pay', input: { of: 'z' } }],
        },
        { id: 'never', type: 'end' },
      ],
    });
    answers(400);
    const failed = await started('rounds');
    const codes = async (body: object) => {
      const { status, body: answer } = await again('rounds', failed.run_id, body);
      return [status, answer.code ?? answer.detail?.[0].type];
    };
    expect(await codes({ from: 'failed' })).toEqual([409, 'step_not_restartable']);
    expect(await codes({ step: 'never' })).toEqual([409, 'step_not_reached']);
    expect(await codes({ step: 'none' })).toEqual([409, 'step_not_reached']);
    expect(await codes({ step: 'each', from: 'failed' })).toEqual([422, 'value_error']);
    answers(200);
    const all = await goesOn('rounds', failed.run_id, { step: 'each' });
    expect(all.status).toBe('succeeded');
    expect((await again('rounds', all.run_id, { from: 'failed' })).body.code).toBe('run_not_failed');
    const waiting = await startNow('order');
    expect((await again('rounds', waiting, { from: 'failed' })).body.code).toBe('run_not_found');
  });

  it('goes on behind an action that its owner has settled as done, with what it gave, and names its origin', async () => {
    await publish('settled', {
      steps: [
        { id: 'note', type: 'set', vars: { who: '{{ input.who }}' } },
        { id: 'pay', type: 'operation', operation: 'pay', input: { of: 'v' } },
        { id: 'end', type: 'end', output: '{{ vars.who }} {{ steps.pay.status }} {{ steps.pay.result.n }}' },
      ],
    });
    answers(500);
    const unknown = await started('settled');
    const [, { job_id: jobId }] = unknown.steps;
    expect([unknown.status, unknown.rerun_of]).toEqual(['unknown', undefined]);
    expect((await scene.owner('GET', `/jobs/${jobId}`)).body).toMatchObject({ run_id: unknown.run_id });
    const before = calls('/pay');
    const early = await again('settled', unknown.run_id, { from: 'after' });
    expect([early.status, early.body.code]).toEqual([409, 'job_not_succeeded']);
    expect(early.body.detail).toContain('settle its outcome as "done"');
    await scene.owner('POST', `/unsettled/${jobId}/settle`, { outcome: 'done' });
    const unsure = await again('settled', unknown.run_id, { from: 'failed' });
    expect([unsure.body.code, unsure.body.detail]).toEqual([
      'outcome_unknown',
      expect.stringContaining('"from": "after"'),
    ]);
    const run = await goesOn('settled', unknown.run_id, { from: 'after', result: { n: 7 } });
    expect([run.status, run.output, run.rerun_of]).toEqual(['succeeded', 'Ann succeeded 7', unknown.run_id]);
    expect(run.steps.map(({ id, input }: any) => [id, input])).toEqual([
      ['pay', { settled: true }],
      ['end', null],
    ]);
    // A number that a double cannot hold is a text in a flow, as in an answer of the other system.
    const url = `/projects/${scene.project.id}/workflows/settled/runs/${unknown.run_id}/rerun`;
    const raw = '{"from": "after", "result": {"n": 9007199254740993}}';
    const long = await server.owner('POST', url, raw, { 'content-type': 'application/json' });
    expect((await ended(long.body.run_id)).output).toBe('Ann succeeded 9007199254740993');
    const twice = await goesOn('settled', run.run_id, { version: 'same' });
    expect([twice.output, twice.rerun_of, calls('/pay')]).toEqual(['Ann succeeded 7', run.run_id, before]);
    const listed = async (query: string) =>
      (await scene.owner('GET', `/runs?${query}`)).body.items.map(({ run_id }: any) => run_id);
    expect(await listed(`rerun_of=${unknown.run_id}`)).toEqual([long.body.run_id, run.run_id]);
    expect(await listed('rerun_of=run_none')).toEqual([]);
    const shown = await listed(`workflow=settled&environment=live`);
    expect(shown).toEqual([twice.run_id, long.body.run_id, run.run_id, unknown.run_id]);
    expect(await listed('workflow=settled&environment=sandbox')).toEqual([]);
    expect((await scene.owner('GET', '/runs?environment=none')).status).toBe(422);
  });

  it('repeats an action without being asked if its owner has settled that it did not happen', async () => {
    answers(500);
    const unknown = await started('unsure');
    const [{ job_id: jobId }] = unknown.steps;
    await scene.owner('POST', `/unsettled/${jobId}/settle`, { outcome: 'failed' });
    const behind = await again('unsure', unknown.run_id, { from: 'after' });
    expect([behind.body.code, behind.body.detail]).toEqual([
      'job_not_succeeded',
      expect.stringContaining('"from": "failed"'),
    ]);
    answers(200);
    expect((await goesOn('unsure', unknown.run_id, { from: 'failed' })).status).toBe('succeeded');
  });

  it('goes on behind a named step only if that is an operation, and only with a result where one can be given', async () => {
    const { run_id: runId } = await started('order');
    const codes = async (body: object) => {
      const { status, body: answer } = await again('order', runId, body);
      return [status, answer.code ?? answer.detail?.[0].loc];
    };
    expect(await codes({ from: 'after', step: 'note' })).toEqual([409, 'step_not_restartable']);
    expect(await codes({ from: 'failed', result: 1 })).toEqual([422, ['body', 'result']]);
    expect(await codes({ from: 'failed', step: 'pay' })).toEqual([422, ['body', 'step']]);
    const run = await goesOn('order', runId, { from: 'after', step: 'reserve' });
    expect(run.steps.map(({ id }: any) => id)).toEqual(['reserve', 'pay', 'end']);
  });

  it('is begun by no build that would drop what the earlier run has left, such as an older one during an upgrade', async () => {
    const isHolder = { left: '{{ input.holds }}', op: 'not_empty' };
    await publish('shared', {
      concurrency: { limit: 1 },
      steps: [
        { id: 'which', type: 'condition', branches: [{ if: isHolder, next: 'hold' }] },
        { id: 'pay', type: 'operation', operation: 'pay', input: { of: 'x' }, next: 'end' },
        { id: 'hold', type: 'delay', seconds: 3600 },
        { id: 'end', type: 'end', output: '{{ steps.pay.status }}' },
      ],
    });
    answers(500);
    const unknown = await started('shared');
    const [, { job_id: jobId }] = unknown.steps;
    await scene.owner('POST', `/unsettled/${jobId}/settle`, { outcome: 'done' });
    const before = calls('/pay');
    const holder = await scene.owner('POST', '/workflows/shared/runs', { input: { holds: 1 } });
    await until(async () => (await read(holder.body.run_id)).status === 'waiting');
    const queued = async () => {
      const { run_id: runId } = (await again('shared', unknown.run_id, { from: 'after' })).body;
      await until(async () => {
        const { rows } = await server.server.parts.database.query(
          'SELECT FROM dialog.workflow_runs WHERE id = $1',
          [readId('run', runId)],
        );
        return rows.length > 0;
      });
      return runId as string;
    };
    const dropped = await queued();
    // What an older build reads of its row.
    await server.server.parts.database.query(
      "UPDATE dialog.workflow_runs SET start = (start::jsonb - 'kept' - 'outcome')::json WHERE id = $1",
      [readId('run', dropped)],
    );
    const whole = await queued();
    await scene.owner('POST', `/workflows/shared/runs/${holder.body.run_id}/cancel`);
    expect((await ended(dropped)).error.code).toBe('unknown_step');
    expect(await ended(whole)).toMatchObject({ status: 'succeeded', output: 'succeeded' });
    expect(calls('/pay')).toBe(before);
  });
});
