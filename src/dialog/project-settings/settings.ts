import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { as, name } from '../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import type { Calendar, CalendarSettings } from './calendar.ts';
import { type CustomerFields, noCustomerFields } from './customer-fields.ts';
import { type HandoverSettings, noHandoverSettings } from './handovers.ts';
import type { MiniappSettings } from './miniapp.ts';
import type { RetentionName } from './retention.ts';
import { type ProjectSettings, projectSettings } from './schema.ts';

const { projectId, settings } = projectSettings;
const ofProject = (id: SQL) => eq(projectId, id);

const find = statement({
  name: 'settings-find',
  prepared: false,
  params: { projectId },
  columns: { settings },
  query: (p) => build.select({ settings }).from(projectSettings).where(ofProject(p.projectId)),
});

const findCalendar = statement({
  name: 'settings-calendar',
  params: { projectId },
  columns: {
    calendar: as(orNull(jsonOf<CalendarSettings>()), sql`${settings} -> 'calendar'`),
    timeZone: as(orNull(types.text), sql`${settings} ->> 'time_zone'`),
  },
  query: (p, columns) => sql`SELECT ${columns} FROM ${projectSettings} WHERE ${ofProject(p.projectId)}`,
});

const make = statement({
  name: 'settings-make',
  prepared: false,
  params: { projectId },
  query: (p) =>
    sql`INSERT INTO ${projectSettings} (${name(projectId)}) VALUES (${p.projectId}) ON CONFLICT DO NOTHING`,
});

const lock = statement({
  name: 'settings-lock',
  prepared: false,
  params: { projectId },
  query: (p) => build.select({ projectId }).from(projectSettings).where(ofProject(p.projectId)).for('update'),
});

const change = statement({
  name: 'settings-change',
  prepared: false,
  params: { projectId, settings },
  query: (p) =>
    build
      .update(projectSettings)
      .set({ settings: p.settings, updatedAt: sql`now()` })
      .where(ofProject(p.projectId)),
});

/**
 * A change of settings; absent ones stay. Null resets a limit to that of the installation, and a setting of mini apps to its
 * default.
 */
export interface SettingsChange {
  time_zone?: string;
  retention?: Partial<Record<RetentionName, number | null>>;
  miniapp?: MiniappSettings;
  /** Replaces the calendar; null removes it. */
  calendar?: CalendarSettings | null;
  customers?: CustomerFields;
  handovers?: HandoverSettings;
}

const defaults: ProjectSettings = { time_zone: 'UTC', retention: {}, miniapp: {} };

/** Reads the settings of a project, with defaults for those that are not set. */
export async function readProjectSettings(tx: Queryable, id: string): Promise<ProjectSettings> {
  const row = await find.first(tx, { projectId: id });
  return { ...defaults, ...row?.settings };
}

/** Reads when a project is open; null if its owner has not said so. */
export async function readCalendar(tx: Queryable, id: string): Promise<Calendar | null> {
  const { calendar, timeZone } = (await findCalendar.first(tx, { projectId: id })) ?? {};
  return calendar ? { ...calendar, time_zone: calendar.time_zone ?? timeZone ?? defaults.time_zone } : null;
}

/** Reads what happens while customers of a project wait for a person, and when it is open; null if its owner has not said so. */
export async function readHandovers(
  tx: Queryable,
  id: string,
): Promise<HandoverSettings & { calendar: Calendar | null }> {
  const { handovers = noHandoverSettings, calendar, time_zone } = await readProjectSettings(tx, id);
  return {
    ...handovers,
    calendar: calendar ? { ...calendar, time_zone: calendar.time_zone ?? time_zone } : null,
  };
}

/** Reads what the keys of a customer's state mean in a project. */
export async function readCustomerFields(tx: Queryable, id: string): Promise<CustomerFields> {
  return { ...noCustomerFields, ...(await readProjectSettings(tx, id)).customers };
}

/**
 * Changes some settings and keeps the others. It locks the row until the transaction ends, so that two changes do not undo each
 * other. @returns all settings
 */
export async function changeProjectSettings(
  tx: Transaction,
  id: string,
  wanted: SettingsChange,
): Promise<ProjectSettings> {
  await make.run(tx, { projectId: id });
  await lock.run(tx, { projectId: id });
  const current = await readProjectSettings(tx, id);
  const calendar = wanted.calendar === undefined ? current.calendar : wanted.calendar;
  const customers = wanted.customers ?? current.customers;
  const handovers = wanted.handovers ?? current.handovers;
  const changed: ProjectSettings = {
    time_zone: wanted.time_zone ?? current.time_zone,
    retention: withoutNulls({ ...current.retention, ...wanted.retention }),
    miniapp: withoutNulls({ ...current.miniapp, ...wanted.miniapp }),
    ...(calendar && { calendar }),
    ...(customers && { customers }),
    ...(handovers && { handovers }),
  };
  await change.run(tx, { projectId: id, settings: changed });
  return changed;
}

function withoutNulls(given: object): Record<string, never> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)) as Record<
    string,
    never
  >;
}
