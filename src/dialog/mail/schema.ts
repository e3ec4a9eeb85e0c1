import { sql } from 'drizzle-orm';
import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { at, dialog } from '../schema.ts';

/** Mails that wait for the mail server, and for a week those that were given up. One that was sent is deleted. */
export const mails = dialog.table(
  'mails',
  {
    /** Its Message-ID is made of it, so that it is the same in every attempt. */
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    template: text('template').notNull(),
    /** What the template says, as sealed JSON: links in it have tokens. Empty when the mail was given up. */
    sealed: text('sealed').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When it is tried next. While somebody tries, the moment from which on that one counts as dead. */
    dueAt: at('due_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    /** After this moment a failure is the last one. */
    giveUpAt: at('give_up_at').notNull(),
    givenUpAt: at('given_up_at'),
    /** Why the last attempt failed. */
    fault: text('fault'),
  },
  (t) => [
    index('mails_due').on(t.dueAt).where(sql`given_up_at IS NULL`),
    index('mails_given_up').on(t.givenUpAt).where(sql`given_up_at IS NOT NULL`),
  ],
);
