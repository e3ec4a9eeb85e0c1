import { X } from 'lucide-react';
import { useId, useState } from 'react';
import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Tag,
  TagGroup,
  TagList,
} from 'react-aria-components';
import { t } from '../text/text.ts';
import field from './field.module.css';
import menu from './menu.module.css';
import hidden from './spoken.module.css';
import css from './tokens.module.css';

interface TokensProps {
  label: string;
  /** The label is read by screen readers only. */
  isLabelHidden?: boolean;
  values: readonly string[];
  onChange(values: readonly string[]): void;
  /** What is offered while somebody types; other words can be typed as well. */
  suggestions?: readonly string[];
  placeholder?: string;
  /** Stands below the field. */
  help?: string;
  fault?: string | undefined;
  isDisabled?: boolean;
}

/** A list of words, such as tags. Enter or a comma adds one; Backspace or Delete on a word takes it away. */
export function Tokens(props: TokensProps) {
  const {
    label,
    isLabelHidden,
    values,
    onChange,
    suggestions = [],
    placeholder,
    help,
    fault,
    isDisabled,
  } = props;
  const [text, setText] = useState('');
  const faultId = useId();
  const helpId = useId();
  const said = [help && helpId, fault && faultId].filter(Boolean).join(' ');
  const add = (word: string) => {
    const wanted = word
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '' && !values.includes(each));
    if (wanted.length > 0) onChange([...values, ...new Set(wanted)]);
    setText('');
  };
  // Nothing is offered for an empty field, so that the list closes when a word was added.
  const offered =
    text.trim() === '' ? [] : suggestions.filter((each) => !values.includes(each)).slice(0, 200);
  return (
    <div className={field.field}>
      {!isLabelHidden && <span className={field.label}>{label}</span>}
      <div className={css.box} data-invalid={fault ? true : undefined}>
        {values.length > 0 && (
          <TagGroup
            className={css.group ?? ''}
            aria-label={label}
            {...(!isDisabled && {
              onRemove: (keys) => onChange(values.filter((each) => !keys.has(each))),
            })}
          >
            <TagList className={css.tags ?? ''}>
              {values.map((each) => (
                <Tag key={each} id={each} textValue={each} className={css.tag ?? ''}>
                  <span className={css.word}>{each}</span>
                  {!isDisabled && (
                    <Button
                      slot="remove"
                      className={css.remove ?? ''}
                      aria-label={t('kit.token_remove', { name: each })}
                    >
                      <X size={12} aria-hidden="true" />
                    </Button>
                  )}
                </Tag>
              ))}
            </TagList>
          </TagGroup>
        )}
        {!isDisabled && (
          <ComboBox
            className={css.combo ?? ''}
            allowsCustomValue
            inputValue={text}
            onInputChange={(next) => (next.endsWith(',') ? add(next) : setText(next))}
            selectedKey={null}
            onSelectionChange={(key) => key !== null && add(String(key))}
            menuTrigger="input"
            aria-label={`${label}: ${t('kit.token_add')}`}
            {...(said && { 'aria-describedby': said })}
          >
            <Label className={hidden.spoken ?? ''}>{`${label}: ${t('kit.token_add')}`}</Label>
            <Input
              className={css.input ?? ''}
              placeholder={placeholder ?? t('kit.token_add')}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                const hasChoice = event.currentTarget.getAttribute('aria-activedescendant');
                if (event.key === 'Enter' && text.trim() !== '' && !hasChoice) {
                  event.preventDefault();
                  add(text);
                }
                if (event.key === 'Backspace' && text === '' && values.length > 0)
                  onChange(values.slice(0, -1));
              }}
              onBlur={() => add(text)}
            />
            <Popover className={menu.popover ?? ''} offset={4}>
              <ListBox className={css.list ?? ''}>
                {offered.map((each) => (
                  <ListBoxItem key={each} id={each} textValue={each} className={menu.item ?? ''}>
                    {each}
                  </ListBoxItem>
                ))}
              </ListBox>
            </Popover>
          </ComboBox>
        )}
      </div>
      {help && (
        <p id={helpId} className={field.help}>
          {help}
        </p>
      )}
      {fault && (
        <p id={faultId} className={field.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
