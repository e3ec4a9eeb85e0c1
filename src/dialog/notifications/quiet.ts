import { clockIn } from '../project-settings/time-zone.ts';

/** The hours in which somebody is told nothing. */
export interface Quiet {
  /** `HH:MM`; not after `to`, or they end on the next day. */
  from: string;
  to: string;
  timeZone: string;
}

const dayMs = 86_400_000;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Whether somebody wants to be told nothing at a moment (milliseconds since 1970), by the clocks of their time zone. */
export function isQuiet({ from, to, timeZone }: Quiet, moment: number): boolean {
  const minute = Math.floor((clockIn(timeZone, moment) % dayMs) / 60_000);
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  return begin < end ? minute >= begin && minute < end : minute >= begin || minute < end;
}
