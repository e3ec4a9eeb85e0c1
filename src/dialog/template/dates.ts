import { toValue } from 'liquidjs';
import { TemplateError } from './allowance.ts';
import { allowanceOf, type FilterHandler } from './context.ts';
import { readDay, readTime } from './written-days.ts';

/** The filters that write dates, and how they read what they are given. */

const dateFilters = new Set([
  ...['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'],
]);

/** A filter of the engine that reads days as questions do; undefined for one that writes no date. */
export function readingDays(name: string, usual: FilterHandler): FilterHandler | undefined {
  if (!dateFilters.has(name)) return undefined;
  return function (value, ...args) {
    const plain = toValue(value);
    if (typeof plain !== 'string' || allowanceOf(this.context).rules < 2)
      return usual.call(this, value, ...args);
    const read = readMoment(plain.trim());
    if (read === null) throw new TemplateError(`${name}: there is no such day or time`);
    return read === undefined ? value : usual.call(this, read, ...args);
  };
}

/** A day with the year first or last, and what follows it. */
const written = /^(\d{4}-\d\d-\d\d|\d{1,2}[./ -]\d{1,2}[./ -]\d{4})(?!\d)(.*)$/s;
/** A year of two digits, which could be of any century: it is no date for a question, either. */
const withoutCentury = /^\d{1,2}[./-]\d{1,2}[./-]\d{1,2}(?!\d)/;
const clock = /^(?:T|,?\s+)(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:(Z|UTC|GMT)|([+-]\d\d):?(\d\d)?)?$/i;

/**
 * Reads a text as the engine takes it: a moment in RFC 3339, or what the engine reads itself, such as `now` and seconds since 1970.
 * Without an offset it is in UTC.
 * @returns null if it names a day or a time that does not exist, undefined if it is no date
 */
function readMoment(text: string): string | null | undefined {
  const [, dayText, rest = ''] = written.exec(text) ?? [];
  if (dayText === undefined) return readOther(text);
  const day = readDay(dayText, 'dmy');
  if (day === null) return null;
  if (rest === '') return `${day}T00:00:00Z`;
  const [, time, , hours, minutes = '00'] = clock.exec(rest) ?? [];
  const said = time?.replace(/^\d:/, '0$&') ?? readTime(rest.replace(/^[T,\s]+/i, ''));
  if (said === null) return undefined;
  const moment = `${day}T${said}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
  return Number.isNaN(Date.parse(moment)) ? null : moment;
}

/**
 * Dates in words, such as `March 14, 2026`, which the engine reads itself. Of a day that the month does not have it makes one of the
 * first three of the next.
 */
function readOther(text: string): string | null | undefined {
  if (withoutCentury.test(text)) return undefined;
  // Seconds since 1970.
  if (/^\d+$/.test(text)) return text;
  const days = text.replace(/\d{1,2}:\d\d.*$/s, '');
  const read = new Date(days).getDate();
  const named = days.match(/\d+/g)?.map(Number) ?? [];
  const isMissing = read <= 3 && !named.includes(read) && named.some((day) => day >= 29 && day <= 31);
  return isMissing ? null : text;
}
