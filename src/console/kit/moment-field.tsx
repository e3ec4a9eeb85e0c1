import { Field, type FieldProps } from './field.tsx';

interface MomentFieldProps extends Omit<FieldProps, 'value' | 'onChange' | 'type' | 'rows'> {
  /** An ISO time; null: empty. */
  value: string | null;
  onChange(value: string | null): void;
}

const two = (value: number) => String(value).padStart(2, '0');

/** The day in the zone of the device, as the browser's fields want it: `2026-12-24`. */
export const dayHere = (date: Date): string =>
  [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');

/** The same with its time, without seconds. */
function toLocal(at: string): string {
  const date = new Date(at);
  return `${dayHere(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A day and a time in the zone of the reader's device. It is the browser's own field, which every device knows how to fill in. */
export function MomentField({ value, onChange, ...props }: MomentFieldProps) {
  return (
    <Field
      {...props}
      type="datetime-local"
      value={value === null ? '' : toLocal(value)}
      onChange={(text) => onChange(text === '' ? null : new Date(text).toISOString())}
    />
  );
}
