import { expect, it } from 'vitest';
import {
  cornerOfNote,
  groupsOf,
  notesOf,
  renamedInView,
  withGroup,
  withNote,
  withoutSteps,
} from '../../src/console/flow/document/elements.ts';
import type { Draft, View } from '../../src/console/flow/document/history.ts';
import type { JsonObject } from '../../src/console/flow/document/json.ts';
import { mergedDraft } from '../../src/console/flow/document/merge.ts';
import { copied, copiedDraft, pasteDraft, readCopied } from '../../src/console/flow/document/paste.ts';
import { placesOf } from '../../src/console/flow/document/places.ts';
import { areasOf, around, placedByHand } from '../../src/console/flow/graph/by-hand.ts';
import { layoutOf } from '../../src/console/flow/graph/layout.ts';
import { planOf } from '../../src/console/flow/graph/plan.ts';

const flow = {
  triggers: [{ type: 'any' }],
  steps: [
    { id: 'a', type: 'condition', branches: [{ if: { tag: 'x' }, next: 'd' }] },
    { id: 'b', type: 'message', text: 'B' },
    { id: 'c', type: 'for_each', items: '{{ input }}', steps: [{ id: 'inner', type: 'message', text: 'I' }] },
    { id: 'd', type: 'message', text: 'D' },
    { id: 'e', type: 'end' },
  ],
} as unknown as JsonObject;
const note = (text: string, beside?: string) => ({
  ...{ text, at: [5, 6] as const, size: [200, 80] as const },
  ...(beside !== undefined && { beside, by: [0, -96] as const }),
});
const draft = (view: View = {}): Draft => ({ definition: flow, view });

it('a view is again what it was when the last note and the last group are gone, and what programs wrote in it stays', () => {
  const before: View = {
    positions: { a: [1, 2] },
    colours: { a: 'red' },
    notes: { odd: 'no note' } as never,
  };
  const made = withGroup(withNote(before, 'n', note('Hi')), 'g', { title: 'T', steps: ['a', 'b'] });
  expect(notesOf(made).map(([id]) => id)).toEqual(['n']);
  expect(groupsOf(made)).toEqual([['g', { title: 'T', steps: ['a', 'b'] }]]);
  const gone = withGroup(withNote(made, 'n', undefined), 'g', undefined);
  expect(JSON.stringify(gone)).toBe(JSON.stringify(before));
  expect(withNote(withNote({}, 'n', note('')), 'n', undefined)).toEqual({});
});

it('a step is in one group, and a group without steps goes', () => {
  const one = withGroup({}, 'one', { title: '1', steps: ['a', 'b'] });
  const two = withGroup(one, 'two', { title: '2', steps: ['b', 'c'] });
  expect(two.groups).toEqual({ one: { title: '1', steps: ['a'] }, two: { title: '2', steps: ['b', 'c'] } });
  expect(withGroup(two, 'two', { title: '2', steps: ['a', 'b', 'c'] }).groups).toEqual({
    two: { title: '2', steps: ['a', 'b', 'c'] },
  });
});

it('a renamed step keeps its place, its group and its notes; those of a deleted one stay where they are', () => {
  const view = withNote(
    withGroup({ positions: { a: [1, 2], b: [3, 4] } }, 'g', { title: 'T', steps: ['a', 'b'] }),
    ...(['n', note('Hi', 'a')] as const),
  );
  const renamed = renamedInView(view, (key) => (key === 'a' ? 'first' : key));
  expect(renamed.positions).toEqual({ first: [1, 2], b: [3, 4] });
  expect(renamed.groups?.g?.steps).toEqual(['first', 'b']);
  expect(renamed.notes?.n?.beside).toBe('first');
  expect(renamedInView(view, (key) => key)).toBe(view);
  const corner = (key: string) => (key === 'a' ? { x: 100, y: 200 } : undefined);
  expect(cornerOfNote(view.notes!.n!, corner)).toEqual({ x: 100, y: 104 });
  const without = withoutSteps(view, ['a'], corner);
  expect(without.positions).toEqual({ b: [3, 4] });
  expect(without.groups?.g?.steps).toEqual(['b']);
  expect(without.notes?.n).toEqual({ text: 'Hi', at: [100, 104], size: [200, 80] });
});

it('two people who put notes and groups on one canvas have all of them, and a group has the steps that either put in', () => {
  const base = draft();
  const mine = draft(withNote({}, 'mine', note('Mine')));
  const theirs = draft(withGroup(withNote({}, 'theirs', note('Theirs')), 'g', { title: 'T', steps: ['a'] }));
  const both = mergedDraft(base, mine, theirs);
  expect(both.clashes).toEqual([]);
  expect(Object.keys(both.draft.view.notes!).sort()).toEqual(['mine', 'theirs']);
  const from = both.draft;
  const one = draft(withGroup(from.view, 'g', { title: 'T', steps: ['a', 'b'] }));
  const other = draft(
    withNote(withGroup(from.view, 'g', { title: 'Named', steps: ['c', 'a'] }), 'mine', undefined),
  );
  const { view } = mergedDraft(from, one, other).draft;
  expect(view.groups?.g).toEqual({ title: 'Named', steps: ['c', 'a', 'b'] });
  expect(Object.keys(view.notes!)).toEqual(['theirs']);
  // One took a step out, the other put one in.
  const out = draft(withGroup(view, 'g', { title: 'Named', steps: ['c', 'b'] }));
  const more = draft(withGroup(view, 'g', { title: 'Named', steps: ['c', 'a', 'b', 'd'] }));
  expect(mergedDraft(draft(view), out, more).draft.view.groups?.g?.steps).toEqual(['c', 'b', 'd']);
});

it('what is copied is a list of steps as before if it is only steps; a group is copied with its steps and notes, under other names', () => {
  const view = withGroup(
    withNote(withNote({}, 'n', note('By b', 'b')), 'alone', note('Alone')),
    ...(['g', { title: 'Pair', steps: ['b', 'c'] }] as const),
  );
  expect(copiedDraft(draft(view), ['a', 'b'])).toBe(copied(flow, ['a', 'b']));
  const found = readCopied(copiedDraft(draft(view), ['group:g', 'note:alone']))!;
  expect(found.steps.map(({ id }) => id)).toEqual(['b', 'c']);
  expect(found.notes.map(({ text }) => text)).toEqual(['By b', 'Alone']);
  const { draft: made, keys } = pasteDraft(draft(view), ['steps'], 5, found);
  expect(keys.slice(-2)).toEqual(['b2', 'c2']);
  const groups = groupsOf(made.view).map(([, group]) => group);
  expect(groups).toEqual([
    { title: 'Pair', steps: ['b', 'c'] },
    { title: 'Pair', steps: ['b2', 'c2'] },
  ]);
  const beside = notesOf(made.view).map(([, { text, beside: by }]) => [text, by]);
  expect(beside).toEqual([
    ...[
      ['By b', 'b'],
      ['Alone', undefined],
    ],
    ...[
      ['By b', 'b2'],
      ['Alone', undefined],
    ],
  ]);
  // Notes alone, and what is none of it.
  const alone = readCopied(copiedDraft(draft(view), ['note:alone']))!;
  expect(pasteDraft(draft(), ['steps'], 5, alone).draft.definition).toBe(flow);
  expect(readCopied('{"notes":[{"text":1}]}')).toBeUndefined();
  expect(readCopied('words')).toBeUndefined();
});

it('no other step stands in the frame of a group, whatever is grouped', () => {
  const many = {
    triggers: [{ type: 'any' }],
    steps: Array.from({ length: 24 }, (_, i) =>
      i % 4 === 3
        ? { id: `s${i}`, type: 'condition', branches: [{ if: { tag: 'x' }, next: `s${(i * 7) % 24}` }] }
        : { id: `s${i}`, type: 'message', text: `${i}` },
    ),
  } as unknown as JsonObject;
  const places = placesOf(many);
  for (const keys of [['s4', 's5', 's6'], ['s3', 's9', 's20'], ['s0'], ['s7', 's8', 's11', 's12']]) {
    const view = withGroup({}, 'g', { title: '', steps: keys });
    const layout = placedByHand(layoutOf(planOf(many, view)), places, ['@0'], view);
    const areas = areasOf(layout, places);
    const frame = around(keys.map((key) => areas.get(key)!))!;
    for (const [key, area] of areas) {
      if (keys.includes(key)) continue;
      const isApart =
        area.x >= frame.x + frame.width ||
        area.x + area.width <= frame.x ||
        area.y >= frame.y + frame.height ||
        area.y + area.height <= frame.y;
      expect(isApart, `${key} in ${keys}`).toBe(true);
    }
  }
});

it('typing changes no plan, so that nothing is laid out anew, and a plan is laid out from a copy as from itself', () => {
  const typed = { ...flow, steps: (flow.steps as JsonObject[]).map((step) => ({ ...step })) } as any;
  typed.steps[1].text = 'Another text, and a longer one';
  expect(JSON.stringify(planOf(typed))).toBe(JSON.stringify(planOf(flow)));
  const plan = planOf(flow, { groups: { g: { title: '', steps: ['b', 'c'] } } });
  const layout = layoutOf(structuredClone(plan));
  expect(layout).toEqual(layoutOf(plan));
  expect([...layout.positions.keys()].sort()).toEqual(['@0', 'a', 'b', 'c', 'd', 'e', 'inner']);
  // A layout of the document as it was a moment ago leaves no step without a place.
  const more = {
    ...flow,
    steps: [...(flow.steps as JsonObject[]), { id: 'new', type: 'end' }],
  } as unknown as JsonObject;
  expect(placedByHand(layout, placesOf(more), ['@0', '@1']).positions.has('new')).toBe(true);
  expect(placedByHand(layout, placesOf(more), ['@0', '@1']).positions.has('@1')).toBe(true);
});
