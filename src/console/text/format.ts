import { language } from './text.ts';

/** Numbers and times as the reader's language writes them, in the zone of their device. */

const number = new Intl.NumberFormat(language);
const percent = new Intl.NumberFormat(language, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });

export const showNumber = (value: number) => number.format(value);

/** How much more or less than before: `+8%`; empty without anything before. */
export const showChange = (now: number, before: number) =>
  before === 0 ? '' : percent.format((now - before) / before);

const date = new Intl.DateTimeFormat(language, { dateStyle: 'full' });
const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });

/** The day with its weekday and year. */
export const showDate = (at: string) => date.format(new Date(at));
export const showTime = (at: string) => time.format(new Date(at));
export const showMoment = (at: string) => moment.format(new Date(at));
export const showDay = (at: string) => day.format(new Date(at));

/** Money of the API: an amount in minor units or a decimal text, and its currency. */
export const showMoney = (amount: string | number, currency: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount));

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago, or in how long: "5 min. ago". */
export function showAgo(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const);
  return relative.format(Math.round(seconds / length), unit);
}

const dayOfYear = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

/** How long ago within a week; before that the day, with its year if it was another one. */
export function showSince(at: string, now = new Date()): string {
  const then = new Date(at);
  if (now.getTime() - then.getTime() < 7 * 86_400_000) return showAgo(at, now.getTime());
  return then.getFullYear() === now.getFullYear() ? day.format(then) : dayOfYear.format(then);
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long something takes: "2 min". */
export function showDuration(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? units[3];
  const form = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language, form).format(seconds / length);
}

/** How long something took, from milliseconds on: "240 ms", "2 min". */
export function showSpan(ms: number): string {
  if (ms >= 10_000) return showDuration(ms / 1000);
  const [unit, value, digits] =
    ms >= 1000 ? (['second', ms / 1000, 1] as const) : (['millisecond', Math.round(ms), 0] as const);
  const form = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(language, form).format(value);
}
