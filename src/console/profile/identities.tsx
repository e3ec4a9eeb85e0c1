import { showName } from '../text/name.ts';
import { t, word } from '../text/text.ts';
import type { Customer } from './customer.ts';
import { Part } from './part.tsx';
import css from './profile.module.css';

/** The accounts of a customer, and where the bot stands in each. */
export function Identities({ customer: { identities, dialogs } }: { customer: Customer }) {
  const standingOf = (id: string) => dialogs.find((each) => each.identity_id === id);
  return (
    <Part title={t('profile.identities')}>
      <ul className={css.list}>
        {identities.map(({ id, name, external_id: external, channel }) => {
          const standing = standingOf(id);
          return (
            <li key={id} className={css.item}>
              <span className={css.grow}>
                {showName(name, external)}
                <span className={css.muted}>
                  {standing?.channel.name ?? word('channel', channel)}
                  {name !== null && ` · ${external}`}
                </span>
              </span>
              {standing && (
                <span className={css.muted}>
                  {t(standing.held ? 'profile.dialog_held' : `profile.dialog_${standing.state}`)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
