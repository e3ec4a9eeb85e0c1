import { ChevronDown } from 'lucide-react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { t } from '../text/text.ts';
import { BelowField } from './below-field.tsx';
import css from './field.module.css';
import menu from './menu.module.css';

interface SuggestProps {
  label: string;
  value: string;
  options: readonly string[];
  onChange(value: string): void;
  help?: string;
  fault?: string | undefined;
}

/** One of many, found by a part of its name. */
export function Suggest({ label, value, options, onChange, help, fault }: SuggestProps) {
  return (
    <ComboBox
      className={css.field ?? ''}
      menuTrigger="focus"
      // What is suggested may come a moment after somebody looks for it.
      allowsEmptyCollection
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      isInvalid={Boolean(fault)}
      validationBehavior="aria"
      defaultItems={options.map((id) => ({ id }))}
    >
      <Label className={css.label ?? ''}>{label}</Label>
      <div className={css.combo}>
        <Input className={css.input ?? ''} />
        <Button className={css.opener ?? ''}>
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      </div>
      <BelowField help={help} fault={fault} />
      <Popover className={`${menu.popover} ${css.drop}`} offset={4}>
        <ListBox<{ id: string }> renderEmptyState={() => <p className={css.help}>{t('kit.suggest_none')}</p>}>
          {({ id }) => (
            <ListBoxItem id={id} className={menu.item ?? ''} textValue={id}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
