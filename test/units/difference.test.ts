import { expect, it } from 'vitest';
import { differenceOf } from '../../src/dialog/publication/difference.ts';

const step = (id: string, more: object = {}) => ({ id, type: 'message', ...more });

it('steps that came, went or changed are told by their ids, with the places in them', () => {
  const before = {
    triggers: [],
    steps: [step('a', { text: 'A', buttons: ['x', 'y'] }), step('b'), step('c')],
  };
  const after = { triggers: [], steps: [step('a', { text: 'B', buttons: ['x'] }), step('c'), step('d')] };
  expect(differenceOf(before, after)).toEqual({
    steps: [
      {
        ...{ id: 'a', type: 'message', change: 'changed', moved: false },
        paths: [
          { path: ['text'], change: 'changed', before: 'A', after: 'B' },
          { path: ['buttons', 1], change: 'removed', before: 'y' },
        ],
      },
      { id: 'b', type: 'message', change: 'removed', moved: false, paths: [] },
      { id: 'd', type: 'message', change: 'added', moved: false, paths: [] },
    ],
    document: [],
  });
});

it('another order of steps and what is outside of steps are told apart from them', () => {
  const before = { steps: [step('a'), step('b')], triggers: [{ type: 'command', command: '/a' }] };
  const after = { steps: [step('b'), step('a'), step('c')], triggers: [{ type: 'command', command: '/b' }] };
  const { steps, document } = JSON.parse(JSON.stringify(differenceOf(before, after)));
  expect(steps).toEqual([expect.objectContaining({ id: 'c', change: 'added' })]);
  expect(document).toEqual([
    { path: ['steps'], change: 'changed', before: ['a', 'b'], after: ['b', 'a', 'c'] },
    { path: ['triggers', 0, 'command'], change: 'changed', before: '/a', after: '/b' },
  ]);
});

it('a step in another list is moved, and a change inside of inner steps is theirs alone', () => {
  const loop = (...steps: object[]) => ({ id: 'loop', type: 'for_each', in: '{{x}}', steps });
  const before = { steps: [loop(step('a', { text: '1' })), step('b')] };
  const after = { steps: [loop(step('a', { text: '2' }), step('b'))] };
  expect(differenceOf(before, after).steps).toEqual([
    expect.objectContaining({ id: 'a', moved: false, paths: [expect.objectContaining({ path: ['text'] })] }),
    expect.objectContaining({ id: 'b', change: 'changed', moved: true, paths: [] }),
  ]);
  expect(differenceOf(before, after).document).toEqual([]);
});

it('a definition compared with itself has no difference, and any JSON is read', { timeout: 60_000 }, () => {
  const odd = {
    steps: [step('a'), step('a'), 7, null],
    flows: { f: { steps: [step('a')] } },
    __proto__: null,
  };
  expect(differenceOf(odd, structuredClone(odd))).toEqual({ steps: [], document: [] });
  const twice = { steps: [step('a'), step('a')] };
  expect(differenceOf(twice, { steps: [step('a')] }).steps).toEqual([
    expect.objectContaining({ id: 'a', change: 'removed' }),
  ]);
  const many = { steps: Array.from({ length: 40_000 }, () => step('a')) };
  expect(differenceOf({}, many).steps.length).toBe(40_000);
  expect(differenceOf(many, many)).toEqual({ steps: [], document: [] });
  const taken = { steps: [step('a (2)'), step('a'), step('a'), step('a (3)')] };
  expect(differenceOf({}, taken).steps).toHaveLength(4);
  expect(differenceOf({}, null).document).toEqual([{ path: [], change: 'changed', before: {}, after: null }]);
  expect(differenceOf({ steps: [] }, { steps: [step('a')] })).toEqual({
    steps: [expect.objectContaining({ change: 'added' })],
    document: [],
  });
});
