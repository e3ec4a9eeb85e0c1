import { z } from 'zod';
import { moment, named } from '../http/shapes.ts';
import { roles } from '../rights/roles.ts';

/** What owners see of their session and of the requests made with a project's keys. */

export const sessionShape = named(
  'Session',
  z.object({
    owner: z.object({
      id: z.string().describe('`own_…`'),
      email: z.string(),
      may_make_projects: z
        .boolean()
        .describe(
          'Whether they may make projects, and see the catalog. Not who was invited to help in one, or owns none any more.',
        ),
    }),
    projects: z
      .array(z.object({ id: z.string().describe('`prj_…`'), name: z.string(), role: z.enum(roles) }))
      .describe('The projects in which you have a role, and which, oldest first.'),
    csrf_token: z.string().describe('To be sent with every write, in `X-CSRF-Token`.'),
  }),
  {
    owner: {
      id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s',
      email: 'owner@example.com',
      may_make_projects: true,
    },
    projects: [{ id: 'prj_01m7w90q5xf6nvy2k4p8d3t7ra', name: 'Shop', role: 'owner' }],
    csrf_token: 'q0T4vN8sZf1mB5wYc2kLx7dJe3hGa9uPi6oKzWrQx8E',
  },
);

export const loggedRequestShape = named(
  'LoggedRequest',
  z.object({
    at: moment,
    key: z.object({ id: z.string().describe('`key_…` or `mky_…`'), name: z.string() }),
    method: z.string(),
    path: z.string(),
    status: z.int(),
    duration_ms: z.int(),
    request_id: z.string(),
    address: z.string().describe('From where it came.'),
  }),
  {
    at: '2026-11-20T11:04:09.118Z',
    key: { id: 'key_01m7w90rc4e8ssz0fn6hq2y5bw', name: 'Backend' },
    method: 'POST',
    path: '/api/v1/projects/prj_01m7w90q5xf6nvy2k4p8d3t7ra/messages',
    status: 202,
    duration_ms: 7,
    request_id: '5c8f7c1e-6d53-4a7e-9a43-0f4d0b2f6c11',
    address: '203.0.113.7',
  },
);
