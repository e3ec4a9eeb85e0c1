import { describe, expect, it } from 'vitest';
import { advance } from '../../src/dialog/scenario/advance.ts';
import { type Definition, readDefinition } from '../../src/dialog/scenario/definition.ts';
import type { Kind, Position, Stimulus, Surroundings, Turn } from '../../src/dialog/scenario/position.ts';
import type { Json, JsonObject } from '../../src/dialog/scenario/template.ts';

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

  it('takes a breath every 200 steps and comes to its end', () => {
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

  it('is not gone through for ever', () => {
    const endless = read([
      { id: 'each', type: 'for_each', items: [1], steps: [{ id: 'a', type: 'goto', to: 'a' }] },
    ]);
    let turn = start(endless);
    while (turn.position.waiting) turn = take(endless, turn, { type: 'timer', now });
    expect(turn.position.ended?.error?.code).toBe('too_many_steps');
    expect(turn.position.taken).toBe(10_000);
  });
});

it('a dialog in which somebody answers goes on for ever', () => {
  const definition = read([{ id: 'q', type: 'question', text: 'Well?', field: 'a', next: 'q' }], 'scenario');
  let turn = start(definition);
  for (let i = 0; i < 10_100; i++) turn = take(definition, turn, { type: 'text', text: 'x' });
  expect(turn.position).toMatchObject({ taken: 10_101, unanswered: 1, ended: null });
});

describe('what a flow keeps', () => {
  const operation = (id: string) => ({ id, type: 'operation', operation: 'x' });

  it('is at most 64 KiB a step', () => {
    const definition = read([operation('a')]);
    const fits = take(definition, start(definition), result(start(definition), 'x'.repeat(65_000)));
    expect(fits.position.ended?.status).toBe('succeeded');
    const begun = start(definition);
    const turn = take(definition, begun, result(begun, 'x'.repeat(65_536)));
    expect(turn.position.ended?.error?.code).toBe('output_too_large');
    expect(turn.trace).toMatchObject([{ id: 'a', status: 'failed' }]);
  });

  it('is at most 512 KiB in all', () => {
    const definition = read(Array.from({ length: 10 }, (_, i) => operation(`a${i}`)));
    let turn = start(definition);
    let answers = 0;
    for (; turn.position.waiting; answers++) turn = take(definition, turn, result(turn, 'ж'.repeat(30_000)));
    expect(answers).toBe(9);
    expect(turn.position.ended?.error?.code).toBe('output_too_large');
  });

  it('counts once for a step that is gone through again and again', () => {
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

  it('counts the items of a for_each', () => {
    const definition = read([
      { id: 'e', type: 'for_each', items: '{{ input.items }}', steps: [{ id: 'x', type: 'goto', to: 'x' }] },
    ]);
    expect(start(definition, { items: Array(60).fill('x'.repeat(1000)) }).position.kept).toBeGreaterThan(
      60_000,
    );
  });
});

describe('where a flow cannot go on', () => {
  const definition = read([
    { id: 'd', type: 'delay', seconds: 60 },
    { id: 'e', type: 'end' },
  ]);
  const waiting = start(definition).position;

  it.each(['gone', 'e'])('a step that is not there, or does not wait, ends it as failed: %s', (step) => {
    const position: Position = { ...waiting, step };
    const turn = advance(definition, position, { type: 'timer', now: '2026-11-20T12:01:00Z' }, around);
    expect(turn.position.ended?.error?.code).toBe('unknown_step');
  });

  it.each<[string, Position | null, Stimulus]>([
    ['a time that is none', waiting, { type: 'timer', now: 'soon' }],
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

it('templates that are slow together end a turn within a second or two', () => {
  const slow = '{% for i in (1..4000) %}{{ i | plus: 1 }}{% endfor %}';
  const branch = { if: { left: slow, op: 'eq', right: 'none' }, next: 'end' };
  const conditions = Array.from({ length: 80 }, (_, i) => ({
    id: `c${i}`,
    type: 'condition',
    branches: Array(40).fill(branch),
  }));
  const definition = read([...conditions, { id: 'end', type: 'end' }]);
  const started = performance.now();
  expect(start(definition).position.ended?.error?.code).toBe('bad_template');
  expect(performance.now() - started).toBeLessThan(5000);
});
