import { Check } from 'lucide-react';
import { useId } from 'react';
import {
  Checkbox as AriaCheckbox,
  CheckboxGroup as AriaCheckboxGroup,
  type CheckboxProps as AriaCheckboxProps,
  Label,
} from 'react-aria-components';
import { BelowField } from './below-field.tsx';
import css from './choice.module.css';
import field from './field.module.css';

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className'> {
  label: string;
  /** Stands below the label, and describes it. */
  help?: string | undefined;
}

/** Yes or no, in a form: nothing happens before the form is sent. */
export function Checkbox({ label, help, ...props }: CheckboxProps) {
  const id = useId();
  return (
    <AriaCheckbox
      {...props}
      className={css.choice ?? ''}
      aria-labelledby={`${id}-label`}
      {...(help && { 'aria-describedby': `${id}-help` })}
    >
      <span className={css.box} aria-hidden="true">
        <Check size={12} strokeWidth={3} />
      </span>
      <span className={css.words}>
        <span id={`${id}-label`}>{label}</span>
        {help && (
          <span id={`${id}-help`} className={css.help}>
            {help}
          </span>
        )}
      </span>
    </AriaCheckbox>
  );
}

interface CheckboxGroupProps<Value extends string> {
  label: string;
  value: readonly Value[];
  /** What each is sent as, its name, and what it means. */
  options: readonly (readonly [Value, string, string?])[];
  onChange(value: Value[]): void;
  help?: string;
  fault?: string | undefined;
}

/** Any of a few. */
export function CheckboxGroup<Value extends string>({
  label,
  value,
  options,
  onChange,
  help,
  fault,
}: CheckboxGroupProps<Value>) {
  return (
    <AriaCheckboxGroup
      className={field.field ?? ''}
      value={[...value]}
      onChange={(chosen) => onChange(chosen as Value[])}
      isInvalid={Boolean(fault)}
      validationBehavior="aria"
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <div className={css.options}>
        {options.map(([id, name, about]) => (
          <Checkbox key={id} value={id} label={name} help={about} />
        ))}
      </div>
      <BelowField help={help} fault={fault} />
    </AriaCheckboxGroup>
  );
}
