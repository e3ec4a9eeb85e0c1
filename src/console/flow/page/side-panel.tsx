import { lazy, Suspense, useMemo, useState } from 'react';
import { Loading } from '../../kit/states.tsx';
import { t } from '../../text/text.ts';
import { endHere } from '../document/edits.ts';
import { elementOf, groupsOf, notesOf } from '../document/elements.ts';
import { isObject, type JsonObject, withValue } from '../document/json.ts';
import { placeOf, triggerIndex, triggersOf } from '../document/places.ts';
import { type FormAround, FormAroundProvider } from '../forms/form-context.ts';
import { templateNames } from '../forms/template-names.ts';
import type { Finding } from '../save/calls.ts';
import { nameByWords } from './acts.ts';
import { DocumentForm } from './document-form.tsx';
import css from './editor.module.css';
import type { Editor } from './editor.ts';
import { GroupForm, NoteForm } from './element-form.tsx';
import type { Wanted } from './new-step.tsx';
import { StepForm } from './step-form.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { useEditorState } from './use-editor.ts';
import { useSlugs } from './use-slugs.ts';

// Opened by few: a third of the editor's code.
const JsonPane = lazy(async () => ({ default: (await import('../source/json-pane.tsx')).JsonPane }));

export interface SidePanelProps {
  editor: Editor;
  byKey: ReadonlyMap<string | undefined, Finding[]>;
  selected: readonly string[];
  isEditable: boolean;
  onSelect(keys: readonly string[]): void;
  onStep(key: string): void;
  onAdd(wanted: Wanted): void;
  onConnect(from: string): void;
  /** Makes a sub-scenario of what is selected. */
  onSubFlow(): void;
}

/** At the right: the form of what is selected, of the document if nothing is, or all of it as JSON. */
export function SidePanel(props: SidePanelProps) {
  const { editor, isEditable } = props;
  const [shows, setShows] = useState<'form' | 'json'>('form');
  const { draft } = useEditorState(editor);
  return (
    <>
      <div className={css.switch} role="toolbar" aria-label={t('flow.panel')}>
        {(['form', 'json'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={css.option}
            aria-pressed={shows === each}
            onClick={() => setShows(each)}
          >
            {t(`flow.show_${each}`)}
          </button>
        ))}
      </div>
      {shows === 'form' ? (
        <FormOf {...props} />
      ) : (
        <Suspense fallback={<Loading label={t('shell.loading')} rows={6} />}>
          <JsonPane
            definition={draft.definition}
            isEditable={isEditable}
            path={pathOfKey(draft.definition, props.selected.at(-1))}
            onChange={(definition) => editor.edit(() => definition, 'json')}
          />
        </Suspense>
      )}
    </>
  );
}

const pathOfKey = (definition: JsonObject, key: string | undefined) => {
  if (key === undefined) return undefined;
  const index = triggerIndex(key);
  return index === undefined ? placeOf(definition, key)?.path : ['triggers', index];
};

function FormOf(props: SidePanelProps) {
  const { editor, selected, isEditable, onSelect, onStep } = props;
  const { draft, findings } = useEditorState(editor);
  const { definition } = draft;
  const { kind, projectId } = editor.place;
  const slugs = useSlugs(projectId, !editor.isReading);
  const names = useMemo(() => templateNames(definition, kind, slugs.table), [definition, kind, slugs]);
  const around: FormAround = {
    ...{ kind, document: definition, findings, names, slugs },
    set: (path, value) => editor.edit((before) => withValue(before, path, value), path.join('/')),
    end: (path) => editor.edit((before) => endHere(before, path)),
    part: () => {
      const named = nameByWords(editor);
      editor.part();
      if (named !== undefined) onSelect([named]);
    },
    open: onStep,
  };
  const key = selected.at(-1);
  const index = key === undefined ? undefined : triggerIndex(key);
  const trigger = index === undefined ? undefined : triggersOf(definition)[index];
  const place = key === undefined || index !== undefined ? undefined : placeOf(definition, key);
  const element = elementOf(key);
  const form =
    element?.kind === 'note' && notesOf(draft.view).some(([id]) => id === element.id) ? (
      <NoteForm key={key} {...props} id={element.id} />
    ) : element && groupsOf(draft.view).some(([id]) => id === element.id) ? (
      <GroupForm key={key} {...props} id={element.id} />
    ) : index !== undefined && isObject(trigger) ? (
      <TriggerForm key={key} {...props} index={index} trigger={trigger} />
    ) : place ? (
      // Its place, because the id changes while it is written.
      <StepForm key={place.path.join('/')} {...props} place={place} />
    ) : (
      <DocumentForm {...props} />
    );
  return (
    <FormAroundProvider value={around}>
      <fieldset className={css.panel} disabled={!isEditable} data-form>
        {form}
      </fieldset>
    </FormAroundProvider>
  );
}
