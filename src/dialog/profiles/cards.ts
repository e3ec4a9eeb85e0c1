import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { as, name, outer, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { identities, profiles } from '../schema.ts';
import { profileCards } from './schema.ts';

const i = alias(identities, 'i');
const c = alias(profileCards, 'c');
const p = alias(profiles, 'p');
const heard = rowsOf('h', { projectId: i.projectId, identityId: i.id, at: types.instant });

/**
 * A card that a merge holds is left out, because whoever merges waits for no one who has several cards: the merge itself reads when the
 * accounts were last heard.
 */
const note = statement({
  name: 'profiles-active',
  params: { heard },
  query: (given) => sql`
    UPDATE ${profileCards} AS ${c} SET ${name(c.activeAt)} = held.at
    FROM (
      SELECT ${c.projectId}, ${c.profileId}, spoken.at FROM (
        SELECT ${i.projectId}, ${i.profileId}, max(${heard.at.at}) AS at
        FROM ${given.heard} JOIN ${identities} AS ${i} ON ${i.projectId} = ${heard.at.projectId} AND ${i.id} = ${heard.at.identityId}
        GROUP BY ${i.projectId}, ${i.profileId}
      ) AS spoken
      JOIN ${profileCards} AS ${c} ON ${c.projectId} = spoken.project_id AND ${c.profileId} = spoken.profile_id
      WHERE ${c.activeAt} < spoken.at
      FOR UPDATE OF ${c} SKIP LOCKED
    ) AS held
    WHERE ${c.projectId} = held.project_id AND ${c.profileId} = held.profile_id`,
});

/** Notes when customers said something. @param spoken may name a customer several times */
export async function noteActivity(
  tx: Transaction,
  spoken: { projectId: string; identityId: string; at: Date }[],
): Promise<void> {
  if (spoken.length > 0) await note.run(tx, { heard: spoken });
}

const find = statement({
  name: 'profile-card',
  prepared: false,
  params: { projectId: p.projectId, profileId: p.id },
  columns: {
    name: outer(c.name),
    activeAt: as(types.instant, sql`coalesce(${c.activeAt}, ${p.createdAt})`),
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${profiles} AS ${p}
    LEFT JOIN ${profileCards} AS ${c} ON ${c.projectId} = ${p.projectId} AND ${c.profileId} = ${p.id}
    WHERE ${p.projectId} = ${given.projectId} AND ${p.id} = ${given.profileId}`,
});

/** The name of a customer, and when they last said something. */
export async function readCard(
  database: Queryable,
  projectId: string,
  profileId: string,
): Promise<{ name: string | null; activeAt: Date }> {
  return (await find.first(database, { projectId, profileId })) ?? { name: null, activeAt: new Date(0) };
}
