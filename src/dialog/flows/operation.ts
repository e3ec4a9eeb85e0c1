import { type SubmitOptions, submitJob } from '../operations/submit.ts';
import type { Performer } from './calls.ts';

/** Queues the run of an operation for a step, whose waiter is told when the job has ended. */
export function runOperation(options: SubmitOptions): Performer<'operation'> {
  return async (tx, { operation, input }, caller) => {
    const submitted = await submitJob(tx, { ...caller, operation, input }, options);
    if ('refused' in submitted) return { status: 'failed', result: null, error: submitted.refused };
    return { status: 'started', job_id: submitted.jobId, wake: submitted.wake };
  };
}
