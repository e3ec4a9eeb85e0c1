import type { ReactNode } from 'react';
import { NumberField as AriaNumberField, Input, Label } from 'react-aria-components';
import { BelowField } from './below-field.tsx';
import css from './field.module.css';

interface NumberFieldProps {
  label: string;
  /** null: empty. */
  value: number | null;
  onChange(value: number | null): void;
  min?: number;
  max?: number;
  /** Stands behind the number: `minutes`. */
  unit?: string;
  help?: ReactNode;
  fault?: string | undefined;
  isRequired?: boolean;
}

/** A number, written as the reader's language writes it. Arrows change it by one. */
export function NumberField({
  label,
  value,
  onChange,
  min,
  max,
  unit,
  help,
  fault,
  isRequired,
}: NumberFieldProps) {
  return (
    <AriaNumberField
      className={css.field ?? ''}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      {...(min !== undefined && { minValue: min })}
      {...(max !== undefined && { maxValue: max })}
      isInvalid={Boolean(fault)}
      isRequired={isRequired ?? false}
      validationBehavior="aria"
    >
      <Label className={css.label}>{label}</Label>
      <div className={css.withUnit}>
        <Input className={`${css.input} ${css.number}`} />
        {unit && <span className={css.unit}>{unit}</span>}
      </div>
      <BelowField help={help} fault={fault} />
    </AriaNumberField>
  );
}
