import { Bot, CheckCheck, CheckIcon, CircleAlert, CircleHelp, Clock, Ellipsis, Server } from 'lucide-react';
import { usePerson } from '../api/session.ts';
import { IconButton } from '../kit/button.tsx';
import { Menu } from '../kit/menu.tsx';
import { showMoment } from '../text/format.ts';
import { reasonOf } from '../text/reason.ts';
import { t } from '../text/text.ts';
import { AttachmentView } from './attachment.tsx';
import { showTime } from './days.ts';
import { Formatted } from './formatted.tsx';
import css from './message.module.css';
import type { Asked, Message } from './thread.ts';

const deliveries = {
  queued: Clock,
  sent: CheckIcon,
  read: CheckCheck,
  failed: CircleAlert,
  unknown: CircleHelp,
} as const;

/** Whether the customer has it. A word stands there where something is wrong; "unknown" is not "failed". */
function Delivery({ message: { delivery, error, read_at: readAt } }: { message: Message }) {
  if (delivery === 'received') return null;
  const Icon = deliveries[delivery];
  const isWrong = delivery === 'failed' || delivery === 'unknown';
  const label = readAt ? t('inbox.read_at', { when: showMoment(readAt) }) : t(`inbox.delivery_${delivery}`);
  return (
    <span className={css.delivery} data-state={delivery} title={error ? reasonOf(error) : label}>
      <Icon size={12} role={isWrong ? undefined : 'img'} aria-label={isWrong ? undefined : label} />
      {isWrong && label}
    </span>
  );
}

/** Who said it, and for the bot why. */
function Author({ message: { author, by, channel }, name }: { message: Message; name: string }) {
  const me = usePerson().email;
  const where = <span className={css.where}>{channel.name}</span>;
  if (author === 'customer')
    return (
      <>
        <span>{name}</span> {where}
      </>
    );
  if (author === 'scenario') {
    const step = by && 'step' in by ? by : undefined;
    return (
      <>
        <Bot size={12} aria-hidden="true" />
        {t('inbox.bot')}
        {step && (
          <span className={css.where} title={t('inbox.why_step', { step: step.step, version: step.version })}>
            {step.workflow === null ? (
              <code>{step.step}</code>
            ) : (
              t('inbox.why_workflow', { workflow: step.workflow })
            )}
          </span>
        )}
        {where}
      </>
    );
  }
  if (author === 'client')
    return (
      <>
        <Server size={12} aria-hidden="true" />
        {t('inbox.system')}
        {where}
      </>
    );
  return (
    <>
      <span>{by && 'email' in by ? (by.email === me ? t('inbox.you') : by.email) : t('inbox.person')}</span>{' '}
      {where}
    </>
  );
}

/** Types of channels that change what was sent. */
const changeable = ['webchat', 'telegram'];

/** Whether people may edit and delete it, as far as that can be known here. */
const isChangeable = ({ author, delivery, deleted_at: deletedAt, channel }: Message) =>
  author === 'operator' &&
  !deletedAt &&
  (delivery === 'sent' || delivery === 'read') &&
  changeable.includes(channel.type);

interface MessageViewProps {
  message: Message;
  /** It goes on what stands above it, of the same speaker. */
  follows: boolean;
  /** What became of its buttons. */
  asked: Asked | undefined;
  /** How the customer is called. */
  name: string;
  /** Somebody has looked for it. */
  isFound: boolean;
  onEdit(message: Message): void;
  onDelete(message: Message): void;
}

function Body({ message, asked }: Pick<MessageViewProps, 'message' | 'asked'>) {
  const { text, content, deleted_at: deletedAt, edited_at: editedAt } = message;
  if (deletedAt) return <p className={css.deleted}>{t('inbox.deleted', { when: showMoment(deletedAt) })}</p>;
  const attachments = [...message.attachments, ...(content?.attachments ?? [])];
  return (
    <>
      {/* In the order of the messenger: files, and what is said of them below. */}
      {content?.image && (
        <a href={content.image} target="_blank" rel="noreferrer">
          {t('inbox.picture')}
        </a>
      )}
      {attachments.map((attachment, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attachments of a message never change
        <AttachmentView key={n} attachment={attachment} />
      ))}
      {text && <Formatted text={text} parts={message.formatted} />}
      {content && content.buttons.length > 0 && (
        <ul className={css.buttons} aria-label={t('inbox.buttons')} data-over={asked?.isOver || undefined}>
          {content.buttons.map((button, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: neither do its buttons
            <li key={n} data-chosen={button.text === asked?.chosen || undefined}>
              {button.text === asked?.chosen && <CheckIcon size={12} aria-label={t('inbox.button_chosen')} />}
              {button.text}
            </li>
          ))}
          {asked?.isOver && asked.chosen === undefined && (
            <li className={css.unasked}>{t('inbox.buttons_over')}</li>
          )}
        </ul>
      )}
      {editedAt && <span className={css.edited}>{t('inbox.edited', { when: showMoment(editedAt) })}</span>}
    </>
  );
}

/** One message. Customer, bot, person and backend differ in place, form and word. */
export function MessageView({ message, name, follows, asked, isFound, onEdit, onDelete }: MessageViewProps) {
  const { author, created_at: at, error, delivery } = message;
  const isWrong = delivery === 'failed' || delivery === 'unknown';
  return (
    <li
      className={css.message}
      data-author={author}
      data-follows={follows || undefined}
      aria-current={isFound || undefined}
      id={message.id}
      data-message-id={message.id}
    >
      {!follows && (
        <p className={css.author}>
          <Author message={message} name={name} />
        </p>
      )}
      <div className={css.line}>
        <div className={css.bubble}>
          <Body message={message} asked={asked} />
        </div>
        {isChangeable(message) && (
          <div className={css.more}>
            <Menu
              label={t('inbox.message_acts')}
              entries={[
                { id: 'edit', name: t('inbox.edit'), act: () => onEdit(message) },
                { id: 'delete', name: t('inbox.delete'), act: () => onDelete(message) },
              ]}
            >
              <IconButton label={t('inbox.message_acts')}>
                <Ellipsis size={16} />
              </IconButton>
            </Menu>
          </div>
        )}
      </div>
      <p className={css.meta}>
        <time dateTime={at} title={showMoment(at)}>
          {showTime(at)}
        </time>
        <Delivery message={message} />
      </p>
      {isWrong && (
        <p className={css.wrong} data-state={delivery}>
          {error && reasonOf(error)} {delivery === 'unknown' && t('inbox.unknown_next')}
        </p>
      )}
    </li>
  );
}
