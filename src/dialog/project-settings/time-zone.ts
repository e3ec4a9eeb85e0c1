import { text } from '../http/fields.ts';

/** Time zones of the IANA database. */

/** The name of a time zone, as owners set it. */
export const timeZone = text({ max: 64 }).refine(
  isTimeZone,
  'not the name of a time zone, such as Europe/Berlin',
);

function isTimeZone(name: string): boolean {
  // An offset such as +03:00 is refused: it has no daylight saving time, and not every engine accepts it.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Formats take long to make. A name may be written in any case, so there are more names than zones. */
const mostFormats = 1000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a time zone show at a moment, to the second: the moment at which those of UTC show the same. */
export function clockIn(zone: string, moment: number): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= mostFormats) formats.clear();
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formats.set(timeZone, format);
  return format;
}
