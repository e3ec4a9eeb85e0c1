import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import css from './selection-bar.module.css';

interface SelectionBarProps {
  /** What is selected: `3 offers are selected`. */
  words: string;
  onClear(): void;
  /** What can be done with it. */
  children: ReactNode;
}

/** What can be done with the rows of a list that are selected, in a bar at the bottom. */
export function SelectionBar({ words, onClear, children }: SelectionBarProps) {
  return (
    <div className={css.bar} role="toolbar" aria-label={words}>
      <span className={css.words}>{words}</span>
      {children}
      <Button look="quiet" onPress={onClear}>
        <X size={16} aria-hidden="true" />
        {t('kit.deselect')}
      </Button>
    </div>
  );
}
