import { Play } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { usePages } from '../api/pages.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { FilterBar } from '../kit/filters.tsx';
import type { RowLink } from '../kit/grid.tsx';
import { Page } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showDay } from '../text/format.ts';
import { t } from '../text/text.ts';
import { Decisions } from './decisions.tsx';
import { useLiveRuns } from './live-runs.ts';
import { NoRuns } from './no-runs.tsx';
import { type RunRow, runsPath, useWorkflowName, useWorkflows } from './run.ts';
import { keyOfRun, runColumns } from './run-columns.tsx';
import { useRunFilters } from './run-filters.ts';
import { StartDialog } from './start-dialog.tsx';

/** What workflows do and have done, as it happens. */
export function RunsPage() {
  const projectId = useProjectId();
  const mayBuild = useMay('build');
  const mayServe = useMay('serve');
  const { filters, set, query } = useRunFilters();
  const [isStarting, setStarting] = useState(false);
  const nameOf = useWorkflowName();
  const columns = useMemo(() => runColumns(nameOf), [nameOf]);
  const pages = usePages(runsPath, { path: { project_id: projectId }, query });
  const box = useRef<HTMLDivElement>(null);
  const { hasNews, showNews } = useLiveRuns(projectId, pages, box);
  const link = useMemo(
    () =>
      ({ run_id: id }: RunRow): RowLink => ({
        to: `/p/${projectId}/runs/${id}`,
        search: keepEnvironment as never,
      }),
    [projectId],
  );
  const hasNone = useWorkflows().data?.items.length === 0;
  const byHand = mayBuild && !hasNone && (
    <Button look="main" onPress={() => setStarting(true)}>
      <Play size={16} aria-hidden="true" />
      {t('runs.by_hand')}
    </Button>
  );
  return (
    <Page title={t('page.runs')} lead={t('runs.lead')} acts={byHand} isWide>
      {mayServe && <Decisions />}
      <FilterBar filters={filters} set={set} showDay={showDay} />
      <div ref={box}>
        <List
          label={t('page.runs')}
          {...{ pages, columns, link }}
          keyOf={keyOfRun}
          notice={hasNews && <Button onPress={showNews}>{t('runs.news')}</Button>}
          empty={
            set.isAny ? (
              <Empty title={t('runs.none_fits')}>
                <Button onPress={set.clear}>{t('kit.filter_clear')}</Button>
              </Empty>
            ) : (
              <NoRuns>
                {mayBuild && hasNone && (
                  <ToPage to="workflows" look="main">
                    {t('runs.make_first')}
                  </ToPage>
                )}
                {mayBuild && !hasNone && (
                  <Button onPress={() => setStarting(true)}>{t('runs.by_hand')}</Button>
                )}
              </NoRuns>
            )
          }
        />
      </div>
      {isStarting && !hasNone && (
        <StartDialog workflow={set.values.workflow} onClose={() => setStarting(false)} />
      )}
    </Page>
  );
}
