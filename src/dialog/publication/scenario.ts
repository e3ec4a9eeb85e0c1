import { eq, sql } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { type AuditEntry, writeAudit } from '../audit/entry.ts';
import { addScenarioVersion, type ScenarioVersion } from '../dialogs/scenario-versions.ts';
import { scenarioDrafts } from '../dialogs/schema.ts';
import { draftChanged, type EditedDraft, requireRevision } from './revision.ts';

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

/** The draft as editors keep it; with revision 0 if nothing was saved. @param lock keeps it as it is until the transaction ends */
export async function readEditedDraft(
  { orm }: Pick<Transaction, 'orm'>,
  projectId: string,
  { lock = false } = {},
): Promise<EditedDraft> {
  const wanted = orm.select().from(scenarioDrafts).where(eq(scenarioDrafts.projectId, projectId));
  const [draft] = await (lock ? wanted.for('update') : wanted);
  return {
    revision: draft?.revision ?? 0,
    definition: draft?.definition ?? empty,
    view: draft?.view ?? null,
    saved_at: draft?.updatedAt.toISOString() ?? null,
    saved_by: draft?.savedBy ?? null,
  };
}

/** A draft to be saved. */
export interface WantedDraft {
  /** JSON text, stored as it is written. */
  definition: string;
  /** The same; null to remove it, undefined to leave it as it is. */
  view?: string | null | undefined;
  /** The e-mail address of whoever saves it; null for the server itself. */
  by: string | null;
  /** The revision that was changed; undefined if it may be any. */
  revision?: number | undefined;
}

/**
 * Saves the draft.
 * @returns its new revision
 * @throws Problem 412 with the draft as it is, if it has another revision than the one that was changed
 */
export async function saveDraft(
  tx: Transaction,
  projectId: string,
  { definition, view, by, revision }: WantedDraft,
): Promise<number> {
  if (revision !== undefined) {
    requireRevision(revision, await readEditedDraft(tx, projectId, { lock: true }));
  }
  const written = {
    definition: sql`${definition}::json`,
    ...(view !== undefined && { view: view === null ? null : sql`${view}::json` }),
    savedBy: by,
  };
  const [saved] = await tx.orm
    .insert(scenarioDrafts)
    .values({ projectId, ...written })
    .onConflictDoUpdate({
      target: scenarioDrafts.projectId,
      set: { ...written, updatedAt: sql`now()`, revision: sql`${scenarioDrafts.revision} + 1` },
      // A first draft that somebody else has saved since we looked is not replaced.
      ...(revision !== undefined && { setWhere: eq(scenarioDrafts.revision, revision) }),
    })
    .returning({ revision: scenarioDrafts.revision });
  if (!saved) throw draftChanged(revision!, await readEditedDraft(tx, projectId));
  return saved.revision;
}
