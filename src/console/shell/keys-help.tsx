import { useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { areKeysOn, keysOfPage, showKeys, switchKeys } from '../kit/keys.ts';
import { Switch } from '../kit/switch.tsx';
import { t } from '../text/text.ts';
import css from './keys-help.module.css';
import { useEntries } from './page-link.tsx';

/** The keys of the console, and a switch for those who type by voice or by other means. */
export function KeysHelp({ onClose }: { onClose(): void }) {
  const [isOn, setOn] = useState(areKeysOn());
  const keys = [
    [t('shell.find'), showKeys('Mod+KeyK')],
    [t('shell.keys'), '?'],
    ...useEntries().flatMap(({ entry }) =>
      entry.key ? [[t(entry.name), showKeys(`KeyG ${entry.key}`)]] : [],
    ),
    ...keysOfPage().map(([key, name]) => [name, showKeys(key)]),
  ];
  return (
    <Dialog title={t('shell.keys')} isOpen onClose={onClose} isWide>
      <dl className={css.keys}>
        {keys.map(([name, key]) => (
          <div key={name} className={css.row}>
            <dt>{name}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('shell.keys_on')}
        isSelected={isOn}
        onChange={(on) => {
          switchKeys(on);
          setOn(on);
        }}
      />
    </Dialog>
  );
}
