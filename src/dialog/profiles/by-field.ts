import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { projectSettings } from '../project-settings/schema.ts';
import { profiles } from '../schema.ts';
import { profileFacets } from './schema.ts';

/** Which customers have a value in a field of their state. */

const p = alias(profiles, 'p');
const f = alias(profileFacets, 'f');
const s = alias(projectSettings, 's');
const wanted = rowsOf('w', { projectId: p.projectId, field: types.text, value: types.text });
const { at: w } = wanted;

/** A facet says that some field has the value, and is cut; so the profile itself is looked at as well. */
const find = statement({
  name: 'profiles-by-field',
  params: { wanted },
  columns: {
    n: wanted.n,
    isListed: as(types.boolean, sql`sought.kind IS NOT NULL`),
    profileId: as(orNull(p.id), sql`found.id`),
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${given.wanted}
    LEFT JOIN ${projectSettings} AS ${s} ON ${s.projectId} = ${w.projectId}
    CROSS JOIN LATERAL (SELECT ${s.settings} -> 'customers' AS named) AS of_project
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN of_project.named -> 'phone_keys' ? ${w.field} THEN 'phone'
        WHEN of_project.named -> 'mail_keys' ? ${w.field} THEN 'mail'
        WHEN of_project.named -> 'filter_keys' ? ${w.field} THEN 'state'
      END AS kind
    ) AS sought
    CROSS JOIN LATERAL (
      SELECT CASE sought.kind
        WHEN 'phone' THEN "dialog"."phone_digits"(left(${w.value}, 100), of_project.named ->> 'country_code', of_project.named ->> 'trunk_prefix')
        WHEN 'mail' THEN lower(btrim(${w.value}))
        ELSE ${w.value}
      END AS value
    ) AS meant
    LEFT JOIN LATERAL (
      SELECT ${p.id} FROM ${profileFacets} AS ${f}
      JOIN ${profiles} AS ${p} ON ${p.projectId} = ${f.projectId} AND ${p.id} = ${f.profileId}
      WHERE ${f.projectId} = ${w.projectId} AND ${f.facet} = CASE sought.kind
        WHEN 'state' THEN 'state:' || ${w.field} || '=' || left(meant.value, 200)
        ELSE sought.kind || ':' || meant.value
      END AND CASE sought.kind
        WHEN 'phone' THEN "dialog"."phone_digits"(left(${p.state} ->> ${w.field}, 100), of_project.named ->> 'country_code', of_project.named ->> 'trunk_prefix')
        WHEN 'mail' THEN lower(btrim(${p.state} ->> ${w.field}))
        ELSE ${p.state} ->> ${w.field}
      END = meant.value
      ORDER BY ${f.profileId} LIMIT 2
    ) AS found ON true`,
});

/** Who has a value in a field. */
export interface ByField {
  /** Whether the settings of the project name the field among those by which customers are found. */
  isListed: boolean;
  /** At most two: then it is not known who is meant. */
  profileIds: string[];
}

/**
 * Finds customers by a field of their state that the settings of the project name: phone numbers and mail addresses however they are
 * written, other fields by exactly that value. @returns each in the same order
 */
export async function profilesByField(
  tx: Queryable,
  given: readonly { projectId: string; field: string; value: string }[],
): Promise<ByField[]> {
  const found = given.map((): ByField => ({ isListed: false, profileIds: [] }));
  if (given.length === 0) return found;
  for (const { n, isListed, profileId } of await find.all(tx, { wanted: [...given] })) {
    const one = found[n - 1]!;
    one.isListed = isListed;
    if (profileId !== null) one.profileIds.push(profileId);
  }
  return found;
}
