import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/console/flow/document/json.ts';
import { placesOf } from '../../src/console/flow/document/places.ts';
import { isRefused } from '../../src/console/flow/document/sub-flow/chosen.ts';
import { subFlow } from '../../src/console/flow/document/sub-flow/sub-flow.ts';
import { checkDefinition } from '../../src/dialog/scenario/check.ts';
import { scenario, startedWorkflow } from '../scenario/arbitrary.ts';

/** Steps that become a flow of their own, which a call carries out in their place. */

const world = { operations: {}, tables: {}, workflows: [], receivers: [], channels: [] };
const blockingOf = (document: unknown, kind: 'scenario' | 'workflow') =>
  checkDefinition(document, kind, world).filter(({ severity }) => severity === 'blocking');

const start = [{ type: 'command', command: '/start' }];
const say = (id: string, text: string, more: object = {}) => ({ id, type: 'message', text, ...more });
const ask = (id: string, more: object = {}) => ({ id, type: 'question', text: `${id}?`, ...more });

/** @returns the definition, which the server accepts */
function done(document: object, keys: string[]): any {
  const found = subFlow(document as JsonObject, keys, 'part');
  if (isRefused(found)) throw new Error(`${found.why}: ${found.names.join()}`);
  expect(blockingOf(found.definition, 'scenario')).toEqual([]);
  return found.definition;
}
const refusal = (document: object, keys: string[]) => {
  const found = subFlow(document as JsonObject, keys, 'part');
  return isRefused(found) ? `${found.why}: ${found.names.join(', ')}` : 'none';
};

describe('steps that become a flow', () => {
  it('are called where they stood, and the call goes on where they went on', () => {
    const steps = [
      say('hi', 'Hi'),
      ask('name', { var: 'name' }),
      say('you', '{{ vars.name }}!'),
      say('bye', 'Bye'),
    ];
    expect(done({ triggers: start, vars: { name: '', other: 1 }, steps }, ['name', 'you'])).toEqual({
      triggers: start,
      vars: { other: 1 },
      steps: [steps[0], { id: 'part', type: 'call', flow: 'part' }, steps[3]],
      flows: { part: { steps: [steps[1], steps[2]], vars: { name: '' } } },
    });
  });

  it('are left by one end if they went on from several places to one step that is not the next', () => {
    const document = {
      triggers: start,
      on_error: 'ask1',
      steps: [
        ask('ask1', { field: 'a', timeout_seconds: 60, on_timeout: 'sorry' }),
        { id: 'if', type: 'condition', branches: [{ if: { tag: 'x' }, next: 'last' }] },
        say('more', 'More', { next: 'last' }),
        say('aside', 'Aside', { next: 'last' }),
        say('sorry', 'Sorry', { next: 'last' }),
        say('last', 'Last'),
      ],
    };
    const made = done(document, ['ask1', 'if', 'more', 'sorry']);
    expect(made.on_error).toBe('part');
    expect(made.steps).toEqual([
      { id: 'part', type: 'call', flow: 'part', next: 'last' },
      document.steps[3],
      document.steps[5],
    ]);
    expect(made.flows.part.steps.map(({ id, next }: any) => [id, next])).toEqual([
      ['ask1', undefined],
      ['if', undefined],
      ['more', 'end'],
      ['sorry', undefined],
      ['end', undefined],
    ]);
    expect(made.flows.part.steps[1].branches[0].next).toBe('end');
  });

  it('are given what they read of steps and variables before them, and give back what is read of them later', () => {
    const made = done(
      {
        triggers: start,
        steps: [
          { id: 'set', type: 'set', vars: { n: '2' } },
          ask('one', { field: 'one' }),
          ask('two', { field: 'two', text: '{{ vars.n }} {{ steps.one.value | upcase }}?' }),
          say('three', '{{ steps.two.value }}, {{ steps.one.value }}'),
          say('last', '{% if steps.two.value == "steps.two.value" %}{{ steps.one.value }}{% endif %}'),
        ],
      },
      ['two', 'three'],
    );
    expect(made.steps[2]).toEqual({
      ...{ id: 'part', type: 'call', flow: 'part' },
      input: { one: '{{ steps.one }}', n: '{{ vars.n }}' },
    });
    expect(made.flows.part.steps[0].text).toBe('{{ input.n }} {{ input.one.value | upcase }}?');
    expect(made.flows.part.steps[1].text).toBe('{{ steps.two.value }}, {{ input.one.value }}');
    expect(made.flows.part.steps[2]).toEqual({ id: 'end', type: 'end', output: { two: '{{ steps.two }}' } });
    expect(made.steps[3].text).toContain('steps.part.output.two.value ==');
  });

  it('are refused with the steps because of which it cannot be said', () => {
    const steps = [
      say('a', 'A'),
      ask('b', { field: 'b', timeout_seconds: 5, on_timeout: 'e' }),
      say('c', 'C'),
      say('d', 'D', { next: 'b' }),
      say('e', 'E'),
    ];
    const document = { triggers: [...start, { type: 'any', start: 'c' }], steps };
    expect(refusal(document, [])).toBe('nothing: ');
    expect(refusal(document, ['b', 'c'])).toBe('ways_in: b, c');
    expect(refusal({ ...document, triggers: start }, ['b'])).toBe('ways_out: e, c');
    const ending = { triggers: start, steps: [say('a', 'A'), { id: 'z', type: 'end', status: 'failed' }] };
    expect(refusal(ending, ['z'])).toBe('end_says: z');
    const pressed = say('b', 'B', { buttons: [{ text: 'x', next: 'c' }] });
    expect(refusal({ triggers: start, steps: [say('a', 'A'), pressed, say('c', 'C')] }, ['b', 'c'])).toBe(
      'button: c',
    );
    const computed = say('b', '{{ vars[state.x] }}');
    expect(refusal({ triggers: start, steps: [say('a', 'A'), computed] }, ['b'])).toBe('computed: ');
    const counting = [
      { id: 'set', type: 'set', vars: { n: '{{ vars.n | plus: 1 }}' } },
      ask('b', { field: 'b' }),
      { id: 'if', type: 'condition', branches: [{ if: { tag: 'x' }, next: 'set' }] },
    ];
    expect(refusal({ triggers: start, vars: { n: 0 }, steps: counting }, ['set'])).toBe('vars: n');
    expect(
      refusal({ triggers: start, vars: { n: 0 }, steps: [...counting, say('c', '{{ vars.n }}')] }, [
        'set',
        'b',
        'if',
      ]),
    ).toBe('vars: n');
    const inner = { id: 'each', type: 'for_each', items: '{{ event.list }}', steps: [say('i', 'I')] };
    expect(refusal({ triggers: start, steps: [inner, say('x', 'X')] }, ['i', 'x'])).toBe('lists: i, x');
  });

  it('bring nothing that prevents publication, and all steps are there once, in any definition', () => {
    let made = 0;
    const kinds = fc.oneof(
      scenario.map((each) => ['scenario', each] as const),
      startedWorkflow.map((each) => ['workflow', each] as const),
    );
    fc.assert(
      fc.property(kinds, fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), ([kind, any], picks) => {
        const document = JSON.parse(JSON.stringify(any)) as JsonObject;
        const before = placesOf(document).map(({ key }) => key);
        const found = subFlow(
          document,
          picks.map((pick) => before[pick % before.length]!),
          'part',
        );
        if (isRefused(found)) return;
        made++;
        const after = placesOf(found.definition).map(({ key }) => key);
        expect(before.filter((key) => !after.includes(key))).toEqual([]);
        expect(new Set(after).size).toBe(after.length);
        // A circle of calls that was there has one more call, and a step that asked beside others does so in the flow.
        const faults = (each: JsonObject) =>
          blockingOf(each, kind).map(({ reason }) => reason.replace('flow_asks_beside', 'step_asks_beside'));
        const known = faults(document);
        expect(faults(found.definition).filter((reason) => !known.includes(reason))).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(made).toBeGreaterThan(20);
  });
});
