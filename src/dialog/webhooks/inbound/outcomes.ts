import type { Queryable } from '../../../platform/postgres.ts';
import { entriesAbout } from '../../audit/about.ts';

/** What became of an accepted call, as the audit log tells it. */
export interface CallOutcome {
  status: 'handled' | 'failed';
  /** Public ids of the runs that it started. */
  runs: string[];
  /** How many waiting flows it moved. */
  flows: number;
  /** Public ids of at most 100 of them: of runs, and of the customers of dialogs. Absent if there are none. */
  moved?: string[];
  /** Workflows that it did not start although it fits a trigger of theirs, and why. Absent if there are none. */
  not_started?: NotStarted[];
  error: Fault | null;
}

interface Fault {
  code: string;
  message: string;
}

interface NotStarted {
  workflow: string;
  error: Fault;
}

/** What the entry about a call says. */
type Told = Partial<Omit<CallOutcome, 'not_started'>> & { trigger_faults?: NotStarted[] };

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
      const { runs = [], flows = 0, moved, error = null, trigger_faults: faults } = data as Told;
      const not_started = faults?.map(({ workflow, error }) => ({ workflow, error }));
      const status = action === 'webhook.handled' ? 'handled' : 'failed';
      return [
        subjectId,
        { status, runs, flows, ...(moved && { moved }), ...(not_started && { not_started }), error },
      ];
    }),
  );
}
