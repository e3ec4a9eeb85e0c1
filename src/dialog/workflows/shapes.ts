import { z } from 'zod';
import { named } from '../http/shapes.ts';

/** The shape of a cancellation for owners. */
export const canceledRunsShape = named(
  'CanceledRuns',
  z.object({
    workflow: z.string(),
    canceled: z.int().describe('How many have been canceled.'),
    ending: z.int().describe('How many end after their first turn, which is being taken.'),
    more: z.boolean().describe('There may be more: call again.'),
  }),
  { workflow: 'lead', canceled: 12, ending: 0, more: false },
);
