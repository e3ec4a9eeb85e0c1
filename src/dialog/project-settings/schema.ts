import { text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { jsonb } from '../../platform/json-column.ts';
import { dialog } from '../schema.ts';
import type { CalendarSettings } from './calendar.ts';
import type { CustomerFields } from './customer-fields.ts';
import type { HandoverSettings } from './handovers.ts';
import type { MiniappSettings } from './miniapp.ts';
import type { RetentionName } from './retention.ts';

/** The settings of a project that may be shown. */
export interface ProjectSettings {
  /** An IANA name. */
  time_zone: string;
  /** Days, if they are fewer than those of the installation. */
  retention: Partial<Record<RetentionName, number>>;
  miniapp: MiniappSettings;
  /** When the project is open; absent if its owner has not said so. */
  calendar?: CalendarSettings;
  /** What the keys of a customer's state mean; absent if its owner has not said so. */
  customers?: CustomerFields;
  /** What happens while customers wait for a person; absent if its owner has not said so. */
  handovers?: HandoverSettings;
}

/** The settings of projects. A project without a row has the defaults. */
export const projectSettings = dialog.table('project_settings', {
  projectId: uuid('project_id').primaryKey(),
  /** Settings that may be shown. */
  settings: jsonb('settings').$type<Partial<ProjectSettings>>().notNull().default({}),
  /** Sealed JSON of the secret settings; empty if there are none. */
  secrets: text('secrets').notNull().default(''),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
