import type { Transaction } from '../../platform/postgres.ts';
import { advance } from '../scenario/advance.ts';
import type { Definition } from '../scenario/definition.ts';
import type { MessageContent, Position, StepTrace, Stimulus, Surroundings } from '../scenario/position.ts';
import type { LaneTicket } from '../tasks/task.ts';
import type { Caller, Performer, Performers } from './calls.ts';

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

/**
 * Takes a flow as far as it goes: what it calls inside the database is answered on the spot, in this transaction; for
 * the rest it waits.
 */
export async function drive(
  tx: Transaction,
  performers: Performers,
  flow: Flow,
  stimulus: Stimulus,
): Promise<Driven> {
  const messages: MessageContent[] = [];
  const trace: StepTrace[] = [];
  const wake: LaneTicket[] = [];
  let { state, tags } = flow.around;
  let position = flow.position;
  let next: Stimulus | undefined = stimulus;
  let consumed = true;
  for (let first = true; next; first = false) {
    const turn = advance(flow.definition, position, next, { ...flow.around, state, tags });
    if (first) consumed = turn.consumed;
    ({ position, state, tags } = turn);
    messages.push(...turn.messages);
    trace.push(...turn.trace);
    next = undefined;
    if (turn.consumed && position.waiting?.kind === 'call') {
      const { call } = position.waiting;
      const answer = await (performers[call.kind] as Performer<typeof call.kind>)(tx, call as never, {
        ...flow.caller,
        waiter: { ...flow.waiter, call: call.id },
        scope: {
          state,
          profile: flow.around.profile,
          identity: flow.around.identity,
          event: position.event,
        },
      });
      wake.push(...(answer.wake ?? []));
      if (answer.status !== 'started') {
        const { wake: _, ...result } = answer;
        next = { type: 'result', call: call.id, ...result };
      }
    }
  }
  const changes = { state: !same(state, flow.around.state), tags: !same(tags, flow.around.tags) };
  return { position: position!, state, tags, messages, trace, consumed, wake, changes };
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** When the flow has to be woken although nothing came; null where it waits for as long as it takes. */
export function wakeTimeOf(position: Position): Date | null {
  const until = position.waiting?.until;
  return until ? new Date(until) : null;
}
