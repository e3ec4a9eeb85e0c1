import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { operations } from '../operations/schema.ts';
import { methodVersions } from '../published/schema.ts';
import { workflows } from '../workflows/schema.ts';
import { blocking, ok, type ReadinessCheck } from './check.ts';

const v = alias(methodVersions, 'v');
const o = alias(operations, 'o');
const f = alias(workflows, 'f');

const findNewest = statement({
  name: 'readiness-methods',
  prepared: false,
  params: { projectId: v.projectId },
  columns: {
    slug: v.slug,
    name: v.name,
    version: v.version,
    target: as(types.text, sql`coalesce('operation ' || ${v.operation}, 'workflow ' || ${v.workflow})`),
    available: as(
      types.boolean,
      sql`CASE WHEN ${v.operation} IS NULL THEN ${f.slug} IS NOT NULL
        ELSE coalesce(${v.environment} = ANY (${o.environments}), false) END`,
    ),
  },
  query: (p, columns) => sql`
    SELECT DISTINCT ON (${v.slug}) ${columns} FROM ${methodVersions} AS ${v}
    LEFT JOIN ${operations} AS ${o} ON ${o.projectId} = ${v.projectId} AND ${o.slug} = ${v.operation}
    LEFT JOIN ${workflows} AS ${f}
      ON ${f.projectId} = ${v.projectId} AND ${f.slug} = ${v.workflow} AND ${f.deletedAt} IS NULL
    WHERE ${v.projectId} = ${p.projectId} AND ${v.retiredAt} IS NULL AND ${v.removedAt} IS NULL
    ORDER BY ${v.slug}, ${v.version} DESC`,
});

/**
 * Whether the newest version in force of each method can run. Its target cannot be deleted while the version is in force, but it
 * can lose the version's environment.
 */
export const methodsCallable: ReadinessCheck = async ({ database, projectId }) => {
  const methods = await findNewest.all(database, { projectId });
  return methods.map(({ slug, name, version, target, available }) => {
    const subject = { id: `method:${slug}`, title: `Method ${name}`, name };
    return available
      ? ok(subject, `Version ${version} has what it runs.`, 'method_works', { version })
      : blocking(
          subject,
          `Version ${version} accepts no calls: the ${target} is gone, or runs in its environment no more.`,
          `Restore the ${target}, or publish a version with another target, or retire this one.`,
          'method_gone',
          { version, target },
        );
  });
};
