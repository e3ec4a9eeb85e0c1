import { useMemo } from 'react';
import { useScenario } from '../../api/scenario.ts';
import { usePerson } from '../../api/session.ts';
import { Page } from '../../kit/page.tsx';
import { Empty } from '../../kit/states.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { t } from '../../text/text.ts';
import type { JsonObject } from '../document/json.ts';
import type { DraftPlace } from '../save/calls.ts';
import { Editor } from './editor.ts';
import { EditorView } from './editor-view.tsx';

/** The scenario as it meets customers, for whoever may read but not change it. */
export function ReadingPage({ place }: { place: DraftPlace }) {
  const scenario = useScenario(place.projectId);
  const { id } = usePerson();
  const published = scenario.data?.published;
  const editor = useMemo(() => {
    if (!published) return undefined;
    const draft = { definition: published.definition as JsonObject, view: {} };
    return new Editor(place, { revision: 0, draft, savedAt: null, savedBy: null }, id, { isReading: true });
  }, [place, published, id]);
  const title = t('page.scenario');
  if (editor && published) {
    const reason = t('flow.may_read', { version: published.version });
    return (
      <EditorView
        key={published.version}
        {...{ editor, title, reason }}
        again={() => void scenario.refetch()}
      />
    );
  }
  return (
    <Page title={title}>
      <Loaded from={scenario} rows={6}>
        {() => <Empty title={t('flow.not_published')} text={t('flow.may_read_nothing')} />}
      </Loaded>
    </Page>
  );
}
