import { Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { pinsOf } from '../../api/pins.ts';
import { Button } from '../../kit/button.tsx';
import { JsonField, showJson } from '../../kit/json-field.tsx';
import { More } from '../../kit/more.tsx';
import { ProblemNotice } from '../../shell/problem-notice.tsx';
import { t } from '../../text/text.ts';
import { withPin } from '../document/elements.ts';
import { stepForm } from '../document/forms.ts';
import { isObject, isSame, type Json, type JsonObject } from '../document/json.ts';
import type { Place } from '../document/places.ts';
import { lastOutput } from '../save/last-output.ts';
import css from './editor.module.css';
import type { Editor } from './editor.ts';
import { useEditorState } from './use-editor.ts';

/** The output that stands in for a step while the draft is tried: pinned, edited as JSON, and taken away. */
export function PinSection({ editor, place: { key, type } }: { editor: Editor; place: Place }) {
  const { view } = useEditorState(editor).draft;
  const [state, setState] = useState<{
    isPending?: boolean;
    isNew?: boolean;
    isEmpty?: boolean;
    error?: unknown;
  }>({});
  const outputs = stepForm(type)?.outputs ?? [];
  if (outputs.length === 0) return null;
  const pinned = pinsOf(view)[key] as JsonObject | undefined;
  const pin = async () => {
    setState({ isPending: true });
    try {
      const found = await lastOutput(editor.place, key);
      const empty = Object.fromEntries(outputs.map((name) => [name, null]));
      editor.editView((before) => withPin(before, key, found ?? empty));
      setState({ isNew: true, isEmpty: found === undefined });
    } catch (error) {
      setState({ error });
    }
  };
  if (!pinned)
    return (
      <More title={t('flow.pin')}>
        <div className={css.pin}>
          <p className={css.quiet}>{t('flow.pin_help')}</p>
          <ProblemNotice error={state.error} />
          <Button isPending={state.isPending === true} onPress={() => void pin()}>
            <Pin size={16} aria-hidden="true" />
            {t('flow.pin_last')}
          </Button>
        </div>
      </More>
    );
  return (
    <section className={css.pin} aria-label={t('flow.pin')}>
      <h3>{t('flow.pin')}</h3>
      <p className={css.quiet}>{t('flow.pin_help')}</p>
      {state.isEmpty && <p className={css.quiet}>{t('flow.pin_empty')}</p>}
      <PinField editor={editor} step={key} pinned={pinned} isNew={state.isNew === true} />
      <Button
        onPress={() => {
          setState({});
          editor.editView((before) => withPin(before, key, undefined));
        }}
      >
        <PinOff size={16} aria-hidden="true" />
        {t('flow.unpin')}
      </Button>
    </section>
  );
}

function read(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** JSON that cannot be read stays in the field until it can. */
function PinField({
  editor,
  step,
  pinned,
  isNew,
}: {
  editor: Editor;
  step: string;
  pinned: JsonObject;
  isNew: boolean;
}) {
  const [written, setWritten] = useState<string>();
  const value =
    written !== undefined && (!read(written) || isSame(read(written), pinned)) ? written : undefined;
  const isFaulty = value !== undefined && !read(value);
  return (
    <JsonField
      label={t('flow.pin_output')}
      rows={8}
      // The button that was pressed is gone.
      autoFocus={isNew}
      value={value ?? showJson(pinned)}
      fault={isFaulty ? t('flow.pin_fault') : undefined}
      onChange={(text) => {
        setWritten(text);
        const output = read(text);
        if (output) editor.editView((before) => withPin(before, step, output), `pin ${step}`);
      }}
      onBlur={editor.part}
    />
  );
}
