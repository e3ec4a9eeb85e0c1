import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { readId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { holdFile } from '../files/hold.ts';
import { members } from '../gate/schema.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { mayCall } from '../rights/roles.ts';
import { channels, owners, presence } from '../schema.ts';

/** Files of a project that everybody is shown: the logo of a channel, where the setting names one, and the pictures of people. */

/** What every browser shows, and what cannot carry out anything. */
const shown = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
/** Visitors of a website load it with the chat. */
const mostKib = 512;

type Settings = Record<string, unknown>;

/**
 * Looks whether a file may be shown, and holds it for that: see `holdFile`.
 * @param picture `file_…` @param loc where the request names it
 * @throws ValidationProblem
 */
export async function holdPicture(
  tx: Transaction,
  projectId: string,
  picture: string,
  loc: string[],
): Promise<void> {
  const id = readId('file', picture);
  const file = id && (await holdFile(tx, projectId, id));
  const fault = file ? faultOf(file) : 'not a file that an owner or a client of this project has uploaded';
  if (fault) throw new ValidationProblem([valueError(loc, fault, picture)]);
}

/** The same for the logo that settings name. @param before the settings until now, whose logo is not looked at again */
export async function holdLogo(
  tx: Transaction,
  projectId: string,
  { logo }: Settings,
  before: Settings = {},
): Promise<void> {
  if (typeof logo !== 'string' || logo === before.logo || readId('file', logo) === undefined) return;
  await holdPicture(tx, projectId, logo, ['body', 'settings', 'logo']);
}

function faultOf({ type, size }: { type: string; size: number }): string | undefined {
  if (!shown.includes(type)) return 'a picture in PNG, JPEG, WebP or GIF';
  return size > mostKib * 1024 ? `a picture of at most ${mostKib} KiB` : undefined;
}

type Reading = Pick<Transaction, 'orm'>;

/**
 * The e-mail address of somebody whose picture a file of the project is; undefined if it is nobody's. Who may not answer customers any more
 * shows none: they could not take it away.
 * @param picture `file_…`
 */
export async function whoShows(
  { orm }: Reading,
  projectId: string,
  picture: string,
): Promise<string | undefined> {
  const [person] = await orm
    .select({ email: owners.email })
    .from(presence)
    .innerJoin(owners, eq(owners.id, presence.personId))
    .innerJoin(
      members,
      and(eq(members.projectId, presence.projectId), eq(members.personId, presence.personId)),
    )
    .where(
      and(
        eq(presence.projectId, projectId),
        eq(presence.picture, picture),
        inArray(members.role, mayCall.serve),
      ),
    )
    .limit(1);
  return person?.email;
}

/**
 * Prevents the deletion of a file that a channel or a person shows.
 * @throws Problem 409 `file_in_use`, which names the channel or the person
 */
export async function refuseWhileShown(tx: Reading, projectId: string, fileId: string): Promise<void> {
  const picture = showId('file', fileId);
  const [channel] = await tx.orm
    .select({ name: channels.name })
    .from(channels)
    .where(
      and(
        eq(channels.projectId, projectId),
        isNull(channels.deletedAt),
        sql`${channels.settings} ->> 'logo' = ${picture}`,
      ),
    )
    .limit(1);
  const email = channel ? undefined : await whoShows(tx, projectId, picture);
  const use = channel
    ? `The web chat ${channel.name} shows this file as its logo.`
    : email && `${email} shows this file to customers as their picture.`;
  if (use) throw new Problem(409, 'file_in_use', `${use} Take it away there first.`);
}
