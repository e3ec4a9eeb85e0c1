import { and, desc, eq, max, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { presentRules } from '../template/rules.ts';
import { scenarioVersions } from './schema.ts';

/** Reads and writes the published versions of a project's scenario. */

type Orm = Pick<Transaction, 'orm'>;

const { version, definition, publishedAt, publishedBy, restoredFrom, templateRules } = scenarioVersions;
const shown = { version, definition, publishedAt, publishedBy, restoredFrom, templateRules };

/** A published version of a scenario. */
export type ScenarioVersion = Pick<typeof scenarioVersions.$inferSelect, keyof typeof shown>;

/** At most `limit` versions, newest first. */
export function newestScenarioVersions(
  { orm }: Orm,
  projectId: string,
  limit: number,
): Promise<ScenarioVersion[]> {
  return orm
    .select(shown)
    .from(scenarioVersions)
    .where(eq(scenarioVersions.projectId, projectId))
    .orderBy(desc(scenarioVersions.version))
    .limit(limit);
}

/** One version by its number; undefined if there is none. */
export async function findScenarioVersion(
  { orm }: Orm,
  projectId: string,
  number: number,
): Promise<ScenarioVersion | undefined> {
  const [row] = await orm
    .select(shown)
    .from(scenarioVersions)
    .where(and(eq(scenarioVersions.projectId, projectId), eq(scenarioVersions.version, number)));
  return row;
}

/** Stores a definition as the next version. The caller holds a lock, so that two versions get two numbers. */
export async function addScenarioVersion(
  { orm }: Orm,
  projectId: string,
  {
    definition: published,
    by,
    restoredFrom: from,
  }: { definition: unknown; by: string; restoredFrom: number | null },
): Promise<ScenarioVersion> {
  const newest = orm
    .select({ next: sql`coalesce(${max(scenarioVersions.version)}, 0) + 1` })
    .from(scenarioVersions)
    .where(eq(scenarioVersions.projectId, projectId));
  const [row] = await orm
    .insert(scenarioVersions)
    .values({
      projectId,
      version: sql`(${newest})`,
      definition: sql`${JSON.stringify(published)}::json`,
      publishedBy: by,
      restoredFrom: from,
      templateRules: presentRules,
    })
    .returning(shown);
  return row!;
}
