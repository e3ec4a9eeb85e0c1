import { expect, it } from 'vitest';
import { advance } from '../../src/dialog/scenario/advance.ts';
import { readDefinition } from '../../src/dialog/scenario/definition.ts';
import type { Position, Surroundings, Turn } from '../../src/dialog/scenario/position.ts';

const around: Surroundings = {
  ...{ now: new Date('2026-11-20T12:00:00Z'), kind: 'workflow', state: {}, tags: [] },
  ...{ profile: {}, identity: null },
};

/** A for_each in the first of its two rounds, as version 0.12.0 has stored it, after the result of that round. */
function goOn(failed: boolean, more: object = {}): Turn {
  const ask = { id: 'ask', type: 'operation', operation: 'x', input: {} };
  const steps = [
    { id: 'all', type: 'for_each', items: ['a', 'b'], ...more, steps: [ask] },
    { id: 'end', type: 'end' },
  ];
  const { definition } = readDefinition({ triggers: [], steps }, 'workflow');
  const { position } = advance(definition!, null, { type: 'start' }, around);
  const stored: Position = { ...position, loops: { all: { items: ['a', 'b'], index: 0 } } };
  const error = failed ? { code: 'http_500', message: 'no' } : null;
  const status = failed ? 'failed' : 'succeeded';
  return advance(definition!, stored, { type: 'result', call: 'ask:2', status, result: null, error }, around);
}

it('a for_each that an earlier version began goes on with its next item, and is not told twice', () => {
  const { position, trace } = goOn(false);
  expect(position).toMatchObject({ step: 'ask', loops: { all: { index: 1 } }, ended: null });
  expect(trace.map(({ id }) => id)).toEqual(['ask', 'ask']);
});

it('a for_each that an earlier version began fails with its round, unless it continues on errors', () => {
  expect(goOn(true).position.ended).toMatchObject({ status: 'failed', error: { code: 'http_500' } });
  expect(goOn(true, { continue_on_error: true }).position.ended).toMatchObject({ status: 'succeeded' });
});
