import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { endpoint } from '../../platform/routes.ts';
import { laxInt } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { actor, environment, moment, named } from '../http/shapes.ts';
import { type LogEntry, readAudit as readLog } from './log.ts';
import type { NumberingParts } from './numbering.ts';

const exampleEntry = {
  id: 1042,
  at: '2026-11-20T11:04:09.118Z',
  actor: { type: 'key' as const, id: 'key_01m7w90rc4e8ssz0fn6hq2y5bw', name: 'Backend' },
  action: 'message.accepted',
  subject: { type: 'message', id: 'msg_01m7w93vqpe8gtb6x0z4m2r9ka' },
  environment: 'live' as const,
  request_id: '5c8f7c1e-6d53-4a7e-9a43-0f4d0b2f6c11',
  data: { identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b' },
};

const entry = named(
  'AuditEntry',
  z.object({
    id: z.int().describe('The cursor: grows with every entry, without gaps in the order.'),
    at: moment,
    actor,
    action: z.string().describe('`<record>.<what happened>`, such as `message.sent`.'),
    subject: z.object({ type: z.string(), id: z.string() }),
    environment: environment.nullable(),
    request_id: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
  }),
  exampleEntry,
);

const entriesPage = named(
  'AuditPage',
  z.object({ items: z.array(entry), next_cursor: z.int() }).describe('At most 100 entries, oldest first.'),
  { items: [exampleEntry], next_cursor: 1042 },
);

export const readAudit = endpoint(
  {
    operationId: 'readAudit',
    tags: ['Audit'],
    summary: 'Poll the audit log',
    description:
      'Ask again with `after` set to the last `next_cursor`: every entry comes exactly once, in order. ' +
      'With nothing new, `next_cursor` stays the same.',
    params: projectPath,
    querystring: z.object({
      after: laxInt({ ge: 0, default: 0 }).describe('A cursor; 0 is the beginning.'),
    }),
    answers: { 200: entriesPage },
  },
  async (request, reply, parts: NumberingParts) => {
    const { after } = request.query;
    const rows = await readLog(parts, clientGone(reply), request.projectKey.projectId, after);
    return { items: rows.map(present), next_cursor: rows.at(-1)?.id ?? after };
  },
);

function present(row: LogEntry): z.output<typeof entry> {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId },
    environment: row.environment,
    request_id: row.requestId,
    data: row.data,
  };
}
