import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { as, excluded, name } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { profiles } from '../schema.ts';
import { callByState } from './naming.ts';
import { profileRefills } from './schema.ts';

/** Profiles of one transaction. They are locked meanwhile. */
const atOnce = 500;

const r = alias(profileRefills, 'r');
const p = alias(profiles, 'p');

const begin = statement({
  name: 'profile-refill-later',
  prepared: false,
  params: { projectId: profileRefills.projectId },
  query: (given) => sql`
    INSERT INTO ${profileRefills} (${name(profileRefills.projectId)}) VALUES (${given.projectId})
    ON CONFLICT (${name(profileRefills.projectId)}) DO UPDATE SET
      ${name(profileRefills.after)} = ${excluded(profileRefills.after)},
      ${name(profileRefills.since)} = ${excluded(profileRefills.since)}`,
});

/**
 * Has the facets, cards and names of all profiles of a project written anew, by the next worker that has time. What changes in the meantime
 * is written by the triggers.
 */
export async function refillLater(tx: Queryable, projectId: string): Promise<void> {
  await begin.run(tx, { projectId });
}

/** A transaction that began before the settings were changed may still write by the old ones. */
const isDue = sql`${r.since} < now() - interval '2 seconds'`;

/** Whether there is a project to go on with. */
export const isRefillDue = sql`EXISTS (SELECT FROM ${profileRefills} AS ${r} WHERE ${isDue})`;

const take = statement({
  name: 'profile-refill-take',
  prepared: false,
  columns: { projectId: r.projectId, after: r.after },
  query: (_, columns) => sql`
    SELECT ${columns} FROM ${profileRefills} AS ${r} WHERE ${isDue}
    ORDER BY ${r.projectId} LIMIT 1 FOR UPDATE SKIP LOCKED`,
});

/** The same order of locks as that of everybody who changes several profiles: by their ids, and before their cards. */
const fill = statement({
  name: 'profile-refill',
  prepared: false,
  params: { projectId: p.projectId, after: p.id, most: types.int },
  columns: {
    last: as(orNull(types.text), sql`max(filled.id::text)`),
    ids: as(orNull(listOf(p.id)), sql`array_agg(filled.id)`),
    filled: as(types.bigint, sql`count(filled.card)`),
  },
  query: ({ projectId, after, most }, columns) => sql`
    WITH held AS MATERIALIZED (
      SELECT ${p} FROM ${profiles} AS ${p}
      WHERE ${p.projectId} = ${projectId} AND ${p.id} > ${after} ORDER BY ${p.id} LIMIT ${most} FOR UPDATE
    ), filled AS MATERIALIZED (
      SELECT (held.p).id,
        concat("dialog"."keep_facets"(held.p)::text, "dialog"."keep_card"((held.p).project_id, (held.p).id)::text) AS card
      FROM held
    )
    SELECT ${columns} FROM filled`,
});

const move = statement({
  name: 'profile-refill-move',
  prepared: false,
  params: { projectId: profileRefills.projectId, after: profileRefills.after },
  query: (given) => sql`
    UPDATE ${profileRefills} SET ${name(profileRefills.after)} = ${given.after}
    WHERE ${profileRefills.projectId} = ${given.projectId}`,
});

const end = statement({
  name: 'profile-refill-end',
  prepared: false,
  params: { projectId: profileRefills.projectId },
  query: (given) => sql`DELETE FROM ${profileRefills} WHERE ${profileRefills.projectId} = ${given.projectId}`,
});

/**
 * Takes one project some profiles further, in one transaction, so that a process that dies leaves off between two of them.
 * @returns whether there was anything to do
 */
export async function refillProfiles(database: Database): Promise<boolean> {
  return database.transaction(refillSome, { durable: false });
}

async function refillSome(tx: Transaction): Promise<boolean> {
  const taken = await take.first(tx);
  if (!taken) return false;
  const { projectId, after } = taken;
  const { last, ids, filled } = await fill.one(tx, { projectId, after, most: atOnce });
  await callByState(
    tx,
    (ids ?? []).map((profileId) => ({ projectId, profileId })),
  );
  if (last === null || filled < atOnce) await end.run(tx, { projectId });
  else await move.run(tx, { projectId, after: last });
  return true;
}

const findRefill = statement({
  name: 'profile-refill-find',
  prepared: false,
  params: { projectId: r.projectId },
  columns: { after: r.after },
  query: ({ projectId }, columns) =>
    sql`SELECT ${columns} FROM ${profileRefills} AS ${r} WHERE ${r.projectId} = ${projectId}`,
});

/** Whether profiles wait to be written anew. */
export async function isRefilling(database: Queryable, projectId: string): Promise<boolean> {
  return (await findRefill.first(database, { projectId })) !== undefined;
}
