import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { Vault } from '../../platform/secrets.ts';
import { tooManyWrong } from '../gate/wrong-keys.ts';
import type { ChannelTypeName } from '../messages/content.ts';
import type { Environment } from '../schema.ts';
import { openSecrets } from './secrets.ts';

/** A channel that is called from outside, found by its public id alone. */
export interface CalledChannel {
  projectId: string;
  id: string;
  name: string;
  type: ChannelTypeName;
  environment: Environment;
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

/** Finds a channel of a type by the id in the path; undefined where there is none. */
export async function findCalled(
  database: Database,
  vault: Vault,
  publicId: string,
  type: ChannelTypeName,
): Promise<CalledChannel | undefined> {
  const id = readId('channel', publicId);
  if (!id) return undefined;
  const { rows } = await database.query<{
    project_id: string;
    name: string;
    environment: Environment;
    settings: Record<string, unknown>;
    secrets: string;
  }>({
    name: 'channel-called',
    text: `SELECT c.project_id, c.name, c.environment, c.settings, c.secrets FROM dialog.channels AS c
           JOIN dialog.projects AS p ON p.id = c.project_id AND p.deleted_at IS NULL
           WHERE c.id = $1 AND c.type = $2 AND c.deleted_at IS NULL`,
    values: [id, type],
  });
  const row = rows[0];
  return (
    row && {
      projectId: row.project_id,
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
 * What a call gets that does not prove who makes it: the same for a channel that does not exist, so that guessing
 * finds neither. Wrong calls are counted by address, like wrong keys.
 */
export async function wrongCall(limiter: RateLimiter, address: string): Promise<Problem> {
  return (
    (await tooManyWrong(limiter, address)) ??
    new Problem(401, 'invalid_signature', 'The signature is missing, wrong, or older than 5 minutes.')
  );
}
