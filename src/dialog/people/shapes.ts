import { z } from 'zod';
import { moment, named } from '../http/shapes.ts';
import { roles } from '../rights/roles.ts';

/** The shapes of people and invitations. */

const role = z
  .enum(roles)
  .describe(
    '`owner` may do everything; `developer` builds: definitions, connections, keys; `operator` answers customers; ' +
      '`analyst` reads; `billing` sees to payments.',
  );

export const personShape = named(
  'Person',
  z.object({ id: z.string().describe('`own_…`'), email: z.string(), role, since: moment }),
  {
    id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s',
    email: 'anna@example.com',
    role: 'operator',
    since: '2026-11-20T10:51:43.271Z',
  },
);

const invited = {
  id: 'inv_01m7w9a3cdfk3s7v2m4x8q1zjt',
  email: 'anna@example.com',
  role: 'operator' as const,
  created_at: '2026-11-20T10:51:43.271Z',
  expires_at: '2026-11-27T10:51:43.271Z',
};

export const invitationShape = named(
  'Invitation',
  z.object({
    id: z.string().describe('`inv_…`'),
    email: z.string(),
    role,
    created_at: moment,
    expires_at: moment,
  }),
  invited,
);

export const newInvitationShape = named(
  'CreatedInvitation',
  invitationShape.extend({
    token: z
      .string()
      .nullable()
      .describe('Give it to this person and nobody else; shown this once. Null if it goes by mail.'),
    url: z
      .string()
      .optional()
      .describe(
        'The link to the page where they accept: `PUBLIC_URL` and the token. Absent without `PUBLIC_URL`, and if it goes by mail.',
      ),
    mailed: z
      .literal(true)
      .optional()
      .describe(
        'The invitation, with a link, goes to its address by mail, and to nobody else. Absent if this installation sends none.',
      ),
  }),
  {
    ...{ ...invited, token: 'inv_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzWx7Qa' },
    url: 'https://parley.example.com/console/invitation#inv_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzWx7Qa',
  },
);

export const openInvitationShape = named(
  'OpenInvitation',
  z.object({
    project_id: z.string().describe('`prj_…`'),
    project: z.string().describe('Its name.'),
    email: z.string(),
    role,
    has_account: z
      .boolean()
      .describe('Whether the address has an account, whose password is asked for; otherwise one is chosen.'),
    expires_at: moment,
  }),
  {
    project_id: 'prj_01m7w90q5xf6nvy2k4p8d3t7ra',
    project: 'Shop',
    email: 'anna@example.com',
    role: 'operator',
    has_account: false,
    expires_at: '2026-11-27T10:51:43.271Z',
  },
);
