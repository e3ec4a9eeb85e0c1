import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Calendar,
  calendarFields,
  isOpen,
  nextClosing,
  nextOpening,
} from '../../src/dialog/project-settings/calendar.ts';

const calendar = (given: Partial<Calendar>): Calendar => ({
  ...{ time_zone: 'Europe/Berlin', week: {}, holidays: [], ...given },
});
const at = (moment: string) => Date.parse(moment);
/** The minutes of a span of UTC in which a project is open. */
function minutesOpen(of: Calendar, from: string, to: string): number {
  let open = 0;
  for (let t = at(from); t < at(to); t += 60_000) if (isOpen(of, t)) open++;
  return open;
}

describe('hours of a week', () => {
  const week = {
    monday: [
      { from: '09:00', to: '13:00' },
      { from: '14:00', to: '18:00' },
    ],
    saturday: [{ from: '22:00', to: '02:30' }],
    wednesday: [{ from: '00:00', to: '24:00' }],
  };
  it.each([
    ['2026-11-23T07:59:59Z', false],
    ['2026-11-23T08:00:00Z', true],
    ['2026-11-23T11:59:59Z', true],
    ['2026-11-23T12:00:00Z', false],
    ['2026-11-23T13:00:00Z', true],
    ['2026-11-23T17:00:00Z', false],
    ['2026-11-24T22:59:59Z', false],
    ['2026-11-24T23:00:00Z', true],
    ['2026-11-25T22:59:59Z', true],
    ['2026-11-25T23:00:00Z', false],
    ['2026-11-27T23:30:00Z', false],
    ['2026-11-28T21:00:00Z', true],
    ['2026-11-29T01:29:59Z', true],
    ['2026-11-29T01:30:00Z', false],
  ])('are those that the clocks of the time zone show, also over midnight: %s', (moment, open) => {
    expect(isOpen(calendar({ week }), at(moment))).toBe(open);
  });
});

describe('where clocks change', () => {
  // In Berlin 2026: 29 March 02:00 becomes 03:00, 25 October 03:00 becomes 02:00; both are Sundays.
  const early = calendar({ week: { sunday: [{ from: '01:00', to: '04:00' }] } });
  it('an hour that the clocks leave out is no hour of the project', () => {
    expect(minutesOpen(early, '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toBe(120);
  });

  it('an hour that the clocks show twice belongs to it twice', () => {
    expect(minutesOpen(early, '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toBe(240);
  });

  it.each([
    ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', 420],
    ['2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z', 540],
    ['2026-11-28T12:00:00Z', '2026-11-29T12:00:00Z', 480],
  ])('a night lasts as long as its clocks: %s', (from, to, minutes) => {
    const night = calendar({ week: { saturday: [{ from: '22:00', to: '06:00' }] } });
    expect(minutesOpen(night, from, to)).toBe(minutes);
    expect(minutesOpen({ ...night, time_zone: 'UTC' }, from, to)).toBe(480);
  });

  it('the same hours in summer and in winter begin at different moments', () => {
    const daily = calendar({ week: { sunday: [{ from: '09:00', to: '10:00' }] } });
    expect([isOpen(daily, at('2026-03-22T08:00:00Z')), isOpen(daily, at('2026-03-22T07:00:00Z'))]).toEqual([
      true,
      false,
    ]);
    expect([isOpen(daily, at('2026-03-29T08:00:00Z')), isOpen(daily, at('2026-03-29T07:00:00Z'))]).toEqual([
      false,
      true,
    ]);
  });
});

it('a holiday has its own hours or none, and the night that began before it goes on', () => {
  const week = {
    thursday: [{ from: '20:00', to: '02:00' }],
    friday: [{ from: '09:00', to: '18:00' }],
    saturday: [{ from: '09:00', to: '18:00' }],
  };
  const holidays = [
    { date: '2026-12-25', hours: [] },
    { date: '2026-12-26', hours: [{ from: '10:00', to: '11:00' }] },
  ];
  const given = calendar({ time_zone: 'UTC', week, holidays });
  expect(minutesOpen(given, '2026-12-25T00:00:00Z', '2026-12-26T00:00:00Z')).toBe(120);
  expect(minutesOpen(given, '2026-12-26T00:00:00Z', '2026-12-27T00:00:00Z')).toBe(60);
  const eve = { ...given, holidays: [{ date: '2026-12-24', hours: [] }] };
  expect(minutesOpen(eve, '2026-12-25T00:00:00Z', '2026-12-26T00:00:00Z')).toBe(540);
});

it.each([
  [{ week: { monday: [{ from: '9:00', to: '18:00' }] } }],
  [{ week: { monday: [{ from: '09:00', to: '24:01' }] } }],
  [{ week: { monday: [{ from: '09:00', to: '09:00' }] } }],
  [{ week: { someday: [] } }],
  [{ week: { monday: Array.from({ length: 11 }, () => ({ from: '09:00', to: '10:00' })) } }],
  [{ week: {}, time_zone: 'Mars/Base' }],
  [{ week: {}, holidays: [{ date: '2026-02-30' }] }],
  [{ week: {}, holidays: [{ date: '2026-02-20' }, { date: '2026-02-20' }] }],
  [{}],
])('what is no calendar is refused: %j', (given) => {
  expect(z.strictObject(calendarFields).safeParse(given).success).toBe(false);
});

describe('the next opening', () => {
  const next = (of: Calendar, moment: string) => {
    const found = nextOpening(of, at(moment));
    return found === undefined ? undefined : new Date(found).toISOString();
  };
  const week = { monday: [{ from: '09:00', to: '18:00' }] };
  it.each([
    ['2026-11-23T05:00:00Z', '2026-11-23T08:00:00.000Z'],
    ['2026-11-23T18:00:00Z', '2026-11-30T08:00:00.000Z'],
    // The clocks are turned in between.
    ['2026-10-19T18:00:00Z', '2026-10-26T08:00:00.000Z'],
    ['2026-03-23T18:00:00Z', '2026-03-30T07:00:00.000Z'],
  ])('is when the clocks of the time zone show it: after %s', (moment, wanted) => {
    expect(next(calendar({ week }), moment)).toBe(wanted);
  });

  it('is none on a day off, and none where there are no hours', () => {
    const holidays = [{ date: '2026-11-30', hours: [] }];
    expect(next(calendar({ week, holidays }), '2026-11-24T05:00:00Z')).toBe('2026-12-07T08:00:00.000Z');
    expect(next(calendar({}), '2026-11-24T05:00:00Z')).toBeUndefined();
  });

  it('comes at once where the clocks leave out the hour at which it would begin', () => {
    const spring = calendar({ week: { sunday: [{ from: '02:30', to: '05:00' }] } });
    const found = nextOpening(spring, at('2026-03-28T20:00:00Z'))!;
    expect(isOpen(spring, found)).toBe(true);
    expect(found).toBeLessThan(at('2026-03-29T02:30:00Z'));
  });
});

describe('the end of the hours', () => {
  const closing = (given: Calendar, moment: string) => {
    const found = nextClosing(given, at(moment));
    return found === undefined ? undefined : new Date(found).toISOString();
  };
  const workday = [
    { from: '09:00', to: '12:00' },
    { from: '12:00', to: '13:00' },
    { from: '14:00', to: '18:00' },
  ];

  it('is the first one after which the project is closed, by the clocks of its time zone', () => {
    const given = calendar({ week: { monday: workday } });
    // Hours that meet are one.
    expect(closing(given, '2026-11-23T08:30:00Z')).toBe('2026-11-23T12:00:00.000Z');
    expect(closing(given, '2026-11-23T13:30:00Z')).toBe('2026-11-23T17:00:00.000Z');
    // By the minute, whatever the moment is at which somebody asks.
    expect(closing(given, '2026-11-23T13:30:12.345Z')).toBe('2026-11-23T17:00:00.000Z');
    const summer = calendar({ week: { monday: workday } });
    expect(closing(summer, '2026-07-20T13:30:00Z')).toBe('2026-07-20T16:00:00.000Z');
  });

  it('comes on the next day for hours over midnight, and also after it has begun', () => {
    const given = calendar({ week: { friday: [{ from: '20:00', to: '02:00' }] } });
    expect(closing(given, '2026-11-27T21:00:00Z')).toBe('2026-11-28T01:00:00.000Z');
    expect(closing(given, '2026-11-28T00:30:00Z')).toBe('2026-11-28T01:00:00.000Z');
  });

  it('is that of the last day of days that follow each other, and none where a project never closes', () => {
    const whole = [{ from: '00:00', to: '24:00' }];
    const given = calendar({ week: { monday: whole, tuesday: whole } });
    expect(closing(given, '2026-11-23T09:00:00Z')).toBe('2026-11-24T23:00:00.000Z');
    const all = { ...{ monday: whole, tuesday: whole, wednesday: whole, thursday: whole }, friday: whole };
    const always = calendar({ week: { ...all, saturday: whole, sunday: whole } });
    expect(closing(always, '2026-11-23T09:00:00Z')).toBeUndefined();
  });
});
