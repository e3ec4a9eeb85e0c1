import css from './field.module.css';

interface TimeFieldProps {
  /** Read by screen readers; it stands in a row whose place says the same. */
  label: string;
  /** `09:00` */
  value: string;
  isInvalid?: boolean;
  onChange(value: string): void;
}

/** A time of the day, in the browser's own field. */
export const TimeField = ({ label, value, isInvalid, onChange }: TimeFieldProps) => (
  <input
    type="time"
    className={`${css.input} ${css.time}`}
    aria-label={label}
    aria-invalid={isInvalid ?? false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
