import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../text/text.ts';
import { placesOf, triggersOf } from '../document/places.ts';
import { FlowGraph } from '../graph/flow-graph.tsx';
import type { Layout } from '../graph/layout.ts';
import type { Moved } from '../graph/use-drag.ts';
import { Outline } from '../outline/outline.tsx';
import { addStep, addTriggerTo, lead } from './acts.ts';
import { CanvasTools } from './canvas-tools.tsx';
import { ClashDialog } from './clash-dialog.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import css from './editor.module.css';
import type { Editor } from './editor.ts';
import { EditorHead } from './editor-head.tsx';
import { addNote, nudge, putAt } from './element-acts.ts';
import { EmptyDraft } from './empty-draft.tsx';
import { FindStep } from './find-step.tsx';
import { findingsByKey, marksOf } from './findings.ts';
import { NewStepDialog, type Wanted } from './new-step.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SidePanel } from './side-panel.tsx';
import { SubFlowDialog } from './sub-flow-dialog.tsx';
import { useClipboard } from './use-clipboard.ts';
import { useEditorState } from './use-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { useSelection } from './use-selection.ts';
import { isWalking, useWayBack } from './use-way-back.ts';

/** What the step does comes before how it is called. */
const firstField = ['textarea', 'input:not([type="hidden"])', '[aria-haspopup="listbox"]']
  .map((control) => `[data-form] ${control}:not([data-id] *)`)
  .join(', ');

/** What is open over the editor. */
export type Opened =
  | { what: 'new'; wanted: Wanted }
  | { what: 'connect'; from: string }
  | { what: 'publish' | 'sub-flow' }
  /** Who walks through the steps goes on at the one that is found, others to its form. */
  | { what: 'find'; isWalk: boolean };

interface EditorViewProps {
  editor: Editor;
  title: string;
  /** Why it can only be read; absent: it may be edited. */
  reason?: ReactNode;
  again(): void;
}

/** The editor of a draft: outline, graph, and the form of what is selected. */
export function EditorView({ editor, title, reason, again }: EditorViewProps) {
  const state = useEditorState(editor);
  const { definition, view } = state.draft;
  const isEditable = !useIsNarrow() && !editor.isReading;
  const [selected, select] = useSelection(definition);
  const [opened, open] = useState<Opened>();
  const chosen = useRef(selected);
  chosen.current = selected;
  const panel = useRef<HTMLElement>(null);
  const byKey = useMemo(() => findingsByKey(state.findings, definition), [state.findings, definition]);
  const marks = useMemo(() => marksOf(byKey, view), [byKey, view]);
  const [isToForm, setToForm] = useState(false);
  const toForm = (key: string) => {
    select([key]);
    setToForm(true);
  };
  useEffect(() => {
    if (!isToForm) return;
    setToForm(false);
    panel.current?.querySelector<HTMLElement>(firstField)?.focus();
  }, [isToForm]);
  const toSteps = useWayBack();
  const find = () => open({ what: 'find', isWalk: isWalking() });
  useEditorKeys({ editor, selected, select, open, toForm, find, isOn: isEditable });
  useClipboard({ editor, selected, select, isOn: isEditable });
  const edits = useMemo(
    () => ({
      onMove: (moved: Moved) => putAt(editor, moved),
      onNudge: (by: readonly [number, number], isSize: boolean) => nudge(editor, chosen.current, by, isSize),
      onConnect: (from: string, path: readonly (string | number)[], to: string) =>
        lead(editor, from, path, to),
      onDrop: (key: string, path: readonly (string | number)[]) =>
        open({ what: 'new', wanted: { what: 'step', from: { key, path } } }),
    }),
    [editor],
  );
  const keepLayout = useCallback(
    (layout: Layout | undefined) => {
      editor.layout = layout;
    },
    [editor],
  );
  const isEmpty = placesOf(definition).length === 0 && triggersOf(definition).length === 0;
  const make = (wanted: Wanted, type: string) => {
    open(undefined);
    toForm(
      (wanted.what === 'trigger'
        ? addTriggerTo(editor, type)
        : addStep(editor, type, wanted.after, wanted.from))[0]!,
    );
  };
  return (
    <div className={css.page}>
      <EditorHead
        {...{ editor, title, isEditable, selected }}
        onFind={find}
        onPublish={() => open({ what: 'publish' })}
      />
      {!isEditable && <div className={css.readOnly}>{reason ?? t('flow.read_only')}</div>}
      {isEmpty ? (
        <EmptyDraft {...{ editor, isEditable, again }} onBegun={toForm} />
      ) : (
        <div className={css.body}>
          <Outline
            {...{ editor, draft: state.draft, selected, marks, isEditable }}
            onSelect={select}
            onOpen={toForm}
            onAdd={(wanted) => open({ what: 'new', wanted })}
            onConnect={(from) => open({ what: 'connect', from })}
          />
          <div className={css.graph}>
            <FlowGraph
              {...{ definition, view, marks, selected }}
              label={t('flow.graph', { title })}
              onSelect={select}
              onOpen={toForm}
              edits={isEditable ? edits : undefined}
              onLayout={keepLayout}
              tools={
                isEditable && (
                  <CanvasTools editor={editor} onNote={() => toForm(addNote(editor, selected.at(-1))[0]!)} />
                )
              }
            />
          </div>
          <aside className={css.side} ref={panel} aria-label={t('flow.panel')} onKeyDown={toSteps}>
            <SidePanel
              {...{ editor, byKey, selected, isEditable }}
              onSelect={select}
              onStep={toForm}
              onAdd={(wanted) => open({ what: 'new', wanted })}
              onConnect={(from) => open({ what: 'connect', from })}
              onSubFlow={() => open({ what: 'sub-flow' })}
            />
          </aside>
        </div>
      )}
      {opened?.what === 'new' && (
        <NewStepDialog
          kind={editor.place.kind}
          wanted={opened.wanted}
          onChoose={(type) => make(opened.wanted, type)}
          onClose={() => open(undefined)}
        />
      )}
      {opened?.what === 'connect' && (
        <ConnectDialog editor={editor} from={opened.from} onClose={() => open(undefined)} />
      )}
      {opened?.what === 'find' && (
        <FindStep
          definition={definition}
          onChoose={(key) => {
            open(undefined);
            if (opened.isWalk) select([key]);
            else toForm(key);
          }}
          onClose={() => open(undefined)}
        />
      )}
      {opened?.what === 'publish' && (
        <PublishDialog
          editor={editor}
          onStep={(key) => {
            open(undefined);
            toForm(key);
          }}
          onClose={() => open(undefined)}
        />
      )}
      {opened?.what === 'sub-flow' && (
        <SubFlowDialog
          {...{ editor, selected }}
          onMade={(call) => {
            open(undefined);
            select([call]);
          }}
          onClose={() => open(undefined)}
        />
      )}
      {state.status.is === 'clash' && <ClashDialog editor={editor} status={state.status} />}
    </div>
  );
}
