import { expect, it } from 'vitest';
import { advance } from '../../src/dialog/scenario/advance.ts';
import { readDefinition } from '../../src/dialog/scenario/definition.ts';
import type { Position, Stimulus, Surroundings } from '../../src/dialog/scenario/position.ts';

const around: Surroundings = {
  now: new Date('2026-11-20T12:00:00Z'),
  kind: 'scenario',
  state: {},
  tags: [],
  profile: {},
  identity: { id: 'idn_1' },
};
const definition = readDefinition(
  {
    steps: [
      { id: 'order', type: 'operation', operation: 'order' },
      { id: 'told', type: 'message', text: 'Order {{ steps.order.result }}' },
    ],
  },
  'scenario',
).definition!;

const begin = (position: Position | null) => advance(definition, position, { type: 'start' }, around);
const callOf = (position: Position): string => {
  if (position.waiting?.kind !== 'call') throw new Error('it waits for no call');
  return position.waiting.call.id;
};
const succeeded = (call: string, result: string): Stimulus => ({
  type: 'result',
  ...{ call, result, status: 'succeeded', error: null },
});

it('a dialog that starts again while a call is under way takes only the result of its own new call', () => {
  const given = begin(null).position;
  const anew = begin(given).position;
  expect(callOf(anew)).not.toBe(callOf(given));

  const late = advance(definition, anew, succeeded(callOf(given), 'of the flow that was given up'), around);
  expect([late.consumed, late.messages]).toEqual([false, []]);
  const own = advance(definition, late.position, succeeded(callOf(anew), 'of this one'), around);
  expect(own.messages).toMatchObject([{ text: 'Order of this one' }]);

  // Even after a call that ended in between, its name is not used again.
  expect(callOf(begin(own.position).position)).not.toBe(callOf(given));
});
