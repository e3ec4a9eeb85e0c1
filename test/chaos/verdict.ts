import type { Evidence, Verdict } from './evidence.ts';
import { judgeDialogs } from './verdict/dialogs.ts';
import { judgeJobs } from './verdict/jobs.ts';
import { judgeFigures, judgePoller } from './verdict/log.ts';
import { judgeMessages } from './verdict/messages.ts';
import { judgeRuns } from './verdict/runs.ts';

/** Compares the guarantees with the logs of the outside world and with the database. */
export function judge(evidence: Evidence): Verdict {
  const verdicts = [judgeMessages, judgeJobs, judgeDialogs, judgeRuns, judgePoller, judgeFigures].map(
    (part) => part(evidence),
  );
  return {
    counts: verdicts.flatMap(({ counts }) => counts),
    violations: verdicts.flatMap(({ violations }) => violations),
  };
}
