import { leavesOf } from '../scenario/branches.ts';
import type { Call, Position, Stimulus } from '../scenario/position.ts';
import type { WaitPlace } from '../waits/held.ts';
import type { Caller, Performer } from './calls.ts';
import { runTurn } from './run-turn.ts';
import type { TurnGroup } from './turn-group.ts';

/** The waits of flows for what comes from outside. */

const started = { status: 'started' as const };

const waitingOf = ({ projectId, environment, identityId, requestId, waiter }: Caller) => ({
  ...{ projectId, environment, identityId, requestId, waiter },
});

/** Begins a wait for an event or a call of a receiver. */
export const awaitArrival: Performer<'arrival'> = async ({ waits }, { of, match, where, rules }, caller) => {
  waits.awaitArrival(waitingOf(caller), { of, match, where, rules });
  return started;
};

/** Asks for a decision. */
export const askApproval: Performer<'approval'> = async (
  { waits },
  { step, text, options, until },
  caller,
) => {
  const { kind, id } = caller.waiter;
  const runId = kind === runTurn.name ? id : null;
  waits.ask(waitingOf(caller), { step, text, options, until, runId });
  return started;
};

/** A flow before a turn. */
interface Before {
  position: Position | null;
  caller: Pick<Caller, 'projectId' | 'requestId'>;
  waiter: { lane: string };
}

/** A call that something from outside answers, and when the flow stops waiting. */
interface Awaited {
  call: Call;
  until: string | null;
}

/** What a flow waits for from outside. */
function awaitedBy(position: Position | null): Awaited[] {
  if (!position) return [];
  return [...leavesOf(position)].flatMap(({ waiting }) => {
    if (waiting?.kind !== 'call') return [];
    const { call, until } = waiting;
    return call.kind === 'arrival' || call.kind === 'approval' ? [{ call, until }] : [];
  });
}

/** The places of the waits of a flow. */
export function waitsOf(
  position: Position | null,
  { projectId, lane }: Omit<WaitPlace, 'call'>,
): WaitPlace[] {
  return awaitedBy(position).map(({ call }) => ({ projectId, lane, call: call.id }));
}

const isOver = ({ until }: Awaited, now: Date | string): boolean =>
  until !== null && Date.parse(until) <= new Date(now).getTime();

/** Whether a wait that would run out now has just been taken: then its flow goes on with what took it, which is on its way. */
export function isTakenMeanwhile({ waits }: TurnGroup, flow: Before, stimulus: Stimulus): boolean {
  if (stimulus.type !== 'timer') return false;
  const { caller, waiter } = flow;
  return awaitedBy(flow.position).some(
    (awaited) =>
      isOver(awaited, stimulus.now) &&
      waits.isTaken({ projectId: caller.projectId, lane: waiter.lane, call: awaited.call.id }),
  );
}

/** Ends the waits that a flow has left. */
export function leaveWaits({ waits }: TurnGroup, flow: Before, after: Position, stimulus: Stimulus): void {
  const { projectId, requestId } = flow.caller;
  const { lane } = flow.waiter;
  const still = new Set(after.ended ? [] : awaitedBy(after).map(({ call }) => call.id));
  for (const awaited of awaitedBy(flow.position)) {
    const { id: call } = awaited.call;
    // What took a wait has ended it, too.
    if (still.has(call) || (stimulus.type === 'result' && stimulus.call === call)) continue;
    const hasRunOut = stimulus.type === 'timer' && isOver(awaited, stimulus.now);
    waits.leave({ projectId, lane, call }, hasRunOut ? 'timed_out' : 'canceled', requestId);
  }
}
