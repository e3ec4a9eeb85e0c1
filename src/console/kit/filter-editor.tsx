import { type FormEvent, type ReactNode, useState } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { daysOf, type Filter } from './filter-values.ts';
import css from './filters.module.css';
import menu from './menu.module.css';
import { Select } from './select.tsx';
import { useSettled } from './settled.ts';

interface OptionListProps {
  label: string;
  options: readonly (readonly [string, string])[];
  current?: string | undefined;
  onChoose(id: string): void;
  /** Where others choose what fits the words: the words, and who is told of others. */
  words?: string;
  onWords?(words: string): void;
  /** In the place of the options if there are none. */
  nothing?: string;
}

/** A field and below it what fits the words in it. */
export function OptionList(props: OptionListProps) {
  const { label, options, current, onChoose, words, onWords, nothing = t('kit.filter_nothing') } = props;
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <Autocomplete {...(onWords ? { inputValue: words ?? '', onInputChange: onWords } : { filter: contains })}>
      <SearchField aria-label={label} autoFocus>
        <Input className={css.find ?? ''} placeholder={label} />
      </SearchField>
      <Menu
        aria-label={label}
        className={css.options ?? ''}
        // By itself a menu closes the window around it, in which the value is asked for next.
        shouldCloseOnSelect={false}
        onAction={(key) => onChoose(String(key))}
        renderEmptyState={() => <p className={css.nothing}>{nothing}</p>}
      >
        {options.map(([id, name]) => (
          <MenuItem
            key={id}
            id={id}
            textValue={name}
            className={menu.item ?? ''}
            data-current={id === current || undefined}
          >
            <span className={menu.name}>{name}</span>
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  );
}

interface EditorProps<Kind extends Filter['kind'] = Filter['kind']> {
  filter: Filter & { kind: Kind };
  value?: string | undefined;
  onSet(value: string | undefined): void;
}

/** Where the value of a filter is chosen. */
export function FilterEditor({ filter, value, onSet }: EditorProps) {
  switch (filter.kind) {
    case 'choice':
      return (
        <OptionList label={filter.name} options={filter.options ?? []} current={value} onChoose={onSet} />
      );
    case 'text':
      return <TextEditor filter={filter} value={value} onSet={onSet} />;
    case 'find':
      return <FindEditor filter={filter} value={value} onSet={onSet} />;
    case 'pair':
      return <PairEditor filter={filter} value={value} onSet={onSet} />;
    case 'days':
      return <DaysEditor filter={filter} value={value} onSet={onSet} />;
  }
}

function TextEditor({ filter, value = '', onSet }: EditorProps<'text'>) {
  const [text, setText] = useState(value);
  const fitting = (filter.suggestions ?? []).filter((each) =>
    each.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()),
  );
  return (
    <Form onSubmit={() => (text.trim() || value) && onSet(text.trim() || undefined)}>
      <Field
        label={filter.name}
        value={text}
        onChange={setText}
        autoFocus
        {...(filter.placeholder && { placeholder: filter.placeholder })}
      />
      {fitting.length > 0 && (
        <ul className={css.suggestions}>
          {fitting.slice(0, 12).map((each) => (
            <li key={each}>
              <Button onPress={() => onSet(each)}>{each}</Button>
            </li>
          ))}
        </ul>
      )}
    </Form>
  );
}

const pauseMs = 250;

function FindEditor({ filter, value, onSet }: EditorProps<'find'>) {
  const [words, setWords] = useState('');
  const asked = useSettled(words.trim(), pauseMs);
  const found = filter.useFound(asked);
  const isAsking = asked !== words.trim() || (asked !== '' && found === undefined);
  const nothing = words.trim() === '' ? t('kit.filter_words') : isAsking ? '' : t('kit.filter_nothing');
  return (
    <OptionList
      label={filter.name}
      options={asked === '' ? [] : (found ?? [])}
      current={value}
      onChoose={onSet}
      {...{ words, nothing }}
      onWords={setWords}
    />
  );
}

function PairEditor({ filter, value = '', onSet }: EditorProps<'pair'>) {
  const options = filter.options ?? [];
  const at = value.indexOf('=');
  const [key, setKey] = useState(at > 0 ? value.slice(0, at) : (options[0]?.[0] ?? ''));
  const [text, setText] = useState(at > 0 ? value.slice(at + 1) : '');
  return (
    <Form
      onSubmit={() =>
        (text.trim() || value) && onSet(key && text.trim() ? `${key}=${text.trim()}` : undefined)
      }
    >
      <Select label={filter.name} value={key} options={options} onChange={setKey} />
      <Field label={filter.valueName} value={text} onChange={setText} autoFocus />
    </Form>
  );
}

function DaysEditor({ value = '', onSet }: EditorProps<'days'>) {
  const before = daysOf(value);
  const [from, setFrom] = useState(before.from ?? '');
  const [to, setTo] = useState(before.to ?? '');
  return (
    <Form onSubmit={() => (from || to || value) && onSet(from || to ? `${from}..${to}` : undefined)}>
      <Field label={t('kit.from')} type="date" value={from} onChange={setFrom} autoFocus />
      <Field label={t('kit.to')} type="date" value={to} onChange={setTo} />
    </Form>
  );
}

/** @param onSubmit does nothing while nothing is set: the Enter that chose the filter may arrive in its first field */
function Form({ children, onSubmit }: { children: ReactNode; onSubmit(): unknown }) {
  return (
    <form
      className={css.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Button type="submit" look="main">
        {t('kit.filter_apply')}
      </Button>
    </form>
  );
}
