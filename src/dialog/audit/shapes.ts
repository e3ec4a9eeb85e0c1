import { z } from 'zod';
import { actor, environment, moment, named } from '../http/shapes.ts';
import type { LogEntry } from './log.ts';

/** An entry of the audit log, for clients and for owners. */

export const exampleEntry = {
  id: 1042,
  at: '2026-11-20T11:04:09.118Z',
  actor: { type: 'key' as const, id: 'key_01m7w90rc4e8ssz0fn6hq2y5bw', name: 'Backend' },
  action: 'message.accepted',
  subject: { type: 'message', id: 'msg_01m7w93vqpe8gtb6x0z4m2r9ka' },
  environment: 'live' as const,
  request_id: '5c8f7c1e-6d53-4a7e-9a43-0f4d0b2f6c11',
  data: { identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b' },
};

export const auditEntry = named(
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

/** An entry in that shape. */
export function presentEntry(row: LogEntry): z.output<typeof auditEntry> {
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
