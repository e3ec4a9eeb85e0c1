import { useMemo } from 'react';
import { useMay, useProjectId } from '../../api/project.ts';
import { Page } from '../../kit/page.tsx';
import { Loading } from '../../kit/states.tsx';
import { ProblemNotice } from '../../shell/problem-notice.tsx';
import { t } from '../../text/text.ts';
import type { DraftPlace } from '../save/calls.ts';
import { EditorView } from './editor-view.tsx';
import { ReadingPage } from './reading-page.tsx';
import { useEditor } from './use-editor.ts';

/** The draft of the scenario, to be edited and published. */
export function ScenarioPage() {
  const projectId = useProjectId();
  const place = useMemo((): DraftPlace => ({ projectId, kind: 'scenario', slug: '' }), [projectId]);
  return useMay('build') ? (
    <DraftPage place={place} title={t('page.scenario')} />
  ) : (
    <ReadingPage place={place} />
  );
}

/** A draft, or what stands in its place while it is read, or cannot be. */
export function DraftPage({ place, title }: { place: DraftPlace; title: string }) {
  const { editor, error, again } = useEditor(place);
  if (editor) return <EditorView editor={editor} title={title} again={again} />;
  return (
    <Page title={title}>
      {error ? (
        <ProblemNotice error={error} again={again} />
      ) : (
        <Loading label={t('shell.loading')} rows={6} />
      )}
    </Page>
  );
}
