import type { ReactElement, ReactNode } from 'react';
import { Menu as AriaMenu, Keyboard, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components';
import css from './menu.module.css';

export interface MenuEntry {
  id: string;
  name: string;
  icon?: ReactNode;
  /** Its key, or another short hint. It describes the entry and is no part of its name. */
  hint?: string;
  isSelected?: boolean;
  act(): void;
}

/** What opens at a button. @param children the button */
export function Menu({
  label,
  entries,
  children,
}: {
  label: string;
  entries: readonly MenuEntry[];
  children: ReactElement;
}) {
  return (
    <MenuTrigger>
      {children}
      <Popover className={css.popover ?? ''} offset={4}>
        <AriaMenu
          aria-label={label}
          className={css.menu ?? ''}
          onAction={(key) => entries.find(({ id }) => id === key)?.act()}
        >
          {entries.map(({ id, name, icon, hint, isSelected }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              className={css.item ?? ''}
              data-current={isSelected || undefined}
            >
              {icon}
              <Text slot="label" className={css.name ?? ''}>
                {name}
              </Text>
              {hint && <Keyboard className={css.hint ?? ''}>{hint}</Keyboard>}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
