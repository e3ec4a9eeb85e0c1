import { Field, type FieldProps } from './field.tsx';
import css from './json-field.module.css';

/** A value as JSON over several lines. */
export const showJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** A field for JSON. */
export const JsonField = (props: FieldProps) => (
  <div className={css.json}>
    <Field rows={5} spellCheck="false" {...props} />
  </div>
);
