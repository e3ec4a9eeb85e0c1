import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { World } from '../../src/dialog/scenario/check/world.ts';
import { checkDefinition } from '../../src/dialog/scenario/check.ts';
import { readDefinition } from '../../src/dialog/scenario/definition.ts';
import type { Kind } from '../../src/dialog/scenario/position.ts';

const world: World = {
  operations: {
    quote: { kind: 'http', inputs: ['amount'] },
    buy: { kind: 'payment' },
    hook: { kind: 'webhook' },
  },
  tables: {
    prices: { columns: ['item', 'price'] },
    free: { columns: null },
    strict: { columns: ['sku', 'note'], required: ['sku'] },
  },
  workflows: ['fulfil'],
  receivers: ['crm'],
  channels: [{ type: 'telegram' }],
  faultsOn: (type, { buttons }) =>
    buttons.length > 3 ? [{ loc: ['buttons'], message: `${type} takes 3`, input: buttons }] : [],
};

interface Row {
  name: string;
  kind?: Kind;
  /** `code at path`. */
  finding: string;
  step?: string;
  definition: unknown;
}

function rowsOf(file: string): [string, Row][] {
  const rows = parse(readFileSync(`test/scenario/findings/${file}.yaml`, 'utf8')) as Row[];
  return rows.map((row) => [row.name, row]);
}

function found(json: unknown, kind: Kind = 'scenario') {
  return checkDefinition(json, kind, world).map(({ severity, code, path, step }) => ({
    severity,
    finding: `${code} at ${path.join('.') || 'the top'}`,
    step,
  }));
}

const message = { id: 'm', type: 'message', text: 'hi' };
const question = { id: 'q', type: 'question', text: 'Well?', field: 'a' };
const scenario = (...steps: unknown[]) => ({ triggers: [{ type: 'any' }], steps });
const ended = (ids: string[]) => ids.map((id) => ({ id, type: 'end' }));
const named = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const forEach = (id: string, ...steps: unknown[]) => ({ id, type: 'for_each', items: [], steps });

describe('a definition whose structure is wrong cannot be published', () => {
  it.each(rowsOf('structure'))('%s', (_, { definition, kind, finding, step = null }) => {
    expect(found(definition, kind)).toContainEqual({ severity: 'blocking', finding, step });
  });

  const long = (id: string) => ({ ...message, id, text: 'x'.repeat(20_000) });
  const named__proto__ = '{"steps":[{"id":"s","type":"set","values":{"__proto__":"x"}}]}';
  it.each([
    ['nothing at all', undefined, 'bad_value at the top'],
    ['more than 512 KiB', scenario(...named('m', 40).map(long)), 'too_large at the top'],
    ['a field called __proto__', JSON.parse(named__proto__), 'bad_value at the top'],
    [
      'more than 500 steps',
      scenario(forEach('a', ...ended(named('a', 300))), forEach('b', ...ended(named('b', 300)))),
      'too_large at steps',
    ],
  ])('%s', (_, definition, finding) => {
    expect(found(definition)).toContainEqual({ severity: 'blocking', finding, step: null });
  });
});

describe('a definition that cannot work cannot be published', () => {
  it.each(rowsOf('blocking'))('%s', (_, { definition, kind, finding, step = null }) => {
    const findings = found(definition, kind).filter(({ severity }) => severity === 'blocking');
    expect(findings).toEqual([{ severity: 'blocking', finding, step }]);
  });

  it('a text that is too long', () => {
    const again = { ...question, validate: { type: 'email', message: 'x'.repeat(3001) } };
    expect(found(scenario(again))).toEqual([
      { severity: 'blocking', finding: 'bad_message at steps.0', step: 'q' },
    ]);
  });
});

describe('a possible mistake is a warning', () => {
  it.each(rowsOf('warnings'))('%s', (_, { definition, kind, finding, step = null }) => {
    expect(found(definition, kind)).toEqual([{ severity: 'warning', finding, step }]);
  });
});

describe('there is no finding', () => {
  const wide =
    '{% assign b = 1 %}{{ b }}{% for x in table.free.rows %}{{ forloop.index }}{{ x.any }}{% endfor %}';
  const paid = { id: 'p', type: 'payment', operation: 'buy', text: '{{ steps.p.payment_url }}' };
  it.each([
    ['in a circle with a question', scenario({ ...question, next: 'q' })],
    [
      'in what calls give by an expression, and flows give back by one',
      {
        ...scenario(
          { id: 'c', type: 'call', flow: 'f', input: '{{ event }}' },
          { ...message, text: '{{ steps.c.output.b }}' },
        ),
        flows: { f: { steps: [{ id: 'e', type: 'end', output: '{{ input.a }}' }] } },
      },
    ],
    [
      'in an output that every start comes to, and in one that on_error reads',
      {
        triggers: [{ type: 'any' }, { type: 'command', command: '/q', start: 'q' }],
        on_error: 'sorry',
        steps: [
          { id: 't', type: 'tag', add: ['a'] },
          question,
          { ...message, text: '{{ steps.q.value }}' },
          { id: 'e', type: 'end' },
          { ...message, id: 'sorry', text: '{{ steps.q.value }}' },
        ],
      },
    ],
    ['in a circle with a delay', scenario(message, { id: 'd', type: 'delay', seconds: 1, next: 'm' })],
    [
      'in a circle with a delay until a moment that is rendered',
      scenario(message, { id: 'd', type: 'delay', until: '{{ event.at }}', next: 'm' }),
    ],
    [
      'in a circle through branches of which one waits',
      scenario({
        ...{ id: 'p', type: 'parallel', next: 'p' },
        branches: [{ steps: [{ id: 'd', type: 'delay', seconds: 5 }] }, { steps: [message] }],
      }),
    ],
    [
      'in a circle through a flow that waits',
      {
        ...scenario({ id: 'c', type: 'call', flow: 'one', next: 'c' }),
        flows: { one: { steps: [question] } },
      },
    ],
    ['in a picture that is rendered', scenario({ ...message, image: '{{ event.picture }}' })],
    ['in a for_each', scenario({ ...forEach('f', message), items: '{{ event.items }}' })],
    ['in fields that are set here', scenario(question, { ...message, text: `{{ state.a }}${wide}` })],
    [
      'in outputs that there are',
      scenario(paid, forEach('f', { ...message, text: '{{ steps.f.item.name }}' })),
    ],
    [
      'in an address that is rendered',
      scenario({ ...message, buttons: [{ text: 'Go', url: '{{ event.url }}' }] }),
    ],
    [
      'in two triggers of which one interrupts',
      { triggers: [{ type: 'any' }, { type: 'any', interrupts: true }], steps: [message] },
    ],
  ])('%s', (_, definition) => {
    expect(found(definition)).toEqual([]);
  });

  it('in a workflow without triggers', () => {
    expect(found({ steps: [message] }, 'workflow')).toEqual([]);
  });

  it('in a field of the state that other code fills', () => {
    const definition = scenario({ ...message, text: '{{ state.city }}' });
    expect(checkDefinition(definition, 'scenario', { ...world, stateKeys: ['city'] })).toEqual([]);
  });
});

describe('the check finds workflows that start each other', () => {
  const starts = (workflow: string) => ({ id: 's', type: 'workflow', workflow });
  const among = {
    ...world,
    workflows: ['a', 'b', 'c', 'd'],
    starts: { a: ['b'], b: ['c'], c: [], d: ['d'] },
  };
  const circles = (definition: unknown, kind: Kind, self?: string) =>
    checkDefinition(definition, kind, self === undefined ? among : { ...among, self })
      .filter(({ code }) => code === 'starts_itself')
      .map(({ path, message }) => [path.join('.'), message.split('. ')[0]]);

  it('if one starts itself', () => {
    expect(circles({ steps: [starts('c')] }, 'workflow', 'c')).toEqual([
      ['steps.0.workflow', 'Workflows start each other without an end: "c" starts "c"'],
    ]);
  });

  it('if one starts itself through others', () => {
    const inner = { steps: [forEach('f', message, { ...starts('a'), id: 't' })] };
    expect(circles(inner, 'workflow', 'c')).toEqual([
      [
        'steps.0.steps.1.workflow',
        'Workflows start each other without an end: "a" starts "b" starts "c" starts "a"',
      ],
    ]);
  });

  it('if a scenario leads into such a circle', () => {
    expect(circles(scenario(starts('d')), 'scenario')).toHaveLength(1);
    expect(circles(scenario(starts('a')), 'scenario')).toEqual([]);
  });

  it('by the checked definition, and not by its published version', () => {
    expect(circles({ steps: [starts('c')] }, 'workflow', 'd')).toEqual([]);
    expect(circles({ steps: [starts('a')] }, 'workflow', 'd')).toEqual([]);
  });
});

it('an expression may be written as a list of its lines', () => {
  const step = { id: 't', type: 'transform', input: { a: 1 }, expression: ['{', '  "b": a', '}'] };
  expect(readDefinition({ triggers: [], steps: [step] }, 'workflow').definition?.steps).toEqual([
    { ...step, expression: '{\n  "b": a\n}' },
  ]);
  const many = { ...step, expression: Array(401).fill('123456789') };
  expect(found(scenario(many))).toEqual([
    { severity: 'blocking', finding: 'bad_value at steps.0.expression', step: 't' },
  ]);
});

it('a finding says what is wrong and how to fix it', () => {
  const [finding] = checkDefinition(scenario({ ...message, next: 'bye' }), 'scenario', world);
  expect(finding?.message).toBe('There is no step "bye"; correct the id or add the step.');
});

it.each([
  ['a value of another type', { steps: 5 }, '"steps": Input should be a valid list.'],
  ['what is no step', { steps: [message, 5] }, '"steps[1]": Input should be an object.'],
  [
    'a branch that is a list',
    scenario({ id: 'p', type: 'parallel', branches: [[message], { steps: [{ ...message, id: 'n' }] }] }),
    '"branches[0]": Input should be an object with "steps", "note".',
  ],
  [
    'a field that the step does not have, with those that it may have',
    scenario({ id: 'd', type: 'delay', seconds: 60, minutes: 5 }),
    'There is no field "minutes" here; correct its name or remove it. It may have "next", "note", "continue_on_error", "until".',
  ],
  [
    'a field of a scenario that only workflows have',
    { ...scenario(message), flows: {}, vars: {}, note: '', while_busy: 'keep', concurrency: {} },
    'There is no field "concurrency" here; correct its name or remove it. It may have "on_error", "on_no_match", "on_unsupported".',
  ],
  [
    'a wait for what happens in the project',
    scenario({ id: 'w', type: 'wait_for', event: { source: 'payment.succeeded' } }),
    '"source": a source is "custom." with 1 to 60 letters, digits, "_", "-", "." or "*" behind it, such as "custom.order.*", or "*" for ' +
      'all of these; what happens in the project cannot be waited for: let it start a workflow.',
  ],
  [
    'a template in an expression',
    scenario({ id: 't', type: 'transform', input: {}, expression: '{{ vars.a }}' }),
    'The expression cannot be used at character 11: Expected ":", got "}". An expression is no template: it reads what stands in ' +
      '"input", such as total for { "total": "{{ vars.total }}" }.',
  ],
  [
    'too much',
    scenario(message, { id: 'd', type: 'delay', seconds: 1e9 }),
    '"seconds": Input should be less than or equal to 2592000.',
  ],
  [
    'a text of another form',
    { triggers: [{ type: 'command', command: 'start' }], steps: [message] },
    '"command": String should match pattern \'^/[A-Za-z0-9_]{1,64}$\'.',
  ],
  ['a rule with words of its own', scenario(), '"steps": a list of steps has at least one.'],
])('a finding about %s has the same text as a 422', (_, definition, words) => {
  expect(checkDefinition(definition, 'scenario', world).map((finding) => finding.message)).toContain(words);
});

const when = (condition: object) =>
  scenario({ id: 'c', type: 'condition', branches: [{ if: condition, next: 'm' }] }, message);
const every = (cron: string) => ({ triggers: [{ type: 'schedule', cron }], steps: [message] });
it.each<[string, unknown, Kind, string]>([
  [
    'an operator',
    when({ left: 1, op: 'like', right: 2 }),
    'scenario',
    '"op": there is no operator "like"; use one of eq, ne, lt, lte, gt, gte, contains, starts_with, in, ' +
      'matches, is_empty, not_empty.',
  ],
  ['a missing operator', when({ left: 1, right: 2 }), 'scenario', '"op" is missing; add it.'],
  [
    'an id',
    scenario({ ...message, id: '1st' }),
    'scenario',
    '"id": the id of a step begins with a letter, and has letters from A to Z, digits and "_".',
  ],
  [
    'a slug',
    scenario({ id: 'w', type: 'workflow', workflow: 'Ful fil' }),
    'scenario',
    '"workflow": a name here has lower-case letters, digits, "_" and "-", and begins with a letter or digit.',
  ],
  [
    'a text that is too long',
    scenario({ ...message, text: 'x'.repeat(3001) }),
    'scenario',
    'the message cannot be sent: "text" has 3001 characters, and at most 3000 are allowed; shorten or correct it.',
  ],
  [
    'a button that is too long',
    scenario({ ...message, buttons: ['ok', 'x'.repeat(65)] }),
    'scenario',
    'the message cannot be sent: "buttons.1.text" has 65 characters, and at most 64 are allowed; shorten or correct it.',
  ],
  [
    'a schedule with too few fields',
    every('0 9 *'),
    'workflow',
    '"cron": a schedule has five fields (minute, hour, day of the month, month, day of the week), and this has 3.',
  ],
  [
    'an hour that there is not',
    every('0 25 * * *'),
    'workflow',
    '"cron": the hour "25" cannot be read; write 0 to 23, or *.',
  ],
  [
    'the key of a field',
    scenario({ id: 's', type: 'set', values: { ['k'.repeat(101)]: 'x' } }),
    'scenario',
    `"${'k'.repeat(101)}": as a key: String should have at most 100 characters.`,
  ],
])('a finding says in plain words what is wrong with %s', (_, definition, kind, words) => {
  expect(checkDefinition(definition, kind, world).map((finding) => finding.message)).toContain(words);
});

describe('a step that always fails is found before it runs', () => {
  const rowOf = (count: number) => scenario(...named('m', count).map((id) => ({ ...message, id })));
  const asks = (validate: object, more = {}) => scenario({ ...question, validate, ...more });
  const waits = (until: string) => scenario({ id: 'd', type: 'delay', until });
  const needs = (more: object) => scenario({ id: 'o', type: 'operation', operation: 'strict', ...more });
  const strict = {
    ...world,
    operations: { strict: { kind: 'http', inputs: ['n'], required: ['n'], environments: ['live'] } },
    now: new Date('2026-11-20T00:00:00Z'),
  };
  const inSandbox = { ...strict, self: 'w', environment: 'sandbox' as const };
  const event = { type: 'event', source: 'custom.a' };
  const start = { steps: [message] };
  it.each<[string, unknown, string[], Kind?]>([
    ['21 messages in a row', rowOf(21), ['blocking too_many_messages at steps.20']],
    ['not 20 of them', rowOf(20), []],
    [
      'a least number above the largest',
      asks({ type: 'integer', min: 5, max: 1 }),
      ['blocking impossible_answer at steps.0.validate'],
    ],
    [
      'the same with a way for wrong answers',
      asks({ type: 'text', min: 5, max: 1 }, { on_invalid: 'q' }),
      ['warning impossible_answer at steps.0.validate'],
    ],
    [
      'a day that there is not',
      asks({ type: 'date', max: '2026-02-31' }),
      ['warning bad_time at steps.0.validate.max'],
    ],
    ['a wait for what is no moment', waits('soon'), ['blocking bad_time at steps.0.until']],
    ['a wait of more than 30 days', waits('2026-12-21'), ['warning bad_time at steps.0.until']],
    ['not a wait of 30 days', waits('2026-12-20'), []],
    ['an operation without what it needs', needs({}), ['blocking missing_input at steps.0.input']],
    [
      'the same with a way for failures',
      needs({ input: {}, on_failed: 'o' }),
      ['blocking loop_without_wait at steps.0', 'warning missing_input at steps.0.input'],
    ],
    ['not an input that an expression gives', needs({ input: '{{ event.all }}' }), []],
    [
      'an operation that does not run where the workflow does',
      { steps: needs({ input: { n: 1 } }).steps },
      ['blocking environment_not_available at steps.0.operation'],
      'workflow',
    ],
    [
      'an event that an earlier trigger takes',
      { triggers: [{ type: 'event' }, { type: 'event', where: { tag: 'a' } }], steps: [message] },
      ['warning duplicate_trigger at triggers.1'],
    ],
    [
      'not one that interrupts where the earlier one does not',
      { triggers: [{ type: 'event' }, { type: 'event', interrupts: true }], steps: [message] },
      [],
    ],
    [
      'a source that an earlier trigger takes',
      { ...start, triggers: [{ ...event, source: '*' }, event] },
      ['warning duplicate_trigger at triggers.1'],
      'workflow',
    ],
    [
      'a trigger for the other environment',
      { ...start, triggers: [{ ...event, environment: 'live' }] },
      ['warning never_fires at triggers.0.environment'],
      'workflow',
    ],
  ])('%s', (_, definition, expected, kind = 'scenario') => {
    const findings = checkDefinition(definition, kind, kind === 'workflow' ? inSandbox : strict);
    expect(findings.map(({ severity, code, path }) => `${severity} ${code} at ${path.join('.')}`)).toEqual(
      expected,
    );
  });
});

it('a step that leaves its for_each makes no circle', () => {
  const inner = forEach('f', { ...message, next: 'f' });
  expect(found(scenario(inner)).map(({ finding }) => finding)).toEqual([
    'crosses_for_each at steps.0.steps.0.next',
  ]);
});

it('at most 200 findings are listed, the blocking ones first', () => {
  const steps = named('m', 300).map((id) => ({ ...message, id, text: '{{ state.x }}', next: `x${id}` }));
  const findings = checkDefinition(scenario(...steps), 'scenario', world);
  expect(findings).toHaveLength(200);
  expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(['blocking']));
});

describe('a template that reads what there is not gets the name that was probably meant', () => {
  const asked = { id: 'ask', type: 'question', text: 'Well?', field: 'city' };
  it.each([
    ['the same name of the state', '{{ city }}', { read: 'city', instead: 'state.city' }],
    [
      'a field of the state with a wrong letter',
      '{{ state.citi }}',
      { read: 'state.citi', instead: 'state.city' },
    ],
    [
      'a variable that is a field of the state',
      '{{ vars.city }}',
      { read: 'vars.city', instead: 'state.city' },
    ],
    ['a variable without its beginning', '{{ prefix }}', { read: 'prefix', instead: 'vars.prefix' }],
    ['a wrong beginning', '{{ stat.city }}', { read: 'stat', instead: 'state' }],
    ['letters that changed places', '{{ steps.kas.value }}', undefined],
    ['a step', '{{ steps.quoet.result }}', { read: 'steps.quoet', instead: 'steps.quote' }],
    ['a table', '{{ table.price.count }}', { read: 'table.price', instead: 'table.prices' }],
    ['nothing that is called so', '{{ customer.name }}', undefined],
  ])('%s', (_, text, suggestion) => {
    const definition = {
      ...scenario(
        asked,
        { id: 'quote', type: 'operation', operation: 'quote', input: { amount: '1' } },
        { ...message, text },
      ),
      vars: { prefix: 'A' },
    };
    const [finding, ...others] = checkDefinition(definition, 'scenario', world);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ path: ['steps', 2, 'text'], step: 'm' });
    expect(finding!.suggestion).toEqual(suggestion);
    if (suggestion) expect(finding!.message).toContain(`Did you mean {{ ${suggestion.instead} }}?`);
    else expect(finding!.message).not.toContain('Did you mean');
  });

  it('names are compared for so many reads only that the check of thousands takes no longer', () => {
    const values = Object.fromEntries(named('field_of_the_state_', 300).map((name) => [name, 'x']));
    const text = named('field_of_the_stade_', 300)
      .map((name) => `{{ ${name} }}`)
      .join(' ');
    const steps = [
      { id: 's', type: 'set', values },
      ...named('m', 20).map((id) => ({ ...message, id, text })),
    ];
    const findings = checkDefinition(scenario(...steps), 'scenario', world);
    expect(findings.filter(({ suggestion }) => suggestion)).toHaveLength(50);
  });
});
