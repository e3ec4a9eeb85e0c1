import { t } from '../../text/text.ts';
import { documentForm } from '../document/forms.ts';
import { Fields } from '../forms/fields.tsx';
import forms from '../forms/forms.module.css';
import { replace } from './acts.ts';
import css from './editor.module.css';
import { FindingList } from './finding-list.tsx';
import { keyOfFinding } from './findings.ts';
import type { SidePanelProps } from './side-panel.tsx';
import { useEditorState } from './use-editor.ts';

/** What holds for the whole document, and everything that the check says of it. */
export function DocumentForm({ editor, isEditable, onStep }: SidePanelProps) {
  const { draft, findings } = useEditorState(editor);
  const { definition } = draft;
  return (
    <div className={forms.form}>
      <header className={css.formHead}>
        <h2>{t('flow.document')}</h2>
      </header>
      <p className={css.quiet}>{t('flow.select_hint')}</p>
      {findings.length === 0 ? (
        <p className={css.quiet}>{t('flow.no_findings')}</p>
      ) : (
        <FindingList
          findings={findings}
          onReplace={isEditable ? (finding) => replace(editor, finding) : undefined}
          onStep={(finding) => {
            const key = keyOfFinding(finding, definition);
            if (key !== undefined) onStep(key);
          }}
        />
      )}
      <Fields form={documentForm(editor.place.kind)} path={[]} value={definition} />
    </div>
  );
}
