import type { Shape } from '../api/shapes.ts';
import { nameOfActor } from '../audit/index.ts';
import { showAction } from '../text/action.ts';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './payments.module.css';

/** What an entry says beside its action: why, or what did not fit. */
function aboutOf({ data }: Shape<'AuditEntry'>): string {
  const { error, problem, made_at } = data as {
    error?: { message?: string };
    problem?: { message?: string };
    made_at?: string;
  };
  return [error?.message, problem?.message, made_at === 'provider' && t('payments.made_at_provider')]
    .filter(Boolean)
    .join(' ');
}

/** What happened to a payment and its refunds, the newest first, as the audit log has it. */
export function History({ payment: { history } }: { payment: Shape<'OwnedPayment'> }) {
  if (history.length === 0) return <p className={css.muted}>{t('payments.no_history')}</p>;
  return (
    <ol className={css.history} aria-label={t('payments.history')}>
      {history.toReversed().map((entry) => (
        <li key={entry.id} className={css.happened}>
          <time className={css.when}>{showMoment(entry.at)}</time>
          <span className={css.words}>
            {showAction(entry.action)}
            <span className={css.muted}>
              {[nameOfActor(entry), aboutOf(entry)].filter(Boolean).join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
