import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { build, type ResultOf, statement } from '../../platform/statement.ts';
import { retentionRuns } from './schema.ts';

const columns = { rule: retentionRuns.rule, at: retentionRuns.at, removed: retentionRuns.removed };

const listRuns = statement({
  name: 'retention-runs',
  prepared: false,
  params: { projectId: retentionRuns.projectId },
  columns,
  query: (p) =>
    build
      .select(columns)
      .from(retentionRuns)
      .where(eq(retentionRuns.projectId, p.projectId))
      .orderBy(asc(retentionRuns.rule)),
});

/** The last deletion by each rule: its time and number of rows. */
export type RetentionRun = ResultOf<typeof listRuns>;

/** The last deletions in a project, by rule. */
export function readRuns(database: Database, projectId: string): Promise<RetentionRun[]> {
  return listRuns.all(database, { projectId });
}
