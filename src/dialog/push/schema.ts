import { boolean, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, dialog, owners } from '../schema.ts';

/** One row: the keys by which push services know this installation (RFC 8292). Browsers are subscribed with the public one. */
export const pushKeys = dialog.table('push_keys', {
  id: uuid('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  /** The private key, sealed. */
  sealed: text('sealed').notNull(),
});

/** Browsers in which people want to be told what happens. */
export const pushBrowsers = dialog.table(
  'push_browsers',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    /** The address at its push service. A browser has one, whoever is logged in there. */
    endpoint: text('endpoint').notNull().unique('push_browsers_endpoint'),
    /** The browser's public key and shared secret, with which messages are encrypted for it (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userAgent: text('user_agent'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('push_browsers_by_person').on(t.personId)],
);

/** What waits to be sent to browsers: one row for each browser and conversation. It is deleted when it was sent, or is of no use any more. */
export const pushes = dialog.table(
  'pushes',
  {
    browserId: uuid('browser_id')
      .notNull()
      .references(() => pushBrowsers.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    /** Whether the person sees to the conversation. */
    isMine: boolean('is_mine').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When it is tried next. While somebody tries, the moment from which on that one counts as dead. */
    dueAt: at('due_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.browserId, t.projectId, t.profileId] }),
    index('pushes_due').on(t.dueAt),
    index('pushes_by_project').on(t.projectId),
  ],
);
