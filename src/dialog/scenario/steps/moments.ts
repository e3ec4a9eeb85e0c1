import { clockIn } from '../../project-settings/time-zone.ts';
import { type DayOrder, readDay, readTime } from '../../template/written-days.ts';
import { toMoment } from '../conditions.ts';

/** Reads moments as people write them. */

/**
 * Reads a day with a time, such as `20.11.2026 14:30`, as the clocks of a time zone show it, or a moment of RFC 3339. Returns RFC
 * 3339 with the offset of the zone. Of an hour that comes twice, it is the first; one that clocks leave out is none.
 */
export function readDayAndTime(text: string, zone: string, order?: DayOrder): string | null {
  const given = /T.*(Z|[+-]\d\d:\d\d)$/i.test(text) ? toMoment(text) : undefined;
  if (given !== undefined) return inZone(given, zone);
  const [, dayText = '', timeText = ''] =
    /^(\d{1,4}[./ -]\d{1,2}[./ -]\d{1,4})(?:T|,\s?|\s)(\d.*)$/i.exec(text.replace(/\s+/g, ' ')) ?? [];
  const [day, time] = [readDay(dayText, order), readTime(timeText)];
  if (day === null || time === null) return null;
  const shown = Date.parse(`${day}T${time}:00Z`);
  const dayMs = 24 * 3600_000;
  const moments = [shown - dayMs, shown + dayMs].map((near) => shown - offsetMs(near, zone));
  const found = moments.filter((moment) => moment + offsetMs(moment, zone) === shown);
  return found.length === 0 ? null : inZone(Math.min(...found), zone);
}

function inZone(moment: number, zone: string): string {
  const offset = offsetMs(moment, zone);
  const minutes = Math.abs(offset) / 60_000;
  // Clocks of the 19th century differed by seconds, which RFC 3339 cannot say.
  if (!Number.isInteger(minutes)) return new Date(moment).toISOString().replace('.000Z', 'Z');
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${new Date(moment + offset).toISOString().slice(0, 19)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** How far the clocks of a time zone are ahead of UTC at a moment. */
const offsetMs = (moment: number, zone: string): number =>
  clockIn(zone, moment) - Math.floor(moment / 1000) * 1000;
