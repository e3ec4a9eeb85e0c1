import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres.ts';
import { names, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Cause, Environment } from '../schema.ts';
import { type ActorType, auditInbox, type StepCount } from './schema.ts';

export type Actor = {
  type: ActorType;
  id: string | null;
  name: string | null;
};

/** The service itself. */
export const system: Actor = { type: 'system', id: null, name: null };

/** An entry to be written to the audit log. */
export interface AuditEntry {
  projectId: string;
  actor: Actor;
  /** `<record>.<what happened>`, such as `key.revoked`. */
  action: string;
  /** The public id of the record. */
  subject: { type: string; id: string };
  environment?: Environment | null;
  requestId?: string | null;
  /** The customer that it concerns. */
  identityId?: string | null;
  /** Never contains secrets or the text of a message. */
  data?: Record<string, unknown>;
  /** The flow that caused it. */
  cause?: Cause | null;
  /** What the turn that it tells of did. They are counted, and are not in the log. */
  stepCounts?: readonly StepCount[];
}

/** What a turn did at its steps, as JSON text; null if it did nothing. */
export const stepsText = (counts: readonly StepCount[] | undefined): string | null =>
  counts === undefined || counts.length === 0 ? null : JSON.stringify(counts);

const e = auditInbox;
/** Their bare names. */
export const auditColumns = names(
  ...[e.projectId, e.actorType, e.actorId, e.actorName, e.action, e.subjectType, e.subjectId],
  ...[e.environment, e.requestId, e.identityId, e.data, e.cause, e.steps],
);

/** Entries as they enter a statement. */
export const auditRecords = rowsOf('entry', {
  projectId: e.projectId,
  actorType: e.actorType,
  actorId: e.actorId,
  actorName: e.actorName,
  action: e.action,
  subjectType: e.subjectType,
  subjectId: e.subjectId,
  environment: e.environment,
  requestId: e.requestId,
  identityId: e.identityId,
  data: types.jsonText,
  cause: e.cause,
  steps: orNull(types.jsonText),
});

/** An entry as one record of those that are written together. */
export function auditRecordOf(entry: AuditEntry): RecordOf<typeof auditRecords> {
  return {
    projectId: entry.projectId,
    actorType: entry.actor.type,
    actorId: entry.actor.id,
    actorName: entry.actor.name,
    action: entry.action,
    subjectType: entry.subject.type,
    subjectId: entry.subject.id,
    environment: entry.environment ?? null,
    requestId: entry.requestId ?? null,
    identityId: entry.identityId ?? null,
    data: entry.data === undefined ? '{}' : JSON.stringify(entry.data),
    cause: entry.cause ?? null,
    steps: stepsText(entry.stepCounts),
  };
}

/** The part of a statement that writes entries. @param from rows with the columns of `auditRecords`, in order */
export const insertAuditSql = (from: SQL): SQL =>
  sql`INSERT INTO ${e} (${auditColumns}) SELECT ${auditColumns} FROM ${from}`;

const write = statement({
  name: 'audit-write',
  params: { entries: auditRecords },
  query: (p) => insertAuditSql(sql`${p.entries} ORDER BY ${auditRecords.n}`),
});

/** Writes entries in the transaction of what they tell of, so that neither exists without the other. */
export async function writeAudit(tx: Queryable, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length > 0) await write.run(tx, { entries: entries.map(auditRecordOf) });
}
