import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  connect,
  endHere,
  insertSteps,
  moveStep,
  newStep,
  removeStep,
  renameStep,
} from '../../src/console/flow/document/edits.ts';
import { stepTypes } from '../../src/console/flow/document/forms.ts';
import {
  begun,
  edited,
  type History,
  mostSteps,
  redone,
  undone,
} from '../../src/console/flow/document/history.ts';
import { idOfText } from '../../src/console/flow/document/id-of-text.ts';
import { type JsonObject, withValue } from '../../src/console/flow/document/json.ts';
import { merged } from '../../src/console/flow/document/merge.ts';
import { copied, paste, readSteps } from '../../src/console/flow/document/paste.ts';
import { freeId, idsOf, isId, placesOf } from '../../src/console/flow/document/places.ts';
import { withRead } from '../../src/console/flow/document/reads.ts';
import { outcomesOf } from '../../src/console/flow/document/targets.ts';

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith('.json') ? [join(entry.parentPath, entry.name)] : [],
  );

/** Every definition of the examples and of the recorded flows of the interpreter. */
const definitions: [string, JsonObject][] = [
  ...filesBelow('examples'),
  ...filesBelow('test/scenario/golden'),
].flatMap((file): [string, JsonObject][] => {
  const body = JSON.parse(readFileSync(file, 'utf8'));
  const definition = body.definition ?? body.scenario ?? (body.steps ? body : undefined);
  return definition?.steps ? [[file, definition]] : [];
});

/** With steps that can be named one by one. */
type Definition = JsonObject & { steps: JsonObject[] };

const written = (value: unknown) => JSON.stringify(value);
const draftOf = (definition: JsonObject) => ({ definition, view: {} });

it('an edit of one step changes no byte of another one, in every example and recorded flow', () => {
  expect(definitions.length).toBeGreaterThan(15);
  for (const [file, definition] of definitions) {
    const text = written(definition);
    for (const { path, key, step } of placesOf(definition)) {
      const at = [...path, 'note'];
      const changed = withValue(definition, at, 'edited');
      const back = withValue(changed, at, step.note);
      expect(written(back), `${file}: ${key}`).toBe(text);
      // Steps beside it are the same objects, so nothing in them can differ.
      const others = placesOf(changed).filter(
        ({ path: other }) =>
          !path.every((part, i) => part === other[i]) && !other.every((part, i) => part === path[i]),
      );
      const before = new Map(placesOf(definition).map((place) => [place.key, place.step]));
      for (const { key: other, step: same } of others) expect(same).toBe(before.get(other));
    }
    expect(written(definition)).toBe(text);
  }
});

it('a step that gets another id is named by it everywhere: in targets, triggers, buttons and templates', () => {
  for (const [file, definition] of definitions) {
    for (const { step } of placesOf(definition)) {
      const id = String(step.id);
      const renamed = renameStep(definition, id, 'quite_another');
      const names = new RegExp(`"${id}"|steps\\.${id}\\b`, 'g');
      // Words that only look like the id, such as the name of a field of the state, stay.
      const targets = (each: JsonObject) =>
        placesOf(each).flatMap(({ step: one }) => outcomesOf(one).map(({ to }) => to));
      expect(targets(renamed).includes(id), `${file}: ${id}`).toBe(false);
      expect(written(renamed)).not.toMatch(new RegExp(`steps\\.${id}\\b`));
      if (!names.test(written(definition).replace(`"id":"${id}"`, ''))) continue;
      expect(written(renameStep(renamed, 'quite_another', id))).toBe(written(definition));
    }
  }
});

it('steps that are copied and put in again have ids of their own, and lead to each other and not to the first ones', () => {
  for (const [file, definition] of definitions) {
    const all = placesOf(definition);
    const keys = all.filter(({ depth, flow }) => depth === 0 && flow === null).map(({ key }) => key);
    const steps = readSteps(copied(definition, keys))!;
    const { document, keys: made } = paste(definition, ['steps'], keys.length, steps);
    const ids = placesOf(document).map(({ step }) => step.id);
    expect(new Set(ids).size, file).toBe(ids.length);
    const inside = placesOf({
      steps: placesOf(document)
        .filter(({ key }) => made.includes(key))
        .map(({ step }) => step),
    });
    const own = new Set(inside.map(({ key }) => key));
    for (const { step } of inside)
      for (const { to } of outcomesOf(step))
        if (to !== undefined) expect(own.has(to), `${file}: ${to}`).toBe(true);
    expect(written((document.steps as JsonObject[]).slice(0, keys.length))).toBe(written(definition.steps));
  }
});

it('a step that is removed is named by nobody, and what led to it leads on', () => {
  const definition = {
    triggers: [{ type: 'any', start: 'b' }],
    steps: [
      { id: 'a', type: 'condition', branches: [{ if: { tag: 'x' }, next: 'b' }], else: 'c' },
      { id: 'b', type: 'message', text: 'B', next: 'd' },
      { id: 'c', type: 'message', text: 'C' },
      { id: 'd', type: 'end' },
    ],
  } as unknown as Definition;
  const without = removeStep(definition, 'b');
  expect(without).toEqual({
    triggers: [{ type: 'any', start: 'd' }],
    steps: [
      { id: 'a', type: 'condition', branches: [{ if: { tag: 'x' }, next: 'd' }], else: 'c' },
      { id: 'c', type: 'message', text: 'C' },
      { id: 'd', type: 'end' },
    ],
  });
  // c went on with d by its place, and "b" with "d" by its field.
  const moved = removeStep(
    { steps: [definition.steps[2]!, { ...definition.steps[1]!, next: 'x' }, { id: 'x', type: 'end' }] },
    'b',
  );
  expect(moved).toEqual({ steps: [definition.steps[2], { id: 'x', type: 'end' }] });
});

/** An edit by numbers: which step, what, and where to. */
const act = fc.record({
  what: fc.constantFrom('text', 'add', 'remove', 'move', 'rename', 'connect', 'paste'),
  step: fc.nat(1000),
  other: fc.nat(1000),
});

function carriedOut(
  definition: JsonObject,
  { what, step, other }: { what: string; step: number; other: number },
) {
  const all = placesOf(definition);
  const place = all[step % Math.max(all.length, 1)];
  const target = all[other % Math.max(all.length, 1)];
  if (!place || !target || what === 'add') {
    const types = stepTypes('scenario');
    const made = newStep(definition, types[other % types.length]!, place?.key);
    return insertSteps(definition, place?.list ?? ['steps'], place?.index ?? 0, [made]);
  }
  if (what === 'text') return withValue(definition, [...place.path, 'text'], `text ${other}`);
  if (what === 'remove') return removeStep(definition, place.key);
  if (what === 'move') return moveStep(definition, place.key, (other % 5) - 2);
  // The editor takes no id that another step has.
  if (what === 'rename')
    return renameStep(definition, place.key, freeId(`renamed_${other}`, idsOf(definition)));
  if (what === 'paste')
    return paste(definition, target.list, target.index, readSteps(copied(definition, [place.key]))!).document;
  const outcomes = outcomesOf(place.step);
  const { path } = outcomes[other % Math.max(outcomes.length, 1)] ?? { path: ['next'] };
  return connect(definition, [...place.path, ...path], target.key);
}

it('after any edits, undoing all of them gives the document as it was, and redoing them the one that was made', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.array(act, { maxLength: 40 }), (index, acts) => {
      const [, definition] = definitions[index % definitions.length]!;
      const text = written(definition);
      let history: History = begun(draftOf(definition));
      for (const each of acts) {
        const made = carriedOut(history.present.definition, each);
        const ids = placesOf(made).map(({ step }) => step.id);
        expect(new Set(ids).size).toBe(ids.length);
        history = edited(history, draftOf(made), each.what === 'text' ? `text ${each.step}` : undefined);
      }
      const last = written(history.present.definition);
      const steps = history.past.length;
      for (let i = 0; i < steps; i++) history = undone(history);
      expect(written(history.present.definition)).toBe(text);
      expect(undone(history)).toBe(history);
      for (let i = 0; i < steps; i++) history = redone(history);
      expect(written(history.present.definition)).toBe(last);
    }),
    { numRuns: 150 },
  );
});

it('typing in one field is one step back, and there are two hundred of them', () => {
  const text = (words: string) => draftOf({ steps: [{ id: 'a', type: 'message', text: words }] });
  let history = begun(text(''));
  for (const words of ['H', 'He', 'Hey']) history = edited(history, text(words), 'a.text');
  history = edited(history, text('Hey you'), 'b.text');
  expect(undone(history).present).toEqual(text('Hey'));
  expect(undone(undone(history)).present).toEqual(text(''));
  for (let i = 0; i < 300; i++) history = edited(history, text(`${i}`));
  expect(history.past.length).toBe(mostSteps);
});

it('two people who changed different steps have both changes, and the same step is a clash of its own', () => {
  const base = {
    triggers: [],
    steps: [
      { id: 'a', type: 'message', text: 'A' },
      { id: 'b', type: 'for_each', items: '{{ input }}', steps: [{ id: 'c', type: 'message', text: 'C' }] },
      { id: 'd', type: 'end' },
    ],
  } as unknown as Definition;
  const mine = withValue(
    insertSteps(base, ['steps', 1, 'steps'], 1, [{ id: 'm', type: 'end' }]),
    ['steps', 0, 'text'],
    'Mine',
  );
  const theirs = removeStep(
    withValue(
      insertSteps(base, ['steps'], 0, [{ id: 't', type: 'end' }]),
      ['steps', 2, 'steps', 0, 'text'],
      'Theirs',
    ),
    'd',
  );
  const both = merged(base, mine, theirs);
  expect(both.clashes).toEqual([]);
  expect(both.definition).toEqual({
    triggers: [],
    steps: [
      { id: 't', type: 'end' },
      { id: 'a', type: 'message', text: 'Mine' },
      {
        ...{ id: 'b', type: 'for_each', items: '{{ input }}' },
        steps: [
          { id: 'c', type: 'message', text: 'Theirs' },
          { id: 'm', type: 'end' },
        ],
      },
    ],
  });
  const other = withValue(theirs, ['steps', 1, 'text'], 'Also');
  const clash = merged(base, mine, other, () => 'theirs');
  expect(clash.clashes).toMatchObject([{ step: 'a', mine: { text: 'Mine' }, theirs: { text: 'Also' } }]);
  expect(written(clash.definition)).toContain('Also');
  // One took away what the other changed.
  const gone = merged(base, withValue(base, ['steps', 0, 'text'], 'Mine'), removeStep(base, 'a'));
  expect(gone.clashes).toMatchObject([{ step: 'a', theirs: undefined }]);
  expect((gone.definition.steps as JsonObject[])[0]).toMatchObject({ id: 'a', text: 'Mine' });
});

it('of any two people who edit at random, nobody loses a step that only they have changed', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.array(act, { maxLength: 6 }),
      fc.array(act, { maxLength: 6 }),
      (index, one, two) => {
        const [, base] = definitions[index % definitions.length]!;
        const [mine, theirs] = [one, two].map((acts) => acts.reduce(carriedOut, base)) as [
          JsonObject,
          JsonObject,
        ];
        const { definition } = merged(base, mine, theirs);
        const ids = placesOf(definition).map(({ key }) => key);
        expect(new Set(ids).size).toBe(ids.length);
        const had = new Set(placesOf(base).map(({ key }) => key));
        const added = [mine, theirs].flatMap((each) => placesOf(each).filter(({ key }) => !had.has(key)));
        for (const { key } of added) expect(ids).toContain(key);
        expect(written(merged(base, mine, base).definition)).toBe(written(mine));
        expect(written(merged(base, base, mine).definition)).toBe(written(mine));
      },
    ),
    { numRuns: 150 },
  );
});

it('an id of a text has its first words in letters that an id may have, whatever the language', () => {
  expect(idOfText('What is your phone number, please?')).toBe('what_is_your_phone_number');
  expect(idOfText('Как вас зовут, {{ state.title }}?')).toBe('kak_vas_zovut');
  expect(idOfText("Où est l'hôtel ?")).toBe('ou_est_lhotel');
  expect(idOfText('123 …')).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const id = idOfText(text);
      if (id !== undefined) expect(isId(id)).toBe(true);
    }),
  );
});

it('a way out that ends the flow leads to an end that is made once, behind the last step', () => {
  const flow = (steps: unknown[]) => ({ steps }) as unknown as JsonObject;
  const [a, b] = [
    { id: 'a', type: 'message', text: 'A' },
    { id: 'b', type: 'message', text: 'B' },
  ];
  const ended = endHere(flow([a, b]), ['steps', 0, 'next']);
  expect(ended).toEqual(flow([{ ...a, next: 'end' }, b, { id: 'end', type: 'end' }]));
  // The last one needs nothing for it.
  expect(endHere(flow([a, { ...b, next: 'a' }]), ['steps', 1, 'next'])).toEqual(flow([a, b]));
  const failed = { id: 'end', type: 'end', status: 'failed' };
  const beside = endHere(flow([{ ...a, next: 'b' }, b, failed]), ['steps', 0, 'next']);
  expect(beside).toEqual(flow([{ ...a, next: 'end2' }, b, failed, { id: 'end2', type: 'end' }]));
});

it('what was probably meant is written into templates only, and only where it was read', () => {
  const text = 'city: {{ city }} {{ state.city }} {% if city == "city" %}{{ city_of }}{% endif %}';
  expect(withRead({ text }, ['text'], 'city', 'state.city')).toEqual({
    text: 'city: {{ state.city }} {{ state.city }} {% if state.city == "city" %}{{ city_of }}{% endif %}',
  });
});
