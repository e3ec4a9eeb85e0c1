import { index, text, unique, uuid } from 'drizzle-orm/pg-core';
import { roles } from '../rights/roles.ts';
import { at, bytea, dialog, owners, projects } from '../schema.ts';

/** Invitations that nobody has accepted yet. */
export const invitations = dialog.table(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text('email').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** SHA-256 of the token in the link. */
    tokenHash: bytea('token_hash').notNull().unique('invitations_token'),
    invitedBy: uuid('invited_by').references(() => owners.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    // A second invitation of the same person replaces the first.
    unique('invitations_person').on(t.projectId, t.email),
    index('invitations_expiry').on(t.expiresAt),
  ],
);
