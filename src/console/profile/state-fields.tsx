import { X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import type { Customer } from './customer.ts';
import { Editable } from './editable.tsx';
import { Part } from './part.tsx';
import css from './profile.module.css';
import { useChange } from './use-change.ts';

function NewField({ onAdd }: { onAdd(key: string, value: string): void }) {
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  if (!isOpen)
    return (
      <Button look="quiet" onPress={() => setOpen(true)}>
        {t('profile.add_field')}
      </Button>
    );
  return (
    <form
      className={css.pair}
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() === '') return;
        onAdd(key.trim(), value);
        setKey('');
        setValue('');
        setOpen(false);
      }}
    >
      <Field label={t('profile.key')} autoFocus value={key} onChange={setKey} />
      <Field label={t('profile.value')} value={value} onChange={setValue} />
      <div className={css.acts}>
        <Button onPress={() => setOpen(false)}>{t('shell.cancel')}</Button>
        <Button type="submit" look="main">
          {t('shell.save')}
        </Button>
      </div>
    </form>
  );
}

/** What the bot and people have noted of a customer, each value edited in place. */
export function StateFields({ customer: { id, state } }: { customer: Customer }) {
  const { change, error } = useChange(id);
  const set = (key: string, value: string) => change({ state: { ...state, [key]: value } });
  const remove = async (key: string) => {
    const { [key]: before, ...others } = state;
    if (await change({ state: others }))
      say(t('profile.removed', { name: key }), {
        name: t('profile.undo'),
        act: () => void change({ state: { ...others, [key]: before ?? '' } }),
      });
  };
  return (
    <Part title={t('profile.state')}>
      <dl className={css.facts}>
        {Object.entries(state).map(([key, value]) => (
          <div key={key} className={css.fact}>
            <dt>{key}</dt>
            <dd>
              <Editable label={key} value={value} onSave={(now) => set(key, now)} />
              <span className={css.remove}>
                <IconButton label={t('profile.remove', { name: key })} onPress={() => void remove(key)}>
                  <X size={16} />
                </IconButton>
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <ProblemNotice error={error} />
      <NewField onAdd={(key, value) => void set(key, value)} />
    </Part>
  );
}
