import { Label, RadioButton, RadioField, RadioGroup, Text } from 'react-aria-components';
import { BelowField } from './below-field.tsx';
import field from './field.module.css';
import css from './radios.module.css';

interface RadiosProps<Value extends string> {
  label: string;
  value: Value;
  /** What each is sent as, its name, and what it means. The meaning describes it, and is no part of its name. */
  options: readonly (readonly [Value, string, string?])[];
  onChange(value: Value): void;
  fault?: string | undefined;
  /** Beside each other where there is room; otherwise below each other. */
  isBeside?: boolean;
  /** The chosen one has the focus. */
  autoFocus?: boolean;
}

/** One of a few, all of them in sight. Arrow keys move between them. */
export function Radios<Value extends string>({
  label,
  value,
  options,
  onChange,
  fault,
  isBeside = false,
  autoFocus = false,
}: RadiosProps<Value>) {
  return (
    <RadioGroup
      className={field.field ?? ''}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
      isInvalid={Boolean(fault)}
      validationBehavior="aria"
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <div className={isBeside ? `${css.options} ${css.beside}` : css.options}>
        {options.map(([id, name, about]) => (
          <RadioField key={id} value={id} className={css.option ?? ''} autoFocus={autoFocus && id === value}>
            <RadioButton className={css.name ?? ''}>
              <span className={css.dot} aria-hidden="true" />
              {name}
            </RadioButton>
            {about && (
              <Text slot="description" className={css.about ?? ''}>
                {about}
              </Text>
            )}
          </RadioField>
        ))}
      </div>
      <BelowField fault={fault} />
    </RadioGroup>
  );
}
