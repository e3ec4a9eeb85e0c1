import { z } from 'zod';
import { list, text } from '../http/fields.ts';
import { clockIn, timeZone } from './time-zone.ts';

/** The hours in which a project is open. Nothing here reads a clock or a database. */

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

const mostIntervals = 10;
const mostHolidays = 500;
const dayMs = 86_400_000;

/** Hours of one day. If the end is not after the beginning, it is on the next day. */
const interval = z
  .strictObject({
    from: text({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
    to: text({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' }),
  })
  .superRefine(({ from, to }, ctx) => {
    if (from !== to) return;
    const message = 'is the same as "from"; write 00:00 to 24:00 for a whole day, and leave a closed day out';
    ctx.addIssue({ code: 'custom', path: ['to'], message, input: to });
  });

const hours = list(interval, { max: mostIntervals });
const noHours = hours.optional();

/** The hours of each day of the week; a day that is left out is closed. */
const week = z.strictObject({
  ...{ monday: noHours, tuesday: noHours, wednesday: noHours, thursday: noHours, friday: noHours },
  ...{ saturday: noHours, sunday: noHours },
});

const date = text({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }).refine(isDay, 'there is no such day');

/** A day with hours of its own; closed if it has none. */
const holiday = z.strictObject({
  date,
  name: text({ max: 100 }).nullish(),
  hours: list(interval, { max: mostIntervals, default: [] }),
});

/** The fields of a calendar as owners send it. */
export const calendarFields = {
  time_zone: timeZone.nullish(),
  week: week.nullable(),
  holidays: list(holiday, { max: mostHolidays, default: [] }).superRefine((given, ctx) => {
    const seen = new Set<string>();
    for (const [i, { date: on }] of given.entries()) {
      if (seen.has(on)) {
        const message = `is there twice; put all hours of ${on} into one entry`;
        ctx.addIssue({ code: 'custom', path: [i, 'date'], message, input: on });
      }
      seen.add(on);
    }
  }),
};

type Interval = z.output<typeof interval>;

/** A calendar as it is kept. */
export interface CalendarSettings {
  /** Null for the time zone of the project. */
  time_zone: string | null;
  week: z.output<typeof week>;
  holidays: z.output<typeof holiday>[];
}

/** A calendar whose time zone is known. */
export type Calendar = CalendarSettings & { time_zone: string };

/**
 * Whether a project is open at a moment (milliseconds since 1970). The clocks of the time zone are compared with the hours of the
 * day, and with those hours of the day before that end after midnight. So an hour that clocks show twice belongs twice to the
 * hours around it, and one that they leave out belongs to none.
 */
export function isOpen(calendar: Calendar, moment: number): boolean {
  const shown = clockIn(calendar.time_zone, moment);
  const today = Math.floor(shown / dayMs) * dayMs;
  const minute = Math.floor((shown - today) / 60_000);
  return (
    hoursOf(calendar, today).some(({ from, to }) =>
      isOverMidnight({ from, to }) ? minute >= minutesOf(from) : isBetween(minute, { from, to }),
    ) ||
    hoursOf(calendar, today - dayMs).some((hours) => isOverMidnight(hours) && minute < minutesOf(hours.to))
  );
}

/** Longer ago, hours have begun in any case. */
const mostDays = 400;

/**
 * Whether hours have begun between a moment at which the project was closed and a later one, both in milliseconds since 1970. A calendar
 * without hours never begins.
 */
export function hasOpenedBetween(calendar: Calendar, before: number, moment: number): boolean {
  const [from, to] = [clockIn(calendar.time_zone, before), clockIn(calendar.time_zone, moment)];
  if (to - from > mostDays * dayMs) return true;
  for (let day = Math.floor(from / dayMs) * dayMs; day <= to; day += dayMs) {
    const begins = hoursOf(calendar, day).map((hours) => day + minutesOf(hours.from) * 60_000);
    if (begins.some((begin) => begin > from && begin <= to)) return true;
  }
  return false;
}

/** So far ahead is looked for hours. */
const nextDays = 60;

/**
 * When a project that is closed opens next, in milliseconds since 1970; undefined if it does not within two months. Where clocks are turned,
 * hours that they leave out begin with the next ones that they show.
 */
export function nextOpening(calendar: Calendar, moment: number): number | undefined {
  const shown = clockIn(calendar.time_zone, moment);
  const today = Math.floor(shown / dayMs) * dayMs;
  for (let day = today; day <= today + nextDays * dayMs; day += dayMs) {
    const begins = hoursOf(calendar, day)
      .map(({ from }) => momentOf(calendar.time_zone, day + minutesOf(from) * 60_000, moment))
      .filter((begin) => begin > moment && isOpen(calendar, begin));
    if (begins.length > 0) return Math.min(...begins);
  }
  return undefined;
}

/** So far ahead is looked for the end of hours: who is told of a later one plans nothing by it. */
const closingDays = 7;

/**
 * When a project that is open closes next, in milliseconds since 1970; undefined if it does not within a week. Hours that follow each other
 * without a gap are one.
 */
export function nextClosing(calendar: Calendar, moment: number): number | undefined {
  const shown = clockIn(calendar.time_zone, moment);
  const today = Math.floor(shown / dayMs) * dayMs;
  // Hours of yesterday may end today.
  for (let day = today - dayMs; day <= today + closingDays * dayMs; day += dayMs) {
    const ends = hoursOf(calendar, day)
      .map((hours) => day + (minutesOf(hours.to) + (isOverMidnight(hours) ? 24 * 60 : 0)) * 60_000)
      .map((end) => momentOf(calendar.time_zone, end, moment))
      .filter((end) => end > moment && !isOpen(calendar, end));
    if (ends.length > 0) return Math.min(...ends);
  }
  return undefined;
}

/** The moment at which the clocks of a time zone show a time. @param near a moment from which the search begins */
function momentOf(zone: string, shown: number, near: number): number {
  // The clocks are read by the second.
  let moment = Math.floor(near / 1000) * 1000;
  // The second step corrects a change of the clocks in between, and the third one a change in the correction.
  for (let step = 0; step < 3; step++) moment += shown - clockIn(zone, moment);
  return moment;
}

/** The hours that begin on a day. */
function hoursOf({ week, holidays }: Calendar, day: number): Interval[] {
  const at = new Date(day);
  const written = at.toISOString().slice(0, 10);
  const special = holidays.find(({ date: on }) => on === written);
  return special ? special.hours : (week[days[at.getUTCDay()]!] ?? []);
}

const isBetween = (minute: number, { from, to }: Interval): boolean =>
  minute >= minutesOf(from) && minute < minutesOf(to);

const isOverMidnight = ({ from, to }: Interval): boolean => minutesOf(to) < minutesOf(from);

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function isDay(written: string): boolean {
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written);
}
