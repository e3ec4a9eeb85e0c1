import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogButtons } from '../../kit/dialog.tsx';
import { t, word } from '../../text/text.ts';
import type { Json } from '../document/json.ts';
import type { Clash } from '../document/merge.ts';
import type { SaveStatus } from '../save/saver.ts';
import css from './clash.module.css';
import type { Editor } from './editor.ts';

type Side = 'mine' | 'theirs';

/** Two people have changed the same: which counts is chosen step by step. Nothing is saved before. */
export function ClashDialog({ editor, status }: { editor: Editor; status: SaveStatus & { is: 'clash' } }) {
  const { clashes, by } = status;
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const other = by ?? t('flow.somebody');
  return (
    <Dialog title={t('flow.clash')} isOpen onClose={() => {}} isWide isKept>
      <p>{t('flow.clash_text', { by: other })}</p>
      {clashes.map((clash) => (
        <RadioGroup
          key={clash.name}
          className={css.clash ?? ''}
          aria-label={nameOf(clash)}
          value={chosen[clash.name] ?? 'mine'}
          onChange={(side) => setChosen((before) => ({ ...before, [clash.name]: side as Side }))}
        >
          <h3>{nameOf(clash)}</h3>
          <div className={css.sides}>
            <SideOf side="mine" name={t('flow.clash_mine')} value={clash.mine} />
            <SideOf side="theirs" name={t('flow.clash_theirs', { by: other })} value={clash.theirs} />
          </div>
        </RadioGroup>
      ))}
      <DialogButtons>
        <Button look="main" onPress={() => editor.choose((name) => chosen[name] ?? 'mine')}>
          {t('flow.clash_choose')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const nameOf = ({ step, name }: Clash) =>
  step ??
  (name.startsWith('flow ') ? t('flow.flow', { name: name.slice(5) }) : word('flow_field', name.slice(6)));

function SideOf({ side, name, value }: { side: Side; name: string; value: Json | undefined }) {
  return (
    <Radio value={side} className={css.side ?? ''}>
      <span className={css.name}>{name}</span>
      {value === undefined ? <em>{t('flow.clash_gone')}</em> : <code>{JSON.stringify(value, null, 2)}</code>}
    </Radio>
  );
}
