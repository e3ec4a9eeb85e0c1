import { expect } from 'vitest';
import { advance } from '../../src/dialog/scenario/advance.ts';
import { callsOf } from '../../src/dialog/scenario/branches.ts';
import { type Definition, readDefinition } from '../../src/dialog/scenario/definition.ts';
import { matchTrigger } from '../../src/dialog/scenario/match.ts';
import type { Position, Stimulus, Surroundings, Turn } from '../../src/dialog/scenario/position.ts';

/** A recorded dialog or run: its input, and the expected result. */
export interface Transcript {
  name: string;
  kind?: 'scenario' | 'workflow';
  definition: unknown;
  around?: Partial<Surroundings>;
  /** The customer's channel refuses button addresses that contain this. */
  refuses?: string;
  turns: Entry[];
}

/** One turn; of the results, only the named ones are compared, exactly. */
interface Entry {
  // The input, one of:
  start?: Partial<Extract<Stimulus, { type: 'start' }>>;
  /** From the channel (or, with `outside`, through the API): an answer, or a trigger if the flow waits for none. */
  hears?: string;
  /** The data of the channel. */
  with?: Record<string, any>;
  outside?: Record<string, any>;
  result?: Partial<Extract<Stimulus, { type: 'result' }>>;
  /** Seconds since the first turn. */
  /** The open question is asked again. */
  asksAgain?: true;
  timer?: number;
  released?: boolean;
  /** The step that deals with what `hears` says, beside the flow that waits. */
  aside?: string;
  /** A button that leads to this step is pressed; its text is `hears`. */
  presses?: string;
  // The expected result:
  /** Texts, or objects of which each field is compared. */
  says?: (string | Record<string, unknown>)[];
  /** `id`, or `id waiting`, `id failed`. */
  trace?: string[];
  outputs?: unknown[];
  state?: Record<string, string>;
  tags?: string[];
  vars?: Record<string, unknown>;
  /** The fields of the profile that are named. */
  profile?: Record<string, unknown>;
  waits?: string;
  /** Seconds since the first turn. */
  until?: number | null;
  call?: Record<string, unknown>;
  /** The ids of all calls for whose results it waits. */
  calls?: string[];
  ended?: string;
  output?: unknown;
  consumed?: boolean;
}

const began = Date.parse('2026-11-20T12:00:00Z');
const after = (seconds: number) => new Date(began + seconds * 1000);

/** Plays a transcript; every input is frozen, and the position is stored between the turns. */
export function play({ kind = 'scenario', definition: json, around, refuses, turns }: Transcript): void {
  const { definition, findings } = readDefinition(json, kind);
  expect(findings).toBeUndefined();
  let seen: Surroundings = {
    now: after(0),
    kind,
    state: {},
    tags: [],
    profile: {},
    identity: { id: 'idn_1' },
    ...around,
    refuses: ({ buttons }) =>
      refuses && buttons.some(({ url }) => url?.includes(refuses)) ? 'not there' : null,
  };
  let position: Position | null = null;
  for (const [i, entry] of turns.entries()) {
    if (entry.timer !== undefined) seen = { ...seen, now: after(entry.timer) };
    freeze(seen);
    freeze(position);
    const stimulus = stimulusOf(entry, definition!, position, seen);
    if (stimulus === null) {
      expect(entry, `turn ${i + 1} fires no trigger`).toMatchObject({ consumed: false });
      continue;
    }
    const turn = advance(definition!, position, freeze(stimulus), seen);
    expect(shown(turn, entry), `turn ${i + 1}`).toEqual(wanted(entry));
    position = JSON.parse(JSON.stringify(turn.position)) as Position;
    expect(position).toEqual(turn.position);
    seen = { ...seen, state: turn.state, tags: turn.tags, profile: turn.profile };
  }
}

function stimulusOf(
  entry: Entry,
  definition: Definition,
  position: Position | null,
  seen: Surroundings,
): Stimulus | null {
  if (entry.start) return { type: 'start', ...entry.start };
  if (entry.timer !== undefined) return { type: 'timer', now: seen.now };
  if (entry.asksAgain) return { type: 'ask', now: seen.now };
  if (entry.released) return { type: 'released' };
  const waiting = position?.waiting ?? null;
  if (entry.result) {
    const call = waiting?.kind === 'call' ? waiting.call.id : 'none';
    return { type: 'result', call, status: 'succeeded', result: null, error: null, ...entry.result };
  }
  const { hears: text = '', outside, with: data = null } = entry;
  if (entry.aside) return { type: 'aside', step: entry.aside, text, data: data ?? {} };
  if (entry.presses) return { type: 'press', step: entry.presses, text, data: data ?? {} };
  const event = outside ?? null;
  const match = matchTrigger(
    definition,
    { kind: outside ? 'event' : 'message', text, event: event ?? data },
    seen,
    waiting !== null,
  );
  if (waiting?.kind === 'answer' && !match)
    return { type: 'text', text, ...(outside ? { event } : { data }) };
  return match && { type: 'start', step: match.start, event: match.event };
}

function shown({ position, messages, trace, state, tags, profile, consumed }: Turn, entry: Entry) {
  const { waiting, ended } = position;
  const call = waiting?.kind === 'call' ? (waiting.call as Record<string, any>) : {};
  const all: Required<Pick<Entry, keyof ReturnType<typeof wanted>>> = {
    says: messages.map((message, i) => {
      const expected = entry.says?.[i];
      return typeof expected === 'object' ? pick(message, Object.keys(expected)) : message.text;
    }),
    trace: trace.map(({ id, status }) => (status === 'succeeded' ? id : `${id} ${status}`)),
    outputs: trace.map(({ output }) => output),
    state,
    tags,
    vars: position.vars ?? {},
    profile: pick(profile, Object.keys(entry.profile ?? {})),
    waits: waiting === null ? 'none' : waiting.kind,
    until: waiting?.until == null ? null : (Date.parse(waiting.until) - began) / 1000,
    call: pick(call, Object.keys(entry.call ?? {})),
    calls: callsOf(position).map(({ id }) => id),
    ended: ended ? (ended.error?.code ?? ended.status) : 'no',
    output: ended?.output,
    consumed,
  };
  return pick(all, Object.keys(wanted(entry)));
}

function wanted({
  start,
  hears,
  with: data,
  outside,
  result,
  timer,
  asksAgain,
  released,
  presses,
  aside,
  ...seen
}: Entry) {
  return seen;
}

function pick(value: object, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, (value as Record<string, unknown>)[key]]));
}

/** So that a change of the caller's data throws. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const part of Object.values(Object.freeze(value))) freeze(part);
  }
  return value;
}
