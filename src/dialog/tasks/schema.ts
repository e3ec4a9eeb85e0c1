import { primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { dialog } from '../schema.ts';

/**
 * The place of the walk over the waiting lanes of an origin that has more lanes than a worker keeps. All workers share it, so
 * that none reads what another has just read. The migration makes the table unlogged.
 */
export const laneWalks = dialog.table(
  'lane_walks',
  { projectId: uuid('project_id').notNull(), origin: text('origin').notNull(), lane: text('lane').notNull() },
  (t) => [primaryKey({ columns: [t.projectId, t.origin] })],
);
