import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import { Dialog } from '../../kit/dialog.tsx';
import menu from '../../kit/menu.module.css';
import { t } from '../../text/text.ts';
import css from './choose.module.css';

/** Something that can be chosen. */
export interface Choice {
  id: string;
  name: string;
  /** A few words about it, in which is searched, too. */
  about?: string;
  /** Other words for it, in which is searched and which are not shown. */
  also?: string;
  icon?: LucideIcon;
}

interface ChooseProps {
  title: string;
  hint: string;
  nothing: string;
  choices: readonly Choice[];
  onChoose(id: string): void;
  onClose(): void;
  /** What is asked besides, above the list. */
  children?: ReactNode;
}

/** So many are shown; what is typed leads to the others. */
const mostShown = 50;

/** One of many, found by what is typed; arrows and Enter take it. */
export function Choose({ title, hint, nothing, choices, onChoose, onClose, children }: ChooseProps) {
  const [wanted, want] = useState('');
  const words = useMemo(() => choices.map(wordsOf), [choices]);
  // In any order.
  const parts = folded(wanted).split(/\s+/);
  const found = choices.filter((_, i) => parts.every((each) => words[i]!.includes(each)));
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      {children}
      <Autocomplete inputValue={wanted} onInputChange={want}>
        <SearchField aria-label={title} autoFocus>
          <Input className={css.input ?? ''} placeholder={hint} />
        </SearchField>
        <Menu
          aria-label={title}
          className={css.list ?? ''}
          onAction={(key) => onChoose(String(key))}
          renderEmptyState={() => <p className={css.nothing}>{nothing}</p>}
        >
          {found.slice(0, mostShown).map(({ id, name, about, icon: Icon }) => (
            <MenuItem key={id} id={id} textValue={name} className={menu.item ?? ''}>
              {Icon && <Icon size={16} aria-hidden="true" />}
              <span className={css.words}>
                <span className={css.name}>{name}</span>
                {about && <span className={css.about}>{about}</span>}
              </span>
            </MenuItem>
          ))}
        </Menu>
        {found.length > mostShown && (
          <p className={css.more}>{t('flow.more_found', { count: found.length - mostShown })}</p>
        )}
      </Autocomplete>
    </Dialog>
  );
}

/** Without accents, and in small letters. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = ({ name, about = '', also = '' }: Choice) => folded(`${name} ${about} ${also}`);
