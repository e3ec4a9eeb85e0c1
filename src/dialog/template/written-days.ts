/** Reads days and times of the day as people write them: in answers of customers, and in templates. */

/** Whether the day or the month comes first where a year comes last. */
export type DayOrder = 'dmy' | 'mdy' | undefined;

/**
 * Reads `2026-11-20` or `20.11.2026`, and with an order also `20/11/2026`, `20-11-2026` and `20 11 2026`. Returns the first form;
 * null for a day that does not exist, and for a year of two digits, which could be of any century.
 */
export function readDay(text: string, order?: DayOrder): string | null {
  const written =
    order === undefined ? /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/ : /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{4})$/;
  const [, one = '', two = '', year = ''] = written.exec(text) ?? [];
  const [d, m] = order === 'mdy' ? [two, one] : [one, two];
  const day = year === '' ? text : `${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
}

/** Reads `14:30`, `9.30`, `9 pm` or `9:30 p.m.`, and returns `HH:MM`; null for a bare number, which may be no time at all. */
export function readTime(text: string): string | null {
  const [, hour = '', minute, half] = /^(\d{1,2})(?:[:.](\d\d))?(?:\s?([ap])\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === '' || (minute === undefined && half === undefined)) return null;
  const hours = Number(hour);
  if (Number(minute ?? 0) > 59 || (half ? hours < 1 || hours > 12 : hours > 23)) return null;
  const counted = half ? (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hours;
  return `${String(counted).padStart(2, '0')}:${minute ?? '00'}`;
}
