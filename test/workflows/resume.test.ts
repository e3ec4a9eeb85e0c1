import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../fakes/target.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let scene: Scene;
let outside: Target;

beforeAll(async () => {
  server = await startTestServer();
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
});
