import { CornerDownRight, Trash2 } from 'lucide-react';
import { IconButton } from '../../kit/button.tsx';
import { Notice } from '../../kit/states.tsx';
import { t, word } from '../../text/text.ts';
import { triggerForm } from '../document/forms.ts';
import type { JsonObject } from '../document/json.ts';
import { triggerKey } from '../document/places.ts';
import { Fields } from '../forms/fields.tsx';
import forms from '../forms/forms.module.css';
import { triggerIcon } from '../look/icons.ts';
import { remove, replace } from './acts.ts';
import css from './editor.module.css';
import { FindingList } from './finding-list.tsx';
import type { SidePanelProps } from './side-panel.tsx';

/** The form of a trigger. */
export function TriggerForm({
  editor,
  byKey,
  isEditable,
  onSelect,
  onConnect,
  index,
  trigger,
}: SidePanelProps & { index: number; trigger: JsonObject }) {
  const type = String(trigger.type ?? '');
  const key = triggerKey(index);
  const form = triggerForm(editor.place.kind, type);
  const Icon = triggerIcon(type);
  return (
    <div className={forms.form}>
      <header className={css.formHead}>
        <Icon size={16} aria-hidden="true" />
        <h2>{word('flow_trigger', type)}</h2>
        {isEditable && (
          <span className={css.acts}>
            <IconButton label={t('flow.connect')} onPress={() => onConnect(key)}>
              <CornerDownRight size={16} />
            </IconButton>
            <IconButton label={t('flow.remove')} onPress={() => onSelect(remove(editor, [key]))}>
              <Trash2 size={16} />
            </IconButton>
          </span>
        )}
      </header>
      <FindingList
        findings={byKey.get(key) ?? []}
        onReplace={isEditable ? (finding) => replace(editor, finding) : undefined}
      />
      {form ? (
        <Fields form={form} path={['triggers', index]} value={trigger} />
      ) : (
        <Notice look="warn">{t('flow.unknown_type')}</Notice>
      )}
    </div>
  );
}
