import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { World } from '../../src/dialog/scenario/check/world.ts';
import { checkDefinition } from '../../src/dialog/scenario/check.ts';
import type { Kind } from '../../src/dialog/scenario/position.ts';

const world: World = {
  operations: {
    quote: { kind: 'http', inputs: ['amount'] },
    buy: { kind: 'payment' },
    hook: { kind: 'webhook' },
  },
  tables: { prices: { columns: ['item', 'price'] }, free: { columns: null } },
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

describe('what cannot work is in the way of publication', () => {
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

describe('what may be wrong is a warning', () => {
  it.each(rowsOf('warnings'))('%s', (_, { definition, kind, finding, step = null }) => {
    expect(found(definition, kind)).toEqual([{ severity: 'warning', finding, step }]);
  });
});

describe('nothing is found', () => {
  const wide =
    '{% assign b = 1 %}{{ b }}{% for x in table.free.rows %}{{ forloop.index }}{{ x.any }}{% endfor %}';
  const paid = { id: 'p', type: 'payment', operation: 'buy', text: '{{ steps.p.payment_url }}' };
  it.each([
    ['in a circle with a question', scenario({ ...question, next: 'q' })],
    ['in a circle with a delay', scenario(message, { id: 'd', type: 'delay', seconds: 1, next: 'm' })],
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

  it('in a field of the state that is filled elsewhere', () => {
    const definition = scenario({ ...message, text: '{{ state.city }}' });
    expect(checkDefinition(definition, 'scenario', { ...world, stateKeys: ['city'] })).toEqual([]);
  });
});

it('a finding says what is wrong and how to mend it', () => {
  const [finding] = checkDefinition(scenario({ ...message, next: 'bye' }), 'scenario', world);
  expect(finding?.message).toBe('There is no step "bye"; correct the id or add the step.');
});

it.each([
  ['a value of another type', { steps: 5 }, '"steps": Input should be a valid list.'],
  ['what is no step', { steps: [message, 5] }, '"steps[1]": Input should be a valid dictionary.'],
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
])('a finding says of %s what any 422 would', (_, definition, words) => {
  expect(checkDefinition(definition, 'scenario', world).map((finding) => finding.message)).toContain(words);
});

it('at most 200 findings are listed, those in the way first', () => {
  const steps = named('m', 300).map((id) => ({ ...message, id, text: '{{ state.x }}', next: `x${id}` }));
  const findings = checkDefinition(scenario(...steps), 'scenario', world);
  expect(findings).toHaveLength(200);
  expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(['blocking']));
});
