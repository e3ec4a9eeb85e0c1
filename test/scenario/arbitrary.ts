import fc from 'fast-check';
import type { Position, Stimulus, Surroundings } from '../../src/dialog/scenario/position.ts';
import type { Step } from '../../src/dialog/scenario/step-types.ts';
import type { Json } from '../../src/dialog/template/json.ts';

/** Random definitions, stimuli and contexts. */

/**
 * A placeholder for the id of a step until all are known: a step of the same list, or, if it is wild, any step or none.
 */
const target = fc.record({ target: fc.nat(1000), wild: fc.nat(20).map((chance) => chance === 0) });
const sound = fc.constantFrom(
  'Hi',
  '{{ event.text }}',
  'a {{ state.a }}',
  '{{ input.list }}',
  'of {{ steps.s1.value }}',
  '{% if state.a == "x" %}yes{% else %}no{% endif %}',
  '{{ profile.tags | join }}.',
);
const template = fc.oneof(
  { arbitrary: sound, weight: 40 },
  fc.constantFrom('{{ event.missing }}', '{{ broken'),
);
/** A value as it is read from storage: JSON has no negative zero, and no definition has a field "__proto__". */
function jsonValue(maxDepth: number): fc.Arbitrary<Json> {
  return fc
    .jsonValue({ maxDepth })
    .map((made) => JSON.stringify(made))
    .filter((json) => !json.includes('"__proto__":'))
    .map((json) => JSON.parse(json) as Json);
}

const value: fc.Arbitrary<Json> = fc.oneof(template, jsonValue(1));
const slug = fc.constantFrom('one', 'two');
const key = fc.constantFrom('a', 'b', 'constructor');
const seconds = fc.integer({ min: 1, max: 100 });

const { condition } = fc.letrec((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      left: value,
      op: fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in'),
      right: value,
      as: fc.constantFrom('text', 'number', 'date'),
    }),
    fc.record({ left: value, op: fc.constantFrom('contains', 'starts_with'), right: value }),
    fc.record({ left: value, op: fc.constantFrom('is_empty', 'not_empty') }),
    fc.record({ left: value, op: fc.constant('matches'), right: fc.constantFrom('^a+$', '(?i)x|y') }),
    fc.record({ tag: key }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ not: tie('condition') }),
  ),
}));

const said = {
  text: template,
  buttons: fc.array(fc.oneof(template, fc.record({ text: template, payload: value })), { maxLength: 3 }),
  format: fc.constantFrom('plain', 'html'),
};
const look = {
  format: said.format,
  columns: fc.integer({ min: 1, max: 3 }),
  typing_seconds: fc.double({ min: 0, max: 10, noNaN: true }),
};
const asked = {
  attempts: fc.integer({ min: 1, max: 3 }),
  on_invalid: target,
  timeout_seconds: seconds,
  on_timeout: target,
};
const validation = fc.constantFrom(
  { type: 'text', min: 2 },
  { pattern: '^[a-z]+$' },
  { type: 'integer', max: 10 },
  { type: 'date', message: 'A date, please' },
  { type: 'phone' },
  { type: 'file', accept: ['image/*'], max_mb: 5 },
  { type: 'location' },
);

/** A step of one type: its required and its optional fields. */
const step = (type: string, always: Record<string, fc.Arbitrary<unknown>>, may: typeof always = {}) =>
  fc.record(
    { type: fc.constant(type), ...always, ...may, next: fc.option(target, { nil: undefined, freq: 1 }) },
    { requiredKeys: ['type', ...Object.keys(always)] as never },
  );
const last = (type: string, always: Record<string, fc.Arbitrary<unknown>>, may: typeof always = {}) =>
  fc.record(
    { type: fc.constant(type), ...always, ...may },
    { requiredKeys: ['type', ...Object.keys(always)] as never },
  );

const option = fc.record({ text: template, value: template, next: target }, { requiredKeys: ['text'] });
const branch = fc.record({ if: condition, next: target });
const call = { operation: slug };

type AnyStep = fc.Arbitrary<unknown>;

/** By type, so that a new type of step does not compile without an entry. The first is made where lists are nested deepest. */
const stepsByType = (inner: AnyStep): { readonly [Type in Step['type']]: AnyStep } => ({
  message: fc.oneof(
    step('message', { text: template }, said),
    step('message', {
      text: template,
      keyboard: fc.constant('inline'),
      buttons: fc.array(fc.record({ text: template, next: target }), { minLength: 1, maxLength: 3 }),
    }),
  ),
  question: step('question', { text: template, field: key }, { ...said, validate: validation, ...asked }),
  choice: step(
    'choice',
    { text: template, options: fc.array(option, { minLength: 1, maxLength: 3 }) },
    { ...look, field: key, message: template, ...asked },
  ),
  condition: step(
    'condition',
    { branches: fc.array(branch, { minLength: 1, maxLength: 2 }) },
    { else: target },
  ),
  set: step('set', { values: fc.dictionary(key, value, { maxKeys: 3 }) }),
  tag: step('tag', {}, { add: fc.array(template), remove: fc.array(template) }),
  operation: step('operation', call, {
    input: fc.record({ a: value }),
    on_failed: target,
    on_unknown: target,
  }),
  payment: step('payment', call, {
    ...said,
    wait: fc.boolean(),
    on_paid: target,
    on_canceled: target,
    on_failed: target,
    on_unknown: target,
    timeout_seconds: seconds,
    on_timeout: target,
  }),
  table_read: step('table_read', { table: slug }, { limit: fc.constant(5) }),
  table_write: step('table_write', {
    table: slug,
    action: fc.constant('append'),
    rows: fc.array(fc.record({ a: value })),
  }),
  workflow: step('workflow', { workflow: slug }),
  delay: fc.oneof(
    step('delay', { seconds }),
    step('delay', { until: fc.constantFrom('2026-12-01', '{{ event.text }}', '2026-12-03T10:00:00Z') }),
  ),
  handover: step('handover', {}, { text: template, timeout_seconds: seconds }),
  goto: last('goto', { to: target }),
  end: last('end', {}, { output: value, status: fc.constantFrom('succeeded', 'failed') }),
  for_each: step('for_each', {
    items: fc.oneof(fc.array(value, { maxLength: 3 }), fc.constant('{{ input.list }}')),
    steps: inner,
  }),
});

const { steps } = fc.letrec<{ steps: unknown[] }>((tie) => ({
  steps: fc.array(
    fc.oneof({ maxDepth: 3, depthIdentifier: 'steps' }, ...Object.values(stepsByType(tie('steps')))),
    { minLength: 1, maxLength: 6 },
  ),
}));

/** A scenario with a valid structure; targets of its steps may be missing or in another list. */
export const scenario = fc
  .record({
    ...{ steps, starts: fc.array(fc.nat(1000), { maxLength: 2 }) },
    rescuer: fc.option(fc.nat(1000), { nil: undefined }),
  })
  .map(({ steps, starts, rescuer }) => {
    const ids: string[] = [];
    const named = withIds(steps, ids);
    const outermost = named.map(({ id }) => id as string);
    const triggers = starts.map((start) => ({ type: 'any', start: outermost[start % outermost.length]! }));
    const onError = rescuer === undefined ? {} : { on_error: outermost[rescuer % outermost.length]! };
    return { triggers, ...onError, steps: aimed(named, outermost, ids) as unknown[] };
  });

function withIds(list: any[], ids: string[]): any[] {
  return list.map((step) => {
    const id = `s${ids.length}`;
    ids.push(id);
    return { ...step, id, ...(step.type === 'for_each' && { steps: withIds(step.steps, ids) }) };
  });
}

function aimed(value: any, siblings: string[], all: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => aimed(item, siblings, all));
  if (typeof value !== 'object' || value === null) return value;
  const { target, wild } = value;
  if (typeof target === 'number') {
    return wild ? (all[target % (all.length + 1)] ?? 'nowhere') : siblings[target % siblings.length];
  }
  const inside = (key: string) => (key === 'steps' ? value.steps.map(({ id }: any) => id) : siblings);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, aimed(part, inside(key), all)]));
}

const text = fc.oneof(fc.constantFrom('x', 'Hi', '1', '2', '1.2.2026', ' ', '2026-12-02'), fc.string());
const json = jsonValue(2);
const status = fc.constantFrom('succeeded', 'failed', 'unknown', 'canceled', 'pending');

/** A stimulus that fits a position or does not. @param leads where the buttons of the definition lead */
export type Happening = (position: Position | null, leads: readonly string[]) => Stimulus;
export const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ text, event: fc.constantFrom(null, { order: 5 }), data: fc.constantFrom(null, { n: 1 }) }).map(
    (said): Happening =>
      () => ({ type: 'text', ...said }),
  ),
  fc.record({ text, which: fc.nat(100) }).map(
    ({ text, which }): Happening =>
      (_, leads) =>
        leads.length === 0
          ? { type: 'text', text }
          : { type: 'press', step: leads[which % leads.length]!, text, data: { button: { text } } },
  ),
  fc.record({ text, which: fc.nat(100) }).map(
    ({ text, which }): Happening =>
      (_, leads) =>
        leads.length === 0
          ? { type: 'text', text }
          : { type: 'aside', step: leads[which % leads.length]!, text, data: {} },
  ),
  fc.record({ status, result: json, fits: fc.boolean() }).map(
    ({ status, result, fits }): Happening =>
      (position) => {
        const call = fits && position?.waiting?.kind === 'call' ? position.waiting.call.id : 's0:1';
        return { type: 'result', call, status, result, error: null } as Stimulus;
      },
  ),
  fc.constantFrom<Happening>(
    (position) => ({ type: 'timer', now: position?.waiting?.until ?? '2026-11-20T12:00:00Z' }),
    () => ({ type: 'timer', now: 'never' }),
    () => ({ type: 'released' }),
  ),
);

/** The most useful stimulus: it fits what the flow waits for. */
export const fitting: fc.Arbitrary<Happening> = fc
  .record({ text, status, result: json, late: fc.boolean() })
  .map(
    ({ text, status, result, late }): Happening =>
      (position) => {
        const waiting = position?.waiting;
        if (waiting?.until && late) return { type: 'timer', now: waiting.until };
        if (waiting?.kind === 'call') {
          return { type: 'result', call: waiting.call.id, status, result, error: null } as Stimulus;
        }
        if (waiting?.kind === 'timer') return { type: 'timer', now: waiting.until };
        return waiting?.kind === 'operator' ? { type: 'released' } : { type: 'text', text };
      },
  );

export const surroundings: fc.Arbitrary<Surroundings> = fc.record({
  now: fc.constant(new Date('2026-11-20T12:00:00Z')),
  kind: fc.constant('scenario' as const),
  state: fc.dictionary(fc.oneof(key, fc.string()), fc.string(), { maxKeys: 3 }),
  tags: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  profile: fc.constant({ name: 'Ann' }),
  identity: fc.oneof({ arbitrary: fc.constant({ id: 'idn_1' }), weight: 9 }, fc.constant(null)),
  table: fc.constant({}),
});
