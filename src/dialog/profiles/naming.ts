import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { name, rowsOf } from '../../platform/sql-expressions.ts';
import { statement } from '../../platform/statement.ts';
import { system } from '../audit/entry.ts';
import { projectSettings } from '../project-settings/schema.ts';
import { identities, profiles } from '../schema.ts';
import { tellRenamed } from './identities.ts';

/** Customers without a name are called by what they have told: the key of their state that the customer fields name. */

const p = alias(profiles, 'p');
const i = alias(identities, 'i');
const s = alias(projectSettings, 's');
const told = rowsOf('told', { projectId: p.projectId, profileId: p.id });

/** The longest name of an account. */
const longestName = 255;

/** Profiles are locked before their accounts, and in the order of their keys, as by everybody else. */
const call = statement({
  name: 'profiles-name',
  params: { told },
  columns: { projectId: i.projectId, id: i.id },
  query: (given, columns) => sql`
    WITH held AS MATERIALIZED (
      SELECT ${p.projectId}, ${p.id}, called.name FROM ${given.told}
      JOIN ${profiles} AS ${p} ON ${p.projectId} = ${told.at.projectId} AND ${p.id} = ${told.at.profileId}
      JOIN ${projectSettings} AS ${s} ON ${s.projectId} = ${p.projectId}
      CROSS JOIN LATERAL (
        SELECT left(btrim(${p.state} ->> wanted.key), ${sql.raw(String(longestName))}) AS name
        FROM jsonb_array_elements_text(${s.settings} #> '{customers,name_keys}') WITH ORDINALITY AS wanted(key, place)
        WHERE btrim(${p.state} ->> wanted.key) <> '' ORDER BY wanted.place LIMIT 1
      ) AS called
      WHERE EXISTS (
        SELECT FROM ${identities} AS ${i}
        WHERE ${i.projectId} = ${p.projectId} AND ${i.profileId} = ${p.id} AND ${i.name} IS NULL)
      ORDER BY ${p.projectId}, ${p.id} FOR UPDATE OF ${p}
    )
    UPDATE ${identities} AS ${i} SET ${name(i.name)} = held.name FROM held
    WHERE ${i.projectId} = held.project_id AND ${i.profileId} = held.id AND ${i.name} IS NULL
    RETURNING ${columns}`,
});

/** Calls those of these customers by what they have told who have no name. Most have one, or have told none. */
export async function callByState(
  tx: Transaction,
  customers: { projectId: string; profileId: string }[],
): Promise<void> {
  if (customers.length === 0) return;
  for (const account of await call.all(tx, { told: customers }))
    await tellRenamed(tx, account, ['name'], system, null);
}
