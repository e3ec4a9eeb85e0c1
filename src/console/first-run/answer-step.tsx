import { toReply } from '../api/reply.ts';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo } from '../text/format.ts';
import { showName } from '../text/name.ts';
import { t } from '../text/text.ts';
import css from './guide.module.css';
import type { Progress } from './use-progress.ts';

/** A visitor asks for a person, and somebody answers in the inbox. */
export function AnswerStep({
  progress: { chat, conversation, waiting, isAnswered },
}: {
  progress: Progress;
}) {
  if (isAnswered)
    return (
      <p className={css.text} role="status">
        {t('guide.answered')}
      </p>
    );
  const to = waiting ?? conversation;
  return (
    <>
      <p className={css.text}>
        {t(waiting ? 'guide.answer_now' : chat ? 'guide.answer_text' : 'guide.answer_other')}
      </p>
      <p className={css.text} role="status">
        {waiting &&
          t('guide.waits', {
            who: showName(waiting.customer.name, waiting.customer.external_id),
            when: showAgo(waiting.unanswered_since!),
          })}
      </p>
      {to && (
        <div className={css.acts}>
          <ToPage to={`inbox/${to.profile_id}`} search={toReply} look="plain">
            {t('guide.to_inbox')}
          </ToPage>
        </div>
      )}
    </>
  );
}
