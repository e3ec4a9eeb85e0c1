import type { Json, JsonObject } from '../template/json.ts';
import { type Allowance, render, renderText, type Scope } from '../template/liquid.ts';
import type { Flow } from './flow.ts';
import { heardIn } from './heard.ts';
import type {
  Ended,
  Fault,
  MessageContent,
  Position,
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
  readonly position: Position;
  /** The caller owns these, so they are replaced and never changed in place. */
  state: Record<string, string>;
  tags: readonly string[];
  readonly messages: MessageContent[];
  readonly trace: StepTrace[];
  /** The time and work that all templates of the turn may use together. */
  readonly allowance: Allowance;
}

/** Where a flow continues after a step. */
export type Move =
  /** The id of a step; null for the following one. */
  { to: string | null } | { wait: Waiting } | { end: Ended };

/** What a step did. With an error it failed, although the flow may continue. */
export interface Done {
  move: Move;
  output: Json;
  error?: Fault;
}

/** The behaviour of one type of step. Both functions may throw StepFailure and TemplateError, which end the flow. */
export interface StepType<S extends Step> {
  enter(step: S, walk: Walk): Done;
  /** Called with what the step waited for. */
  resume?(step: S, walk: Walk, stimulus: Stimulus): Done;
}

/** A step cannot run. */
export class StepFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const mostBytesOfOutput = 64 * 1024;
const mostBytesKept = 512 * 1024;

/** Characters that Postgres cannot store in text: NUL, and half of a character that a filter may leave. */
const unstorable = /[\0\p{Cs}]/gu;

/** The part of a walk that rendering reads. */
type Seen = Pick<Walk, 'around' | 'state' | 'tags' | 'allowance'> & {
  position: Pick<Position, 'event' | 'answer' | 'input' | 'steps'>;
};

/** Renders a value of the definition with the current state of the flow. @throws TemplateError */
export function fill(value: Json, seen: Seen): Json {
  return storable(render(value, scopeOf(seen), seen.allowance));
}

/** Renders a string of the definition as text. @throws TemplateError */
export function fillText(source: string, seen: Seen): string {
  return renderText(source, scopeOf(seen), seen.allowance).replace(unstorable, '\uFFFD');
}

/** Renders a value that must be an object. @throws TemplateError, StepFailure */
export function fillObject(value: Json, what: string, walk: Walk): JsonObject {
  const filled = fill(value, walk);
  if (typeof filled === 'object' && filled !== null && !Array.isArray(filled)) return filled;
  throw new StepFailure('bad_input', `${what} is no object`);
}

/** The data for templates. */
function scopeOf(seen: Seen): Scope {
  const { position, around, state } = seen;
  return {
    ...heardIn(position),
    input: position.input ?? {},
    state,
    profile: profileOf(seen),
    identity: around.identity ?? {},
    steps: position.steps,
    table: around.table ?? {},
  };
}

type SeenProfile = JsonObject & Pick<Walk, 'state' | 'tags'>;
const profiles = new WeakMap<Walk['around'], SeenProfile>();

/** The profile with its present state and tags; copied only after a step has changed them. */
function profileOf({ around, state, tags }: Seen): SeenProfile {
  const known = profiles.get(around);
  if (known && known.state === state && known.tags === tags) return known;
  const profile = { ...around.profile, state, tags } as SeenProfile;
  profiles.set(around, profile);
  return profile;
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
    throw new StepFailure('output_too_large', 'the outputs of all steps of a flow have at most 512 KiB');
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
  return `${step}:${position.taken}`;
}

function storable(value: Json): Json {
  if (typeof value === 'string') return value.replace(unstorable, '\uFFFD');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), storable(part)]));
}
