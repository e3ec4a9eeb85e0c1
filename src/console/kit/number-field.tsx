import type { ReactNode } from 'react';
import { NumberField as AriaNumberField, Input, Label } from 'react-aria-components';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
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

/** What is said of a number that is outside of its limits. */
function outside(value: number | null, min = -Infinity, max = Infinity): string | undefined {
  if (value === null || (value >= min && value <= max)) return undefined;
  const [from, to] = [showNumber(min), showNumber(max)];
  const range =
    max === Infinity
      ? t('kit.since', { from })
      : t(min === -Infinity ? 'kit.until' : 'kit.between', { from, to });
  return t('kit.allowed', { range });
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
  // The library knows no limits: it would make another number of what somebody wrote, without a word.
  const wrong = outside(value, min, max) ?? fault;
  return (
    <AriaNumberField
      className={css.field ?? ''}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={Boolean(wrong)}
      isRequired={isRequired ?? false}
      validationBehavior="aria"
    >
      <Label className={css.label}>{label}</Label>
      <div className={css.withUnit}>
        <Input className={`${css.input} ${css.number}`} />
        {unit && <span className={css.unit}>{unit}</span>}
      </div>
      <BelowField help={help} fault={wrong} />
    </AriaNumberField>
  );
}
