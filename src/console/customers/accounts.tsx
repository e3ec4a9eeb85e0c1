import { useState } from 'react';
import { renewAll } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Question } from '../kit/dialog.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showDay } from '../text/format.ts';
import { showName } from '../text/name.ts';
import { t } from '../text/text.ts';
import css from './customers.module.css';
import { LinkCode } from './link-code.tsx';

type Customer = Shape<'Customer'>;

/** The accounts of a customer in channels: each can be given a customer of its own again, and a code adds another one. */
export function Accounts({ customer }: { customer: Customer }) {
  const projectId = useProjectId();
  const [asked, setAsked] = useState<Customer['identities'][number]>();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const { identities, dialogs } = customer;
  const unlink = async (identity_id: string) => {
    setPending(true);
    setError(undefined);
    try {
      await api.POST('/api/owner/projects/{project_id}/profiles/{profile_id}/unlink', {
        params: { path: { project_id: projectId, profile_id: customer.id } },
        body: { identity_id },
      });
      renewAll();
      setAsked(undefined);
      say(t('customers.unlink_done'));
    } catch (fault) {
      setError(fault);
    }
    setPending(false);
  };
  return (
    <section className={css.part} aria-label={t('customers.accounts')}>
      <header className={css.partHead}>
        <h3>{t('customers.accounts')}</h3>
        <LinkCode profileId={customer.id} />
      </header>
      <ul className={css.items}>
        {identities.map((identity) => {
          const channel = dialogs.find((each) => each.identity_id === identity.id)?.channel.name;
          return (
            <li key={identity.id} className={css.item}>
              <span className={css.grow}>
                {showName(identity.name, identity.external_id)}
                <span className={css.muted}>
                  {[
                    channel ?? t(`customers.type_${identity.channel as 'webchat'}`),
                    identity.name !== null && identity.external_id,
                    showDay(identity.created_at),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {identities.length > 1 && (
                <Button look="quiet" onPress={() => setAsked(identity)}>
                  {t('customers.unlink')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Question
        title={t('customers.unlink_title', { name: asked ? showName(asked.name, asked.external_id) : '' })}
        text={t('customers.unlink_text')}
        verb={t('customers.unlink')}
        cancel={t('shell.cancel')}
        isOpen={asked !== undefined}
        isPending={isPending}
        fault={<ProblemNotice error={error} />}
        onAnswer={(isYes) => (isYes && asked ? void unlink(asked.id) : setAsked(undefined))}
      />
    </section>
  );
}
