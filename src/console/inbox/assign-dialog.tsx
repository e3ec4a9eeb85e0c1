import { useState } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, useFilter } from 'react-aria-components';
import { queries } from '../api/client.ts';
import { below } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import menu from '../kit/menu.module.css';
import { Loading } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { assign } from './acts.ts';
import css from './dialogs.module.css';

interface AssignDialogProps {
  projectId: string;
  profileIds: readonly string[];
  onClose(): void;
}

interface Choice {
  id: string;
  name: string;
  about: string;
  body: { assignee_id?: string | null; team_id?: string | null };
}

function useChoices(projectId: string): Choice[] | undefined {
  const me = usePerson().id;
  const people = queries.useQuery('get', '/api/owner/projects/{project_id}/presence', below(projectId));
  const teams = queries.useQuery('get', '/api/owner/projects/{project_id}/teams', below(projectId));
  if (!people.data || !teams.data) return undefined;
  return [
    ...people.data.items.map(({ person, is_available: isThere, open }) => ({
      ...{ id: person.id, name: person.id === me ? t('inbox.me', { email: person.email }) : person.email },
      about: t(isThere ? 'inbox.there_with' : 'inbox.away_with', { count: open }),
      body: { assignee_id: person.id },
    })),
    ...teams.data.items.map(({ id, name, people: members }) => ({
      ...{ id, name: t('inbox.team', { name }), about: t('inbox.team_of', { count: members.length }) },
      body: { team_id: id, assignee_id: null },
    })),
    { id: 'nobody', name: t('inbox.nobody_sees'), about: '', body: { assignee_id: null, team_id: null } },
  ];
}

/** Gives conversations to a person, a team or nobody, with a word to whoever gets them. */
export function AssignDialog({ projectId, profileIds, onClose }: AssignDialogProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const choices = useChoices(projectId);
  const [note, setNote] = useState('');
  const [error, setError] = useState<unknown>();
  const choose = async (key: unknown) => {
    const chosen = choices?.find(({ id }) => id === key);
    if (!chosen) return;
    const words = note.trim();
    const { assignee_id: person } = chosen.body;
    const body = {
      ...chosen.body,
      ...(words !== '' && { note: words, ...(person && { mentions: [person] }) }),
    };
    try {
      for (const id of profileIds) await assign(projectId, id, body);
      say(t('inbox.assigned_to', { name: chosen.name }));
      onClose();
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <Dialog title={t('inbox.assign_title')} isOpen onClose={onClose}>
      <Field label={t('inbox.assign_note')} help={t('inbox.note_help')} value={note} onChange={setNote} />
      <Autocomplete filter={contains}>
        <SearchField aria-label={t('inbox.assign_find')} autoFocus>
          <Input className={css.input ?? ''} placeholder={t('inbox.assign_find')} />
        </SearchField>
        <ListBox
          aria-label={t('inbox.assign_title')}
          className={css.choices ?? ''}
          selectionMode="single"
          onAction={(key) => void choose(key)}
          renderEmptyState={() =>
            choices ? t('inbox.nothing_found') : <Loading label={t('shell.loading')} />
          }
        >
          {(choices ?? []).map(({ id, name, about }) => (
            <ListBoxItem key={id} id={id} textValue={name} className={menu.item ?? ''}>
              <span className={menu.name}>{name}</span>
              <span className={css.about}>{about}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Autocomplete>
      <ProblemNotice error={error} />
    </Dialog>
  );
}
