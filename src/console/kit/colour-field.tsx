import css from './colour-field.module.css';
import { Field, type FieldProps } from './field.tsx';

const isColour = (value: string) => /^#[0-9a-f]{6}$/i.test(value);

interface ColourFieldProps extends Pick<FieldProps, 'label' | 'help' | 'fault' | 'placeholder'> {
  /** `#rrggbb`; empty for none. */
  value: string;
  /** Shown in the picker while there is none. */
  usual: string;
  onChange(value: string): void;
  /** The name of the picker. */
  pickerLabel: string;
}

/** A colour, picked or typed. */
export function ColourField({ value, usual, onChange, pickerLabel, ...props }: ColourFieldProps) {
  return (
    <div className={css.row}>
      <input
        type="color"
        className={css.picker}
        aria-label={pickerLabel}
        value={isColour(value) ? value.toLowerCase() : usual}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={css.text}>
        <Field
          {...props}
          value={value}
          placeholder={usual}
          onChange={(text) => onChange(text.trim())}
          spellCheck="false"
        />
      </div>
    </div>
  );
}
