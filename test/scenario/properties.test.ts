import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/dialog/scenario/advance.ts';
import { countBranches, leavesOf } from '../../src/dialog/scenario/branches.ts';
import { checkDefinition } from '../../src/dialog/scenario/check.ts';
import { type Definition, readDefinition } from '../../src/dialog/scenario/definition.ts';
import { flowOf } from '../../src/dialog/scenario/flow.ts';
import { matchTrigger, matchWorkflowTrigger } from '../../src/dialog/scenario/match.ts';
import type { Branch, Position, Stimulus, Surroundings, Turn } from '../../src/dialog/scenario/position.ts';
import { tablesReadBy } from '../../src/dialog/scenario/reads.ts';
import { buttonsOf } from '../../src/dialog/scenario/speaking-steps.ts';
import { startKey } from '../../src/dialog/scenario/start-key.ts';
import { folded } from '../../src/dialog/scenario/steps/answers.ts';
import { sizeOf } from '../../src/dialog/scenario/walk.ts';
import type { Json, JsonObject } from '../../src/dialog/template/json.ts';
import {
  arriving,
  fitting,
  type Happening,
  happening,
  scenario,
  startedScenario,
  startedWorkflow,
  surroundings,
} from './arbitrary.ts';

const world = { operations: {}, tables: {}, workflows: [], receivers: [], channels: [] };

function read(json: unknown): Definition {
  const { definition, findings } = readDefinition(json, 'scenario');
  expect(findings).toBeUndefined();
  return definition!;
}

/**
 * What a flow keeps in all its scopes and branches: the outputs of steps, the items of lists, variables, and the inputs of called
 * flows.
 */
function bytesKept({ frames = [], branches = [], ...place }: Position | Branch): number {
  const inputs = [...frames.slice(1), ...(frames.length > 0 ? [place] : [])].map(({ input }) => input);
  const kept = [...frames, place].flatMap(({ steps, loops, vars = {} }) => [
    ...[...Object.values(steps), ...Object.values(loops).map(({ items }) => items)],
    ...Object.entries(vars).flat(),
  ]);
  const own = [...kept, ...inputs].reduce<number>((sum, each) => sum + sizeOf(each), 0);
  return branches.reduce((sum, branch) => sum + bytesKept(branch), own);
}

/** What a flow may start with besides an event and an input. */
type Given = Pick<Extract<Stimulus, { type: 'start' }>, 'kept' | 'pinned'>;

/** Starts a flow and applies stimuli to it. Their templates have all the time they need: what is compared must not depend on the clock. */
function* turns(
  definition: Definition,
  start: string | undefined,
  happenings: readonly Happening[],
  timed: Surroundings,
  given: Given | null = null,
): Generator<Turn> {
  const around = { ...timed, templateMs: Number.POSITIVE_INFINITY };
  let turn = advance(
    definition,
    null,
    { type: 'start', step: start, event: { text: 'x' }, input: { list: [1, 2] }, ...given },
    around,
  );
  yield turn;
  const leads: string[] = [];
  for (const happen of happenings) {
    // Only a button that was said can be pressed.
    for (const { step: said } of turn.messages) {
      const step = flowOf(definition).steps.get(said)?.step;
      if (step?.type === 'message')
        leads.push(...[...buttonsOf(step)].flatMap(({ button }) => button.next ?? []));
    }
    const stimulus = happen(turn.position, leads);
    const seen = { ...around, state: turn.state, tags: turn.tags, profile: turn.profile };
    const before = JSON.stringify([turn.position, stimulus, seen]);
    const stored = JSON.parse(JSON.stringify(turn.position)) as Position;
    const next = advance(definition, turn.position, stimulus, seen);
    expect(JSON.stringify([turn.position, stimulus, seen])).toBe(before);
    expect(advance(definition, stored, stimulus, seen)).toEqual(next);
    turn = next;
    yield turn;
  }
}

const happenings = fc.array(fc.oneof(happening, { arbitrary: fitting, weight: 4 }), { maxLength: 12 });
const start = fc.option(fc.constantFrom('s0', 's1', 's2', 'nowhere'), { nil: undefined });

const some = fc.constantFrom<Json>(1, 'x', [], { value: 'a', status: 'failed' }, { list: [1, 2] });
const outputs = fc.dictionary(fc.constantFrom('s0', 's1', 's2', 's3', 'nowhere'), some);
const vars = fc.dictionary(fc.constantFrom('v0', 'v1', 'other'), fc.oneof(some, fc.constant(null)));
const beginning = fc.tuple(
  start,
  fc.option(fc.record({ kept: fc.record({ steps: outputs, vars }), pinned: outputs }, { requiredKeys: [] })),
);

describe('for any definition and any events', () => {
  it('a turn never throws, is bounded, does not change its input, and its position can be stored', () => {
    fc.assert(
      fc.property(
        scenario,
        beginning,
        happenings,
        surroundings,
        (json, [step, given], happenings, around) => {
          const pinned: JsonObject = given?.pinned ?? {};
          for (const turn of turns(read(json), step, happenings, around, given)) {
            for (const { id, status, output } of turn.trace) {
              if (id in pinned && status === 'succeeded') expect(output).toEqual(pinned[id]);
            }
            expect(JSON.parse(JSON.stringify(turn.position))).toEqual(turn.position);
            // With on_error a missing step has an entry of its own, and the flow goes on.
            const executions = new Map<string, string[]>();
            for (const { execution, status } of turn.trace) {
              executions.set(execution, [...(executions.get(execution) ?? []), status]);
            }
            // The calls and the branches of earlier turns may end as well.
            expect(executions.size).toBeLessThanOrEqual((json.on_error === undefined ? 201 : 202) + 10 + 200);
            // Only a step that waits has two entries, and the second is how it ended.
            for (const [first, ...more] of executions.values()) {
              if (more.length > 0)
                expect([first, more.length, more[0] !== 'waiting']).toEqual(['waiting', 1, true]);
            }
            const { ended, waiting, step, kept } = turn.position;
            expect(kept).toBe(bytesKept(turn.position));
            expect(turn.position.frames?.length ?? 0).toBeLessThanOrEqual(10);
            expect(countBranches(turn.position)).toBeLessThanOrEqual(100);
            for (const leaf of leavesOf(turn.position)) {
              expect([leaf.step !== null, leaf.waiting !== null]).toEqual([ended === null, ended === null]);
            }
            expect([ended === null, waiting !== null, step !== null]).toEqual(
              ended ? [false, false, false] : [true, true, true],
            );
            if (!turn.consumed) expect([turn.messages, turn.trace]).toEqual([[], []]);
            const { options, offer } = turn.position;
            expect(sizeOf((options ?? []) as never)).toBeLessThanOrEqual(64 * 1024);
            if (offer) {
              expect(waiting?.kind).toBe('answer');
              const shown = turn.messages.at(-1)?.buttons.map(({ text }) => text) ?? [];
              // Each button means one thing, and no message has more of them than it can have.
              expect(new Set(shown.map(folded)).size).toBe(shown.length);
              expect(shown.length).toBeLessThanOrEqual(12);
              for (const index of offer.chosen ?? []) expect(options![index]).toBeDefined();
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('the check finds every fault that a flow meets', () => {
    fc.assert(
      fc.property(scenario, happenings, surroundings, (json, happenings, around) => {
        const findings = checkDefinition(json, 'scenario', world);
        const found = (code: string) => findings.filter((finding) => finding.code === code);
        const unreachable = new Set(found('unreachable_step').map(({ step }) => step));
        const starts = json.triggers.length > 0 ? json.triggers.map(({ start }) => start) : ['s0'];
        for (const step of starts) {
          for (const { trace, position, consumed } of turns(read(json), step, happenings, around)) {
            expect(trace.filter(({ id }) => unreachable.has(id))).toEqual([]);
            const error = position.ended?.error;
            const code = error?.code;
            if (consumed && error) expect(trace.at(-1)).toMatchObject({ status: 'failed', error });
            if (code === 'unknown_step') {
              expect([...found('unknown_target'), ...found('crosses_for_each')]).not.toEqual([]);
            }
            if (code === 'unknown_flow') expect(found('unknown_flow')).not.toEqual([]);
            if (code === 'not_in_branch') expect(found('not_in_branch')).not.toEqual([]);
            if (code === 'too_deep') expect(found('endless_calls')).not.toEqual([]);
            if (code === 'too_many_steps') expect(found('loop_without_wait')).not.toEqual([]);
            if (code === 'bad_template' && JSON.stringify(json).includes('{{ broken')) {
              expect(found('bad_template')).not.toEqual([]);
            }
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('a flow that waits for one thing is not moved by another', () => {
    fc.assert(
      fc.property(scenario, happenings, surroundings, (json, happenings, around) => {
        let before: Turn | null = null;
        for (const turn of turns(read(json), undefined, happenings, around)) {
          if (!turn.consumed) expect(turn.position).toEqual(before!.position);
          before = turn;
        }
      }),
      { numRuns: 100 },
    );
  });
});

it('any JSON is either read or gets findings', () => {
  const fields = fc.oneof(
    fc.jsonValue(),
    fc.record({ triggers: fc.jsonValue(), steps: fc.jsonValue() }),
    fc.record({
      steps: fc.array(
        fc.record({ id: fc.constant('a'), type: fc.constantFrom('set', 'question'), values: fc.jsonValue() }),
      ),
    }),
  );
  fc.assert(
    fc.property(fields, fc.constantFrom('scenario', 'workflow'), (json, kind) => {
      const findings = checkDefinition(json, kind as 'scenario', world);
      for (const { code, message, path } of findings) {
        expect(code).toMatch(/^[a-z_]+$/);
        expect(message).toMatch(/[.!?]$/);
        expect(Array.isArray(path)).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

it('any text fires at most one trigger, which starts at the step that it names', () => {
  fc.assert(
    fc.property(scenario, fc.string(), surroundings, fc.boolean(), (json, text, around, running) => {
      const definition = read(json);
      const match = matchTrigger(definition, { kind: 'message', text }, around, running);
      expect(match === null).toBe(running || json.triggers.length === 0);
      if (match) expect(match.start).toBe(json.triggers[0]!.start);
      expect(tablesReadBy(definition)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

describe('triggers of every type', () => {
  const heard = fc.record({
    kind: fc.constantFrom('message' as const, 'event' as const, 'press' as const),
    text: fc.oneof(fc.constantFrom('Hi', '/start now', 'x'), fc.string()),
    silence: fc.constantFrom(undefined, null, 10, 100_000),
  });
  const fired: Record<string, string[]> = {
    message: ['command', 'text', 'first_contact', 'returning', 'any'],
    press: ['command', 'text'],
    event: ['event', 'text'],
  };

  it('fire on what they are for, and while a flow runs only those that interrupt it', () => {
    fc.assert(
      fc.property(startedScenario, heard, surroundings, fc.boolean(), (json, said, around, running) => {
        const definition = read(json);
        expect(checkDefinition(json, 'scenario', world)).toBeInstanceOf(Array);
        const { silence, ...incoming } = said;
        const match = matchTrigger(
          definition,
          { ...incoming, ...(silence !== undefined && { silence }) },
          around,
          running,
        );
        if (!match) return;
        const trigger = definition.triggers[match.trigger]!;
        expect([match.start, fired[said.kind]]).toEqual(['s0', expect.arrayContaining([trigger.type])]);
        if (running && trigger.type !== 'command') expect(trigger).toMatchObject({ interrupts: true });
        if (trigger.type === 'first_contact') expect(silence).toBeNull();
        if (trigger.type === 'returning') expect(silence).toBeGreaterThanOrEqual(trigger.after_seconds);
      }),
      { numRuns: 100 },
    );
  });

  it('of a workflow fire on their own kind, and its rules of starts give a key or say why there is none', () => {
    fc.assert(
      fc.property(startedWorkflow, arriving, surroundings, (json, incoming, around) => {
        const { definition, findings } = readDefinition(json, 'workflow');
        expect(findings).toBeUndefined();
        expect(checkDefinition(json, 'workflow', world)).toBeInstanceOf(Array);
        const match = matchWorkflowTrigger(definition!, incoming, { ...around, kind: 'workflow' });
        if (match) expect(definition!.triggers[match.trigger]!.type).toBe(incoming.type);
        for (const { key } of [definition!.concurrency, definition!.debounce].filter(
          (rule) => rule !== undefined,
        )) {
          const made = startKey(key, { event: incoming.event, input: {} }, { ...around, kind: 'workflow' });
          if ('key' in made) expect([...made.key].length).toBeLessThanOrEqual(200);
          else expect(made.error.code).toMatch(/^bad_(input|template)$/);
        }
      }),
      { numRuns: 100 },
    );
  });
});
