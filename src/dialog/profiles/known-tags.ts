import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, value } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { search } from '../../platform/statement.ts';
import { facetOf } from './facets.ts';
import { profileFacets } from './schema.ts';

const f = alias(profileFacets, 'f');

/**
 * The tags that customers of a project have, by the order of their letters. Each is one step along the index of facets, however many
 * customers have it. Of a long tag its first 200 characters are there.
 * @param begin with what they begin
 */
export async function knownTags(
  database: Queryable,
  projectId: string,
  begin: string,
  most: number,
): Promise<string[]> {
  const first = facetOf.tag(begin);
  const step = (after: ReturnType<typeof sql>) => sql`
    SELECT ${f.facet} AS facet FROM ${profileFacets} AS ${f}
    WHERE ${f.projectId} = ${value(f.projectId, projectId)} AND ${after} AND starts_with(${f.facet}, ${value(types.text, first)})
    ORDER BY ${f.facet} LIMIT 1`;
  const rows = await search(
    database,
    { facet: as(types.text, sql`found.facet`) },
    (list) => sql`
      WITH RECURSIVE found (facet, n) AS (
        (SELECT facet, 1 FROM (${step(sql`${f.facet} >= ${value(types.text, first)}`)}) AS begun)
        UNION ALL
        SELECT next.facet, n + 1 FROM found CROSS JOIN LATERAL (${step(sql`${f.facet} > found.facet`)}) AS next
        WHERE n < ${most})
      SELECT ${list} FROM found ORDER BY n`,
  );
  return rows.map(({ facet }) => facet.slice(facetOf.tag('').length));
}
