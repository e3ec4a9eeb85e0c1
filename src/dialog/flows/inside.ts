import { z } from 'zod';
import { named } from '../http/shapes.ts';

/** Where a step of a run or a dialog was carried out, for the answers that show steps. */
export const insideShape = named(
  'StepPlace',
  z.object({
    step: z.string(),
    round: z.int().optional().describe('Of a `for_each`, from 0.'),
    branch: z.int().optional().describe('Of a `parallel`, from 0.'),
    flow: z.string().optional().describe('The flow that a `call` carries out.'),
  }),
  { step: 'lines', round: 2 },
);
