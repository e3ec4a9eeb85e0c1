import { ToPage } from '../shell/to-page.tsx';
import { showAgo } from '../text/format.ts';
import { showName } from '../text/name.ts';
import { t } from '../text/text.ts';
import css from './guide.module.css';
import type { Progress } from './use-progress.ts';

/** A visitor asks for a person, and somebody answers in the inbox. */
export function AnswerStep({ progress: { chat, conversation, isAnswered } }: { progress: Progress }) {
  if (isAnswered)
    return (
      <p className={css.text} role="status">
        {t('guide.answered')}
      </p>
    );
  // Asked for a person, or without an answer since: either way somebody is there already.
  const waits = conversation?.waiting_since ?? conversation?.unanswered_since;
  const name = conversation && showName(conversation.customer.name, conversation.customer.external_id);
  return (
    <>
      <p className={css.text}>
        {t(waits ? 'guide.answer_now' : chat ? 'guide.answer_text' : 'guide.answer_other')}
      </p>
      <p className={css.text} role="status">
        {waits && name && t('guide.waits', { who: name, when: showAgo(waits) })}
      </p>
      {conversation && (
        <div className={css.acts}>
          <ToPage to={`inbox/${conversation.profile_id}`} look={waits ? 'main' : 'plain'}>
            {t('guide.to_inbox')}
          </ToPage>
        </div>
      )}
    </>
  );
}
