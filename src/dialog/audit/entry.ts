import type { Transaction } from '../../platform/postgres.ts';
import { auditInbox, type Environment } from '../schema.ts';

export type Actor = {
  type: 'key' | 'owner' | 'system' | 'channel' | 'receiver' | 'method';
  id: string | null;
  name: string | null;
};

/** What the service does by itself. */
export const system: Actor = { type: 'system', id: null, name: null };

export interface AuditEntry {
  projectId: string;
  actor: Actor;
  /** `<record>.<what happened>`, such as `key.revoked`. */
  action: string;
  /** The public id of what it happened to. */
  subject: { type: string; id: string };
  environment?: Environment | null;
  requestId?: string | null;
  /** The customer whom it concerns. */
  identityId?: string | null;
  /** Never secrets, never the text of a message. */
  data?: Record<string, unknown>;
}

/** Writes entries in the transaction of what they tell of, so that neither exists without the other. */
export async function writeAudit(tx: Pick<Transaction, 'orm'>, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.orm.insert(auditInbox).values(
    entries.map((entry) => ({
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
      data: entry.data ?? {},
    })),
  );
}
