import { showId } from '../../platform/ids.ts';
import type { CallResult, Position } from '../scenario/position.ts';
import type { Json } from '../scenario/template.ts';
import type { Told } from '../tasks/waiters.ts';

/** The end of a task, as the flow that waits for it is told of it. */
export function stimulusOf(position: Position | null, told: Told): CallResult {
  const waiting = position?.waiting;
  const { call, result, error } = told;
  // The job of a payment ends when its link exists; the payment itself only begins with that.
  const isLink = waiting?.kind === 'call' && waiting.call.kind === 'payment' && told.stage !== 'payment';
  const status = isLink && told.status === 'succeeded' ? 'pending' : told.status;
  return {
    type: 'result',
    call,
    status,
    result: result as Json,
    error,
    job_id: told.task && showId('job', told.task),
  };
}
