import { eq, sql } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { type AuditEntry, writeAudit } from '../audit/entry.ts';
import { addScenarioVersion, type ScenarioVersion } from '../dialogs/scenario-versions.ts';
import { scenarioDrafts } from '../dialogs/schema.ts';

/** A scenario to be published. */
export interface ScenarioPublication {
  definition: unknown;
  /** The e-mail address of the owner. */
  by: string;
  /** The number of the earlier version that is published again; null for a draft. */
  restoredFrom: number | null;
  audit: Pick<AuditEntry, 'actor' | 'requestId'>;
}

/** Publishes a version. Dialogs in progress stay on the version with which they began; new ones begin with this one. */
export async function publish(
  tx: Transaction,
  projectId: string,
  { audit, ...publication }: ScenarioPublication,
): Promise<ScenarioVersion> {
  const { restoredFrom } = publication;
  // Of two publications at the same time the second waits for the first, so that each gets its own number.
  await tx.orm
    .select({ projectId: scenarioDrafts.projectId })
    .from(scenarioDrafts)
    .where(eq(scenarioDrafts.projectId, projectId))
    .for('update');
  const made = await addScenarioVersion(tx, projectId, publication);
  await writeAudit(tx, {
    projectId,
    action: 'scenario.published',
    subject: { type: 'scenario', id: showId('project', projectId) },
    data: { version: made.version, ...(restoredFrom === null ? {} : { restored_from: restoredFrom }) },
    ...audit,
  });
  return made;
}

const empty = { triggers: [], steps: [] };

/** The draft of a project's scenario: empty and without a date if its owner has not begun one. */
export async function readDraft(
  { orm }: Pick<Transaction, 'orm'>,
  projectId: string,
): Promise<{ definition: unknown; updated_at: string | null }> {
  const [draft] = await orm
    .select({ definition: scenarioDrafts.definition, updatedAt: scenarioDrafts.updatedAt })
    .from(scenarioDrafts)
    .where(eq(scenarioDrafts.projectId, projectId));
  return { definition: draft?.definition ?? empty, updated_at: draft?.updatedAt.toISOString() ?? null };
}

/** @param definition JSON text, stored as it is written */
export async function saveDraft(
  { orm }: Pick<Transaction, 'orm'>,
  projectId: string,
  definition: string,
): Promise<void> {
  const text = sql`${definition}::json`;
  await orm
    .insert(scenarioDrafts)
    .values({ projectId, definition: text })
    .onConflictDoUpdate({
      target: scenarioDrafts.projectId,
      set: { definition: text, updatedAt: sql`now()` },
    });
}
