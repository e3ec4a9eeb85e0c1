import { advance } from '../scenario/advance.ts';
import { callsOf, earliestOf, goesOnByItself } from '../scenario/branches.ts';
import type { Definition } from '../scenario/definition.ts';
import { heardIn } from '../scenario/heard.ts';
import type {
  Call,
  Position,
  StepMessage,
  StepTrace,
  Stimulus,
  Surroundings,
  Turn,
} from '../scenario/position.ts';
import { type Told, taskFor } from '../tasks/waiters.ts';
import { inTurnWithLocks } from '../template/in-turn.ts';
import type { JsonObject } from '../template/json.ts';
import type { Caller, Performer, Performers, SaidTo } from './calls.ts';
import { hoursFor } from './hours.ts';
import { readTables } from './tables.ts';
import type { TurnGroup } from './turn-group.ts';
import { isTakenMeanwhile, leaveWaits } from './waits.ts';

/** A dialog or a run before a turn. */
export interface Flow {
  definition: Definition;
  /** Null before the first turn. */
  position: Position | null;
  around: Surroundings;
  /** The caller without what the position has. */
  caller: Omit<Caller, 'waiter' | 'scope'>;
  /** Who is notified when a call of this flow has ended; the id of the call is added. */
  waiter: Omit<Caller['waiter'], 'call'>;
}

/** A message of a turn. */
export type Said = { message: StepMessage; to?: SaidTo['to'] };

/** The result of a stimulus, including all calls that were answered at once. */
export interface Driven {
  position: Position;
  state: Record<string, string>;
  tags: string[];
  profile: JsonObject;
  /** In their order; those with `to` are for somebody else than the customer of the flow. */
  messages: Said[];
  trace: StepTrace[];
  /** False if the flow did not wait for such a stimulus; then nothing has changed. */
  consumed: boolean;
  /** What of the profile was changed. */
  changes: Record<'state' | 'tags' | 'status' | 'access', boolean>;
}

export interface DriveOptions {
  performers: Performers;
}

/** Calls in one transaction. After that the rest runs in a turn of its own, so that locks are released and others get a turn. */
const callsATurn = 50;
/** The rest of a turn does not expire. In milliseconds. */
const restWithinMs = 24 * 3600_000;

/**
 * Moves a flow as far as possible: calls inside the database are answered at once, in this transaction; for other calls the
 * flow waits.
 */
export async function drive(
  group: TurnGroup,
  { performers }: DriveOptions,
  flow: Flow,
  stimulus: Stimulus,
): Promise<Driven> {
  if (flow.position && isTakenMeanwhile(group, flow, stimulus)) return unmoved(flow.position, flow.around);
  const messages: Said[] = [];
  const trace: StepTrace[] = [];
  const { definition, caller: of } = flow;
  const around: Surroundings = {
    ...flow.around,
    table: await readTables(group, definition, of),
    ...(await hoursFor(group, definition, of.projectId)),
  };
  let { state, tags, profile } = around;
  let { position } = flow;
  let consumed: boolean | undefined;
  let calls = 0;
  const answerTo = async (call: Call): Promise<Stimulus[]> => {
    const scope = {
      state,
      profile,
      identity: around.identity,
      event: position && heardIn(position).event,
    };
    const caller = { ...flow.caller, waiter: { ...flow.waiter, call: call.id }, scope };
    const answer = await (performers[call.kind] as Performer<Call['kind']>)(group, call as never, caller);
    if (answer.status === 'started') {
      const begun = trace.findLast(({ execution }) => execution === call.id);
      if (begun && answer.job_id !== undefined) begun.job_id = answer.job_id;
      return [];
    }
    const { says = [], ...rest } = answer;
    const { status } = rest;
    messages.push(...says);
    // A flow whose work has begun waits for its end, so this does not go on and on.
    if (status === 'pending' || ++calls < callsATurn)
      return [{ type: 'result', call: call.id, ...rest, status }];
    goOn(group, flow, { ...rest, status, call: call.id, task: null });
    return [];
  };
  const stimuli = [stimulus];
  for (let next = stimuli.shift(); next; next = stimuli.shift()) {
    const asked = new Set(callsOf(position).map(({ id }) => id));
    const turn: Turn = await advanceInTurn(flow, position, next, { ...around, state, tags, profile });
    consumed ??= turn.consumed;
    ({ position, state, tags, profile } = turn);
    messages.push(...turn.messages.map((message) => ({ message })));
    trace.push(...turn.trace);
    // A flow that still waits for its earlier call has made no new one: a payment, after its link is known.
    const made = turn.consumed ? callsOf(position).filter(({ id }) => !asked.has(id)) : [];
    for (const call of made) stimuli.push(...(await answerTo(call)));
  }
  // Beside a flow that has paused nothing is left to be done: its own turn is queued already.
  if (consumed && goesOnByItself(position!) && stimulus.type !== 'aside')
    goOn(group, flow, { type: 'timer' });
  group.outbox.note(...group.written.take());
  if (consumed) leaveWaits(group, flow, position!, stimulus);
  const before = flow.around;
  const changes = {
    state: !same(state, before.state),
    tags: !same(tags, before.tags),
    status: profile.status !== before.profile.status,
    access: !same(profile.access, before.profile.access),
  };
  return { position: position!, state, tags, profile, messages, trace, consumed: consumed!, changes };
}

function unmoved(position: Position, { state, tags, profile }: Surroundings): Driven {
  const changes = { state: false, tags: false, status: false, access: false };
  return { position, state, tags, profile, messages: [], trace: [], consumed: false, changes };
}

/** Templates of a turn may run as long as they are allowed to, so turns share the event loop with others. */
function advanceInTurn(
  { definition, caller }: Flow,
  position: Position | null,
  stimulus: Stimulus,
  around: Surroundings,
): Promise<Turn> {
  return inTurnWithLocks(caller.projectId, () => advance(definition, position, stimulus, around));
}

/** Lets the flow continue at once, in another turn. */
function goOn(
  { outbox }: TurnGroup,
  { caller, waiter }: Flow,
  payload: Omit<Told, 'id'> | { type: 'timer' },
): void {
  const { projectId, environment, identityId, requestId } = caller;
  const task = taskFor(waiter, { environment, identityId }, { id: waiter.id, ...payload });
  outbox.queue({ projectId, task, requestId, deadlineMs: restWithinMs });
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** When the flow must be woken if nothing comes; null if it waits without a limit or continues by itself. */
export function wakeTimeOf(position: Position): Date | null {
  const until = earliestOf(position);
  return until ? new Date(until) : null;
}
