import { t } from '../text/text.ts';
import { Field } from './field.tsx';
import { jsonOfText, textOfJson } from './json-text.ts';
import { NumberField } from './number-field.tsx';
import type { SchemaField } from './schema-fields.ts';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';

/** What stands in the fields, by name; JSON as text. */
export type InputValues = Readonly<Record<string, unknown>>;

export const initialOf = (fields: readonly SchemaField[]): InputValues =>
  Object.fromEntries(
    fields.map(({ name, kind, initial }) => [
      name,
      kind === 'json'
        ? textOfJson(initial)
        : (initial ?? (kind === 'flag' ? false : kind === 'number' ? null : '')),
    ]),
  );

/**
 * The object of what stands in the fields. What is empty and not needed is left out.
 * @throws SyntaxError with `field`, the name of the field whose JSON cannot be read
 */
export function inputOf(fields: readonly SchemaField[], values: InputValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, isRequired }) => {
      const value = values[name];
      if (kind === 'json') {
        try {
          const read = jsonOfText(String(value ?? ''));
          return read === undefined ? [] : [[name, read]];
        } catch (error) {
          throw Object.assign(error as SyntaxError, { field: name });
        }
      }
      const isEmpty = value === '' || value === null || value === undefined;
      return isEmpty && (!isRequired || kind !== 'text') ? [] : [[name, value]];
    }),
  );
}

interface InputFieldsProps {
  fields: readonly SchemaField[];
  values: InputValues;
  onChange(change: InputValues): void;
  /** What is wrong with a field. */
  fault(name: string): string | undefined;
}

/** The fields of a schema. Those that may be left out say so. */
export function InputFields({ fields, values, onChange, fault }: InputFieldsProps) {
  return fields.map((field) => {
    const { name, kind, isRequired, help, options } = field;
    const label = isRequired || kind === 'flag' ? field.label : t('kit.optional', { name: field.label });
    const change = (value: unknown) => onChange({ ...values, [name]: value });
    const common = { label, ...(help !== undefined && { help }), fault: fault(name) };
    if (kind === 'flag')
      return (
        <Switch key={name} label={label} help={help} isSelected={values[name] === true} onChange={change} />
      );
    if (kind === 'number')
      return <NumberField key={name} {...common} value={values[name] as number | null} onChange={change} />;
    if (kind === 'choice') {
      const offered = options.map((each) => [each, each] as const);
      const all = isRequired ? offered : [['', t('kit.nothing')] as const, ...offered];
      return (
        <Select key={name} {...common} options={all} value={String(values[name] ?? '')} onChange={change} />
      );
    }
    return (
      <Field
        key={name}
        {...common}
        {...(kind === 'json' && { rows: 3, isCode: true, spellCheck: 'false' })}
        value={String(values[name] ?? '')}
        onChange={change}
      />
    );
  });
}
