import type { Transaction } from '../../platform/postgres.ts';
import { advance } from '../scenario/advance.ts';
import type { Definition } from '../scenario/definition.ts';
import type {
  Call,
  MessageContent,
  Position,
  StepTrace,
  Stimulus,
  Surroundings,
} from '../scenario/position.ts';
import { insertTasks } from '../tasks/insert.ts';
import type { LaneTicket } from '../tasks/task.ts';
import type { Caller, Performer, Performers } from './calls.ts';
import { readTables } from './tables.ts';

/** A dialog or a run, as it stands before a turn. */
export interface Flow {
  definition: Definition;
  /** Null before the first turn. */
  position: Position | null;
  around: Surroundings;
  /** All but what stands in the position already. */
  caller: Omit<Caller, 'waiter' | 'scope'>;
  /** Who is told of the end of what it calls; the call is filled in. */
  waiter: Omit<Caller['waiter'], 'call'>;
}

/** What a stimulus led to, with everything that was called at once already in it. */
export interface Driven {
  position: Position;
  state: Record<string, string>;
  tags: string[];
  messages: MessageContent[];
  trace: StepTrace[];
  /** False if the flow did not wait for such a stimulus: nothing has changed then. */
  consumed: boolean;
  wake: LaneTicket[];
  /** Whether state or tags are others than before. */
  changes: { state: boolean; tags: boolean };
}

export interface DriveOptions {
  performers: Performers;
  /** The shard of the project counters that this process changes. */
  shard: number;
}

/** So many calls share a transaction; a loop with more of them lets others have their turn, and its locks go. */
const callsATurn = 50;
/** The rest of a turn does not go out of date. */
const restWithinMs = 24 * 3600_000;

/**
 * Takes a flow as far as it goes: what it calls inside the database is answered on the spot, in this transaction; for
 * the rest it waits.
 */
export async function drive(
  tx: Transaction,
  { performers, shard }: DriveOptions,
  flow: Flow,
  stimulus: Stimulus,
): Promise<Driven> {
  const messages: MessageContent[] = [];
  const trace: StepTrace[] = [];
  const wake: LaneTicket[] = [];
  const around = { ...flow.around, table: await readTables(tx, flow) };
  let { state, tags } = around;
  let { position } = flow;
  let consumed: boolean | undefined;
  let calls = 0;
  const answerTo = async (call: Call): Promise<Stimulus | undefined> => {
    const scope = {
      state,
      profile: around.profile,
      identity: around.identity,
      event: position?.event ?? null,
    };
    const caller = { ...flow.caller, waiter: { ...flow.waiter, call: call.id }, scope };
    const answer = await (performers[call.kind] as Performer<Call['kind']>)(tx, call as never, caller);
    wake.push(...(answer.wake ?? []));
    if (answer.status === 'started') return undefined;
    const { wake: _, ...result } = answer;
    if (++calls < callsATurn) return { type: 'result', call: call.id, ...result };
    wake.push(...(await goOn(tx, shard, flow, { ...result, call: call.id, task: null })));
    return undefined;
  };
  for (let next: Stimulus | undefined = stimulus; next; ) {
    const asked = callOf(position);
    const turn = advance(flow.definition, position, next, { ...around, state, tags });
    consumed ??= turn.consumed;
    ({ position, state, tags } = turn);
    messages.push(...turn.messages);
    trace.push(...turn.trace);
    const call = turn.consumed ? callOf(position) : undefined;
    // What still waits for the call that it made before has made no new one: a payment, once its link is known.
    next = call && call.id !== asked?.id ? await answerTo(call) : undefined;
  }
  if (consumed && position!.paused) wake.push(...(await goOn(tx, shard, flow, { type: 'timer' })));
  const changes = { state: !same(state, flow.around.state), tags: !same(tags, flow.around.tags) };
  return { position: position!, state, tags, messages, trace, consumed: consumed!, wake, changes };
}

/** The call whose answer a flow waits for. */
function callOf(position: Position | null): Call | undefined {
  return position?.waiting?.kind === 'call' ? position.waiting.call : undefined;
}

/** Has the flow go on at once, in a turn of its own. */
function goOn(
  tx: Transaction,
  shard: number,
  { caller, waiter }: Flow,
  payload: object,
): Promise<LaneTicket[]> {
  const { projectId, environment, identityId, requestId } = caller;
  const { kind, lane, id } = waiter;
  const place = { projectId, environment, identityId, requestId, kind, lane, target: null };
  return insertTasks(tx, shard, [{ ...place, payload: { id, ...payload }, deadlineMs: restWithinMs }]);
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** When the flow has to be woken although nothing came; null where it waits for as long as it takes, or goes on. */
export function wakeTimeOf(position: Position): Date | null {
  const until = position.paused ? null : position.waiting?.until;
  return until ? new Date(until) : null;
}
