import {
  ArrowDown,
  ArrowUp,
  Copy,
  CornerDownRight,
  FoldVertical,
  Group as GroupIcon,
  Plus,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { showKeys } from '../../kit/keys.ts';
import { Notice } from '../../kit/states.tsx';
import { t, word } from '../../text/text.ts';
import { stepForm } from '../document/forms.ts';
import { idsOf, isId, type Place } from '../document/places.ts';
import { Fields } from '../forms/fields.tsx';
import forms from '../forms/forms.module.css';
import { stepIcon } from '../look/icons.ts';
import { duplicate, move, remove, rename, replace } from './acts.ts';
import css from './editor.module.css';
import { addGroup } from './element-acts.ts';
import { FindingList } from './finding-list.tsx';
import { PinSection } from './pin-section.tsx';
import type { SidePanelProps } from './side-panel.tsx';
import { useEditorState } from './use-editor.ts';

/** The form of a step. */
export function StepForm({ place, ...props }: SidePanelProps & { place: Place }) {
  const { byKey, isEditable, selected } = props;
  const { step, type, path, key } = place;
  const form = stepForm(type);
  const Icon = stepIcon(type);
  return (
    <div className={forms.form}>
      <header className={css.formHead}>
        <Icon size={16} aria-hidden="true" />
        <h2>{word('flow_step', type)}</h2>
        {isEditable && <StepActs {...props} place={place} />}
      </header>
      {selected.length > 1 && (
        <div className={css.many}>
          <p className={css.quiet}>{t('flow.selected', { count: selected.length })}</p>
          {isEditable && (
            <Button onPress={() => props.onStep(addGroup(props.editor, selected)[0]!)}>
              <GroupIcon size={16} aria-hidden="true" />
              {`${t('flow.make_group')} (${showKeys('Mod+KeyG')})`}
            </Button>
          )}
          {isEditable && (
            <Button onPress={props.onSubFlow}>
              <FoldVertical size={16} aria-hidden="true" />
              {`${t('flow.sub_flow')} (${showKeys('Mod+Shift+KeyG')})`}
            </Button>
          )}
        </div>
      )}
      <FindingList
        findings={byKey.get(key) ?? []}
        onReplace={isEditable ? (finding) => replace(props.editor, finding) : undefined}
      />
      <IdField {...props} place={place} />
      {form ? (
        <Fields form={form} path={path} value={step} without={['id']} />
      ) : (
        <Notice look="warn">{t('flow.unknown_type')}</Notice>
      )}
      {isEditable && <PinSection key={key} editor={props.editor} place={place} />}
    </div>
  );
}

function StepActs({
  editor,
  selected,
  onSelect,
  onAdd,
  onConnect,
  place: { key },
}: SidePanelProps & { place: Place }) {
  const name = (text: string, keys: string) => `${text} (${showKeys(keys)})`;
  return (
    <span className={css.acts}>
      <IconButton
        label={name(t('flow.add_step'), 'KeyN')}
        onPress={() => onAdd({ what: 'step', after: key })}
      >
        <Plus size={16} />
      </IconButton>
      <IconButton label={name(t('flow.connect'), 'KeyC')} onPress={() => onConnect(key)}>
        <CornerDownRight size={16} />
      </IconButton>
      <IconButton label={t('flow.earlier')} onPress={() => move(editor, key, -1)}>
        <ArrowUp size={16} />
      </IconButton>
      <IconButton label={t('flow.later')} onPress={() => move(editor, key, 1)}>
        <ArrowDown size={16} />
      </IconButton>
      <IconButton
        label={name(t('flow.duplicate'), 'Mod+KeyD')}
        onPress={() => onSelect(duplicate(editor, selected))}
      >
        <Copy size={16} />
      </IconButton>
      <IconButton label={name(t('flow.remove'), 'Delete')} onPress={() => onSelect(remove(editor, selected))}>
        <Trash2 size={16} />
      </IconButton>
    </span>
  );
}

/** The id of a step. It changes when the field is left, with everything that names it. */
function IdField({ editor, isEditable, onSelect, place: { key, step } }: SidePanelProps & { place: Place }) {
  const { draft } = useEditorState(editor);
  const id = String(step.id ?? '');
  const [written, setWritten] = useState<string>();
  const value = written ?? id;
  const isTaken = value !== id && idsOf(draft.definition).has(value);
  const fault = !isId(value) ? t('flow.id_form') : isTaken ? t('flow.id_taken') : undefined;
  const end = () => {
    if (written === undefined || written === id) return setWritten(undefined);
    if (fault) return;
    setWritten(undefined);
    onSelect(rename(editor, key, written));
  };
  return (
    <div data-id>
      <Field
        label={word('flow_field', 'id')}
        help={isEditable ? t('flow.id_help') : undefined}
        value={value}
        onChange={setWritten}
        onBlur={end}
        onKeyDown={(event) => event.key === 'Enter' && end()}
        fault={written === undefined ? undefined : fault}
      />
    </div>
  );
}
