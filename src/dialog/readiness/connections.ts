import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { connections } from '../connections/schema.ts';
import { operations } from '../operations/schema.ts';
import { blocking, ok, type ReadinessCheck, warning } from './check.ts';

const testedForDays = 30;

const c = alias(connections, 'c');
const o = alias(operations, 'o');

const findUsed = statement({
  name: 'readiness-connections',
  prepared: false,
  params: { projectId: c.projectId, days: types.int },
  columns: (p) => ({
    slug: c.slug,
    name: c.name,
    operations: as(listOf(types.text), sql`array_agg(${o.slug} ORDER BY ${o.slug})`),
    test: c.lastTest,
    isRecent: as(
      types.boolean,
      sql`coalesce((${c.lastTest} ->> 'at')::timestamptz > now() - make_interval(days => ${p.days}), false)`,
    ),
  }),
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${connections} AS ${c}
    JOIN ${operations} AS ${o}
      ON ${o.projectId} = ${c.projectId} AND ${o.connectionId} = ${c.id} AND 'live' = ANY (${o.environments})
    WHERE ${c.projectId} = ${p.projectId} GROUP BY ${c.projectId}, ${c.id} ORDER BY ${c.slug}`,
});

/** Whether the systems that live operations call have recently answered a test. */
export const connectionsTested: ReadinessCheck = async ({ database, projectId }) => {
  const found = await findUsed.all(database, { projectId, days: testedForDays });
  return found.map(({ slug, name, operations, test, isRecent }) => {
    const subject = { id: `connection:${slug}`, title: `Connection ${name}`, name };
    const used = { operations: operations.slice(0, 5).join(', ') };
    const users = `It is used live by ${operations.slice(0, 5).join(', ')}${operations.length > 5 ? ' and others' : ''}.`;
    if (!test)
      return warning(
        subject,
        `${users} As it is set up now it was not tested.`,
        'Test the connection.',
        'connection_untested',
        used,
      );
    if (!test.ok) {
      return blocking(
        subject,
        `${users} Its last test failed. ${test.detail}`,
        'Correct the connection, and test it again.',
        'connection_fails',
        { ...used, reason: test.detail },
      );
    }
    if (!isRecent) {
      const detail = `${users} Its last test was more than ${testedForDays} days ago.`;
      return warning(subject, detail, 'Test the connection.', 'connection_tested_long_ago', {
        ...used,
        days: testedForDays,
      });
    }
    return ok(subject, `${users} Its last test went well.`, 'connection_works', used);
  });
};
