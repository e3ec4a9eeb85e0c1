import { bigint, boolean, index, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, dialog, owners } from '../schema.ts';

/** Of what people of a project want to be told, by mail and in their browsers. Somebody without a row wants nothing. */
export const notificationSettings = dialog.table(
  'notification_settings',
  {
    projectId: uuid('project_id').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    /** Customers who wait for a person, and what is said in conversations that they see to. */
    mailsWaiting: boolean('mails_waiting').notNull(),
    mailsMine: boolean('mails_mine').notNull(),
    /** The same in browsers. */
    pushesWaiting: boolean('pushes_waiting').notNull().default(false),
    pushesMine: boolean('pushes_mine').notNull().default(false),
    /** The hours in which they are told nothing, `HH:MM` by the clocks of the time zone; null for none. */
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    timeZone: text('time_zone'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.personId] }),
    index('notification_settings_by_person').on(t.personId),
  ],
);

/** What people were told of a conversation and have not read since. */
export const notifications = dialog.table(
  'notifications',
  {
    projectId: uuid('project_id').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id').notNull(),
    /** The place of the conversation at that time: whoever has read up to it may be told again. */
    place: bigint('place', { mode: 'number' }).notNull(),
    toldAt: at('told_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.personId, t.profileId] }),
    index('notifications_by_person').on(t.personId),
    index('notifications_age').on(t.toldAt),
  ],
);

/** The last audit entry of which people were told, for each project in which somebody wants to be told. */
export const notificationCursors = dialog.table('notification_cursors', {
  projectId: uuid('project_id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
});
