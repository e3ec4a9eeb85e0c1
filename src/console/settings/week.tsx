import { Copy, Plus } from 'lucide-react';
import type { Shape } from '../api/shapes.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { language, t } from '../text/text.ts';
import css from './hours.module.css';
import { type Interval, Intervals } from './intervals.tsx';

export const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Day = (typeof days)[number];
export type WeekHours = Record<Day, Interval[]>;

const work: Interval[] = [{ from: '09:00', to: '18:00' }];

/** What a project begins with that had no hours before. */
export const usualWeek: WeekHours = {
  ...{ monday: work, tuesday: work, wednesday: work, thursday: work, friday: work },
  ...{ saturday: [], sunday: [] },
};

/** @param week as the API has it, where a closed day may be absent */
export const readWeek = (week: Shape<'Calendar'>['week']): WeekHours | null =>
  week && (Object.fromEntries(days.map((day) => [day, week[day] ?? []])) as WeekHours);

/** Closed days are left out. */
export const writeWeek = (week: WeekHours): Partial<WeekHours> =>
  Object.fromEntries(days.flatMap((day) => (week[day].length > 0 ? [[day, week[day]]] : [])));

const dayName = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
/** The first of January 2024 was a Monday. */
const nameOf = (day: Day) => dayName.format(Date.UTC(2024, 0, 1 + days.indexOf(day)));

interface WeekProps {
  week: WeekHours;
  fault(path: string): string | undefined;
  onChange(week: WeekHours): void;
}

/** The hours of each day. */
export function Week({ week, fault, onChange }: WeekProps) {
  const copyToAll = (day: Day) =>
    onChange(
      Object.fromEntries(days.map((each) => [each, week[each].length > 0 ? week[day] : []])) as WeekHours,
    );
  return (
    <ul className={css.days} aria-label={t('settings.week')}>
      {days.map((day) => {
        const set = (intervals: Interval[]) => onChange({ ...week, [day]: intervals });
        return (
          <li key={day} className={css.day}>
            <span className={css.name}>{nameOf(day)}</span>
            <div className={css.hours}>
              {week[day].length === 0 && <span className={css.closed}>{t('settings.closed')}</span>}
              <Intervals
                of={nameOf(day)}
                intervals={week[day]}
                path={`week.${day}`}
                fault={fault}
                onChange={set}
              />
            </div>
            <div className={css.acts}>
              <Button
                look="quiet"
                onPress={() => set([...week[day], ...work])}
                aria-label={`${t('settings.add_hours')}: ${nameOf(day)}`}
              >
                <Plus size={16} aria-hidden="true" />
                {t('settings.add_hours')}
              </Button>
              {week[day].length > 0 && (
                <IconButton
                  label={`${t('settings.copy_day')}: ${nameOf(day)}`}
                  onPress={() => copyToAll(day)}
                >
                  <Copy size={16} />
                </IconButton>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
