import { type DragEvent, useCallback, useEffect, useState } from 'react';
import { useOutgoing } from '../api/outbox.ts';
import { usePerson } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Empty, Loading } from '../kit/states.tsx';
import { useCustomer } from '../profile/index.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { markRead } from './acts.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { Composer } from './composer.tsx';
import { useConversation } from './conversations.ts';
import { DeleteMessage, EditMessage } from './edit-message.tsx';
import { type Conversation, nameOf } from './filters.ts';
import { Messages } from './messages.tsx';
import { Outgoing } from './outgoing.tsx';
import { useLoadedTo } from './show-message.ts';
import { TagDialog } from './tag-dialog.tsx';
import css from './thread.module.css';
import { entriesOf, firstUnanswered, type Message } from './thread.ts';
import { ThreadHeader } from './thread-header.tsx';
import { useActKeys, useActs } from './use-acts.ts';
import { useBot } from './use-bot.ts';
import { useLooking } from './use-looking.ts';
import { useThread } from './use-thread.ts';
import { useTyping } from './use-typing.ts';

interface ThreadProps {
  projectId: string;
  profileId: string;
  /** Somebody came to write an answer. */
  isToReply: boolean;
  /** The message that was looked for. */
  found: string | undefined;
  listSearch: Record<string, unknown>;
  onCustomer(): void;
}

/** The middle pane: what was said with one customer, over all channels. */
export function ThreadPane(props: ThreadProps) {
  const { projectId, profileId } = props;
  const { data, error, refetch } = useConversation(projectId, profileId);
  if (data) return <Thread key={profileId} {...props} conversation={data} />;
  return (
    <section className={css.pane} aria-label={t('inbox.thread')}>
      {error ? (
        <div className={css.faults}>
          <ProblemNotice error={error} again={() => void refetch()} />
        </div>
      ) : (
        <div className={css.loading}>
          <Loading label={t('shell.loading')} rows={6} />
        </div>
      )}
    </section>
  );
}

/** Marks it as read while somebody has it before their eyes. */
function useReading(projectId: string, conversation: Conversation): void {
  const [isLooked, setLooked] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setLooked(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const [wasUnread, setWasUnread] = useState(conversation.is_unread);
  const { heard_at: heardAt } = conversation;
  // Somebody who marks it unread finds it so, until the customer says more or it is opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened, and when the customer has spoken
  useEffect(() => {
    if (isLooked && (wasUnread || conversation.is_unread))
      void markRead(projectId, conversation).catch(() => {});
    setWasUnread(false);
  }, [isLooked, heardAt]);
}

function Thread({
  projectId,
  conversation,
  isToReply,
  found,
  listSearch,
  onCustomer,
}: ThreadProps & { conversation: Conversation }) {
  const me = usePerson();
  const { profile_id: profileId } = conversation;
  const customer = useCustomer(profileId).data;
  const identityId = conversation.customer.identity_id;
  const standing = customer?.dialogs.find((each) => each.identity_id === identityId);
  const accounts = [identityId, ...(customer?.identities.map(({ id }) => id) ?? [])];
  const { thread, notes, lead, error, again, loadOlder } = useThread(projectId, profileId, accounts);
  const [wasUnread] = useState(conversation.is_unread);
  useReading(projectId, conversation);
  const bot = useBot(standing, thread?.messages);
  const acts = useActs(projectId, conversation, standing?.held, bot.next);
  useActKeys(acts, conversation);
  const typing = useTyping(projectId, profileId, thread?.messages);
  const lookers = useLooking(projectId, profileId).filter((each) => !typing.colleagues.includes(each));
  const [editing, setEditing] = useState<Message>();
  const [deleting, setDeleting] = useState<Message>();
  const outgoing = useOutgoing(profileId, thread?.messages);
  const [isOver, setOver] = useState(false);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const older = useCallback(() => void loadOlder().catch(() => {}), [loadOlder]);
  useLoadedTo(found, thread, older);
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') setDropped([...event.dataTransfer.files]);
  };
  const stop = () => acts.ask(undefined);
  return (
    <section
      className={css.pane}
      aria-label={t('inbox.thread_with', { name: nameOf(conversation) })}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drag}
    >
      <ThreadHeader
        conversation={conversation}
        standing={standing}
        acts={acts}
        me={me.id}
        bot={bot}
        listSearch={listSearch}
        onCustomer={onCustomer}
      />
      <div className={css.faults}>
        <ProblemNotice error={acts.fault} acts={<Button onPress={acts.clear}>{t('shell.close')}</Button>} />
        <ProblemNotice error={error} again={again} isOld={thread !== undefined} />
      </div>
      {thread ? (
        <Messages
          projectId={projectId}
          profileId={profileId}
          entries={entriesOf(thread, notes, lead)}
          found={found}
          openAt={wasUnread && !found ? firstUnanswered(thread.messages) : undefined}
          hasOlder={thread.cursor !== null}
          onOlder={older}
          name={nameOf(conversation)}
          sending={outgoing.length}
          onEdit={setEditing}
          onDelete={setDeleting}
        >
          <Outgoing outgoing={outgoing} />
        </Messages>
      ) : (
        <div className={css.nothing}>{!error && <Loading label={t('shell.loading')} rows={6} />}</div>
      )}
      <p className={css.typing} aria-live="polite">
        {typing.customer && t('inbox.types', { name: nameOf(conversation) })}{' '}
        {typing.colleagues.length > 0 && t('inbox.writes', { name: typing.colleagues.join(', ') })}{' '}
        {lookers.length > 0 && t('inbox.looks', { name: lookers.join(', ') })}
      </p>
      <Composer
        {...{ projectId, conversation, isToReply, dropped }}
        messages={thread?.messages}
        silences={acts.lead === 'bot' && bot.isThere}
      />
      {isOver && <p className={css.drop}>{t('inbox.drop')}</p>}
      {acts.asks === 'assign' && (
        <AssignDialog projectId={projectId} profileIds={[profileId]} onClose={stop} />
      )}
      {acts.asks === 'tag' && <TagDialog projectId={projectId} profileIds={[profileId]} onClose={stop} />}
      {acts.asks === 'close' && (
        <CloseDialog projectId={projectId} conversation={conversation} onClose={stop} />
      )}
      {editing && (
        <EditMessage projectId={projectId} message={editing} onClose={() => setEditing(undefined)} />
      )}
      {deleting && (
        <DeleteMessage projectId={projectId} message={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </section>
  );
}

/** In the place of a thread while none is open. */
export const NoThread = () => (
  <section className={css.nothing} aria-label={t('inbox.thread')}>
    <Empty title={t('inbox.choose')} text={t('inbox.choose_text')} />
  </section>
);
