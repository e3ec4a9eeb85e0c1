import type { Json, JsonObject } from '../template/json.ts';
import { type Allowance, isTemplate, render, renderText, type Scope } from '../template/liquid.ts';
import type { Flow } from './flow.ts';
import { heardIn } from './heard.ts';
import type {
  Ended,
  Fault,
  Inside,
  Position,
  StepMessage,
  StepTrace,
  Stimulus,
  Surroundings,
  Waiting,
} from './position.ts';
import type { Step } from './step-types.ts';

/** A turn while it runs: what its steps read and change. */
export interface Walk {
  readonly flow: Flow;
  readonly around: Surroundings;
  /** The time of the turn in RFC 3339, for the trace. */
  readonly at: string;
  readonly position: Position;
  /** The step that is carried out. */
  step: string;
  /** The caller owns these, so they are replaced and never changed in place. */
  state: Record<string, string>;
  tags: readonly string[];
  profile: JsonObject;
  readonly messages: StepMessage[];
  readonly trace: StepTrace[];
  /** The time and work that all templates of the turn may use together. */
  readonly allowance: Allowance;
  /** The steps are carried out beside a flow that waits; they end before the first that would wait itself. */
  readonly isAside?: boolean;
  /** Number of steps that this turn has run. */
  ran: number;
  /** Where in the branches of the flow the position is at present. */
  within: {
    /** How many branches it is in, one inside the other. */
    depth: number;
    /** The calls that wait outside of the innermost of them. */
    calls: number;
    /** Where the innermost of them stands, itself included. */
    places: readonly Inside[];
  };
  /** Number of branches of the whole flow. */
  branches: number;
  /** How the present branch has ended, for whoever carries it out. */
  left: Left | null;
}

/** Where a flow continues after a step. */
export type Move =
  /** The id of a step; null for the following one. */
  | { to: string | null }
  | { wait: Waiting }
  | {
      end: Ended;
    } /** The first step of what the step carries out, a called flow or a list: the step itself is under way. */
  | { into: string };

/**
 * How a branch was left: at its end, by an `end` that ends the flow, by a failure that nothing took, or because the flow must not go
 * on at all.
 */
export interface Left {
  by: 'done' | 'end' | 'failure' | 'limit';
  ended: Ended;
}

/** What a step did. With an error it failed, although the flow may continue. */
export interface Done {
  move: Move;
  /** What the step was given; what it says is added by whoever carries it out. */
  input?: Json;
  output: Json;
  error?: Fault;
  /** The author wants the flow to fail here, so `on_error` is not asked. */
  isMeant?: boolean;
}

/** The behaviour of one type of step. Both functions may throw StepFailure and TemplateError, which end the flow. */
export interface StepType<S extends Step> {
  enter(step: S, walk: Walk): Done;
  /** Called with what the step waited for. */
  resume?(step: S, walk: Walk, stimulus: Stimulus): Done;
  /** Called when a branch of the step has ended, with its error if it has failed. Null: the step waits for others. */
  joined?(step: S, walk: Walk, branch: { n: number; error: Fault | null }): Done | null;
}

/** A step cannot run. */
export class StepFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Most bytes of one output, as JSON. */
export const mostBytesOfOutput = 64 * 1024;
const mostBytesKept = 512 * 1024;

/** Characters that Postgres cannot store in text: NUL, and half of a character that a filter may leave. */
const unstorable = /[\0\p{Cs}]/gu;

/** The part of a walk that rendering reads. */
type Seen = Pick<Walk, 'around' | 'state' | 'tags' | 'profile' | 'allowance'> & {
  position: Pick<Position, 'event' | 'answer' | 'input' | 'steps' | 'vars' | 'error'>;
};

/**
 * Renders a value of the definition with the current state of the flow.
 * @param own further names that it may read
 * @throws TemplateError
 */
export function fill(value: Json, seen: Seen, own?: Scope): Json {
  return storable(isConstant(value) ? value : render(value, scopeWith(own, seen), seen.allowance));
}

/** Renders a string of the definition as text. @param own further names that it may read @throws TemplateError */
export function fillText(source: string, seen: Seen, own?: Scope): string {
  const text = isTemplate(source) ? renderText(source, scopeWith(own, seen), seen.allowance) : source;
  return text.replace(unstorable, '\uFFFD');
}

/** Whether a value needs no data: about half of what a definition fills are plain words and numbers. */
function isConstant(value: Json): boolean {
  return typeof value === 'string' ? !isTemplate(value) : typeof value !== 'object' || value === null;
}

/** Renders a value that must be an object. @throws TemplateError, StepFailure */
export function fillObject(value: Json, what: string, walk: Walk): JsonObject {
  const filled = fill(value, walk);
  if (typeof filled === 'object' && filled !== null && !Array.isArray(filled)) return filled;
  throw new StepFailure('bad_input', `${what} is no object`);
}

/** The data for templates, and what they were made of. */
interface MadeScope {
  scope: Scope;
  position: Seen['position'];
  event: unknown;
  answer: unknown;
  input: unknown;
  error: unknown;
  steps: unknown;
  vars: unknown;
  state: unknown;
  tags: unknown;
  profile: unknown;
}

const scopes = new WeakMap<Walk['around'], MadeScope>();

function scopeWith(own: Scope | undefined, seen: Seen): Scope {
  return own ? { ...scopeOf(seen), ...own } : scopeOf(seen);
}

/** The data for templates. Steps replace what they change, so it is made anew only after a change. */
function scopeOf({ position, around, state, tags, profile }: Seen): Scope {
  const { event, answer, input, error, steps, vars } = position;
  const known = scopes.get(around);
  if (
    known?.position === position &&
    known.event === event &&
    known.answer === answer &&
    known.input === input &&
    known.error === error &&
    known.steps === steps &&
    known.vars === vars &&
    known.state === state &&
    known.tags === tags &&
    known.profile === profile
  ) {
    return known.scope;
  }
  const scope = {
    ...heardIn(position),
    input: input ?? {},
    error: error ? { ...error } : {},
    state,
    profile: { ...profile, state, tags },
    identity: around.identity ?? {},
    steps,
    vars: vars ?? {},
    table: around.table ?? {},
  };
  scopes.set(around, { scope, position, event, answer, input, error, steps, vars, state, tags, profile });
  return scope;
}

/**
 * Stores the output of a step for `{{steps.<id>}}`, replacing an earlier one; undefined removes it.
 * @throws StepFailure
 */
export function keep({ position }: Walk, id: string, output: Json | undefined): void {
  const before = Object.hasOwn(position.steps, id) ? sizeOf(position.steps[id]!) : 0;
  const size = output === undefined ? 0 : sizeOf(output);
  if (size > mostBytesOfOutput) {
    throw new StepFailure('output_too_large', 'the output of a step has at most 64 KiB');
  }
  addToKept(position, size - before);
  if (output === undefined) delete position.steps[id];
  else position.steps[id] = output;
}

/** Counts the bytes that a flow keeps between turns. @throws StepFailure */
export function addToKept(position: Position, bytes: number): void {
  if (position.kept + bytes > mostBytesKept) {
    const message = 'the outputs of all steps and the variables of a flow have at most 512 KiB together';
    throw new StepFailure('output_too_large', message);
  }
  position.kept += bytes;
}

/** Bytes of a value as JSON. */
export function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Goes to a branch, or ends the flow as failed if the definition has none. */
export function branchOrEnd(target: string | undefined, error: Fault): Move {
  return target === undefined ? { end: failedWith(error) } : { to: target };
}

/** The end of a failed flow. */
export function failedWith(error: Fault): Ended {
  return { status: 'failed', output: null, error };
}

/** The time some seconds from now in RFC 3339; null for never. */
export function inSeconds(seconds: number | undefined, { around }: Walk): string | null {
  return seconds === undefined ? null : new Date(around.now.getTime() + seconds * 1000).toISOString();
}

/** Unique for each execution of a step. */
export function executionOf(step: string, { position }: Walk): string {
  return `${step}:${position.entered ?? position.taken}`;
}

/** The number of steps that a flow had begun when this execution began, with this one. */
export function numberOf(execution: string): number {
  return Number(execution.slice(execution.lastIndexOf(':') + 1));
}

function storable(value: Json): Json {
  if (typeof value === 'string') return value.replace(unstorable, '\uFFFD');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), storable(part)]));
}
