import { z } from 'zod';
import { named } from '../http/shapes.ts';

/** The shape of a project's readiness for owners. */
export const readinessShape = named(
  'Readiness',
  z.object({
    ready: z.boolean().describe('Nothing is blocking.'),
    items: z.array(
      z.object({
        id: z.string().describe('Stable; with the id or slug of what it concerns where there are several.'),
        title: z.string(),
        status: z.enum(['ok', 'warning', 'blocking']),
        detail: z.string().describe('What was found.'),
        action: z.string().nullable().describe('What to do; null where there is nothing to do.'),
      }),
    ),
  }),
  {
    ready: false,
    items: [
      {
        id: 'keys',
        title: 'Project keys',
        status: 'warning',
        detail: 'No key has been used yet.',
        action: 'Send a first request with a key of the project.',
      },
    ],
  },
);
