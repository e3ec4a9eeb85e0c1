import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { excluded, name, names } from '../../platform/sql-expressions.ts';
import { orNull } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { auditHeads } from '../audit/schema.ts';
import { notificationCursors, notificationSettings } from './schema.ts';

/** What somebody wants to be told. */

const s = notificationSettings;
const c = notificationCursors;
const h = alias(auditHeads, 'h');

const columns = {
  mailsWaiting: s.mailsWaiting,
  mailsMine: s.mailsMine,
  pushesWaiting: s.pushesWaiting,
  pushesMine: s.pushesMine,
  quietFrom: s.quietFrom,
  quietTo: s.quietTo,
  timeZone: s.timeZone,
};

const find = statement({
  name: 'notification-settings',
  prepared: false,
  params: { projectId: s.projectId, personId: s.personId },
  columns,
  query: (p, found) => sql`
    SELECT ${found} FROM ${s} WHERE ${s.projectId} = ${p.projectId} AND ${s.personId} = ${p.personId}`,
});

export type NotificationSettings = ResultOf<typeof find>;

const none: NotificationSettings = {
  ...{ mailsWaiting: false, mailsMine: false, pushesWaiting: false, pushesMine: false },
  ...{ quietFrom: null, quietTo: null, timeZone: null },
};

/** What a person wants to be told in a project. */
export const readNotificationSettings = async (
  database: Database,
  place: { projectId: string; personId: string },
): Promise<NotificationSettings> => (await find.first(database, place)) ?? none;

const kept = [
  ...[s.mailsWaiting, s.mailsMine, s.pushesWaiting, s.pushesMine],
  ...[s.quietFrom, s.quietTo, s.timeZone],
];

const set = statement({
  name: 'notification-settings-set',
  prepared: false,
  params: {
    projectId: s.projectId,
    personId: s.personId,
    mailsWaiting: s.mailsWaiting,
    mailsMine: s.mailsMine,
    pushesWaiting: s.pushesWaiting,
    pushesMine: s.pushesMine,
    quietFrom: orNull(s.quietFrom),
    quietTo: orNull(s.quietTo),
    timeZone: orNull(s.timeZone),
  },
  query: (p) => sql`
    WITH begun AS (
      INSERT INTO ${c} (${names(c.projectId, c.last)})
      VALUES (${p.projectId}, coalesce((SELECT ${h.last} FROM ${auditHeads} AS ${h} WHERE ${h.projectId} = ${p.projectId}), 0))
      ON CONFLICT DO NOTHING
    )
    INSERT INTO ${s} (${names(s.projectId, s.personId, ...kept)})
    VALUES (${p.projectId}, ${p.personId}, ${p.mailsWaiting}, ${p.mailsMine}, ${p.pushesWaiting}, ${p.pushesMine}, ${p.quietFrom}, ${p.quietTo}, ${p.timeZone})
    ON CONFLICT (${names(s.projectId, s.personId)}) DO UPDATE SET ${sql.join(
      kept.map((column) => sql`${name(column)} = ${excluded(column)}`),
      sql`, `,
    )}`,
});

/** Notes what a person wants to be told in a project, from now on. */
export const setNotificationSettings = async (
  database: Queryable,
  given: { projectId: string; personId: string } & NotificationSettings,
): Promise<void> => void (await set.run(database, given));
