import { Plus, X } from 'lucide-react';
import { Input } from 'react-aria-components';
import { t } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';
import field from './field.module.css';
import type { Pair } from './pairs.ts';
import css from './pairs-field.module.css';

interface PairsFieldProps {
  label: string;
  value: readonly Pair[];
  onChange(pairs: Pair[]): void;
  /** Above the two columns. */
  names: { name: string; value: string };
  /** On the button that adds a line. */
  add: string;
  help?: string;
  fault?: string | undefined;
}

/** Names with values, one in a line, such as headers. A line without a name is none. */
export function PairsField({ label, value, onChange, names, add, help, fault }: PairsFieldProps) {
  const change = (at: number, pair: Pair) => onChange(value.map((each, i) => (i === at ? pair : each)));
  return (
    <fieldset className={css.pairs}>
      <legend className={field.label}>{label}</legend>
      {value.map(([name, content], i) => (
        // Lines have no name of their own but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state beside their value
        <div key={i} className={css.line}>
          <Input
            className={`${field.input} ${css.name}`}
            aria-label={`${label} ${i + 1}: ${names.name}`}
            placeholder={names.name}
            spellCheck={false}
            value={name}
            onChange={(event) => change(i, [event.target.value, content])}
          />
          <Input
            className={`${field.input} ${css.content}`}
            aria-label={`${label} ${i + 1}: ${names.value}`}
            placeholder={names.value}
            spellCheck={false}
            value={content}
            onChange={(event) => change(i, [name, event.target.value])}
          />
          <IconButton
            label={t('kit.token_remove', { name: name === '' ? String(i + 1) : name })}
            onPress={() => onChange(value.filter((_, each) => each !== i))}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button look="quiet" onPress={() => onChange([...value, ['', '']])}>
          <Plus size={16} aria-hidden="true" />
          {add}
        </Button>
      </div>
      {help && <p className={field.help}>{help}</p>}
      {fault && (
        <p className={field.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
