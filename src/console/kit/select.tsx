import { ChevronDown } from 'lucide-react';
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import { BelowField } from './below-field.tsx';
import css from './field.module.css';
import menu from './menu.module.css';

interface SelectProps<Value extends string> {
  label: string;
  /** The label is read by screen readers only. */
  isLabelHidden?: boolean;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
  help?: string;
  fault?: string | undefined;
  isDisabled?: boolean;
}

/** One of a few. */
export function Select<Value extends string>({
  label,
  isLabelHidden,
  value,
  options,
  onChange,
  help,
  fault,
  isDisabled,
}: SelectProps<Value>) {
  return (
    <AriaSelect
      className={css.field ?? ''}
      value={value}
      onChange={(key) => onChange(key as Value)}
      isInvalid={Boolean(fault)}
      isDisabled={isDisabled ?? false}
      validationBehavior="aria"
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label className={css.label}>{label}</Label>}
      <Button className={css.trigger ?? ''}>
        <SelectValue />
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      <BelowField help={help} fault={fault} />
      <Popover className={`${menu.popover} ${css.drop}`} offset={4}>
        <ListBox>
          {options.map(([id, name]) => (
            <ListBoxItem key={id} id={id} className={menu.item ?? ''} textValue={name}>
              {name}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
