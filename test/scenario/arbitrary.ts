import fc from 'fast-check';
import { callsOf, leavesOf } from '../../src/dialog/scenario/branches.ts';
import { happeningNames } from '../../src/dialog/scenario/happenings.ts';
import type { WorkflowIncoming } from '../../src/dialog/scenario/match.ts';
import type { Position, Stimulus, Surroundings } from '../../src/dialog/scenario/position.ts';
import type { Step } from '../../src/dialog/scenario/step-types.ts';
import type { ScenarioTrigger, WorkflowTrigger } from '../../src/dialog/scenario/triggers.ts';
import type { Json, JsonObject } from '../../src/dialog/template/json.ts';
import { isTemplate } from '../../src/dialog/template/liquid.ts';

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
  '{{ vars.a }}',
  '{{ vars }}',
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
const named = fc.dictionary(key, value, { maxKeys: 3 });
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
    fc.record({ within: fc.constant('hours'), at: value }, { requiredKeys: ['within'] }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ not: tie('condition') }),
  ),
}));

/** Where an answer is stored. */
const stored = fc.oneof(fc.record({ field: key }), fc.record({ var: key }));
/** Steps of one type with more fields. */
const and = (made: fc.Arbitrary<object>, more: fc.Arbitrary<object>) =>
  fc.tuple(made, more).map(([step, fields]) => ({ ...step, ...fields }));

const said = {
  text: template,
  buttons: fc.array(fc.oneof(template, fc.record({ text: template, payload: value })), { maxLength: 3 }),
  format: fc.constantFrom('plain', 'html'),
};
/** For the customer's channel and for another one. */
const variants = (own: Record<string, fc.Arbitrary<unknown>>) => {
  const variant = fc.record({ text: template, format: said.format, ...own }, { requiredKeys: [] });
  return fc.record({ telegram: variant, webchat: variant }, { requiredKeys: [] });
};
const look = {
  format: said.format,
  columns: fc.integer({ min: 1, max: 3 }),
  typing_seconds: fc.double({ min: 0, max: 10, noNaN: true }),
  variants: variants({}),
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
  { type: 'amount', decimals: 3 },
  { type: 'time', max: '18:00' },
  { type: 'datetime', order: 'dmy', timezone: 'Europe/Berlin', min: 'now' },
  { type: 'url' },
  { type: 'one_of', texts: ['Hi', { text: '{{ state.a }}', also: ['x', '{{ broken'] }] },
  { type: 'file', accept: ['image/*'], max_mb: 5 },
  { type: 'location' },
);

/** A step of one type: its required and its optional fields. */
const step = (type: string, always: Record<string, fc.Arbitrary<unknown>>, may: typeof always = {}) =>
  fc.record(
    {
      ...{ type: fc.constant(type), ...always, ...may },
      next: fc.option(target, { nil: undefined, freq: 1 }),
      continue_on_error: fc.boolean(),
    },
    { requiredKeys: ['type', ...Object.keys(always)] as never },
  );
const last = (type: string, always: Record<string, fc.Arbitrary<unknown>>, may: typeof always = {}) =>
  fc.record(
    { type: fc.constant(type), ...always, ...may },
    { requiredKeys: ['type', ...Object.keys(always)] as never },
  );

const pages = fc.record(
  { size: fc.integer({ min: 1, max: 4 }), more: template, back: fc.constant('1') },
  { requiredKeys: [] },
);
const multiple = fc.oneof(
  fc.constant(true),
  fc.record(
    { min: fc.nat(3), max: fc.integer({ min: 1, max: 3 }), done: template, chosen: template },
    { requiredKeys: [] },
  ),
);
const optionsFrom = fc.record(
  {
    items: fc.oneof(fc.array(value, { maxLength: 20 }), fc.constant('{{ input.list }}')),
    text: fc.constantFrom('{{ item }}', 'x', '{{ index }} {{ item | json }}', '{{ broken'),
    value: fc.oneof(fc.constantFrom('{{ item }}', '{{ index }}'), value),
  },
  { requiredKeys: ['items', 'text'] },
);
const option = fc.record({ text: template, value: template, next: target }, { requiredKeys: ['text'] });
const branch = fc.record({ if: condition, next: target });
const call = { operation: slug };

const leading = fc.array(fc.record({ text: template, next: target }), { minLength: 1, maxLength: 3 });

type AnyStep = fc.Arbitrary<unknown>;

/** By type, so that a new type of step does not compile without an entry. The first is made where lists are nested deepest. */
const stepsByType = (inner: AnyStep): { readonly [Type in Step['type']]: AnyStep } => ({
  message: fc.oneof(
    step('message', { text: template }, { ...said, variants: variants({ buttons: said.buttons }) }),
    step(
      'message',
      { text: template, keyboard: fc.constant('inline'), buttons: leading },
      { variants: variants({ buttons: leading }) },
    ),
  ),
  question: and(step('question', { text: template }, { ...said, validate: validation, ...asked }), stored),
  choice: and(
    fc.oneof(
      step(
        'choice',
        { text: template, options: fc.array(option, { minLength: 1, maxLength: 3 }) },
        { ...look, message: template, ...asked },
      ),
      step(
        'choice',
        { text: template, options: fc.array(fc.record({ text: template }), { minLength: 1, maxLength: 12 }) },
        { ...look, pages, multiple, ...asked },
      ),
      step(
        'choice',
        { text: template, options_from: optionsFrom },
        { ...look, pages, multiple, on_empty: target, ...asked },
      ),
    ),
    fc.oneof(stored, fc.constant({})),
  ),
  condition: step(
    'condition',
    { branches: fc.array(branch, { minLength: 1, maxLength: 2 }) },
    { else: target },
  ),
  set: and(
    step('set', {}, { status: template, access: named }),
    fc.oneof(
      fc.record({ values: named }),
      fc.record({ vars: named }),
      fc.record({ values: named, vars: named }),
    ),
  ),
  tag: step('tag', {}, { add: fc.array(template), remove: fc.array(template) }),
  operation: step('operation', call, {
    input: fc.record({ a: value }),
    on_failed: target,
    on_unknown: target,
    retry: fc.record(
      { attempts: fc.integer({ min: 2, max: 5 }), backoff_seconds: seconds },
      { requiredKeys: ['attempts'] },
    ),
    timeout_seconds: seconds,
    on_timeout: target,
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
  table_read: step(
    'table_read',
    { table: slug },
    { limit: fc.constant(5), offset: fc.constantFrom(0, 3, '{{ input.list[0] }}', 'x') },
  ),
  table_write: step('table_write', {
    table: slug,
    action: fc.constant('append'),
    rows: fc.array(fc.record({ a: value })),
  }),
  workflow: fc.oneof(
    step('workflow', { workflow: slug }),
    step(
      'workflow',
      { workflow: slug, wait: fc.constant(true) },
      { on_failed: target, on_unknown: target, timeout_seconds: seconds, on_timeout: target },
    ),
  ),
  transform: step(
    'transform',
    { input: value, expression: fc.constantFrom('$', '$sum(list)', 'list{{"a": 1}}', '(') },
    { on_failed: target },
  ),
  delay: fc.oneof(
    step('delay', {
      seconds: fc.oneof(seconds, fc.constantFrom('{{ input.list[0] }}', '0', '{{ event.text }}')),
    }),
    step('delay', { until: fc.constantFrom('2026-12-01', '{{ event.text }}', '2026-12-03T10:00:00Z') }),
  ),
  wait_for: fc.oneof(
    step(
      'wait_for',
      {
        event: fc.record({
          source: fc.constant('custom.*'),
          match: fc.dictionary(key, value, { maxKeys: 2 }),
          where: condition,
        }),
      },
      { timeout_seconds: seconds, on_timeout: target },
    ),
    step('wait_for', { receiver: fc.record({ slug }) }, { timeout_seconds: seconds, on_timeout: target }),
    step(
      'wait_for',
      {
        approval: fc.record({ text: template, options: fc.array(template, { minLength: 1, maxLength: 2 }) }),
      },
      { timeout_seconds: seconds, on_timeout: target, on_rejected: target },
    ),
  ),
  handover: step('handover', {}, { text: template, timeout_seconds: seconds, on_timeout: target }),
  call: step(
    'call',
    { flow: fc.constantFrom('one', 'two', 'two', 'three') },
    { input: fc.record({ a: value }), on_failed: target },
  ),
  goto: last('goto', { to: target }),
  end: last('end', {}, { output: value, status: fc.constantFrom('succeeded', 'failed') }),
  parallel: step(
    'parallel',
    { branches: fc.array(fc.record({ steps: inner }), { minLength: 2, maxLength: 3 }) },
    { join: fc.constantFrom('all', 'first'), on_failed: target },
  ),
  for_each: step(
    'for_each',
    { items: fc.oneof(fc.array(value, { maxLength: 5 }), fc.constant('{{ input.list }}')), steps: inner },
    { concurrency: fc.integer({ min: 1, max: 3 }) },
  ),
});

const { steps } = fc.letrec<{ steps: unknown[] }>((tie) => ({
  steps: fc.array(
    fc.oneof({ maxDepth: 3, depthIdentifier: 'steps' }, ...Object.values(stepsByType(tie('steps')))),
    { minLength: 1, maxLength: 6 },
  ),
}));

/** The variables with which a flow begins, if any. */
const firstVars = fc
  .option(fc.dictionary(key, jsonValue(1), { maxKeys: 2 }), { nil: undefined })
  .map((vars) => (vars === undefined || isTemplate(JSON.stringify(vars)) ? {} : { vars }));

/** A scenario with a valid structure; targets of its steps may be missing or in another list. */
export const scenario = fc
  .record({
    ...{ steps, starts: fc.array(fc.nat(1000), { maxLength: 2 }) },
    rescuer: fc.option(fc.nat(1000), { nil: undefined }),
    vars: firstVars,
    called: fc.array(fc.record({ steps, vars: firstVars }), { maxLength: 2 }),
  })
  .map(({ steps, starts, rescuer, vars, called }) => {
    const ids: string[] = [];
    const named = withIds(steps, ids);
    const flows = called.map(({ steps, vars }) => ({ steps: withIds(steps, ids), vars }));
    const outermost = named.map(({ id }) => id as string);
    const triggers = starts.map((start) => ({ type: 'any', start: outermost[start % outermost.length]! }));
    const onError = rescuer === undefined ? {} : { on_error: outermost[rescuer % outermost.length]! };
    const read = flows.map(({ steps, vars }, i) => {
      const own = steps.map(({ id }) => id as string);
      return [['one', 'two'][i]!, { ...vars, steps: aimed(steps, own, ids) as unknown[] }] as const;
    });
    return {
      ...{ triggers, ...onError, ...vars, flows: Object.fromEntries(read) },
      steps: aimed(named, outermost, ids) as unknown[],
    };
  });

/** A trigger of one type: its required and its optional fields. */
const trigger = (type: string, always: Record<string, fc.Arbitrary<unknown>>, may: typeof always = {}) =>
  fc.record(
    { type: fc.constant(type), ...always, ...may, where: condition },
    { requiredKeys: ['type', ...Object.keys(always)] as never },
  );
const inDialog = {
  interrupts: fc.boolean(),
  channels: fc.constantFrom(['telegram'], ['webchat', 'ch_01m7w9ass2fdft80zaf5at9rfj']),
};
const word = fc.constantFrom('Hi', 'x', '1');
const environment = fc.constantFrom('sandbox', 'live');

/** By type, so that a new type of trigger does not compile without an entry. */
const scenarioTriggers: { readonly [Type in ScenarioTrigger['type']]: fc.Arbitrary<object> } = {
  command: trigger('command', { command: fc.constantFrom('/start', '/x') }, inDialog),
  text: fc.oneof(
    trigger('text', { text: word }, { ...inDialog, match: fc.constantFrom('equals', 'contains', 'pattern') }),
    trigger('text', { texts: fc.array(word, { minLength: 1, maxLength: 3 }) }, inDialog),
  ),
  first_contact: trigger('first_contact', {}, inDialog),
  returning: trigger('returning', { after_seconds: fc.integer({ min: 60, max: 1000 }) }, inDialog),
  any: trigger('any', {}, inDialog),
  event: trigger('event', {}, inDialog),
};
const workflowTriggers: { readonly [Type in WorkflowTrigger['type']]: fc.Arbitrary<object> } = {
  event: trigger(
    'event',
    { source: fc.constantFrom('*', 'custom.a', 'custom.*', ...happeningNames) },
    { environment },
  ),
  receiver: trigger('receiver', { receiver: slug }),
  schedule: trigger(
    'schedule',
    { cron: fc.constantFrom('* * * * *', '0 9 * * MON') },
    { timezone: fc.constant('Europe/Berlin'), missed: fc.constantFrom('once', 'skip'), environment },
  ),
};
const triggersOf = (types: Record<string, fc.Arbitrary<object>>) =>
  fc.array(fc.oneof(...Object.values(types)), { maxLength: 4 });
const only = [{ id: 's0', type: 'end' }];

/** A scenario with triggers of every type, all of which start at its only step. */
export const startedScenario = fc.record({
  triggers: triggersOf(scenarioTriggers),
  steps: fc.constant(only),
});

/** The same for a workflow, with what it says of its runs before they begin. */
export const startedWorkflow = fc.record(
  {
    triggers: triggersOf(workflowTriggers),
    steps: fc.constant(only),
    concurrency: fc.record(
      {
        key: template,
        limit: fc.integer({ min: 1, max: 100 }),
        when_full: fc.constantFrom('queue', 'skip', 'cancel_running'),
      },
      { requiredKeys: [] },
    ),
    debounce: fc.record(
      { key: template, seconds: fc.integer({ min: 1, max: 86_400 }) },
      { requiredKeys: ['seconds'] },
    ),
  },
  { requiredKeys: ['triggers', 'steps'] },
);

/** What reaches a workflow. */
export const arriving: fc.Arbitrary<WorkflowIncoming> = fc.oneof(
  fc.record({
    type: fc.constant('event' as const),
    source: fc.constantFrom('custom.a', 'custom.b.c', ...happeningNames),
    environment: fc.constantFrom('sandbox' as const, 'live' as const),
    event: fc.constantFrom<JsonObject>({ text: 'Hi' }, {}),
  }),
  fc.record({
    type: fc.constant('receiver' as const),
    receiver: slug,
    event: fc.constant<JsonObject>({ body: {} }),
  }),
  fc.record({
    type: fc.constant('schedule' as const),
    trigger: fc.nat(4),
    event: fc.constant<JsonObject>({}),
  }),
);

function withIds(list: any[], ids: string[]): any[] {
  return list.map((step) => {
    const id = `s${ids.length}`;
    ids.push(id);
    if (step.type === 'for_each') return { ...step, id, steps: withIds(step.steps, ids) };
    if (step.type !== 'parallel') return { ...step, id };
    const branches = step.branches.map(({ steps }: any) => ({ steps: withIds(steps, ids) }));
    return { ...step, id, branches };
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

const text = fc.oneof(
  fc.constantFrom('x', 'Hi', '1', '2', '1.2.2026', ' ', '2026-12-02'),
  fc.constantFrom('More', 'Back', 'Done', 'done', '1, 2', '-1', '✓ x', 'x (2)'),
  fc.string(),
);
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
  fc.record({ status, result: json, fits: fc.boolean(), repeatable: fc.boolean(), which: fc.nat(100) }).map(
    ({ status, result, fits, repeatable, which }): Happening =>
      (position) => {
        const calls = fits ? callsOf(position) : [];
        const call = calls[which % calls.length]?.id ?? 's0:1';
        return { type: 'result', call, status, result, error: null, repeatable } as Stimulus;
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
  .record({ text, status, result: json, late: fc.boolean(), which: fc.nat(100) })
  .map(
    ({ text, status, result, late, which }): Happening =>
      (position) => {
        const places = position ? [...leavesOf(position)] : [];
        const waiting = places[which % places.length]?.waiting;
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
  identity: fc.oneof(
    {
      arbitrary: fc.constantFrom<JsonObject>({ id: 'idn_1' }, { id: 'idn_1', channel: 'telegram' }),
      weight: 9,
    },
    fc.constant(null),
  ),
  table: fc.constant({}),
  calendar: fc.constantFrom(null, {
    time_zone: 'Europe/Berlin',
    week: { friday: [{ from: '09:00', to: '12:00' }] },
    holidays: [],
  }),
});
