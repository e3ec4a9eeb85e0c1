import { type SubmitOptions, submitJob } from '../operations/submit.ts';
import type { Performer } from './calls.ts';

/** Queues a job for a step. The waiter is notified when the job has ended. */
export function runOperation(options: SubmitOptions): Performer<'operation'> {
  return async (group, { operation, input }, caller) => {
    const submitted = await submitJob(group, { ...caller, operation, input }, options);
    if ('refused' in submitted) return { status: 'failed', result: null, error: submitted.refused };
    return { status: 'started', job_id: submitted.jobId };
  };
}
