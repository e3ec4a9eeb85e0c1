import { FoldVertical, SquareDashed, StickyNote, Trash2, Ungroup } from 'lucide-react';
import { IconButton } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { showKeys } from '../../kit/keys.ts';
import { t } from '../../text/text.ts';
import { elementKey, groupsOf, notesOf } from '../document/elements.ts';
import forms from '../forms/forms.module.css';
import { remove } from './acts.ts';
import css from './editor.module.css';
import { nameGroup, ungroup, writeNote } from './element-acts.ts';
import found from './findings.module.css';
import type { SidePanelProps } from './side-panel.tsx';
import { useEditorState } from './use-editor.ts';

/** The form of a note. */
export function NoteForm({ editor, id, isEditable, onSelect }: SidePanelProps & { id: string }) {
  const { view } = useEditorState(editor).draft;
  const note = notesOf(view).find(([each]) => each === id)?.[1];
  if (!note) return null;
  return (
    <div className={forms.form}>
      <header className={css.formHead}>
        <StickyNote size={16} aria-hidden="true" />
        <h2>{t('flow.note')}</h2>
        {isEditable && (
          <span className={css.acts}>
            <IconButton
              label={`${t('flow.remove')} (${showKeys('Delete')})`}
              onPress={() => onSelect(remove(editor, [elementKey('note', id)]))}
            >
              <Trash2 size={16} />
            </IconButton>
          </span>
        )}
      </header>
      <Field
        label={t('flow.note_text')}
        help={t('flow.note_help')}
        rows={6}
        value={note.text}
        isReadOnly={!isEditable}
        onChange={(text) => writeNote(editor, id, text)}
        onBlur={editor.part}
      />
      {isEditable && <p className={css.quiet}>{t('flow.note_keys')}</p>}
    </div>
  );
}

/** The form of a group. */
export function GroupForm({
  editor,
  id,
  isEditable,
  onSelect,
  onStep,
  onSubFlow,
}: SidePanelProps & { id: string }) {
  const { view } = useEditorState(editor).draft;
  const group = groupsOf(view).find(([each]) => each === id)?.[1];
  if (!group) return null;
  return (
    <div className={forms.form}>
      <header className={css.formHead}>
        <SquareDashed size={16} aria-hidden="true" />
        <h2>{t('flow.group')}</h2>
        {isEditable && (
          <span className={css.acts}>
            <IconButton label={`${t('flow.sub_flow')} (${showKeys('Mod+Shift+KeyG')})`} onPress={onSubFlow}>
              <FoldVertical size={16} />
            </IconButton>
            <IconButton label={t('flow.ungroup')} onPress={() => onSelect(ungroup(editor, id))}>
              <Ungroup size={16} />
            </IconButton>
          </span>
        )}
      </header>
      <Field
        label={t('flow.group_title')}
        help={t('flow.group_help')}
        value={group.title}
        isReadOnly={!isEditable}
        onChange={(title) => nameGroup(editor, id, title)}
        onBlur={editor.part}
      />
      <h3>{t('flow.steps', { count: group.steps.length })}</h3>
      <ul className={css.members}>
        {group.steps.map((key) => (
          <li key={key}>
            <button type="button" className={found.toStep} onClick={() => onStep(key)}>
              {key}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
