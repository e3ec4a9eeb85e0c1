import { sql } from 'drizzle-orm';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import { count, ok, type ReadinessCheck, warning } from './check.ts';

const subject = { id: 'unsettled', title: 'Unknown outcomes' };

const mostCounted = 1000;

const countUnsettled = statement({
  name: 'readiness-unsettled',
  prepared: false,
  params: { projectId: tasks.projectId },
  columns: { n: as(types.int, sql`count(*)::int`) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM (
      SELECT 1 FROM ${tasks} WHERE ${tasks.projectId} = ${p.projectId} AND ${tasks.state} = 'unknown'
      LIMIT ${mostCounted + 1}) AS t`,
});

/** Whether there are outcomes that nobody knows. */
export const outcomesSettled: ReadinessCheck = async ({ database, projectId }) => {
  const { n } = await countUnsettled.one(database, { projectId });
  if (n === 0) return [ok(subject, 'Of everything that has ended it is known how.', 'outcomes_known')];
  const many = n > mostCounted ? `more than ${mostCounted} records` : count(n, 'record');
  return [
    warning(
      subject,
      `Of ${many} nobody knows the outcome.`,
      'Find out what happened, and settle each of them at /unsettled.',
      'outcomes_unknown',
      { count: Math.min(n, mostCounted), is_more: n > mostCounted ? 'yes' : 'no' },
    ),
  ];
};
