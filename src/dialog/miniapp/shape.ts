import { z } from 'zod';
import { moment, named } from '../http/shapes.ts';
import { profileShape } from '../profiles/project-shapes.ts';
import { hidden } from '../rights/sight.ts';
import { type LaunchFault, launchFaults } from './launch.ts';

const faults = Object.keys(launchFaults) as [LaunchFault, ...LaunchFault[]];

/** The result of a check of launch parameters, as an owner sees it. */
export const launchCheckShape = named(
  'LaunchCheck',
  z.object({
    valid: z.boolean(),
    reason: z.enum(faults).nullable().describe('Why they prove nothing; null for valid ones.'),
    detail: z.string(),
    platform: z.enum(['telegram', 'vk']),
    user: z
      .object({
        id: z.string().describe('Digits.'),
        name: z.string().nullable(),
        username: z.string().nullable(),
        language: z.string().nullable(),
      })
      .nullable(),
    issued_at: moment.nullable(),
    identity: z
      .object({ id: z.string(), profile_id: z.string(), channel_id: z.string() })
      .nullable()
      .describe('The account of the user, if they are a customer.'),
    profile: profileShape.nullable(),
    ...hidden,
  }),
  {
    valid: false,
    reason: 'too_old',
    detail: launchFaults.too_old,
    platform: 'vk',
    user: null,
    issued_at: null,
    identity: null,
    profile: null,
  },
);
