import type { Queryable } from '../../../platform/postgres.ts';
import { entriesAbout } from '../../audit/about.ts';

/** What became of an accepted call, as the audit log tells it. */
export interface CallOutcome {
  status: 'handled' | 'failed';
  /** Public ids of the runs that it started. */
  runs: string[];
  /** How many waiting flows it moved. */
  flows: number;
  error: { code: string; message: string } | null;
}

/** @param ids those of the events of at most 100 calls @returns by id; calls that were not handled yet are absent */
export async function outcomesOf(
  database: Queryable,
  projectId: string,
  ids: string[],
): Promise<Map<string, CallOutcome>> {
  if (ids.length === 0) return new Map();
  const actions = ['webhook.handled', 'webhook.failed'];
  const entries = await entriesAbout.all(database, { projectId, subjects: ids, actions });
  return new Map(
    entries.map(({ subjectId, action, data }) => {
      const { runs = [], flows = 0, error = null } = data as Partial<CallOutcome>;
      return [subjectId, { status: action === 'webhook.handled' ? 'handled' : 'failed', runs, flows, error }];
    }),
  );
}
