import type { Call, CallResult, StepMessage } from '../scenario/position.ts';
import type { Environment, Waiter } from '../schema.ts';
import type { Told } from '../tasks/waiters.ts';
import type { TurnGroup } from './turn-group.ts';

/** The flow that makes a call. */
export interface Caller {
  projectId: string;
  environment: Environment;
  /** Null in a workflow that runs for no identity. */
  identityId: string | null;
  /** The slug of the workflow; null for the scenario. */
  workflow: string | null;
  /** The number of flows before it in a chain in which each started the next. */
  depth: number;
  /** When the first flow of the chain was started. */
  rootAt: Date;
  requestId: string | null;
  /** Who is notified if the call ends later. */
  waiter: Waiter;
  /** The data for the templates of an operation. */
  scope: { state: unknown; profile: unknown; identity: unknown; event: unknown };
}

/** A message of a flow to somebody else than its own customer. */
export interface SaidTo {
  message: StepMessage;
  to: { identityId: string; environment: Environment };
}

/** The result of a call: an answer at once, or started work whose end will notify the caller's waiter; `pending` tells of its beginning. */
export type CallAnswer =
  | (Pick<CallResult, 'result' | 'error'> & {
      status: Told['status'] | 'pending';
      /** What the flow says to somebody else. */
      says?: SaidTo[];
    })
  | { status: 'started'; job_id?: string };

/** Runs the calls of one kind, within the transaction of the flow's turn and its group. Never uses the network. */
export type Performer<Kind extends Call['kind']> = (
  group: TurnGroup,
  call: Extract<Call, { kind: Kind }>,
  caller: Caller,
) => Promise<CallAnswer>;

/** Everything that a flow can call. */
export type Performers = { [Kind in Call['kind']]: Performer<Kind> };
