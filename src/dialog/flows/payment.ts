import { type SubmitOptions, submitJob } from '../operations/submit.ts';
import type { Performer } from './calls.ts';

/** Asks for a payment on behalf of a step, whose waiter is told first of its link and then of its end. */
export function runPayment(options: SubmitOptions): Performer<'payment'> {
  return async (tx, { operation, input }, caller) => {
    const submitted = await submitJob(tx, { ...caller, operation, kind: 'payment', input }, options);
    if ('refused' in submitted) return { status: 'failed', result: null, error: submitted.refused };
    return { status: 'started', job_id: submitted.jobId, wake: submitted.wake };
  };
}
