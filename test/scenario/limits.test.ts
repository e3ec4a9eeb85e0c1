import { describe, expect, it } from 'vitest';
import { advance } from '../../src/dialog/scenario/advance.ts';
import { type Definition, readDefinition } from '../../src/dialog/scenario/definition.ts';
import type { Kind, Position, Stimulus, Surroundings, Turn } from '../../src/dialog/scenario/position.ts';
import type { Json, JsonObject } from '../../src/dialog/template/json.ts';
import { processorMs } from '../harness/patience.ts';

const now = new Date('2026-11-20T12:00:00Z');
const around: Surroundings = {
  now,
  kind: 'workflow',
  state: {},
  tags: [],
  profile: {},
  identity: { id: 'idn_1' },
};

function read(steps: unknown[], kind: Kind = 'workflow'): Definition {
  const { definition, findings } = readDefinition({ steps }, kind);
  expect(findings).toBeUndefined();
  return definition!;
}

const start = (definition: Definition, input: JsonObject = {}) =>
  advance(definition, null, { type: 'start', input }, around);
const take = (definition: Definition, turn: Turn, stimulus: Stimulus) =>
  advance(definition, turn.position, stimulus, { ...around, state: turn.state });
const result = (turn: Turn, value: Json): Stimulus => ({
  type: 'result',
  call: turn.position.waiting?.kind === 'call' ? turn.position.waiting.call.id : '',
  status: 'succeeded',
  result: value,
  error: null,
});

describe('a long for_each', () => {
  const body = [
    { id: 'a', type: 'set', values: { sum: '{{ state.sum | plus: steps.each.item }}' } },
    { id: 'b', type: 'goto', to: 'c' },
    { id: 'c', type: 'tag', add: ['t'] },
  ];
  const definition = read([
    { id: 'each', type: 'for_each', items: '{{ input.items }}', limit: 1000, steps: body },
    { id: 'end', type: 'end', output: '{{ state.sum }}' },
  ]);

  it('pauses after every 200 steps and comes to its end', () => {
    let turn = start(definition, { items: Array(1000).fill(2) });
    let pauses = 0;
    for (; turn.position.waiting; pauses++) {
      expect(turn.position.waiting).toEqual({ kind: 'timer', until: now.toISOString() });
      expect(turn.trace).toHaveLength(200);
      turn = take(definition, turn, { type: 'timer', now });
    }
    expect(pauses).toBe(15);
    expect(turn.position.ended).toEqual({ status: 'succeeded', output: '2000', error: null });
  });

  it('cannot be repeated for ever', () => {
    const endless = read([
      { id: 'each', type: 'for_each', items: [1], steps: [{ id: 'a', type: 'goto', to: 'a' }] },
    ]);
    let turn = start(endless);
    while (turn.position.waiting) turn = take(endless, turn, { type: 'timer', now });
    expect(turn.position.ended?.error?.code).toBe('too_many_steps');
    expect(turn.position.taken).toBe(10_000);
  });
});

it('a dialog in which somebody answers can go on for ever', () => {
  const definition = read([{ id: 'q', type: 'question', text: 'Well?', field: 'a', next: 'q' }], 'scenario');
  let turn = start(definition);
  for (let i = 0; i < 10_100; i++) turn = take(definition, turn, { type: 'text', text: 'x' });
  expect(turn.position).toMatchObject({ taken: 10_101, unanswered: 1, ended: null });
});

describe('the stored output of a flow', () => {
  const operation = (id: string) => ({ id, type: 'operation', operation: 'x' });

  it('has at most 64 KiB for each step', () => {
    const definition = read([operation('a')]);
    const fits = take(definition, start(definition), result(start(definition), 'x'.repeat(65_000)));
    expect(fits.position.ended?.status).toBe('succeeded');
    const begun = start(definition);
    const turn = take(definition, begun, result(begun, 'x'.repeat(65_536)));
    expect(turn.position.ended?.error?.code).toBe('output_too_large');
    expect(turn.trace).toMatchObject([{ id: 'a', status: 'failed' }]);
  });

  it('has at most 512 KiB in all', () => {
    const definition = read(Array.from({ length: 10 }, (_, i) => operation(`a${i}`)));
    let turn = start(definition);
    let answers = 0;
    for (; turn.position.waiting; answers++) turn = take(definition, turn, result(turn, 'ж'.repeat(30_000)));
    expect(answers).toBe(9);
    expect(turn.position.ended?.error?.code).toBe('output_too_large');
  });

  it('is counted once for a step that is repeated', () => {
    const definition = read([
      { ...operation('a'), next: 'd' },
      { id: 'd', type: 'delay', seconds: 1, next: 'a' },
    ]);
    let turn = start(definition);
    for (let i = 0; i < 40; i++) {
      if (turn.position.waiting?.kind === 'call')
        turn = take(definition, turn, result(turn, 'x'.repeat(60_000)));
      else turn = take(definition, turn, { type: 'timer', now: turn.position.waiting!.until! });
    }
    expect(turn.position.ended).toBeNull();
    expect(turn.position.kept).toBeLessThan(61_000);
  });

  it('includes the items of a for_each', () => {
    const definition = read([
      { id: 'e', type: 'for_each', items: '{{ input.items }}', steps: [{ id: 'x', type: 'goto', to: 'x' }] },
    ]);
    expect(start(definition, { items: Array(60).fill('x'.repeat(1000)) }).position.kept).toBeGreaterThan(
      60_000,
    );
  });
});

it('a flow with too many steps shows that at the step that was not carried out', () => {
  const definition = read([
    { id: 'd', type: 'delay', seconds: 1 },
    { id: 'a', type: 'goto', to: 'b' },
    { id: 'b', type: 'goto', to: 'a' },
  ]);
  const turn = take(definition, start(definition), { type: 'timer', now: '2026-11-20T12:00:01Z' });
  const error = { code: 'too_many_steps', message: 'it took 200 steps without waiting' };
  expect(turn.position.ended?.error).toEqual(error);
  expect(turn.trace).toHaveLength(201);
  expect(turn.trace.at(-1)).toMatchObject({ id: 'b', type: 'goto', status: 'failed', error });
  expect(new Set(turn.trace.map(({ execution }) => execution)).size).toBe(201);
});

it('messages are still counted after a pause of a long for_each', () => {
  const said = { id: 'say', type: 'message', text: 'x' };
  const body = [said, ...Array.from({ length: 19 }, (_, i) => ({ id: `t${i}`, type: 'tag', add: ['t'] }))];
  const definition = read([{ id: 'each', type: 'for_each', items: Array(30).fill(1), steps: body }]);
  let turn = start(definition);
  let told = turn.messages.length;
  for (; turn.position.waiting; told += turn.messages.length) {
    turn = take(definition, turn, { type: 'timer', now });
  }
  expect([told, turn.position.ended?.error?.code]).toEqual([20, 'too_many_messages']);
  expect(turn.trace.slice(-2)).toMatchObject([
    { id: 'say', status: 'failed' },
    { id: 'each', status: 'failed' },
  ]);
});

it('a position that version 0.12.0 stored can be read, with its event and answer', () => {
  const definition = read(
    [
      { id: 'q', type: 'question', text: 'Well?', field: 'a' },
      { id: 'm', type: 'message', text: '{{ event.order }} {{ event.text }} {{ answer.n }}' },
    ],
    'scenario',
  );
  const { answer: _, said: __, ...stored } = start(definition).position;
  const position = { ...stored, event: { order: 5, text: 'x' } } as Position;
  const turn = advance(definition, position, { type: 'text', text: 'yes', data: { n: 1 } }, around);
  expect(turn.messages).toMatchObject([{ text: '5 yes 1' }]);
});

describe('a flow that cannot go on', () => {
  const definition = read([
    { id: 'd', type: 'delay', seconds: 60 },
    { id: 'e', type: 'end' },
  ]);
  const waiting = start(definition).position;

  it.each(['gone', 'e'])('ends as failed if its step does not exist or does not wait: %s', (step) => {
    const position: Position = { ...waiting, step };
    const turn = advance(definition, position, { type: 'timer', now: '2026-11-20T12:01:00Z' }, around);
    expect(turn.position.ended?.error?.code).toBe('unknown_step');
    expect(turn.trace.at(-1)).toMatchObject({
      id: step,
      status: 'failed',
      error: turn.position.ended?.error,
    });
  });

  it.each<[string, Position | null, Stimulus]>([
    ['an invalid time', waiting, { type: 'timer', now: 'soon' }],
    ['a time that has not come', waiting, { type: 'timer', now: '2026-11-20T12:00:59Z' }],
    ['an answer to a delay', waiting, { type: 'text', text: 'x' }],
    ['a flow that never began', null, { type: 'text', text: 'x' }],
    ['a flow that never began, and its end', null, { type: 'released' }],
  ])('%s changes nothing', (_, position, stimulus) => {
    const turn = advance(definition, position, stimulus, around);
    expect(turn).toMatchObject({ consumed: false, messages: [], trace: [] });
    if (position) expect(turn.position).toBe(position);
    else expect(turn.position.ended?.status).toBe('succeeded');
  });
});

it('slow templates end a turn within a second or two', () => {
  const slow = '{% for i in (1..4000) %}{{ i | plus: 1 }}{% endfor %}';
  const branch = { if: { left: slow, op: 'eq', right: 'none' }, next: 'end' };
  const conditions = Array.from({ length: 80 }, (_, i) => ({
    id: `c${i}`,
    type: 'condition',
    branches: Array(40).fill(branch),
  }));
  const definition = read([...conditions, { id: 'end', type: 'end' }]);
  const spent = processorMs(() => expect(start(definition).position.ended?.error?.code).toBe('bad_template'));
  expect(spent).toBeLessThan(5000);
});
