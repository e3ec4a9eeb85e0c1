import { X } from 'lucide-react';
import { IconButton } from '../kit/button.tsx';
import { TimeField } from '../kit/time-field.tsx';
import { t } from '../text/text.ts';
import css from './hours.module.css';

export interface Interval {
  from: string;
  to: string;
}

interface IntervalsProps {
  /** The name of the day. */
  of: string;
  intervals: readonly Interval[];
  /** Where they stand in the body of the request. */
  path: string;
  fault(path: string): string | undefined;
  onChange(intervals: Interval[]): void;
}

/** Fields for clocks know no 24:00; a day that ends at 00:00 ends at midnight. */
const midnight = { shown: '00:00', sent: '24:00' };

/** From when to when, any number of times a day. Hours that end before they begin end on the next day. */
export function Intervals({ of, intervals, path, fault, onChange }: IntervalsProps) {
  const set = (at: number, change: Partial<Interval>) =>
    onChange(intervals.map((each, i) => (i === at ? { ...each, ...change } : each)));
  return intervals.map(({ from, to }, i) => {
    const what = `${of}, ${i + 1}`;
    const trouble = fault(`${path}.${i}`);
    return (
      // The place is what tells one from another: two may say the same while somebody writes.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <div key={i} className={css.interval}>
        <TimeField
          label={t('settings.from', { day: what })}
          value={from}
          isInvalid={trouble !== undefined}
          onChange={(time) => set(i, { from: time })}
        />
        <span aria-hidden="true">–</span>
        <TimeField
          label={t('settings.to', { day: what })}
          value={to === midnight.sent ? midnight.shown : to}
          isInvalid={trouble !== undefined}
          onChange={(time) => set(i, { to: time === midnight.shown ? midnight.sent : time })}
        />
        <IconButton
          label={t('settings.remove_hours', { day: what })}
          onPress={() => onChange(intervals.filter((_, each) => each !== i))}
        >
          <X size={16} />
        </IconButton>
        {trouble && <span className={css.fault}>{trouble}</span>}
      </div>
    );
  });
}
