import { Batcher } from '../../platform/batcher.ts';
import type { Database } from '../../platform/postgres.ts';
import type { TargetLimits } from '../tasks/targets.ts';

/** Of a channel, and of a connection that says nothing: enough for speed, too few to take all workers. */
const usual: TargetLimits = { concurrency: 32, perSecond: null };

interface Target {
  projectId: string;
  targetId: string;
}

/** What channels and connections may have under way, as the owners of connections set it. */
export function limitsOfTargets(
  database: Database,
): (projectId: string, targetId: string) => Promise<TargetLimits> {
  const look = new Batcher<Target, TargetLimits>((wanted) => readLimits(database, wanted));
  return (projectId, targetId) => look.submit({ projectId, targetId });
}

async function readLimits(database: Database, wanted: Target[]): Promise<TargetLimits[]> {
  const { rows } = await database.query<{ n: number; concurrency: number | null; per_second: number | null }>(
    {
      name: 'target-limits',
      text: `SELECT w.n::int AS n, (c.settings ->> 'max_concurrency')::int AS concurrency,
             (c.settings ->> 'rate_per_second')::int AS per_second
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w(project_id, id, n)
           JOIN dialog.connections AS c ON c.project_id = w.project_id AND c.id = w.id`,
      values: [wanted.map((target) => target.projectId), wanted.map((target) => target.targetId)],
    },
  );
  const found = wanted.map(() => usual);
  for (const row of rows) {
    found[row.n - 1] = { concurrency: row.concurrency ?? usual.concurrency, perSecond: row.per_second };
  }
  return found;
}
