import { ChevronDown } from 'lucide-react';
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import css from '../../kit/field.module.css';
import menu from '../../kit/menu.module.css';
import { isObject } from '../document/json.ts';
import { useAround } from './form-context.ts';

interface SlugFieldProps {
  label: string;
  /** Of the field: says what it names. */
  name: string;
  value: string;
  onChange(value: string): void;
  fault?: string | undefined;
}

/** The name of something that the project has: those that there are can be chosen, others written. */
export function SlugField({ label, name, value, onChange, fault }: SlugFieldProps) {
  const { slugs, document, part } = useAround();
  const flows = isObject(document.flows) ? Object.keys(document.flows) : [];
  const known = name === 'flow' ? flows : (slugs[name === 'slug' ? 'receiver' : name] ?? []);
  return (
    <ComboBox
      className={css.field ?? ''}
      allowsCustomValue
      allowsEmptyCollection={false}
      menuTrigger="focus"
      inputValue={value}
      onInputChange={onChange}
      onBlur={part}
      isInvalid={Boolean(fault)}
      validationBehavior="aria"
      items={known.map((id) => ({ id }))}
    >
      <Label className={css.label ?? ''}>{label}</Label>
      <div className={css.combo}>
        <Input className={css.input ?? ''} />
        <Button className={css.opener ?? ''}>
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      </div>
      <FieldError className={css.fault ?? ''}>{fault}</FieldError>
      <Popover className={menu.popover ?? ''} offset={4}>
        <ListBox<{ id: string }> className={css.list ?? ''}>
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
