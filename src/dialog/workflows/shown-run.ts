import type { Queryable } from '../../platform/postgres.ts';
import { type Asking, seesCourse } from '../audit/begun.ts';
import { runWithoutWords } from '../rights/sight.ts';
import { readRun, type ShownRun } from './runs.ts';

/** Reads a run as the person of a request sees it. @returns undefined if the project has no such run */
export async function readRunFor(
  database: Queryable,
  asking: Asking,
  id: string,
): Promise<(ShownRun & { hidden?: string }) | undefined> {
  const run = await readRun(database, asking.projectId, id);
  if (!run || (await seesCourse(database, asking, { ...run, begun: run.run_id }))) return run;
  return runWithoutWords(run);
}
