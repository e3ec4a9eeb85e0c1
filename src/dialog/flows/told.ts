import { showId } from '../../platform/ids.ts';
import { callsOf } from '../scenario/branches.ts';
import type { CallResult, Position } from '../scenario/position.ts';
import type { Told } from '../tasks/waiters.ts';
import type { Json } from '../template/json.ts';

/** What the audit log says of a result that came too late: of what, so that it can be found. */
export function lateBy({ call, task }: Told): Record<string, unknown> {
  return { late: { call, job_id: task && showId('job', task) } };
}

/** The stimulus for the waiting flow of a task that has ended. */
export function stimulusOf(position: Position | null, told: Told): CallResult {
  const { call, result, error, repeatable } = told;
  // The job of a payment ends when its link exists; the payment itself only begins then.
  const awaited = callsOf(position).find(({ id }) => id === call);
  const isLink = awaited?.kind === 'payment' && told.stage !== 'payment';
  const status = isLink && told.status === 'succeeded' ? 'pending' : told.status;
  return {
    type: 'result',
    call,
    status,
    result: result as Json,
    error,
    job_id: told.task && showId('job', told.task),
    ...(repeatable && { repeatable }),
  };
}
