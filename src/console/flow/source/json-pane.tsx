import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../text/text.ts';
import { isObject, isSame, type Json, type JsonObject, type Path } from '../document/json.ts';
import css from './json-pane.module.css';
import { offsetOf } from './offset.ts';

interface JsonPaneProps {
  definition: JsonObject;
  isEditable: boolean;
  /** What is selected: the pane shows its beginning. */
  path: Path | undefined;
  onChange(definition: JsonObject): void;
}

const written = (definition: JsonObject) => JSON.stringify(definition, null, 2);

function read(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--link)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--chart-3)' },
]);
const look = EditorView.theme({
  '&': { height: '100%', fontSize: '12px', background: 'var(--bg)', color: 'var(--text)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px' },
  '.cm-gutters': { background: 'var(--sunken)', color: 'var(--faint)', border: '0' },
  '.cm-content': { caretColor: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--selected)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-tooltip': { background: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--line)' },
});

/**
 * The whole definition as text. What can be read is the definition at once; what cannot stays here, and the graph keeps the last that
 * could. Undoing is that of the whole editor.
 */
export function JsonPane({ definition, isEditable, path, onChange }: JsonPaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const now = useRef({ definition, onChange });
  now.current = { definition, onChange };
  const [isBroken, setBroken] = useState(false);
  const [writable] = useState(() => new Compartment());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later changes go to it below.
  useEffect(() => {
    const view = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: written(definition),
        extensions: [
          EditorView.cspNonce.of(nonce()),
          ...[lineNumbers(), foldGutter(), drawSelection(), indentOnInput(), bracketMatching(), json()],
          ...[syntaxHighlighting(colours), look, linter(jsonParseLinter(), { delay: 300 })],
          keymap.of([...defaultKeymap, indentWithTab]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': t('flow.json') }),
          writable.of(EditorState.readOnly.of(!isEditable)),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (!docChanged) return;
            const value = read(state.doc.toString());
            setBroken(value === undefined);
            if (value && !isSame(value, now.current.definition)) now.current.onChange(value);
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, []);
  useEffect(() => {
    const view = editor.current;
    if (!view) return;
    // What somebody is writing here says the same already, or cannot be read yet.
    const value = read(view.state.doc.toString());
    if (value && isSame(value, definition)) return;
    if (!value && view.hasFocus) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: written(definition) } });
  }, [definition]);
  useEffect(() => {
    editor.current?.dispatch({ effects: writable.reconfigure(EditorState.readOnly.of(!isEditable)) });
  }, [isEditable, writable]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection moves the text.
  useEffect(() => {
    const view = editor.current;
    if (!view || !path || view.hasFocus) return;
    const offset = offsetOf(view.state.doc.toString(), path);
    if (offset === undefined) return;
    view.dispatch({
      selection: { anchor: offset },
      effects: EditorView.scrollIntoView(offset, { y: 'start', yMargin: 40 }),
    });
  }, [path?.join('/')]);
  return (
    <div className={css.pane}>
      {isBroken && (
        <p className={css.broken} role="status">
          {t('flow.broken_json')}
        </p>
      )}
      <div ref={box} className={css.text} />
    </div>
  );
}
