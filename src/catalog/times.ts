const form =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,6})\d{0,3})?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Reads a date, or a date and time, like django-filter; without an offset it is UTC.
 * @returns text for Postgres' `timestamptz`; undefined if there is no such time
 */
export function readDateTime(text: string): string | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // A `+` that was not escaped in an address arrives as a space, so the text does not match.
  const offset = (match[8] ?? 'Z').toUpperCase();
  const offsetHours = offset === 'Z' ? 0 : Number(offset.slice(1, 3));
  const offsetMinutes = offset === 'Z' ? 0 : Number(offset.slice(3).replace(':', '') || 0);
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const real = year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!real || hour > 23 || minute > 59 || second > 59 || offsetHours > 14 || offsetMinutes > 59)
    return undefined;
  const two = (n: number) => String(n).padStart(2, '0');
  const zone = offset === 'Z' ? '+00' : `${offset[0]}${two(offsetHours)}:${two(offsetMinutes)}`;
  return `${match[1]}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}.${match[7] ?? '0'}${zone}`;
}
