import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { send } from '../api/outbox.ts';
import { usePerson } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { showKeys, useKeys } from '../kit/keys.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { AnsweredSince, useAnsweredSince } from './answered-since.tsx';
import { CannedList, cannedId, useCanned } from './canned.tsx';
import css from './composer.module.css';
import { ComposerFiles } from './composer-files.tsx';
import { ComposerTools } from './composer-tools.tsx';
import { useDraft } from './drafts.ts';
import { type Conversation, nameOf } from './filters.ts';
import { type Mark, marked } from './marks.ts';
import { NameHint } from './name-hint.tsx';
import { useSayTyping } from './say-typing.ts';
import { showMessage } from './show-message.ts';
import type { Message } from './thread.ts';
import { useUploads } from './use-uploads.ts';

interface ComposerProps {
  projectId: string;
  conversation: Conversation;
  /** Somebody came to write an answer. */
  isToReply: boolean;
  /** What was said so far, from the oldest on. */
  messages: readonly Message[] | undefined;
  /** The bot leads the dialog, and is silent once somebody answers. */
  silences: boolean;
  /** Files that were dropped on the thread. */
  dropped: readonly File[];
}

const notes = '/api/owner/projects/{project_id}/conversations/{profile_id}/notes';

/** The field for an answer to the customer, or for a note that they never see. */
export function Composer({ projectId, conversation, isToReply, messages, silences, dropped }: ComposerProps) {
  const me = usePerson();
  const { profile_id: profileId, customer } = conversation;
  const identityId = customer.identity_id;
  const [draft, change] = useDraft(profileId);
  const since = useAnsweredSince(messages, me.email, draft.after);
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isNote = draft.mode === 'note';
  const words = isNote ? draft.note : draft.reply;
  const setWords = (text: string) =>
    change(({ mode, reply }) => ({
      [mode]: text,
      ...(mode === 'reply' && reply === '' && { after: messages?.at(-1)?.id }),
    }));
  const sayTyping = useSayTyping(projectId, identityId);
  const canned = useCanned(projectId, profileId, isNote ? '' : draft.reply);
  const { uploads, add } = useUploads(projectId, customer.channel.environment, (file) =>
    change(({ files }) => ({ files: [...files, file] })),
  );
  const isUploading = uploads.some((each) => each.error === undefined);
  const [isDue, setDue] = useState(false);
  const toId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each drop is a new list
  useEffect(() => {
    if (dropped.length > 0) add(dropped);
  }, [dropped]);

  const write = useCallback(
    (mode: 'reply' | 'note') => {
      change(() => ({ mode }));
      field.current?.focus();
    },
    [change],
  );
  const keys = useMemo(() => ({ KeyR: () => write('reply'), KeyN: () => write('note') }), [write]);
  useKeys(keys);
  // The keyboard of a phone would hide what there is to answer.
  useEffect(() => {
    if (isToReply && !matchMedia('(max-width: 720px), (pointer: coarse)').matches) write('reply');
  }, [isToReply, write]);

  const addNote = async () => {
    setSaving(true);
    try {
      const path = { project_id: projectId, profile_id: profileId };
      await api.POST(notes, { params: { path }, body: { text: words.trim() } });
      change(() => ({ note: '' }));
      renew(notes);
    } catch (fault) {
      setError(fault);
    }
    setSaving(false);
  };
  const submit = () => {
    setError(undefined);
    const text = words.trim();
    if (isNote) return void (text !== '' && !isSaving && addNote());
    if (isUploading) return setDue(true);
    if (text === '' && draft.files.length === 0) return;
    if (since.mustTell) {
      since.tell();
      if (since.answer) showMessage(since.answer.id);
      return;
    }
    const body = {
      ...(text !== '' && { text }),
      ...(draft.isFormatted && text !== '' && { format: 'markdown' as const }),
      ...(draft.files.length > 0 && { attachments: [...draft.files] }),
      ...((silences || conversation.waiting_since !== null) && { takes_dialog: true }),
    };
    send({ personId: me.id, projectId, profileId, identityId, body });
    change(() => ({ reply: '', files: [], after: undefined }));
  };
  // What was sent while its files were on their way goes with the last of them, and not without one that failed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the files are there
  useEffect(() => {
    if (!isDue || isUploading) return;
    setDue(false);
    if (uploads.length === 0 && !isNote) submit();
  }, [isDue, isUploading]);
  const mark = (kind: Mark) => {
    const { current } = field;
    if (!current) return;
    const { selectionStart: start, selectionEnd: end } = current;
    const now = marked({ text: words, start, end }, kind);
    change(() => ({ reply: now.text, isFormatted: true }));
    current.focus();
    requestAnimationFrame(() => current.setSelectionRange(now.start, now.end));
  };
  const choose = async (reply: (typeof canned.fitting)[number]) => {
    try {
      setWords(await canned.render(reply));
      field.current?.focus();
    } catch (fault) {
      setError(fault);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isMod = event.ctrlKey || event.metaKey;
    const chosen = canned.fitting[canned.place];
    const acts: Record<string, (() => void) | false | undefined> = {
      Enter: isMod ? submit : canned.isOpen && chosen !== undefined && (() => void choose(chosen)),
      Tab: canned.isOpen && chosen !== undefined && (() => void choose(chosen)),
      ArrowDown: canned.isOpen && (() => canned.move(1)),
      ArrowUp: canned.isOpen && (() => canned.move(-1)),
      Escape: canned.isOpen ? canned.close : () => field.current?.blur(),
      b: isMod && !isNote && (() => mark('bold')),
      i: isMod && !isNote && (() => mark('italic')),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || isNote) return;
    event.preventDefault();
    add(files);
  };
  const to = t(silences && conversation.waiting_since === null ? 'inbox.to_silences' : 'inbox.to', {
    name: nameOf(conversation),
    channel: customer.channel.name,
  });
  return (
    <section className={css.composer} data-composer={draft.mode} aria-label={t('inbox.composer')}>
      <CannedList {...canned} onChoose={(reply) => void choose(reply)} />
      <ProblemNotice
        error={error}
        acts={<Button onPress={() => setError(undefined)}>{t('shell.close')}</Button>}
      />
      {!isNote && since.answer && since.isTold && <AnsweredSince answer={since.answer} />}
      <ComposerFiles
        files={isNote ? [] : draft.files}
        uploads={isNote ? [] : uploads}
        onRemove={(id) => change(({ files }) => ({ files: files.filter((each) => each.file_id !== id) }))}
      />
      <p id={toId} className={css.to}>
        {isNote ? t('inbox.note_for') : to}
      </p>
      {!isNote && customer.channel.type === 'webchat' && <NameHint projectId={projectId} />}
      <textarea
        ref={field}
        className={css.field}
        rows={2}
        maxLength={3000}
        value={words}
        aria-label={t(isNote ? 'inbox.mode_note' : 'inbox.mode_reply')}
        aria-describedby={toId}
        aria-autocomplete={isNote ? undefined : 'list'}
        aria-controls={canned.fitting.length > 0 ? 'canned' : undefined}
        aria-activedescendant={
          canned.isOpen && canned.fitting.length > 0 ? cannedId(canned.place) : undefined
        }
        placeholder={isNote ? t('inbox.note_placeholder') : t('inbox.reply_placeholder')}
        onChange={({ target }) => {
          setWords(target.value);
          if (!isNote && target.value !== '' && !target.value.startsWith('/')) sayTyping();
        }}
        onKeyDown={press}
        onPaste={paste}
      />
      <div className={css.foot}>
        <ComposerTools
          draft={draft}
          onMode={write}
          onFormat={(isFormatted) => change(() => ({ isFormatted }))}
          onMark={mark}
          onFiles={add}
          onCanned={() => {
            if (draft.reply.trim() === '') setWords('/');
            field.current?.focus();
          }}
        />
        <Button
          look="main"
          isPending={isNote ? isSaving : isDue}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onPress={submit}
        >
          {isNote ? t('inbox.note_add') : t('inbox.send')}
          <span className={css.key} aria-hidden="true">
            {showKeys('Mod+Enter')}
          </span>
        </Button>
      </div>
    </section>
  );
}
