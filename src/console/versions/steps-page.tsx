import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { useEnvironment, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { type Column, Grid } from '../kit/grid.tsx';
import { Page } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Empty } from '../kit/states.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showNumber } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { marksOfFigures } from './marks.ts';
import { type Subject, useSubject } from './subject.tsx';
import { VersionGraph } from './version-graph.tsx';
import css from './versions.module.css';

type Figures = Shape<'FiguresOfSteps'>;
type StepFigures = Figures['steps'][number];

const periods = ['7', '30', '90'] as const;
type Period = (typeof periods)[number];
const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** @param version the published one if absent */
function useFigures(subject: Subject, version: string | undefined, days: Period) {
  const project_id = useProjectId();
  const environment = useEnvironment();
  const query = {
    environment,
    from: dayOf(Date.now() - (Number(days) - 1) * dayMs),
    // What is no number is refused by the server, which says so.
    ...(version !== undefined && { version: version as unknown as number }),
  };
  return useQuery({
    queryKey: ['get', '/api/owner/projects/{project_id}/analytics/steps', { project_id, subject, query }],
    queryFn: async ({ signal }): Promise<Figures> => {
      const { data } =
        subject === undefined
          ? await api.GET('/api/owner/projects/{project_id}/analytics/scenario/steps', {
              signal,
              params: { path: { project_id }, query },
            })
          : await api.GET('/api/owner/projects/{project_id}/analytics/workflows/{slug}/steps', {
              signal,
              params: { path: { project_id, slug: subject }, query },
            });
      return data!;
    },
  });
}

/** How far dialogs and runs come: how many reached each step of a version, left it, failed there, and wait there now. */
export function StepsPage() {
  const [subject, field] = useSubject();
  const [search, change] = useAddress();
  const version = wordAt(search, 'version');
  const days = periods.find((each) => each === wordAt(search, 'days')) ?? '30';
  const figures = useFigures(subject, version, days);
  const { data } = figures;
  const numbers = [...new Set([...(data ? [data.version] : []), ...(data?.versions ?? [])])].sort(
    (a, b) => b - a,
  );
  return (
    <Page title={t('page.steps')} lead={t('versions.steps_lead')} isWide>
      <div className={css.filters}>
        <span className={css.subject}>{field}</span>
        {data && (
          <Select
            label={t('runs.version')}
            isLabelHidden
            value={String(data.version)}
            options={numbers.map((n) => [String(n), t('runs.version_n', { version: n })] as const)}
            onChange={(next) => change({ version: next })}
          />
        )}
        <Select<Period>
          label={t('versions.period')}
          isLabelHidden
          value={days}
          options={periods.map((each) => [each, t('versions.days', { days: Number(each) })] as const)}
          onChange={(next) => change({ days: next === '30' ? undefined : next })}
        />
      </div>
      {hasCode(figures.error, 'version_not_found') ? (
        <Empty title={t('versions.none')} text={t('versions.none_text')} />
      ) : (
        <Loaded from={figures} rows={8}>
          {(found) => (
            <Tabs
              label={t('runs.shown_as')}
              at="as"
              tabs={[
                {
                  id: 'table',
                  name: t('versions.table'),
                  content: <Table figures={found} subject={subject} />,
                },
                {
                  ...{ id: 'graph', name: t('runs.on_graph') },
                  content: (
                    <VersionGraph
                      subject={subject}
                      version={found.version}
                      marks={marksOfFigures(found.steps)}
                      label={t('page.steps')}
                    />
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
}

const keyOf = ({ id }: StepFigures) => id;

function Table({ figures: { steps, version }, subject }: { figures: Figures; subject: Subject }) {
  const top = Math.max(1, ...steps.map(({ reached }) => reached));
  const columns = useMemo<readonly Column<StepFigures>[]>(
    () => [
      {
        ...{ id: 'step', name: t('runs.step'), width: 'minmax(0, 1.4fr)' },
        text: ({ id }) => id,
        cell: ({ id, type }) => (
          <span className={css.title}>
            <strong>{id}</strong>
            <span className={css.note}>{word('steptype', type)}</span>
          </span>
        ),
      },
      {
        ...{ id: 'reached', name: t('versions.reached'), width: 'minmax(160px, 2fr)' },
        text: ({ reached }) => reached,
        cell: ({ reached }) => (
          <span className={css.figure}>
            <span className={css.track} aria-hidden="true">
              <span className={css.bar} style={{ width: `${(reached / top) * 100}%` }} />
            </span>
            <span className={css.number}>{showNumber(reached)}</span>
          </span>
        ),
      },
      {
        ...{ id: 'left', name: t('versions.left'), width: '96px', isNumber: true, narrow: 'none' as const },
        text: ({ left }) => left,
        cell: ({ left }) => showNumber(left),
      },
      {
        ...{
          id: 'failed',
          name: t('versions.failed'),
          width: '96px',
          isNumber: true,
          narrow: 'end' as const,
        },
        text: ({ failed }) => failed,
        cell: ({ failed }) => <span className={failed > 0 ? css.bad : ''}>{showNumber(failed)}</span>,
      },
      {
        ...{ id: 'waiting', name: t('versions.waiting'), width: '112px', isNumber: true },
        text: ({ waiting }) => waiting,
        cell: ({ id, waiting }) =>
          waiting === 0 ? (
            showNumber(0)
          ) : (
            <ToPage
              to={subject === undefined ? 'dialogs' : 'runs'}
              search={{
                step: id,
                version: String(version),
                ...(subject === undefined ? { state: 'waiting' } : { workflow: subject, status: 'waiting' }),
              }}
            >
              {showNumber(waiting)}
            </ToPage>
          ),
      },
    ],
    [top, subject, version],
  );
  return (
    <Grid
      label={t('page.steps')}
      columns={columns}
      rows={steps}
      keyOf={keyOf}
      empty={<Empty title={t('versions.no_steps')} />}
    />
  );
}
