import { showMoment, showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { faultWords } from './fault-words.ts';
import type { Job } from './job-view.tsx';
import css from './operations.module.css';

/** Each attempt of a job that did not happen: when, what came of it, and what is next. Nothing for a job that was tried once. */
export function Attempts({ job: { attempts, tried, next_attempt_at: next } }: { job: Job }) {
  if (tried.length === 0) return null;
  const left = attempts - tried.length;
  return (
    <section aria-label={t('jobs.tried')} className={css.attempts}>
      <h3>{t('jobs.attempts_n', { count: attempts })}</h3>
      <ol>
        {tried.map(({ at, error }) => (
          <li key={at}>
            <time>{showMoment(at)}</time>
            <span>
              {error.reason ? faultWords(error).text : faultWords(error).title} <code>{error.code}</code>
            </span>
          </li>
        ))}
      </ol>
      {left > 1 && <p>{t('jobs.attempts_before', { count: showNumber(left - 1) })}</p>}
      {next && <p role="status">{t('jobs.next_attempt', { when: showMoment(next) })}</p>}
    </section>
  );
}
