import { expect, it } from 'vitest';
import { advance } from '../../src/dialog/scenario/advance.ts';
import { callsOf } from '../../src/dialog/scenario/branches.ts';
import { readDefinition } from '../../src/dialog/scenario/definition.ts';
import type { Stimulus, Surroundings, Turn } from '../../src/dialog/scenario/position.ts';

const around: Surroundings = {
  ...{ now: new Date('2026-11-20T12:00:00Z'), kind: 'workflow' as const },
  ...{ state: {}, tags: [], profile: {}, identity: null },
};

/** A run of a document, turn by turn. */
function runOf(document: object) {
  const { definition, findings } = readDefinition({ triggers: [], ...document }, 'workflow');
  expect(findings).toBeUndefined();
  let turn: Turn | undefined;
  return (stimulus: Stimulus): Turn => {
    turn = advance(definition!, turn?.position ?? null, stimulus, around);
    return turn;
  };
}
/** `id at place/place` of each entry, with its status if it has not succeeded. */
const placed = ({ trace }: Turn) =>
  trace.map(({ id, status, within = [] }) => {
    const places = within.map((place) => Object.values(place).join(' '));
    return [id, ...(status === 'succeeded' ? [] : [status]), ...places].join(' | ');
  });
const result = (call: string, more: object = {}): Stimulus => ({
  ...{ type: 'result', call, status: 'succeeded', result: null, error: null },
  ...more,
});
const job = (id: string) => ({ id, type: 'operation', operation: 'order' });
const set = (id: string) => ({ id, type: 'set', vars: { a: 1 } });

it('each entry of the trace says in which rounds, branches and calls the step is, the outermost first', () => {
  const step = runOf({
    steps: [
      set('before'),
      {
        id: 'both',
        type: 'parallel',
        branches: [
          { steps: [{ id: 'each', type: 'for_each', items: [7, 8], concurrency: 2, steps: [job('ask')] }] },
          { steps: [{ id: 'sub', type: 'call', flow: 'f' }] },
        ],
      },
      set('after'),
    ],
    flows: {
      f: { steps: [{ id: 'lines', type: 'for_each', items: ['a', 'b'], steps: [set('line')] }, job('last')] },
    },
  });
  const begun = step({ type: 'start' });
  expect(placed(begun)).toEqual([
    'before',
    'both | waiting',
    'each | waiting | both 0',
    'ask | waiting | both 0 | each 0',
    'ask | waiting | both 0 | each 1',
    'sub | waiting | both 1',
    'lines | waiting | both 1 | sub f',
    'line | both 1 | sub f | lines 0',
    'line | both 1 | sub f | lines 1',
    'lines | both 1 | sub f',
    'last | waiting | both 1 | sub f',
  ]);
  const [first, second, last] = callsOf(begun.position).map(({ id }) => id);
  expect(placed(step(result(second!)))).toEqual(['ask | both 0 | each 1']);
  expect(placed(step(result(last!)))).toEqual(['last | both 1 | sub f', 'sub | both 1']);
  expect(placed(step(result(first!)))).toEqual(['ask | both 0 | each 0', 'each | both 0', 'both', 'after']);
});

it('the steps of branches and calls that are left say where they were', () => {
  const nested = { id: 'in', type: 'for_each', items: [1, 2], steps: [job('deep')] };
  const step = runOf({
    steps: [
      {
        id: 'race',
        type: 'parallel',
        join: 'first',
        branches: [{ steps: [job('fast')] }, { steps: [{ id: 'sub', type: 'call', flow: 'f' }] }],
      },
    ],
    flows: { f: { steps: [nested] } },
  });
  const [fast] = callsOf(step({ type: 'start' }).position);
  expect(placed(step(result(fast!.id)))).toEqual([
    'fast | race 0',
    'deep | failed | race 1 | sub f | in 0',
    'in | failed | race 1 | sub f',
    'sub | failed | race 1',
    'race',
  ]);
});

it('the steps that a flow gives up after too many say where they were', () => {
  const step = runOf({
    steps: [{ id: 'sub', type: 'call', flow: 'f' }],
    flows: {
      f: { steps: [{ id: 'a', type: 'goto', to: 'a' }] },
    },
  });
  const { trace } = step({ type: 'start' });
  expect(trace.slice(-2).map(({ id, status, within }) => [id, status, within])).toEqual([
    ['a', 'failed', [{ step: 'sub', flow: 'f' }]],
    ['sub', 'failed', undefined],
  ]);
});

it('a flow that begins behind a step has the outcome as its output, and does the step again if it comes to it', () => {
  const step = runOf({
    steps: [
      job('pay'),
      {
        id: 'more',
        type: 'condition',
        branches: [{ if: { left: '{{ steps.pay.result }}', op: 'eq', right: 1 }, next: 'pay' }],
      },
      { id: 'end', type: 'end', output: '{{ steps.pay.result }}' },
    ],
  });
  const outcome = { status: 'succeeded', result: 1, error: null, job_id: null };
  const begun = step({ type: 'start', step: 'pay', outcome });
  expect(placed(begun)).toEqual(['pay', 'more', 'pay | waiting']);
  expect(begun.trace[0]).toMatchObject({ input: { settled: true }, output: outcome });
  const [call] = callsOf(begun.position);
  expect(step(result(call!.id, { result: 2 })).position.ended?.output).toBe(2);
});
