import { expect, it } from 'vitest';
import { advance } from '../../src/dialog/scenario/advance.ts';
import { type Definition, readDefinition } from '../../src/dialog/scenario/definition.ts';
import { matchTrigger, matchWorkflowTrigger, type TriggerFault } from '../../src/dialog/scenario/match.ts';
import type { Surroundings } from '../../src/dialog/scenario/position.ts';
import { processorMs } from '../harness/patience.ts';

/** Patterns whose searches are long: each alone stays below its limit, or not, but all together never do. */
const patternOf = (n: number) => `(?:.?){230}$${String(n).padStart(3, '0')}`;
const long = `${'b'.repeat(2999)}a`;
const around = (kind: 'scenario' | 'workflow'): Surroundings => ({
  now: new Date('2026-11-22T12:00:00Z'),
  kind,
  state: {},
  tags: [],
  profile: {},
  identity: kind === 'scenario' ? {} : null,
});

function read(kind: 'scenario' | 'workflow', json: unknown): Definition {
  const { definition, findings } = readDefinition(json, kind);
  if (!definition) throw new Error(JSON.stringify(findings));
  return definition;
}

/** 120 patterns in one condition. */
const branches = [0, 1, 2].map((i) => ({
  if: {
    any: Array.from({ length: 40 }, (_, j) => ({
      left: '{{ input.t }}',
      op: 'matches',
      right: patternOf(i * 40 + j),
    })),
  },
  next: 'e',
}));

it('a condition whose patterns take too long fails its step with the reason, and soon', () => {
  const steps = [
    { id: 'c', type: 'condition', branches },
    { id: 'e', type: 'end' },
  ];
  const definition = read('workflow', { triggers: [], steps });
  const start = { type: 'start', input: { t: long } } as const;
  let turn: ReturnType<typeof advance> | undefined;
  const spent = processorMs(() => {
    turn = advance(definition, null, start, around('workflow'));
  });
  expect(spent).toBeLessThan(1000);
  // By its visits, or on a busy machine by the time that all patterns of the turn have.
  const reason =
    /^the pattern .* takes too long|^the templates and patterns take too long together; it ended at "/;
  const error = { code: 'bad_template', message: expect.stringMatching(reason) };
  expect(turn?.position.ended).toEqual({ status: 'failed', output: null, error });
  expect(turn?.trace).toMatchObject([{ id: 'c', status: 'failed', error }]);
});

it('a question whose pattern takes too long fails its step with the reason', () => {
  const validate = { type: 'text', pattern: patternOf(0) };
  const definition = read('scenario', {
    triggers: [{ type: 'any' }],
    steps: [{ id: 'q', type: 'question', text: 'Well?', field: 'a', validate }],
  });
  const asked = advance(definition, null, { type: 'start' }, around('scenario'));
  const turn = advance(definition, asked.position, { type: 'text', text: long }, around('scenario'));
  expect(turn.position.ended?.error).toMatchObject({ code: 'bad_template' });
});

it('triggers whose patterns take too long do not fire and say why, and the others still do', () => {
  const triggers = [
    ...Array.from({ length: 49 }, (_, n) => ({ type: 'text', match: 'pattern', text: patternOf(n) })),
    { type: 'any' },
  ];
  const definition = read('scenario', { triggers, steps: [{ id: 'e', type: 'end' }] });
  const faults: TriggerFault[] = [];
  let found: ReturnType<typeof matchTrigger> | undefined;
  const spent = processorMs(() => {
    const incoming = { kind: 'message', text: long } as const;
    found = matchTrigger(definition, incoming, around('scenario'), false, (fault) => faults.push(fault));
  });
  expect(spent).toBeLessThan(1000);
  expect(found).toMatchObject({ start: 'e', trigger: 49 });
  expect(faults).toHaveLength(49);
  expect(faults[0]).toMatchObject({ trigger: 0, error: { code: 'bad_template' } });
  expect(faults[48]?.error.message).toMatch(/templates and patterns take too long together/);
});

it('an event whose patterns take too long starts no workflow and says why', () => {
  const where = { left: '{{ event.t }}', op: 'matches', right: patternOf(0) };
  const definition = read('workflow', {
    triggers: [{ type: 'event', source: 'custom.a', where }],
    steps: [{ id: 'e', type: 'end' }],
  });
  const incoming = { type: 'event', source: 'custom.a', environment: 'live', event: { t: long } } as const;
  const faults: TriggerFault[] = [];
  expect(matchWorkflowTrigger(definition, incoming, around('workflow'), (f) => faults.push(f))).toBeNull();
  expect(faults).toMatchObject([{ trigger: 0, error: { code: 'bad_template' } }]);
});
