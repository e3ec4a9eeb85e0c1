import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { projectPath } from '../http/path.ts';
import { named, namedBody } from '../http/shapes.ts';
import { calendarFields, isOpen } from '../project-settings/calendar.ts';
import { changeProjectSettings, readCalendar, readProjectSettings } from '../project-settings/settings.ts';

/** When a project is open: what the condition `{"within": "hours"}` asks for. */

const weekdays = [
  { from: '09:00', to: '13:00' },
  { from: '14:00', to: '18:00' },
];
const example = {
  time_zone: 'Europe/Berlin',
  week: { monday: weekdays, friday: [{ from: '18:00', to: '02:00' }] },
  holidays: [{ date: '2026-12-24', name: 'Christmas Eve', hours: [{ from: '09:00', to: '12:00' }] }],
};

const hours = z.array(z.object({ from: z.string(), to: z.string() }));
const calendarShape = named(
  'Calendar',
  z.object({
    time_zone: z.string().nullable().describe('An IANA name; null for the time zone of the project.'),
    week: z
      .record(z.string(), hours)
      .nullable()
      .describe('Hours by day, `monday` to `sunday`; null if there is no calendar, which means always open.'),
    holidays: z
      .array(z.object({ date: z.string(), name: z.string().nullable(), hours }))
      .describe('Days with hours of their own instead of those of the week.'),
    open_now: z.boolean().describe('Whether the project is open at the time of this answer.'),
  }),
  { ...example, open_now: true },
);

interface CalendarParts {
  database: Database;
}

async function shown(database: Queryable, projectId: string): Promise<z.output<typeof calendarShape>> {
  const [{ calendar: kept }, calendar] = await Promise.all([
    readProjectSettings(database, projectId),
    readCalendar(database, projectId),
  ]);
  const { time_zone = null, week = null, holidays = [] } = kept ?? {};
  return {
    time_zone,
    week: week && Object.fromEntries(Object.entries(week).map(([day, its]) => [day, its ?? []])),
    holidays: holidays.map(({ date, name, hours }) => ({ date, name: name ?? null, hours })),
    open_now: calendar === null || isOpen(calendar, Date.now()),
  };
}

export const showCalendar = endpoint(
  {
    operationId: 'readCalendar',
    tags: ['Projects'],
    summary: 'Read when a project is open',
    params: projectPath,
    answers: { 200: calendarShape.describe('The calendar of the project.') },
  },
  async ({ projectId }, _reply, { database }: CalendarParts) => shown(database, projectId),
);

export const replaceCalendar = endpoint(
  {
    operationId: 'replaceCalendar',
    tags: ['Projects'],
    summary: 'Say when a project is open',
    description:
      'Replaces the calendar. Hours whose end is before their beginning end on the next day. With `"week": null` the project ' +
      'has no calendar, and counts as always open.',
    params: projectPath,
    body: namedBody('CalendarChange', z.object(calendarFields), example),
    answers: { 200: calendarShape.describe('The calendar as it holds now.') },
  },
  async (request, _reply, { database }: CalendarParts) => {
    const { projectId } = request;
    const { time_zone = null, week, holidays } = request.body;
    const calendar = week && { time_zone, week, holidays };
    await database.transaction(async (tx) => {
      await changeProjectSettings(tx, projectId, { calendar });
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'settings.updated',
        subject: { type: 'project', id: showId('project', projectId) },
        requestId: request.id,
        // Holidays of years would make the entry long.
        data: { calendar: calendar && { time_zone, week, holidays: holidays.length } },
      });
    });
    return shown(database, projectId);
  },
);
