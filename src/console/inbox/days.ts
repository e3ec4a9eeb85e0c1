import { showDay } from '../text/format.ts';
import { language, t } from '../text/text.ts';

const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat(language, { dateStyle: 'long' });

/** The time of a day, in the zone of the reader. */
export const showTime = (at: string) => time.format(new Date(at));

/** Today, yesterday, or the day itself. */
export function showDayName(at: string, now = new Date()): string {
  const date = new Date(at);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return t('inbox.today');
  if (date.toDateString() === yesterday.toDateString()) return t('inbox.yesterday');
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date);
}

const ages = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** How long ago in the least room, from a minute on: `4m`, `2h`, `3d`; after a week the day. */
export function showAge(at: string, now = Date.now()): string {
  const minutes = Math.max(1, (now - Date.parse(at)) / 60_000);
  if (minutes >= 7 * 1440) return showDay(at);
  const [unit, length] = ages.find(([, each]) => minutes >= each) ?? ages[2];
  const form = { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language, form).format(Math.floor(minutes / length));
}
