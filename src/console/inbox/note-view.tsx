import { StickyNote, Trash2 } from 'lucide-react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useMay } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import { IconButton } from '../kit/button.tsx';
import { say } from '../kit/toast.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { showTime } from './days.ts';
import css from './message.module.css';
import type { Note } from './thread.ts';

const notes = '/api/owner/projects/{project_id}/conversations/{profile_id}/notes';

interface NoteViewProps {
  projectId: string;
  profileId: string;
  note: Note;
}

/** What people of the project wrote to each other; the customer never sees it. */
export function NoteView({ projectId, profileId, note }: NoteViewProps) {
  const me = usePerson().id;
  const isOwner = useMay('own');
  const { id, author, text, created_at: at } = note;
  const path = { project_id: projectId, profile_id: profileId };
  const remove = async () => {
    try {
      await api.DELETE(`${notes}/{note_id}`, { params: { path: { ...path, note_id: id } } });
      say(t('inbox.note_removed'), {
        name: t('inbox.undo'),
        act: () =>
          void api
            .POST(notes, { params: { path }, body: { text, mentions: note.mentions.map((each) => each.id) } })
            .then(() => renew(notes)),
      });
    } catch (error) {
      say(t('inbox.note_not_removed', { why: (error as Error).message }));
    }
    renew(notes);
  };
  return (
    <li className={css.note}>
      <p className={css.noteHead}>
        <StickyNote size={12} aria-hidden="true" />
        {t('inbox.note_of', { name: author.email })}
        <time dateTime={at} title={showMoment(at)}>
          · {showTime(at)}
        </time>
        {(author.id === me || isOwner) && (
          <IconButton label={t('inbox.note_remove')} onPress={() => void remove()}>
            <Trash2 size={16} />
          </IconButton>
        )}
      </p>
      <p className={css.text}>{text}</p>
    </li>
  );
}
