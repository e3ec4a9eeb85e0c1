import { and, eq, isNull, sql } from 'drizzle-orm';
import { readId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { holdFile } from '../files/hold.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { channels } from '../schema.ts';

/** The picture that a channel shows to everybody: the setting `logo`, where it names a file of the project. */

/** What every browser shows, and what cannot carry out anything. */
const shown = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
/** Visitors of a website load it with the chat. */
const mostKib = 512;

type Settings = Record<string, unknown>;

/**
 * Looks whether a file may be shown that the settings name, and holds it for them: see `holdFile`.
 * @param before the settings until now, whose picture is not looked at again
 * @throws ValidationProblem
 */
export async function holdPicture(
  tx: Transaction,
  projectId: string,
  { logo }: Settings,
  before: Settings = {},
): Promise<void> {
  const id = typeof logo === 'string' && logo !== before.logo ? readId('file', logo) : undefined;
  if (id === undefined) return;
  const file = await holdFile(tx, projectId, id);
  const fault = file ? faultOf(file) : 'not a file that an owner or a client of this project has uploaded';
  if (fault) throw new ValidationProblem([valueError(['body', 'settings', 'logo'], fault, logo)]);
}

function faultOf({ type, size }: { type: string; size: number }): string | undefined {
  if (!shown.includes(type)) return 'a picture in PNG, JPEG, WebP or GIF';
  return size > mostKib * 1024 ? `a picture of at most ${mostKib} KiB` : undefined;
}

/**
 * Prevents the deletion of a file that a channel shows.
 * @throws Problem 409 `file_in_use`, which names the channel
 */
export async function refuseWhileShown(
  { orm }: Pick<Transaction, 'orm'>,
  projectId: string,
  fileId: string,
): Promise<void> {
  const [channel] = await orm
    .select({ name: channels.name })
    .from(channels)
    .where(
      and(
        eq(channels.projectId, projectId),
        isNull(channels.deletedAt),
        sql`${channels.settings} ->> 'logo' = ${showId('file', fileId)}`,
      ),
    )
    .limit(1);
  if (!channel) return;
  throw new Problem(
    409,
    'file_in_use',
    `The web chat ${channel.name} shows this file as its logo. Take it away there first.`,
  );
}
