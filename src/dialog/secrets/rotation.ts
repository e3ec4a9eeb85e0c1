import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { disconnection } from '../channels/disconnection.ts';
import { keysOfProcesses } from '../presence.ts';
import { projects, tasks } from '../schema.ts';
import { placeOf } from './places.ts';
import { replaceSealed, walkSealed } from './walk.ts';

/** Whether a previous key is configured, which shall be replaced by the present one. */
const isRotating = (vault: Vault) => vault.keyIds.length > 1;

/**
 * Seals all secrets anew that were sealed with a previous key, in small transactions. A process that dies in the middle leaves
 * secrets of both keys, which every process with both keys opens; the next run goes on. Nothing is done while a living process
 * seals with another key, which could seal the same secrets back, or if there is no previous key.
 * @returns how many were sealed anew
 */
export async function sealAnew(database: Database, vault: Vault, ending: AbortSignal): Promise<number> {
  if (!isRotating(vault)) return 0;
  const [present] = vault.keyIds;
  const processes = await keysOfProcesses(database);
  if (!processes.every((keys) => keys?.[0] === present)) return 0;
  return replaceSealed(
    database,
    vault.stamp,
    (secret) => {
      const place = placeOf(secret);
      // A lost one stays as it is: its key may be found again.
      return vault.sealedWith(place, secret.sealed) && vault.seal(place, vault.open(place, secret.sealed));
    },
    ending,
  );
}

/** How far the replacement of the encryption key is. */
export interface Rotation {
  /** The previous keys in the order in which they are configured, each with the secrets that only it opens. */
  previous: { id: string; secrets: number }[];
  /** Living processes that cannot open what the present key seals. */
  without: number;
  /** Living processes that still seal with another key. */
  behind: number;
  /** Living processes that do not know all keys of this one. */
  lacking: number;
}

const t = alias(tasks, 't');
const p = alias(projects, 'p');

/** Accounts that are still to be disconnected: their tasks carry sealed secrets, and end within an hour. */
const findCarried = statement({
  name: 'sealed-carried',
  prepared: false,
  params: { origin: t.origin },
  columns: {
    channelId: as(types.text, sql`${t.payload} ->> 'channel_id'`),
    sealed: as(types.text, sql`${t.payload} ->> 'secrets'`),
  },
  query: ({ origin }, columns) => sql`
    SELECT ${columns} FROM ${projects} AS ${p}
    JOIN ${tasks} AS ${t} ON ${t.projectId} = ${p.id} AND ${t.origin} = ${origin} AND ${t.state} = 'queued'`,
});

/** @returns undefined if no previous key is configured */
export async function readRotation(database: Database, vault: Vault): Promise<Rotation | undefined> {
  if (!isRotating(vault)) return undefined;
  const [present] = vault.keyIds;
  const needs = new Map(vault.keyIds.map((id) => [id, 0]));
  const countSealed = (place: string, sealed: string) => {
    const id = vault.sealedWith(place, sealed);
    if (id !== undefined) needs.set(id, needs.get(id)! + 1);
  };
  const processes = await keysOfProcesses(database);
  const carried = await findCarried.all(database, { origin: disconnection.name });
  for (const { channelId, sealed } of carried) countSealed(`channel/${channelId}`, sealed);
  for await (const page of walkSealed(database, vault.stamp)) {
    for (const secret of page) countSealed(placeOf(secret), secret.sealed);
  }
  needs.delete(present);
  return {
    previous: [...needs].map(([id, secrets]) => ({ id, secrets })),
    without: processes.filter((keys) => !keys?.includes(present)).length,
    behind: processes.filter((keys) => keys?.[0] !== present).length,
    lacking: processes.filter((keys) => !vault.keyIds.every((id) => keys?.includes(id))).length,
  };
}
