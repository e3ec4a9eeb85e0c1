import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId, showId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { type AuditEntry, writeAudit } from '../audit/entry.ts';
import { type Environment, identities, profiles } from '../schema.ts';
import type { PersonWriting } from './change.ts';
import type { HeldProfile } from './holding.ts';

/** Many accounts and profiles at once, for a file of customers. */

const i = alias(identities, 'i');
const p = alias(profiles, 'p');

const findMany = statement({
  name: 'identities-find',
  prepared: false,
  params: { projectId: i.projectId, channelId: i.channelId, externalIds: listOf(i.externalId) },
  columns: { id: i.id, externalId: i.externalId, profileId: i.profileId },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    WHERE ${i.projectId} = ${given.projectId} AND ${i.channelId} = ${given.channelId}
      AND ${i.externalId} = ANY (${given.externalIds})`,
});

/** An account in a channel, and whose it is. */
export interface FoundAccount {
  id: string;
  externalId: string;
  profileId: string;
}

/** The accounts of a channel with these external ids; those that do not exist are left out. */
export function accountsOf(
  database: Queryable,
  place: { projectId: string; channelId: string },
  externalIds: readonly string[],
): Promise<FoundAccount[]> {
  return findMany.all(database, { ...place, externalIds });
}

const wanted = rowsOf('w', {
  id: identities.id,
  externalId: identities.externalId,
  name: identities.name,
  profileId: identities.profileId,
});

const added = alias(identities, 'a');

const makeMany = statement({
  name: 'identities-make',
  prepared: false,
  params: { projectId: identities.projectId, channelId: identities.channelId, wanted },
  columns: { id: added.id, profileId: added.profileId, externalId: added.externalId },
  query: (given, columns) => sql`
    WITH made AS (
      INSERT INTO ${identities} (${names(identities.projectId, identities.id, identities.channelId, identities.externalId, identities.name, identities.profileId)})
      SELECT ${given.projectId}, ${wanted.at.id}, ${given.channelId}, ${wanted.at.externalId}, ${wanted.at.name}, ${wanted.at.profileId}
      FROM ${given.wanted} ORDER BY ${wanted.at.externalId}
      ON CONFLICT ON CONSTRAINT identities_external_id DO NOTHING
      RETURNING *
    ), theirs AS (
      INSERT INTO ${profiles} (${names(profiles.projectId, profiles.id)})
      SELECT project_id, profile_id FROM made
    )
    SELECT ${columns} FROM made AS ${added}`,
});

/** Where accounts are made. */
export interface AccountsPlace {
  projectId: string;
  channelId: string;
  environment: Environment;
}

/**
 * Makes accounts, each with a profile of its own, and writes the audit entry of each, as `ensureIdentity` does for one.
 * @returns those that were made: another transaction may have been first
 */
export async function makeAccounts(
  tx: Transaction,
  { projectId, channelId, environment }: AccountsPlace,
  accounts: readonly { externalId: string; name: string | null }[],
  { actor, requestId }: Pick<PersonWriting, 'actor' | 'requestId'>,
): Promise<FoundAccount[]> {
  if (accounts.length === 0) return [];
  const made = await makeMany.all(tx, {
    ...{ projectId, channelId },
    wanted: accounts.map((account) => ({ ...account, id: newId(), profileId: newId() })),
  });
  const entries = made.map(
    ({ id, profileId }): AuditEntry => ({
      ...{ projectId, actor, requestId, environment },
      action: 'identity.created',
      subject: { type: 'identity', id: showId('identity', id) },
      identityId: id,
      data: { profile_id: showId('profile', profileId), channel_id: showId('channel', channelId) },
    }),
  );
  await writeAudit(tx, ...entries);
  return made;
}

const next = rowsOf('r', { id: p.id, status: p.status, state: types.jsonText, tags: types.jsonText });

const replaceMany = statement({
  name: 'profiles-replace',
  prepared: false,
  params: { projectId: p.projectId, next },
  query: (given) => sql`
    UPDATE ${profiles} AS ${p} SET
      ${name(p.status)} = ${next.at.status}, ${name(p.state)} = ${next.at.state},
      ${name(p.tags)} = ARRAY(SELECT json_array_elements_text(${next.at.tags})),
      ${name(p.updatedAt)} = clock_timestamp()
    FROM ${given.next} WHERE ${p.projectId} = ${given.projectId} AND ${p.id} = ${next.at.id}`,
});

/** A profile that is held, and what of it changes. */
export interface Replaced {
  before: Pick<HeldProfile, 'id' | 'tags'>;
  /** All of them are stored; `fields` says which are others than before. */
  after: Pick<HeldProfile, 'status' | 'state' | 'tags'>;
  fields: readonly string[];
  /** The keys of the state whose values change. */
  stateKeys: readonly string[];
}

/** As many names as an audit entry lists, and the longest of them. */
const mostListed = 100;
const longestListed = 100;

/** Stores fields of profiles that the transaction holds, with an audit entry for each, as a change of one has it. */
export async function replaceProfiles(
  tx: Transaction,
  { projectId, actor, requestId }: PersonWriting,
  replaced: readonly Replaced[],
): Promise<void> {
  if (replaced.length === 0) return;
  await replaceMany.run(tx, {
    projectId,
    next: replaced.map(({ before, after }) => ({
      ...{ id: before.id, status: after.status, state: after.state },
      tags: JSON.stringify(after.tags),
    })),
  });
  const listed = (name: string, all: readonly string[]) =>
    all.length === 0 ? {} : { [name]: all.slice(0, mostListed) };
  const entries = replaced.map(
    ({ before, after, fields, stateKeys }): AuditEntry => ({
      ...{ projectId, actor, requestId },
      action: 'profile.updated',
      subject: { type: 'profile', id: showId('profile', before.id) },
      data: {
        fields,
        ...listed(
          'state',
          stateKeys.filter((key) => [...key].length <= longestListed),
        ),
        ...listed(
          'tags_added',
          after.tags.filter((tag) => !before.tags.includes(tag)),
        ),
        ...listed(
          'tags_removed',
          before.tags.filter((tag) => !after.tags.includes(tag)),
        ),
      },
    }),
  );
  await writeAudit(tx, ...entries);
}
