import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { Vault } from '../../platform/secrets.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { channels, identities } from '../schema.ts';
import type { Writing } from './channel-type.ts';
import { openSecrets } from './secrets.ts';
import { channelTypeByName } from './types.ts';

/** Less than for how long a channel shows it, so that it does not flicker while somebody repeats it. */
const showEveryMs = 3000;

const i = alias(identities, 'i');
const c = alias(channels, 'c');

const findReader = statement({
  name: 'typing-reader',
  prepared: false,
  params: { projectId: i.projectId, identityId: i.id },
  columns: {
    projectId: i.projectId,
    identityId: i.id,
    profileId: i.profileId,
    externalId: i.externalId,
    channelId: c.id,
    type: c.type,
    environment: c.environment,
    settings: c.settings,
    secrets: c.secrets,
  },
  query: ({ projectId, identityId }, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL
    WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId}`,
});

/** The account of a customer to whom somebody writes, with its channel. */
export type Reader = ResultOf<typeof findReader>;

/** @returns undefined if there is no such account, or its channel was deleted */
export const readerOf = (
  database: Queryable,
  projectId: string,
  identityId: string,
): Promise<Reader | undefined> => findReader.first(database, { projectId, identityId });

interface ShowingParts {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  limiter: RateLimiter;
}

/**
 * Shows a customer that a person types, if the channel can. Nothing leaves the sandbox. The other side hears it no more often than it has
 * to, however many people say it at however many processes. Whatever becomes of it, nobody has to know, so it never throws for the other side.
 * @param person as customers see them
 * @param ms for how long, if the channel shows it for so long
 */
export async function showTyping(
  { database, vault, http, limiter }: ShowingParts,
  { projectId, identityId, externalId, channelId, type, environment, settings, secrets }: Reader,
  person: Pick<Writing, 'name' | 'picture'>,
  ms: number,
): Promise<void> {
  const { typing, inside } = channelTypeByName[type];
  if (!typing || (environment !== 'live' && !inside)) return;
  if ((await limiter.hit(`typing:${identityId}`, showEveryMs)).count > 1) return;
  const writing = {
    ...{ projectId, identityId: showId('identity', identityId), externalId, author: 'operator' as const },
    ...{ ...person, settings, secrets: openSecrets(vault, channelId, secrets) },
  };
  await typing.show(writing, Math.min(ms, typing.longestMs), { http, database }).catch(() => {});
}
