import { count, ok, type ReadinessCheck, rowsOf, warning } from './check.ts';

const subject = { id: 'unsettled', title: 'Unknown outcomes' };

const mostCounted = 1000;

/** Whether anything ended without anybody knowing how. */
export const outcomesSettled: ReadinessCheck = async (scene) => {
  const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
    scene,
    `SELECT count(*)::int AS n FROM (
       SELECT 1 FROM dialog.tasks WHERE project_id = $1 AND state = 'unknown' LIMIT ${mostCounted + 1}) AS t`,
  );
  if (n === 0) return [ok(subject, 'Of everything that has ended it is known how.')];
  const many = n > mostCounted ? `more than ${mostCounted} records` : count(n, 'record');
  return [
    warning(
      subject,
      `Of ${many} nobody knows the outcome.`,
      'Find out what happened, and settle each of them.',
    ),
  ];
};
