import type { Cause } from '../schema.ts';
import type { Caller } from './calls.ts';

/** A flow as the cause of what it changes, sends and queues. */
export function causeOf({ workflow, depth, rootAt }: Pick<Caller, 'workflow' | 'depth' | 'rootAt'>): Cause {
  return { workflow, depth, root_at: rootAt.toISOString() };
}
