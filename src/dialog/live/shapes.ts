import { z } from 'zod';
import { actor, environment, moment, named } from '../http/shapes.ts';
import { roles } from '../rights/roles.ts';

/** The shapes of what live streams say. */

const exampleEntry = {
  id: 1042,
  at: '2026-11-20T11:04:09.118Z',
  actor: { type: 'system' as const, id: null, name: null },
  action: 'message.sent',
  subject: { type: 'message', id: 'msg_01m7w93vqpe8gtb6x0z4m2r9ka' },
  environment: 'live' as const,
  request_id: '5c8f7c1e-6d53-4a7e-9a43-0f4d0b2f6c11',
  data: { identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b', attempts: 1 },
};

const entry = named(
  'LiveEntry',
  z
    .object({
      id: z.int().describe('The number in the audit log, which is the id of the event.'),
      at: moment,
      actor,
      action: z.string().describe('`<record>.<what happened>`, which is the name of the event.'),
      subject: z.object({ type: z.string(), id: z.string() }),
      environment: environment.nullable(),
      request_id: z.string().nullable(),
      data: z.record(z.string(), z.unknown()).describe('Ids and what a list shows.'),
      data_left_out: z
        .literal(true)
        .optional()
        .describe('Present if the `data` would be larger than an event may be: 4 KiB. Read the record.'),
    })
    .describe('What is on record.'),
  exampleEntry,
);

const role = z.enum(roles).describe('Yours in the project, by which the stream is filtered.');

const place = named(
  'LivePlace',
  z
    .object({ cursor: z.int().describe('The number of the last entry before what follows.'), role })
    .describe('Of `open` and `reset`.'),
  { cursor: 1041, role: 'operator' as const },
);

const newRole = named('LiveRole', z.object({ role }).describe('Of `role`.'), { role: 'analyst' as const });

const count = z.int();
const figures = named(
  'LiveFigures',
  z
    .object({
      items: z
        .array(
          z.object({
            environment,
            date: z.iso.date(),
            messages_in: count,
            messages_out: count,
            events: count,
            new_profiles: count,
            active_profiles: count,
            jobs_succeeded: count,
            jobs_failed: count,
            workflow_runs: count,
            payments_succeeded: count,
            refunds: count,
          }),
        )
        .describe('One for each environment in which something happened today.'),
    })
    .describe('Of `figures`: the counts of today (UTC).'),
  { items: [] },
);

const passing = named(
  'LivePassing',
  z
    .record(z.string(), z.unknown())
    .describe('Of what passes and is not on record, such as that somebody writes.'),
  { person_id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s' },
);

/** What the events of a stream say. */
export const liveEvents = named(
  'LiveEvent',
  z.union([entry, place, newRole, figures, passing]).describe('The data of one event.'),
  exampleEntry,
).meta({
  media: 'text/event-stream',
  headers: {
    'X-Accel-Buffering': { description: '`no`: a proxy passes each event on at once.' },
  },
});
