import { Check, Clock, CornerUpLeft, Hand } from 'lucide-react';
import { usePerson } from '../api/session.ts';
import hidden from '../kit/spoken.module.css';
import { Badge } from '../kit/states.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './conversation-row.module.css';
import { showAge } from './days.ts';
import { useDraft } from './drafts.ts';
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

/** Since when they wait for an answer; else when they said what stands below it. */
function Since({ conversation }: { conversation: Conversation }) {
  const { waiting_since: waiting, unanswered_since: unanswered } = conversation;
  // Whoever was answered asks no longer, whether or not somebody has taken the dialog.
  if (unanswered) {
    const since = showAge(waiting ?? unanswered);
    const words = t(waiting ? 'inbox.waits' : 'inbox.waits_answer', { since });
    return (
      <span className={css.waits} title={words}>
        <Badge look="warn">
          <Clock size={12} aria-hidden="true" />
          <span aria-hidden="true">{since}</span>
          <span className={hidden.spoken}>{words}</span>
        </Badge>
      </span>
    );
  }
  // Of what stands below it, whoever said that.
  const at = (conversation.last_heard ?? conversation.last_message)?.created_at;
  if (!at) return null;
  return (
    <time className={css.time} dateTime={at} title={showMoment(at)}>
      {showAge(at)}
    </time>
  );
}

/** Who sees to it, and whether it is over. */
function Signs({ conversation, me }: { conversation: Conversation; me: string }) {
  const { assignee, is_held: isHeld, unanswered_since: unanswered, is_open: isOpen, rating } = conversation;
  const isMine = assignee?.id === me;
  // Whom the bot left and nobody has taken is with nobody.
  const isTaken = isHeld && (assignee !== null || unanswered === null);
  const who = isMine
    ? t(isHeld ? 'inbox.held_here' : 'inbox.you')
    : (assignee?.email.split('@')[0] ?? (isTaken ? t('inbox.held') : undefined));
  return (
    <>
      {isOpen && who && (
        <span className={css.sign} title={assignee?.email}>
          {isTaken && <Hand size={12} aria-hidden="true" />}
          {who}
        </span>
      )}
      {!isOpen && (
        <span className={css.sign}>
          <Check size={12} aria-hidden="true" />
          {rating === null ? t('inbox.closed') : t('inbox.closed_rated', { rating })}
        </span>
      )}
    </>
  );
}

/** A line of the list: who, where, what they said last, and who sees to it. 64 px. */
export function ConversationRow({ conversation, me, isOpen, isMarked }: RowProps) {
  const mine = usePerson().email;
  const { customer, is_unread: isUnread } = conversation;
  const name = nameOf(conversation);
  const [{ reply, note, files }] = useDraft(conversation.profile_id);
  // Of the open one the draft itself is there.
  const hasDraft = !isOpen && (reply !== '' || note !== '' || files.length > 0);
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
        <Since conversation={conversation} />
      </span>
      <span className={css.line}>
        <span className={css.last}>
          {hasDraft && <span className={css.draft}>{t('inbox.draft')} </span>}
          <Words conversation={conversation} mine={mine} />
        </span>
        <span className={css.signs}>
          <Signs conversation={conversation} me={me} />
        </span>
      </span>
    </div>
  );
}
