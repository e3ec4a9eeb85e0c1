import { describe, expect, it } from 'vitest';
import { checkDefinition } from '../../src/dialog/scenario/check.ts';
import { readDefinition } from '../../src/dialog/scenario/definition.ts';
import { type Incoming, matchTrigger, matchWorkflowTrigger } from '../../src/dialog/scenario/match.ts';
import type { Surroundings } from '../../src/dialog/scenario/position.ts';

const steps = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, type: 'end' }));
const telegramId = `ch_${'0'.repeat(26)}`;
const around: Surroundings = {
  ...{ now: new Date(0), kind: 'scenario', state: { city: 'Riga' }, tags: ['buyer'], profile: {} },
  identity: { channel: 'telegram', channel_id: telegramId },
};

/** The step at which a message starts a scenario with these triggers, which start at a, b, c and so on. */
function startOf(triggers: object[], incoming: Partial<Incoming> = {}): string | null {
  const placed = triggers.map((trigger, i) => ({ ...trigger, start: steps[i]!.id }));
  const { definition, findings } = readDefinition({ triggers: placed, steps }, 'scenario');
  expect(findings).toBeUndefined();
  const heard: Incoming = { kind: 'message', text: 'Hello', ...incoming };
  return matchTrigger(definition!, heard, around, false)?.start ?? null;
}

const codesOf = (triggers: object[], channelIds: string[] = []) =>
  checkDefinition({ triggers, steps }, 'scenario', {
    ...{
      operations: {},
      tables: {},
      workflows: [],
      receivers: [],
      channels: [{ type: 'telegram' }],
      channelIds,
    },
  }).flatMap(({ code, path }) => (path[0] === 'triggers' ? `${code} ${path[1]}` : []));

describe('a message', () => {
  const all = [
    { type: 'any' },
    { type: 'returning', after_seconds: 3600 },
    { type: 'first_contact' },
    { type: 'text', text: 'price' },
    { type: 'command', command: '/start' },
  ];
  it.each([
    [{ silence: null }, 'c'],
    [{ silence: 3600 }, 'b'],
    [{ silence: 3599 }, 'a'],
    [{}, 'a'],
    [{ silence: null, text: 'Price' }, 'd'],
    [{ silence: 9999, text: '/start' }, 'e'],
    [{ silence: null, text: '', event: { attachments: [{ type: 'image' }] } }, 'c'],
  ])(
    '%j starts at %s: commands come first, then texts, first contacts, returns, and the rest',
    (incoming, start) => {
      expect(startOf(all, incoming)).toBe(start);
    },
  );

  it('fires a trigger with one of several texts, by each kind of match', () => {
    const texts = ['price', 'how much'];
    expect(startOf([{ type: 'text', texts }], { text: ' HOW much ' })).toBe('a');
    expect(startOf([{ type: 'text', texts }], { text: 'how much is it' })).toBe(null);
    expect(startOf([{ type: 'text', texts, match: 'contains' }], { text: 'how much is it' })).toBe('a');
    expect(startOf([{ type: 'text', texts: ['^x', '^\\d+$'], match: 'pattern' }], { text: '42' })).toBe('a');
  });

  it('fires only triggers for its channel, by type or id, whose condition holds', () => {
    const other = `ch_${'1'.repeat(26)}`;
    expect(startOf([{ type: 'any', channels: ['webchat', other] }])).toBe(null);
    expect(
      startOf([
        { type: 'any', channels: ['webchat'] },
        { type: 'any', channels: ['telegram'] },
      ]),
    ).toBe('b');
    expect(startOf([{ type: 'command', command: '/go', channels: [telegramId] }], { text: '/go' })).toBe('a');
    const where = { all: [{ tag: 'buyer' }, { left: '{{ event.args }}', op: 'eq', right: 'x' }] };
    expect(startOf([{ type: 'command', command: '/go', where }], { text: '/go x' })).toBe('a');
    expect(startOf([{ type: 'command', command: '/go', where }, { type: 'any' }], { text: '/go y' })).toBe(
      'b',
    );
    const inOslo = { left: '{{ state.city }}', op: 'eq', right: 'Oslo' };
    expect(startOf([{ type: 'first_contact', where: inOslo }], { silence: null })).toBe(null);
  });
});

it('a receiver and a schedule start a workflow only where their condition holds', () => {
  const where = { left: '{{ event.missed }}', op: 'eq', right: 'true' };
  const triggers = [
    { type: 'receiver', receiver: 'orders', where: { left: '{{ event.body.n }}', op: 'eq', right: '1' } },
    { type: 'schedule', cron: '0 9 * * *', where },
  ];
  const { definition } = readDefinition({ triggers, steps }, 'workflow');
  const nobody: Surroundings = {
    now: new Date(0),
    kind: 'workflow',
    state: {},
    tags: [],
    profile: {},
    identity: null,
  };
  const called = (n: number) =>
    matchWorkflowTrigger(
      definition!,
      { type: 'receiver', receiver: 'orders', event: { body: { n } } },
      nobody,
    );
  const due = (missed: boolean) =>
    matchWorkflowTrigger(definition!, { type: 'schedule', trigger: 1, event: { missed } }, nobody);
  expect([called(1)?.trigger, called(2), due(true)?.trigger, due(false)]).toEqual([0, null, 1, null]);
});

it('the check finds triggers that an earlier one hides, and channels that the project lacks', () => {
  const texts = (...list: string[]) => ({ type: 'text', texts: list });
  expect(codesOf([texts('a', 'b'), texts('B'), texts('b', 'c')])).toEqual(['duplicate_trigger 1']);
  expect(codesOf([{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }, texts('a', 'b')])).toEqual([
    'duplicate_trigger 2',
  ]);
  const returning = (after_seconds: number) => ({ type: 'returning', after_seconds });
  expect(codesOf([returning(600), returning(60), returning(900)])).toEqual(['duplicate_trigger 2']);
  const telegram = { type: 'any', channels: ['telegram'] };
  expect(codesOf([telegram, { type: 'any' }, telegram])).toEqual(['duplicate_trigger 2']);
  expect(codesOf([{ type: 'any', where: { tag: 'x' } }, { type: 'any' }])).toEqual([]);
  expect(codesOf([{ type: 'any', channels: ['webchat', telegramId] }])).toEqual(['never_fires 0']);
  expect(codesOf([{ type: 'any', channels: ['webchat', telegramId] }], [telegramId])).toEqual([]);
});

it.each([
  [{ type: 'text' }, 'missing_field'],
  [{ type: 'text', text: 'a', texts: ['b'] }, 'bad_value'],
  [{ type: 'text', texts: [] }, 'bad_value'],
  [{ type: 'text', texts: ['ok', '('], match: 'pattern' }, 'bad_pattern'],
  [{ type: 'any', channels: ['fax'] }, 'bad_value'],
  [{ type: 'returning', after_seconds: 5 }, 'bad_value'],
])('the form of the trigger %j has the finding %s', (trigger, code) => {
  const { findings } = readDefinition({ triggers: [trigger], steps }, 'scenario');
  expect(findings?.map((finding) => finding.code)).toEqual([code]);
});
