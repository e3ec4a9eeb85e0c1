import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { jsonOf, oneOf } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { channelTypes } from '../content/content.ts';
import type { Surroundings } from '../scenario/position.ts';
import { channels, type Environment, identities, profiles } from '../schema.ts';
import type { JsonObject } from '../template/json.ts';
import { identityScope, profileScope } from './load.ts';
import { dialogs } from './schema.ts';

/** Reads of customers that change nothing and lock nothing. */

/** A customer as conditions read them, and the environment of their channel. */
export type Customer = Pick<Surroundings, 'state' | 'tags' | 'profile' | 'identity'> & {
  environment: Environment;
};

const i = alias(identities, 'i');
const c = alias(channels, 'c');
const p = alias(profiles, 'p');
const d = alias(dialogs, 'd');
const wanted = rowsOf('w', { projectId: i.projectId, identityId: i.id });

const read = statement({
  name: 'customers-read',
  params: { wanted },
  columns: {
    projectId: i.projectId,
    identityId: i.id,
    externalId: i.externalId,
    name: i.name,
    channelId: c.id,
    channelType: as(oneOf(...channelTypes), sql`${c.type}`),
    environment: c.environment,
    profileId: p.id,
    status: p.status,
    state: as(jsonOf<Record<string, string>>(), sql`${p.state}`),
    tags: p.tags,
    access: as(jsonOf<JsonObject>(), sql`${p.access}`),
    paidAccess: as(jsonOf<unknown[]>(), sql`${p.paidAccess}`),
  },
  // OFFSET 0 keeps each customer looked up by their keys.
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${given.wanted} CROSS JOIN LATERAL (
      SELECT * FROM ${identities} AS one
      WHERE one.project_id = ${wanted.at.projectId} AND one.id = ${wanted.at.identityId} OFFSET 0
    ) AS ${i}
    JOIN ${channels} AS ${c}
      ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL
    JOIN ${profiles} AS ${p} ON ${p.projectId} = ${i.projectId} AND ${p.id} = ${i.profileId}`,
});

/** Reads customers by their identities. @returns by project and identity, with a space between; without those that are gone */
export async function readCustomers(
  tx: Queryable,
  given: { projectId: string; identityId: string }[],
): Promise<Map<string, Customer>> {
  if (given.length === 0) return new Map();
  const rows = await read.all(tx, { wanted: given });
  return new Map(
    rows.map(({ projectId, identityId, environment, ...row }) => [
      `${projectId} ${identityId}`,
      {
        environment,
        state: row.state,
        tags: row.tags,
        profile: profileScope({ ...row, id: row.profileId }, row.name),
        identity: identityScope({ ...row, identityId }),
      },
    ]),
  );
}

const wantedProfiles = rowsOf('w', { projectId: i.projectId, profileId: i.profileId });

const findAccounts = statement({
  name: 'customers-accounts',
  params: { wanted: wantedProfiles },
  columns: {
    projectId: i.projectId,
    profileId: i.profileId,
    environment: c.environment,
    identityId: i.id,
  },
  query: (given, columns) => sql`
    SELECT DISTINCT ON (${i.projectId}, ${i.profileId}, ${c.environment}) ${columns} FROM ${given.wanted}
    JOIN ${identities} AS ${i}
      ON ${i.projectId} = ${wantedProfiles.at.projectId} AND ${i.profileId} = ${wantedProfiles.at.profileId}
    JOIN ${channels} AS ${c}
      ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL
    LEFT JOIN ${dialogs} AS ${d} ON ${d.projectId} = ${i.projectId} AND ${d.identityId} = ${i.id}
    ORDER BY ${i.projectId}, ${i.profileId}, ${c.environment}, ${d.updatedAt} DESC NULLS LAST, ${i.id} DESC`,
});

/** The accounts of profiles: of each environment the one whose dialog moved last. */
export async function accountsOf(
  tx: Queryable,
  given: { projectId: string; profileId: string }[],
): Promise<{ projectId: string; profileId: string; environment: Environment; identityId: string }[]> {
  return given.length === 0 ? [] : findAccounts.all(tx, { wanted: given });
}
