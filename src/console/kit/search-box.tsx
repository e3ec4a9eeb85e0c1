import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { t } from '../text/text.ts';
import css from './search-box.module.css';

interface SearchBoxProps {
  label: string;
  value: string;
  /** Called when somebody has stopped typing for a moment, and at Enter. */
  onChange(value: string): void;
  autoFocus?: boolean;
}

const pauseMs = 250;

/** A field that narrows the list below it as somebody types. Escape clears it. */
export function SearchBox({ label, value, onChange, autoFocus = false }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const told = useRef(value);
  // The address was changed by others, such as the back button.
  if (value !== told.current) {
    told.current = value;
    setText(value);
  }
  const tell = (next: string) => {
    if (next === told.current) return;
    told.current = next;
    onChange(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the text starts the pause anew.
  useEffect(() => {
    const timer = setTimeout(() => tell(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      className={css.box ?? ''}
      aria-label={label}
      autoFocus={autoFocus}
      value={text}
      onChange={setText}
      onSubmit={() => tell(text.trim())}
    >
      <Search size={16} aria-hidden="true" className={css.icon} />
      <Input className={css.input ?? ''} placeholder={label} />
      {text !== '' && (
        <Button className={css.clear ?? ''} aria-label={t('kit.search_clear')}>
          <X size={14} aria-hidden="true" />
        </Button>
      )}
    </SearchField>
  );
}
