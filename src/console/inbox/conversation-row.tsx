import { Check, Clock, CornerUpLeft, Hand } from 'lucide-react';
import { usePerson } from '../api/session.ts';
import hidden from '../kit/spoken.module.css';
import { Badge } from '../kit/states.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './conversation-row.module.css';
import { showAge } from './days.ts';
import { type Conversation, nameOf } from './filters.ts';
import { shortOf } from './initials.ts';

interface RowProps {
  conversation: Conversation;
  me: string;
  isOpen: boolean;
  isMarked: boolean;
}

const speakers = { operator: 'inbox.person', scenario: 'inbox.bot', client: 'inbox.system' } as const;

/** The newest words of the customer. Whoever answered since is told by a sign; without a word of the customer, what was said to them stands there. */
function Words({ conversation, mine }: { conversation: Conversation; mine: string }) {
  const { last_heard: heard, last_message: last } = conversation;
  if (!last) return <>{t('inbox.nothing_said')}</>;
  const said = (text: string) => text || t('inbox.attachment');
  if (last.author === 'customer') return <>{said(heard?.text ?? last.text)}</>;
  const speaker = last.author === 'operator' && last.by === mine ? t('inbox.you') : t(speakers[last.author]);
  const answer = `${speaker}: ${said(last.text)}`;
  if (!heard) return <>{answer}</>;
  return (
    <>
      <span className={css.answered} role="img" aria-label={answer} title={answer}>
        <CornerUpLeft size={12} />
      </span>
      {said(heard.text)}
    </>
  );
}

function Signs({ conversation, me }: { conversation: Conversation; me: string }) {
  const { assignee, waiting_since: waiting, is_held: isHeld, is_open: isOpen, rating } = conversation;
  const { unanswered_since: unanswered } = conversation;
  // Whoever was answered asks no longer, whether or not somebody has taken the dialog.
  const isAsking = waiting !== null && unanswered !== null;
  const isMine = assignee?.id === me;
  return (
    <>
      {isAsking && (
        <Badge look="warn">
          <Clock size={12} aria-hidden="true" />
          {t('inbox.waits', { since: showAge(waiting) })}
        </Badge>
      )}
      {!isAsking && unanswered && (
        <Badge look="warn">
          <Clock size={12} aria-hidden="true" />
          {t('inbox.waits_answer')}
        </Badge>
      )}
      {!unanswered && isHeld && (
        <span className={css.sign}>
          <Hand size={12} aria-hidden="true" />
          {t(isMine ? 'inbox.held_here' : 'inbox.held')}
        </span>
      )}
      {!isOpen && (
        <span className={css.sign}>
          <Check size={12} aria-hidden="true" />
          {rating === null ? t('inbox.closed') : t('inbox.closed_rated', { rating })}
        </span>
      )}
      {assignee &&
        (isMine ? (
          (unanswered || !isHeld) && <span className={css.sign}>{t('inbox.you')}</span>
        ) : (
          // What was said last has the room: the address is in the header of the conversation.
          <span className={css.sign} role="img" aria-label={assignee.email} title={assignee.email}>
            {shortOf(assignee.email.split('@')[0]!)}
          </span>
        ))}
    </>
  );
}

/** A line of the list: who, where, what they said last, and who sees to it. 64 px. */
export function ConversationRow({ conversation, me, isOpen, isMarked }: RowProps) {
  const mine = usePerson().email;
  const { customer, is_unread: isUnread, last_heard: heard, last_message: last } = conversation;
  const name = nameOf(conversation);
  // Of what stands below it, whoever said that.
  const at = (heard ?? last)?.created_at;
  return (
    <div
      className={css.row}
      data-open={isOpen || undefined}
      data-marked={isMarked || undefined}
      data-unread={isUnread || undefined}
      data-gone={!conversation.is_open || undefined}
    >
      <span className={css.face} aria-hidden="true">
        {isMarked ? <Check size={16} /> : shortOf(name)}
      </span>
      <span className={css.line}>
        <span className={css.name}>
          {isUnread && <span className={css.dot} title={t('inbox.unread')} aria-hidden="true" />}
          <span className={css.cut} title={name}>
            {name}
          </span>
          <span className={css.channel}>· {customer.channel.name}</span>
          {isUnread && <span className={hidden.spoken}>{t('inbox.unread')}</span>}
        </span>
        {at && (
          <time className={css.time} dateTime={at} title={showMoment(at)}>
            {showAge(at)}
          </time>
        )}
      </span>
      <span className={css.line}>
        <span className={css.last}>
          <Words conversation={conversation} mine={mine} />
        </span>
        <span className={css.signs}>
          <Signs conversation={conversation} me={me} />
        </span>
      </span>
    </div>
  );
}
