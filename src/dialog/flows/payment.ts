import { type SubmitOptions, submitJob } from '../operations/submit.ts';
import type { Performer } from './calls.ts';

/** Requests a payment for a step. The waiter is notified of the link first, and of the end later. */
export function runPayment(options: SubmitOptions): Performer<'payment'> {
  return async (group, { operation, input }, caller) => {
    const submitted = await submitJob(group, { ...caller, operation, kind: 'payment', input }, options);
    if ('refused' in submitted) return { status: 'failed', result: null, error: submitted.refused };
    return { status: 'started', job_id: submitted.jobId };
  };
}
