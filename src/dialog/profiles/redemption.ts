import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { build, type ResultOf, statement } from '../../platform/statement.ts';
import { channels } from '../schema.ts';
import { linkAttempts, linkCodes } from './schema.ts';

const l = alias(linkCodes, 'l');
const w = rowsOf('w', { projectId: l.projectId, hash: l.hash });

const findProfiles = statement({
  name: 'link-codes-profiles',
  params: { codes: w },
  columns: { projectId: l.projectId, profileId: l.profileId },
  query: ({ codes }, columns) => sql`
    SELECT ${columns} FROM ${codes}
    JOIN ${linkCodes} AS ${l} ON ${l.projectId} = ${w.at.projectId} AND ${l.hash} = ${w.at.hash}`,
});

/** The profiles of these codes, without wrong codes. */
export function profilesOfCodes(
  tx: Queryable,
  codes: { projectId: string; hash: Buffer }[],
): Promise<{ projectId: string; profileId: string }[]> {
  return findProfiles.all(tx, { codes });
}

/** Finds a code and locks it. `channelName` is the name of the channel in which it was said. */
export const findCode = statement({
  name: 'link-code-find',
  prepared: false,
  params: { projectId: l.projectId, hash: l.hash, channelId: channels.id },
  columns: ({ projectId, channelId }) => ({
    id: l.id,
    profileId: l.profileId,
    isInForce: as(
      types.boolean,
      sql`${l.usedAt} IS NULL AND ${l.revokedAt} IS NULL AND ${l.expiresAt} > clock_timestamp()`,
    ),
    channelName: as(
      channels.name,
      sql`(SELECT ${channels.name} FROM ${channels}
        WHERE ${channels.projectId} = ${projectId} AND ${channels.id} = ${channelId})`,
    ),
  }),
  query: ({ projectId, hash }, columns) => sql`
    SELECT ${columns} FROM ${linkCodes} AS ${l}
    WHERE ${l.projectId} = ${projectId} AND ${l.hash} = ${hash} FOR UPDATE`,
});

export type FoundCode = ResultOf<typeof findCode>;

/** Marks a code as used by an identity. */
export const useCode = statement({
  name: 'link-code-use',
  prepared: false,
  params: { projectId: linkCodes.projectId, id: linkCodes.id, usedBy: linkCodes.usedBy },
  query: ({ projectId, id, usedBy }) =>
    build
      .update(linkCodes)
      .set({ usedAt: sql`clock_timestamp()`, usedBy })
      .where(and(eq(linkCodes.projectId, projectId), eq(linkCodes.id, id))),
});

const a = alias(linkAttempts, 'a');
const isRecent = sql`${a.since} > clock_timestamp() - interval '1 hour'`;

const findTries = statement({
  name: 'link-tries',
  prepared: false,
  params: { projectId: a.projectId, identityId: a.identityId, mostWrong: a.wrong },
  query: ({ projectId, identityId, mostWrong }) => sql`
    SELECT 1 FROM ${linkAttempts} AS ${a}
    WHERE ${a.projectId} = ${projectId} AND ${a.identityId} = ${identityId} AND ${a.wrong} >= ${mostWrong}
      AND ${isRecent}`,
});

/** Whether an account has said too many wrong codes in the hour that began with the first of them. */
export async function hasTriedTooOften(
  tx: Queryable,
  { projectId, identityId }: { projectId: string; identityId: string },
  mostWrong: number,
): Promise<boolean> {
  return (await findTries.run(tx, { projectId, identityId, mostWrong })) > 0;
}

/** Counts a wrong code of an account. */
export const countWrong = statement({
  name: 'link-tries-count',
  prepared: false,
  params: { projectId: a.projectId, identityId: a.identityId },
  query: ({ projectId, identityId }) => sql`
    INSERT INTO ${linkAttempts} AS ${a} (${names(a.projectId, a.identityId, a.wrong, a.since)})
    VALUES (${projectId}, ${identityId}, 1, clock_timestamp())
    ON CONFLICT (${names(a.projectId, a.identityId)}) DO UPDATE SET
      ${name(a.wrong)} = CASE WHEN ${isRecent} THEN ${a.wrong} + 1 ELSE 1 END,
      ${name(a.since)} = CASE WHEN ${isRecent} THEN ${a.since} ELSE excluded.since END`,
});
