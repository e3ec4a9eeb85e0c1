import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId, noId, showId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { as, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { type Actor, type AuditEntry, writeAudit } from '../audit/entry.ts';
import { channels, type Environment, identities, profiles } from '../schema.ts';

/** An id that no identity has. It allows looking up a write by its key before the identity is reported as missing. */
export const noIdentity = noId;

export interface NewIdentity {
  projectId: string;
  channelId: string;
  /** The customer's id in the channel, 1 to 255 code points. */
  externalId: string;
  name: string | null;
}

const i = identities;
const found = { id: i.id, profileId: i.profileId };

const findIdentity = statement({
  name: 'identity-find',
  params: { projectId: i.projectId, channelId: i.channelId, externalId: i.externalId },
  columns: found,
  query: (p) =>
    build
      .select(found)
      .from(identities)
      .where(and(eq(i.projectId, p.projectId), eq(i.channelId, p.channelId), eq(i.externalId, p.externalId))),
});

const makeIdentity = statement({
  name: 'identity-make',
  params: {
    projectId: i.projectId,
    id: i.id,
    channelId: i.channelId,
    externalId: i.externalId,
    name: i.name,
    profileId: i.profileId,
  },
  columns: (p) => ({
    environment: as(
      orNull(channels.environment),
      sql`(SELECT ${channels.environment} FROM ${channels}
        WHERE ${channels.projectId} = ${p.projectId} AND ${channels.id} = ${p.channelId})`,
    ),
  }),
  query: (p, columns) => sql`
    WITH made AS (
      INSERT INTO ${identities} (${names(i.projectId, i.id, i.channelId, i.externalId, i.name, i.profileId)})
      VALUES (${p.projectId}, ${p.id}, ${p.channelId}, ${p.externalId}, ${p.name}, ${p.profileId})
      ON CONFLICT ON CONSTRAINT identities_external_id DO NOTHING
      RETURNING ${names(i.projectId, i.profileId)}
    )
    INSERT INTO ${profiles} (${names(profiles.projectId, profiles.id)})
    SELECT ${names(i.projectId, i.profileId)} FROM made
    RETURNING ${columns}`,
});

const isThere = statement({
  name: 'identity-is',
  prepared: false,
  params: { projectId: i.projectId, id: i.id },
  query: (p) =>
    build
      .select({ id: i.id })
      .from(identities)
      .where(and(eq(i.projectId, p.projectId), eq(i.id, p.id))),
});

const findEnvironment = statement({
  name: 'identity-environment',
  prepared: false,
  params: { projectId: i.projectId, id: i.id },
  columns: { environment: channels.environment },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${identities}
    JOIN ${channels} ON ${channels.projectId} = ${i.projectId} AND ${channels.id} = ${i.channelId}
    WHERE ${i.projectId} = ${p.projectId} AND ${i.id} = ${p.id} AND ${channels.deletedAt} IS NULL`,
});

/** The environment of an identity's channel; undefined if there is no such identity, or its channel was deleted. */
export async function environmentOfIdentity(
  tx: Queryable,
  projectId: string,
  id: string,
): Promise<Environment | undefined> {
  return (await findEnvironment.first(tx, { projectId, id }))?.environment;
}

const r = alias(identities, 'r');

const rename = statement({
  name: 'identity-rename',
  prepared: false,
  params: { projectId: i.projectId, id: i.id, externalId: i.externalId, name: i.name },
  query: ({ projectId, id, externalId, name: called }) => sql`
    UPDATE ${identities} AS ${r} SET ${name(i.externalId)} = ${externalId}, ${name(i.name)} = coalesce(${called}, ${r.name})
    WHERE ${r.projectId} = ${projectId} AND ${r.id} = ${id} AND NOT EXISTS (
      SELECT 1 FROM ${identities} WHERE ${i.projectId} = ${projectId} AND ${i.channelId} = ${r.channelId}
        AND ${i.externalId} = ${externalId})`,
});

/**
 * Gives an identity another id in its channel, when that has learned who the customer is.
 * @param given.name null keeps it
 * @returns false if another identity has that id by now
 */
export async function renameIdentity(
  tx: Transaction,
  given: { projectId: string; id: string; externalId: string; name: string | null },
  actor: Actor,
  requestId: string | null,
): Promise<boolean> {
  if ((await rename.run(tx, given)) === 0) return false;
  await tellRenamed(tx, given, ['external_id', ...(given.name === null ? [] : ['name'])], actor, requestId);
  return true;
}

const call = statement({
  name: 'identity-call',
  prepared: false,
  params: { projectId: i.projectId, id: i.id, name: types.text },
  query: ({ projectId, id, name: called }) => sql`
    UPDATE ${identities} AS ${r} SET ${name(i.name)} = ${called}
    WHERE ${r.projectId} = ${projectId} AND ${r.id} = ${id} AND ${r.name} IS DISTINCT FROM ${called}`,
});

/** Calls a customer by another name in a channel, if they have not that name already. */
export async function callIdentity(
  tx: Transaction,
  given: { projectId: string; id: string; name: string },
  actor: Actor,
  requestId: string | null,
): Promise<void> {
  if ((await call.run(tx, given)) > 0) await tellRenamed(tx, given, ['name'], actor, requestId);
}

const callAll = statement({
  name: 'customer-call',
  prepared: false,
  params: { projectId: i.projectId, profileId: i.profileId, name: i.name },
  columns: { id: r.id },
  query: ({ projectId, profileId, name: called }, columns) => sql`
    UPDATE ${identities} AS ${r} SET ${name(i.name)} = ${called}
    WHERE ${r.projectId} = ${projectId} AND ${r.profileId} = ${profileId} AND ${r.name} IS DISTINCT FROM ${called}
    RETURNING ${columns}`,
});

/** Calls a customer, whose profile is held, by another name in all their channels. @param given.name null: by none */
export async function callCustomer(
  tx: Transaction,
  given: { projectId: string; profileId: string; name: string | null },
  actor: Actor,
  requestId: string | null,
): Promise<void> {
  const { projectId } = given;
  for (const { id } of await callAll.all(tx, given))
    await tellRenamed(tx, { projectId, id }, ['name'], actor, requestId);
}

/** Notes that an account is called otherwise. The names themselves are not on record: they go with the customer. */
export const tellRenamed = (
  tx: Transaction,
  { projectId, id }: { projectId: string; id: string },
  fields: string[],
  actor: Actor,
  requestId: string | null,
): Promise<void> =>
  writeAudit(tx, {
    projectId,
    actor,
    action: 'identity.renamed',
    subject: { type: 'identity', id: showId('identity', id) },
    requestId,
    identityId: id,
    data: { fields },
  });

/** The identity of a customer in a channel; undefined if there is none. */
export async function identityOf(
  tx: Queryable,
  place: { projectId: string; channelId: string; externalId: string },
): Promise<string | undefined> {
  return (await findIdentity.first(tx, place))?.id;
}

/** The identity of a customer in a channel and the profile that has it; undefined if there is none. */
export async function accountOf(
  tx: Queryable,
  { projectId, channelId, externalId }: { projectId: string; channelId: string; externalId: string },
): Promise<{ identityId: string; profileId: string } | undefined> {
  const row = await findIdentity.first(tx, { projectId, channelId, externalId });
  return row && { identityId: row.id, profileId: row.profileId };
}

/** Whether a project has this identity, including those of deleted channels. */
export async function isIdentity(tx: Queryable, projectId: string, id: string): Promise<boolean> {
  return (await isThere.run(tx, { projectId, id })) > 0;
}

/**
 * The identity of a customer in a channel. A new one is created with its own profile. The same pair always gives the same
 * identity, even if it is created twice at the same time.
 */
export async function ensureIdentity(
  tx: Transaction,
  wanted: NewIdentity,
  actor: Actor,
  requestId: string | null,
): Promise<{ id: string; profileId: string }> {
  const { projectId, channelId, externalId, name } = wanted;
  const key = { projectId, channelId, externalId };
  const known = await findIdentity.first(tx, key);
  if (known) return known;

  const id = newId();
  const profileId = newId();
  const made = await makeIdentity.first(tx, { ...key, id, name, profileId });
  // Without a row, another transaction was first and has committed: a new statement sees its row.
  if (!made) return findIdentity.one(tx, key);
  const { environment } = made;
  await writeAudit(tx, createdEntry({ projectId, id, profileId, channelId, environment }, actor, requestId));
  return { id, profileId };
}

function createdEntry(
  {
    projectId,
    id,
    profileId,
    channelId,
    environment,
  }: { environment: Environment | null } & Record<'projectId' | 'id' | 'profileId' | 'channelId', string>,
  actor: Actor,
  requestId: string | null,
): AuditEntry {
  return {
    projectId,
    actor,
    action: 'identity.created',
    subject: { type: 'identity', id: showId('identity', id) },
    environment,
    requestId,
    identityId: id,
    data: { profile_id: showId('profile', profileId), channel_id: showId('channel', channelId) },
  };
}

const wanted = rowsOf('w', {
  projectId: i.projectId,
  id: i.id,
  channelId: i.channelId,
  externalId: i.externalId,
  name: i.name,
  profileId: i.profileId,
  isTrial: types.boolean,
});
const { at: w } = wanted;
const c = alias(channels, 'c');

/** In the order of their keys, so that two transactions which make the same customers at once wait for each other and not in a circle. */
const makeSeveral = statement({
  name: 'identities-make-named',
  params: { wanted },
  columns: { id: as(i.id, sql`made.id`), environment: c.environment },
  query: (p, columns) => sql`
    WITH made AS (
      INSERT INTO ${identities} (${names(i.projectId, i.id, i.channelId, i.externalId, i.name, i.profileId)})
      SELECT ${w.projectId}, ${w.id}, ${w.channelId}, ${w.externalId}, ${w.name}, ${w.profileId}
      FROM ${p.wanted}
      JOIN ${channels} AS ${c}
        ON ${c.projectId} = ${w.projectId} AND ${c.id} = ${w.channelId} AND ${c.deletedAt} IS NULL
          AND (NOT ${w.isTrial} OR ${c.environment} = 'sandbox')
      ORDER BY ${w.projectId}, ${w.channelId}, ${w.externalId}
      ON CONFLICT ON CONSTRAINT identities_external_id DO NOTHING
      RETURNING ${names(i.projectId, i.id, i.channelId, i.profileId)}
    ), own AS (
      INSERT INTO ${profiles} (${names(profiles.projectId, profiles.id)})
      SELECT ${names(i.projectId, i.profileId)} FROM made
    )
    SELECT ${columns} FROM made
    JOIN ${channels} AS ${c} ON ${c.projectId} = made.project_id AND ${c.id} = made.channel_id`,
});

/**
 * Makes those of some identities that are not there yet, each with its own profile. Whoever made one at the same time has made the
 * only one. Nothing is made in a channel that the project has not, and for
 * a flow in the sandbox (`isTrial`) nothing in a live one.
 * @returns the entries for the audit log
 */
export async function makeIdentities(
  tx: Transaction,
  given: readonly (NewIdentity & { actor: Actor; requestId: string | null; isTrial: boolean })[],
): Promise<AuditEntry[]> {
  if (given.length === 0) return [];
  const rows = given.map((one) => ({ ...one, id: newId(), profileId: newId() }));
  const made = new Map(
    (await makeSeveral.all(tx, { wanted: rows })).map(({ id, environment }) => [id, environment]),
  );
  return rows.flatMap((row) => {
    const environment = made.get(row.id);
    return environment === undefined ? [] : createdEntry({ ...row, environment }, row.actor, row.requestId);
  });
}
