import type { Transaction } from '../../platform/postgres.ts';
import type { Call, CallResult } from '../scenario/position.ts';
import type { Environment, Waiter } from '../schema.ts';
import type { LaneTicket } from '../tasks/task.ts';

/** On whose behalf a flow calls. */
export interface Caller {
  projectId: string;
  environment: Environment;
  /** Null in a workflow that was started without one. */
  identityId: string | null;
  requestId: string | null;
  /** Who is to be told when what was called ends later. */
  waiter: Waiter;
  /** What the templates of an operation may read. */
  scope: { state: unknown; profile: unknown; identity: unknown; event: unknown };
}

/** What a call gave: an answer at once, or work whose end will be told to the caller's waiter. */
export type CallAnswer =
  | (Omit<CallResult, 'type' | 'call'> & { wake?: LaneTicket[] })
  | { status: 'started'; job_id: string; wake: LaneTicket[] };

/** Carries out the calls of one kind, within the transaction of the flow's turn. Never touches the network. */
export type Performer<Kind extends Call['kind']> = (
  tx: Transaction,
  call: Extract<Call, { kind: Kind }>,
  caller: Caller,
) => Promise<CallAnswer>;

/** Everything that a flow can call. */
export type Performers = { [Kind in Call['kind']]: Performer<Kind> };
