import { Plus, X } from 'lucide-react';
import type { Shape } from '../api/shapes.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { dayHere } from '../kit/moment-field.tsx';
import { Section } from '../kit/page.tsx';
import { t } from '../text/text.ts';
import css from './hours.module.css';
import { Intervals } from './intervals.tsx';

type Holiday = Shape<'Calendar'>['holidays'][number];

interface HolidaysProps {
  holidays: readonly Holiday[];
  fault(path: string): string | undefined;
  onChange(holidays: Holiday[]): void;
}

const tomorrow = () => dayHere(new Date(Date.now() + 86_400_000));

/** Days with hours of their own, most of them closed. */
export function Holidays({ holidays, fault, onChange }: HolidaysProps) {
  const set = (at: number, change: Partial<Holiday>) =>
    onChange(holidays.map((each, i) => (i === at ? { ...each, ...change } : each)));
  const add = (
    <Button onPress={() => onChange([...holidays, { date: tomorrow(), name: null, hours: [] }])}>
      {t('settings.add_holiday')}
    </Button>
  );
  return (
    <Section title={t('settings.holidays')} acts={add}>
      {holidays.length === 0 && <p className={css.closed}>{t('settings.no_holidays')}</p>}
      <ul className={css.days} aria-label={t('settings.holidays')}>
        {holidays.map(({ date, name, hours }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same date while somebody writes
          <li key={i} className={css.holiday}>
            <Field
              label={t('settings.date')}
              type="date"
              value={date}
              fault={fault(`holidays.${i}.date`)}
              onChange={(next) => set(i, { date: next })}
            />
            <Field
              label={t('settings.holiday_name')}
              value={name ?? ''}
              fault={fault(`holidays.${i}.name`)}
              onChange={(next) => set(i, { name: next || null })}
            />
            <div className={css.hours}>
              {hours.length === 0 && <span className={css.closed}>{t('settings.closed')}</span>}
              <Intervals
                of={name ?? date}
                intervals={hours}
                path={`holidays.${i}.hours`}
                fault={fault}
                onChange={(next) => set(i, { hours: next })}
              />
            </div>
            <div className={css.acts}>
              <Button
                look="quiet"
                onPress={() => set(i, { hours: [...hours, { from: '10:00', to: '14:00' }] })}
              >
                <Plus size={16} aria-hidden="true" />
                {t('settings.add_hours')}
              </Button>
              <IconButton
                label={t('settings.remove_holiday', { day: name ?? date })}
                onPress={() => onChange(holidays.filter((_, each) => each !== i))}
              >
                <X size={16} />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
