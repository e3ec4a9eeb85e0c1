import type { Flow } from './flow.ts';
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
import { type Json, type JsonObject, render, renderText, type Scope } from './template.ts';

/** One turn while it is being taken: what the steps read and change. */
export interface Walk {
  readonly flow: Flow;
  readonly around: Surroundings;
  readonly position: Position;
  /** Replaced, never changed in place: they are the caller's. */
  state: Record<string, string>;
  tags: readonly string[];
  readonly messages: MessageContent[];
  readonly trace: StepTrace[];
  /** By when all templates of the turn have to be rendered, see `deadline`. */
  readonly until: number;
}

/** Where a flow goes from a step. */
export type Move =
  /** To a step by id; null for the one that follows. */
  { to: string | null } | { wait: Waiting } | { end: Ended };

/** What a step did; with an error it failed, although the flow may go on. */
export interface Done {
  move: Move;
  output: Json;
  error?: Fault;
}

/** One type of step. Both verbs may throw StepFailure and TemplateError, which end the flow. */
export interface StepType<S extends Step> {
  enter(step: S, walk: Walk): Done;
  /** Called with what the step waited for. */
  resume?(step: S, walk: Walk, stimulus: Stimulus): Done;
}

/** A step that cannot be carried out. */
export class StepFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const mostBytesOfOutput = 64 * 1024;
const mostBytesKept = 512 * 1024;

/** What Postgres stores in no text: NUL, and the half of a character that a filter may cut off. */
const unstorable = /[\0\p{Cs}]/gu;

/** What rendering needs of a walk. */
type Seen = Pick<Walk, 'around' | 'state' | 'tags' | 'until'> & {
  position: Pick<Position, 'event' | 'input' | 'steps'>;
};

/** Renders a value of the definition as the flow stands. @throws TemplateError */
export function fill(value: Json, seen: Seen): Json {
  return storable(render(value, scopeOf(seen), seen.until));
}

/** Renders a string of the definition to text. @throws TemplateError */
export function fillText(source: string, seen: Seen): string {
  return renderText(source, scopeOf(seen), seen.until).replace(unstorable, '\uFFFD');
}

/** Renders what has to give an object. @throws TemplateError, StepFailure */
export function fillObject(value: Json, what: string, walk: Walk): JsonObject {
  const filled = fill(value, walk);
  if (typeof filled === 'object' && filled !== null && !Array.isArray(filled)) return filled;
  throw new StepFailure('bad_input', `${what} is no object`);
}

/** What templates see. */
function scopeOf({ position, around, state, tags }: Seen): Scope {
  return {
    event: position.event ?? {},
    input: position.input ?? {},
    state,
    profile: { ...around.profile, state, tags },
    identity: around.identity ?? {},
    steps: position.steps,
    table: around.table ?? {},
  };
}

/**
 * Keeps what `{{steps.<id>}}` shows, in place of what the step gave before; undefined for nothing.
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

/** Counts what a flow carries from turn to turn. @throws StepFailure */
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

/** Goes to a branch, or ends the flow as failed where the definition has none. */
export function branchOrEnd(target: string | undefined, error: Fault): Move {
  return target === undefined ? { end: failedWith(error) } : { to: target };
}

/** The end of a flow that failed. */
export function failedWith(error: Fault): Ended {
  return { status: 'failed', output: null, error };
}

/** The moment some seconds from now, or null for never. */
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
