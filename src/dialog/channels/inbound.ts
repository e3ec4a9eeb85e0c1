import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { Vault } from '../../platform/secrets.ts';
import { statement } from '../../platform/statement.ts';
import type { ChannelTypeName } from '../content/content.ts';
import { tooManyWrong } from '../gate/wrong-keys.ts';
import { channels, type Environment, projects } from '../schema.ts';
import { openSecrets } from './secrets.ts';

/** A channel that was called from outside, found by its public id. */
export interface CalledChannel {
  projectId: string;
  id: string;
  name: string;
  type: ChannelTypeName;
  environment: Environment;
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

const c = alias(channels, 'c');
const p = alias(projects, 'p');

const findByType = statement({
  name: 'channel-called',
  params: { id: c.id, type: c.type },
  columns: {
    projectId: c.projectId,
    name: c.name,
    environment: c.environment,
    settings: c.settings,
    secrets: c.secrets,
  },
  query: ({ id, type }, columns) => sql`
    SELECT ${columns} FROM ${channels} AS ${c}
    JOIN ${projects} AS ${p} ON ${p.id} = ${c.projectId} AND ${p.deletedAt} IS NULL
    WHERE ${c.id} = ${id} AND ${c.type} = ${type} AND ${c.deletedAt} IS NULL`,
});

/** Finds a channel of a type by the id in the path; undefined if there is none. */
export async function findCalled(
  database: Database,
  vault: Vault,
  publicId: string,
  type: ChannelTypeName,
): Promise<CalledChannel | undefined> {
  const id = readId('channel', publicId);
  if (!id) return undefined;
  const row = await findByType.first(database, { id, type });
  return (
    row && {
      projectId: row.projectId,
      id,
      name: row.name,
      type,
      environment: row.environment,
      settings: row.settings,
      secrets: openSecrets(vault, id, row.secrets),
    }
  );
}

/**
 * The answer to a call without a valid proof. It is the same for a channel that does not exist, so that guessing finds
 * neither. Wrong calls are counted by address, like wrong keys.
 */
export async function wrongCall(limiter: RateLimiter, address: string): Promise<Problem> {
  return (
    (await tooManyWrong(limiter, address)) ??
    new Problem(401, 'invalid_signature', 'The signature is missing, wrong, or older than 5 minutes.')
  );
}
