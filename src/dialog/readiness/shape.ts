import { z } from 'zod';
import { named } from '../http/shapes.ts';
import { readinessCodes } from './codes.ts';

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
        code: z
          .enum(readinessCodes)
          .describe('What was found, as a word that stays; there may be more of them in later versions.'),
        params: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .describe('What the texts name: counts, names, and moments, whose names end in `_at`.'),
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
        detail: 'There is no key in force, so no backend can call the project API.',
        action: 'Make a key for each backend, with the scopes that it needs.',
        code: 'no_key',
        params: {},
      },
    ],
  },
);
