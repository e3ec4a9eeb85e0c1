import { z } from 'zod';
import { heardAnswerShape } from '../connections/heard-answer.ts';
import { limitExample, limitShape } from '../gate/key-limits.ts';
import { environment, fault, moment, named } from '../http/shapes.ts';
import { roles } from '../rights/roles.ts';
import { scopes } from '../rights/scopes.ts';
import { hidden } from '../rights/sight.ts';

/** The shapes of projects, keys and unknown outcomes for owners. */

export const projectShape = named(
  'Project',
  z.object({
    id: z.string().describe('`prj_…`'),
    name: z.string(),
    role: z.enum(roles).describe('What you are in it. A personal token may be allowed less.'),
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 'prj_01m7w90q5xf6nvy2k4p8d3t7ra',
    name: 'Shop',
    role: 'owner',
    created_at: '2026-11-20T10:51:43.271Z',
    updated_at: '2026-11-20T10:51:43.271Z',
  },
);

export const keyShape = named(
  'Key',
  z.object({
    id: z.string().describe('`key_…`'),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    hint: z.string().describe('The last four characters of the key.'),
    ...limitShape,
  }),
  {
    id: 'key_01m7w90rc4e8ssz0fn6hq2y5bw',
    name: 'Backend',
    scopes: ['messages:write', 'profiles:read'],
    hint: 'x7Qa',
    ...limitExample,
  },
);

export const newKeyShape = named(
  'CreatedKey',
  keyShape.extend({ key: z.string().describe('The key itself, `pk_…`; shown this once.') }),
  {
    id: 'key_01m7w90rc4e8ssz0fn6hq2y5bw',
    name: 'Backend',
    scopes: ['messages:write', 'profiles:read'],
    hint: 'x7Qa',
    ...limitExample,
    key: 'pk_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzWx7Qa',
  },
);

export const unsettledRecordShape = named(
  'Record',
  z.object({
    id: z.string().describe('Of the message, the job or whatever else it is: `msg_…`, `job_…`, …'),
    kind: z.string().describe('`message`, `job`, `refund` and so on.'),
    status: z.string().describe('`unknown` until it is settled.'),
    environment,
    identity_id: z.string().nullable(),
    request_id: z.string().nullable(),
    attempts: z.int(),
    error: fault.nullable(),
    answer: heardAnswerShape
      .optional()
      .describe('What the other side answered; absent if nothing came, and for all but jobs.'),
    settlement: z
      .object({
        outcome: z.enum(['done', 'failed', 'retry']),
        note: z.string(),
        at: moment,
        by: z
          .string()
          .describe(
            'The e-mail address of the owner; or `parley unsettled`, with the user of the machine on which that was called.',
          ),
        rerun: z
          .string()
          .optional()
          .describe('The run that does it again; only of what was settled by carrying out a run again.'),
      })
      .nullable()
      .describe('What the owner said of it.'),
    created_at: moment,
    started_at: moment.nullable(),
    finished_at: moment.nullable(),
    ...hidden,
  }),
  {
    id: 'msg_01m7w94d2te1hr9nk5v3p8x6cz',
    kind: 'message',
    status: 'unknown',
    environment: 'live',
    identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
    request_id: '5c8f7c1e-6d53-4a7e-9a43-0f4d0b2f6c11',
    attempts: 1,
    error: { code: 'timeout', message: 'The other side did not answer in time.' },
    settlement: null,
    created_at: '2026-11-20T11:04:09.118Z',
    started_at: '2026-11-20T11:04:09.131Z',
    finished_at: '2026-11-20T11:04:24.140Z',
  },
);
