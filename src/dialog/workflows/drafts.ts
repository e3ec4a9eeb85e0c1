import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import type { WorkflowTrigger } from '../scenario/triggers.ts';
import { presentRules } from '../template/rules.ts';
import { workflowRuns, workflows, workflowVersions } from './schema.ts';
import { replaceTriggers } from './triggers.ts';

/** Reads and writes what owners see of workflows: drafts, versions and lists of runs. */

type Orm = Pick<Transaction, 'orm'>;

const { slug, name, description, environment, definition, version, createdAt, updatedAt } = workflows;
const { revision, view, savedBy } = workflows;
const shown = {
  ...{ slug, name, description, environment, definition, version, createdAt, updatedAt },
  ...{ revision, view, savedBy },
};

/** A workflow with its draft. */
export type WorkflowRow = Pick<typeof workflows.$inferSelect, keyof typeof shown>;

const isOf = (projectId: string, name: string) =>
  and(eq(workflows.projectId, projectId), eq(workflows.slug, name));

/** All workflows of a project, by slug. */
export function allWorkflows({ orm }: Orm, projectId: string): Promise<WorkflowRow[]> {
  return orm
    .select(shown)
    .from(workflows)
    .where(and(eq(workflows.projectId, projectId), isNull(workflows.deletedAt)))
    .orderBy(asc(workflows.slug));
}

/** The published definitions of workflows, by slug. @param names of those that are wanted; all if absent */
export async function publishedDefinitions(
  { orm }: Orm,
  projectId: string,
  names?: readonly string[],
): Promise<Map<string, unknown>> {
  const rows = await orm
    .select({ slug, definition: workflowVersions.definition })
    .from(workflows)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.projectId, workflows.projectId),
        eq(workflowVersions.slug, slug),
        eq(workflowVersions.version, version),
      ),
    )
    .where(and(eq(workflows.projectId, projectId), names && inArray(slug, [...names])));
  return new Map(rows.map((row) => [row.slug, row.definition]));
}

/** Whether a workflow exists, or did before it was deleted. */
export async function wasMade({ orm }: Orm, projectId: string, name: string): Promise<boolean> {
  const rows = await orm.select({ slug }).from(workflows).where(isOf(projectId, name));
  return rows.length > 0;
}

/** @param lock prevents changes of the workflow until the transaction ends */
export async function findWorkflow(
  { orm }: Orm,
  projectId: string,
  name: string,
  { lock = false } = {},
): Promise<WorkflowRow | undefined> {
  const wanted = orm
    .select(shown)
    .from(workflows)
    .where(and(isOf(projectId, name), isNull(workflows.deletedAt)));
  const [row] = await (lock ? wanted.for('update') : wanted);
  return row;
}

/**
 * Creates a workflow or replaces its draft. A deleted workflow is restored without a published version, and its version numbers
 * continue.
 * @param draft its definition and view are JSON text, stored as it is written; a view that is undefined stays
 * @param wanted the revision to be replaced, 0 if there must be none; undefined if it may be any
 * @returns undefined if it has another revision
 */
export async function saveWorkflow(
  { orm }: Orm,
  { definition: text, view: seen, ...draft }: SavedWorkflow,
  wanted?: number,
): Promise<{ row: WorkflowRow; isNew: boolean } | undefined> {
  const written = {
    ...draft,
    definition: sql`${text}::json`,
    ...(seen !== undefined && { view: seen === null ? null : sql`${seen}::json` }),
  };
  const { projectId: _, slug: __, ...said } = written;
  const [found] = await orm
    .insert(workflows)
    .values(written)
    .onConflictDoUpdate({
      target: [workflows.projectId, workflows.slug],
      set: {
        ...said,
        updatedAt: sql`now()`,
        revision: sql`${workflows.revision} + 1`,
        version: sql`CASE WHEN ${workflows.deletedAt} IS NULL THEN ${workflows.version} END`,
        deletedAt: null,
      },
      ...(wanted !== undefined && {
        setWhere: wanted === 0 ? isNotNull(workflows.deletedAt) : eq(workflows.revision, wanted),
      }),
    })
    .returning({ ...shown, isNew: sql<boolean>`${workflows.createdAt} = ${workflows.updatedAt}` });
  if (!found) return undefined;
  const { isNew, ...row } = found;
  return { row, isNew };
}

/** A draft of a workflow to be saved. */
type SavedWorkflow = Omit<typeof workflows.$inferInsert, 'definition' | 'view'> & {
  definition: string;
  view: string | null | undefined;
};

/** Deletes a workflow, so that nothing starts it any more. Its versions stay for unfinished runs. */
export async function removeWorkflow(tx: Transaction, projectId: string, name: string): Promise<void> {
  await tx.orm.update(workflows).set({ deletedAt: sql`now()` }).where(isOf(projectId, name));
  await replaceTriggers(tx, projectId, name, []);
}

/**
 * Publishes a definition as the next version of a workflow that the transaction has locked. From now on its triggers start this
 * version.
 */
export async function addWorkflowVersion(
  tx: Transaction,
  projectId: string,
  name: string,
  {
    definition: published,
    triggers,
    by,
  }: { definition: unknown; triggers: readonly WorkflowTrigger[]; by: string },
): Promise<Pick<typeof workflowVersions.$inferSelect, 'version' | 'publishedAt'>> {
  const versions = and(eq(workflowVersions.projectId, projectId), eq(workflowVersions.slug, name));
  const [made] = await tx.orm
    .insert(workflowVersions)
    .values({
      projectId,
      slug: name,
      version: sql`(${tx.orm
        .select({ next: sql`greatest(${max(workflowVersions.version)}, 0) + 1` })
        .from(workflowVersions)
        .where(versions)})`,
      definition: sql`${JSON.stringify(published)}::json`,
      publishedBy: by,
      templateRules: presentRules,
    })
    .returning({ version: workflowVersions.version, publishedAt: workflowVersions.publishedAt });
  await tx.orm.update(workflows).set({ version: made!.version }).where(isOf(projectId, name));
  await replaceTriggers(tx, projectId, name, triggers);
  return made!;
}

/** Most versions in a list. */
const maxVersions = 1000;

const shownOfVersion = {
  version: workflowVersions.version,
  definition: workflowVersions.definition,
  publishedAt: workflowVersions.publishedAt,
  publishedBy: workflowVersions.publishedBy,
  templateRules: workflowVersions.templateRules,
};

/** The versions of a workflow, newest first. */
export function versionsOfWorkflow(
  { orm }: Orm,
  projectId: string,
  name: string,
): Promise<Pick<typeof workflowVersions.$inferSelect, keyof typeof shownOfVersion>[]> {
  return orm
    .select(shownOfVersion)
    .from(workflowVersions)
    .where(
      and(
        eq(workflowVersions.projectId, projectId),
        eq(workflowVersions.slug, name),
        gt(workflowVersions.version, 0),
      ),
    )
    .orderBy(desc(workflowVersions.version))
    .limit(maxVersions);
}

/** One published version by its number; undefined if there is none. */
export async function versionOfWorkflow(
  { orm }: Orm,
  projectId: string,
  name: string,
  number: number,
): Promise<Pick<typeof workflowVersions.$inferSelect, keyof typeof shownOfVersion> | undefined> {
  const { projectId: project, slug: of, version: is } = workflowVersions;
  const [row] = await orm
    .select(shownOfVersion)
    .from(workflowVersions)
    .where(and(eq(project, projectId), eq(of, name), eq(is, number)));
  return row;
}

const shownOfRun = {
  id: workflowRuns.id,
  version: workflowRuns.version,
  environment: workflowRuns.environment,
  status: workflowRuns.status,
  identityId: workflowRuns.identityId,
  error: workflowRuns.error,
  createdAt: workflowRuns.createdAt,
  startedAt: workflowRuns.startedAt,
  finishedAt: workflowRuns.finishedAt,
};

/** A run in the list of its workflow. */
export type ListedRun = Pick<typeof workflowRuns.$inferSelect, keyof typeof shownOfRun>;

/** The runs of a workflow that have begun, newest first. */
export function runsOfWorkflow(
  { orm }: Orm,
  projectId: string,
  name: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedRun[]> {
  return orm
    .select(shownOfRun)
    .from(workflowRuns)
    .where(and(eq(workflowRuns.projectId, projectId), eq(workflowRuns.slug, name)))
    .orderBy(desc(workflowRuns.id))
    .offset(offset)
    .limit(limit);
}
