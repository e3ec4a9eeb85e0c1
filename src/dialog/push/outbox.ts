import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { excluded, name, names, outer, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { projects } from '../schema.ts';
import { pushBrowsers, pushes } from './schema.ts';

/** What waits for push services. */

const q = alias(pushes, 'q');
const b = alias(pushBrowsers, 'b');
const p = alias(projects, 'p');

/** What somebody is told: that a customer waits for somebody, or has written to this person. */
export interface NewPush {
  personId: string;
  projectId: string;
  profileId: string;
  isMine: boolean;
}

const told = rowsOf('t', {
  personId: b.personId,
  projectId: q.projectId,
  profileId: q.profileId,
  isMine: q.isMine,
});

const accept = statement({
  name: 'pushes-accept',
  prepared: false,
  params: { told },
  query: (given) => sql`
    INSERT INTO ${pushes} (${names(q.browserId, q.projectId, q.profileId, q.isMine)})
    SELECT ${b.id}, ${told.at.projectId}, ${told.at.profileId}, ${told.at.isMine} FROM ${given.told}
    JOIN ${pushBrowsers} AS ${b} ON ${b.personId} = ${told.at.personId}
    ORDER BY ${b.id}, ${told.at.projectId}, ${told.at.profileId}
    ON CONFLICT (${names(q.browserId, q.projectId, q.profileId)}) DO UPDATE SET
      ${name(q.isMine)} = ${excluded(pushes.isMine)}, ${name(q.createdAt)} = now(), ${name(q.dueAt)} = now(), ${name(q.attempts)} = 0`,
});

/** Accepts what people are told in all their browsers, in the transaction of what it is about. Workers send it. */
export async function acceptPushes(tx: Transaction, wanted: NewPush[]): Promise<void> {
  if (wanted.length > 0) await accept.run(tx, { told: wanted });
}

const place = {
  browserId: q.browserId,
  projectId: q.projectId,
  profileId: q.profileId,
  createdAt: q.createdAt,
  attempts: q.attempts,
};

const takeDue = statement({
  name: 'pushes-take',
  params: { most: types.int, leaseSeconds: types.int },
  columns: {
    ...place,
    isMine: q.isMine,
    endpoint: b.endpoint,
    p256dh: b.p256dh,
    auth: b.auth,
    /** Its name; null if it was deleted. */
    project: outer(p.name),
  },
  query: ({ most, leaseSeconds }, columns) => sql`
    WITH due AS MATERIALIZED (
      SELECT ctid FROM ${pushes} AS ${q} WHERE ${q.dueAt} <= now() ORDER BY ${q.dueAt} LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE ${pushes} AS ${q} SET ${name(q.attempts)} = ${q.attempts} + 1,
        ${name(q.dueAt)} = now() + make_interval(secs => ${leaseSeconds})
      WHERE ${q}.ctid = ANY (ARRAY(SELECT ctid FROM due)) RETURNING ${q}.*
    )
    SELECT ${columns} FROM taken AS ${q}
    JOIN ${pushBrowsers} AS ${b} ON ${b.id} = ${q.browserId}
    LEFT JOIN ${projects} AS ${p} ON ${p.id} = ${q.projectId} AND ${p.deletedAt} IS NULL`,
});

/** Something that was taken to be sent. Whoever took it says what became of it. */
export type TakenPush = ResultOf<typeof takeDue>;

/** When the first is due. */
export const firstPushDue = sql`(SELECT min(${pushes.dueAt}) FROM ${pushes})`;

/** Takes what is due. Whoever takes it and dies keeps it for `leaseSeconds`; then it is due again. */
export const takePushes = (
  database: Database,
  wanted: { most: number; leaseSeconds: number },
): Promise<TakenPush[]> => takeDue.all(database, wanted);

const one = rowsOf('o', place);
const isStill = sql`${q.browserId} = ${one.at.browserId} AND ${q.projectId} = ${one.at.projectId}
  AND ${q.profileId} = ${one.at.profileId} AND ${q.createdAt} = ${one.at.createdAt} AND ${q.attempts} = ${one.at.attempts}`;

const remove = statement({
  name: 'pushes-done',
  prepared: false,
  params: { done: one },
  query: ({ done }) => sql`DELETE FROM ${pushes} AS ${q} USING ${done} WHERE ${isStill}`,
});

const postpone = statement({
  name: 'pushes-postpone',
  prepared: false,
  params: { some: one, seconds: types.int },
  query: ({ some, seconds }) => sql`
    UPDATE ${pushes} AS ${q} SET ${name(q.dueAt)} = now() + make_interval(secs => ${seconds})
    FROM ${some} WHERE ${isStill}`,
});

const endBrowser = statement({
  name: 'push-browser-ended',
  prepared: false,
  params: { id: b.id },
  query: ({ id }) => sql`DELETE FROM ${pushBrowsers} AS ${b} WHERE ${b.id} = ${id}`,
});

/** Deletes what was sent or is of no use any more, unless it was accepted anew since it was taken. */
export async function notePushDone(database: Database, push: TakenPush): Promise<void> {
  await remove.run(database, { done: [push] });
}

/** Lets something be tried again. */
export async function notePushFailed(database: Database, push: TakenPush, seconds: number): Promise<void> {
  await postpone.run(database, { some: [push], seconds });
}

/** Forgets a browser whose subscription has ended, with all that waits for it. */
export async function noteBrowserEnded(database: Database, { browserId: id }: TakenPush): Promise<void> {
  await endBrowser.run(database, { id });
}

const removeAll = statement({
  name: 'pushes-forget',
  prepared: false,
  query: () => sql`DELETE FROM ${pushes}`,
});

/** Forgets all that waits for push services. @returns how many */
export const forgetPushes = (tx: Queryable): Promise<number> => removeAll.run(tx);
