import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Badge } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import type { Customer } from './customer.ts';
import { Part } from './part.tsx';
import css from './profile.module.css';
import { useChange } from './use-change.ts';

/** What a customer may use: paid for, and given by hand. */
export function AccessRights({ customer: { id, access, paid_access: paid } }: { customer: Customer }) {
  const { change, error } = useChange(id);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const give = (event: FormEvent) => {
    event.preventDefault();
    const key = name.trim();
    if (key !== '') void change({ access: { ...access, [key]: true } });
    setName('');
    setOpen(false);
  };
  const take = async (key: string) => {
    const { [key]: before, ...others } = access;
    if (await change({ access: others }))
      say(t('profile.removed', { name: key }), {
        name: t('profile.undo'),
        act: () => void change({ access: { ...others, [key]: before } }),
      });
  };
  const isNone = paid.length + Object.keys(access).length === 0;
  return (
    <Part title={t('profile.access')}>
      {isNone && <p className={css.none}>{t('profile.no_access')}</p>}
      <ul className={css.list}>
        {paid.map(({ product, until, order_id: order }) => (
          <li key={order} className={css.item}>
            <span className={css.grow}>{product}</span>
            <Badge look="good">
              {until ? t('profile.paid_until', { when: showMoment(until) }) : t('profile.paid')}
            </Badge>
          </li>
        ))}
        {Object.entries(access).map(([key, value]) => (
          <li key={key} className={css.item}>
            <span className={css.grow}>
              {key}
              {value !== true && <code> {JSON.stringify(value)}</code>}
            </span>
            <span className={css.muted}>{t('profile.by_hand')}</span>
            <IconButton label={t('profile.remove', { name: key })} onPress={() => void take(key)}>
              <X size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <ProblemNotice error={error} />
      {isOpen ? (
        <form className={css.pair} onSubmit={give}>
          <Field label={t('profile.access_name')} autoFocus value={name} onChange={setName} />
          <div className={css.acts}>
            <Button onPress={() => setOpen(false)}>{t('shell.cancel')}</Button>
            <Button type="submit" look="main">
              {t('profile.give')}
            </Button>
          </div>
        </form>
      ) : (
        <Button look="quiet" onPress={() => setOpen(true)}>
          {t('profile.give_access')}
        </Button>
      )}
    </Part>
  );
}
