import { useMemo } from 'react';
import { usePages } from '../api/pages.ts';
import { useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';
import { type Filter, FilterBar, momentsOf, useFilters } from '../kit/filters.tsx';
import type { Column } from '../kit/grid.tsx';
import { Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { showDay, showMoment, showSince } from '../text/format.ts';
import { reasonOf } from '../text/reason.ts';
import { t, textFor, word } from '../text/text.ts';
import { JobBadge } from './job-view.tsx';
import { jobsPath, useConnections, useOperations } from './operations.ts';

type Job = Shape<'JobSummary'>;
const statuses = ['queued', 'running', 'succeeded', 'failed', 'unknown'] as const;

const columns = (nameOf: (slug: string) => string): Column<Job>[] => [
  {
    ...{ id: 'operation', name: t('jobs.operation'), width: 'minmax(0, 1.5fr)', narrow: 'title' },
    text: ({ operation_id }) => nameOf(operation_id),
  },
  {
    ...{ id: 'status', name: t('jobs.status'), width: '136px', narrow: 'end' },
    text: ({ status }) => word('job_status', status),
    cell: ({ status }) => <JobBadge status={status} />,
  },
  {
    ...{ id: 'error', name: t('jobs.error'), width: 'minmax(0, 2fr)' },
    text: ({ error }) => error && textFor('job_error', error.code, reasonOf(error)),
  },
  {
    ...{ id: 'at', name: t('jobs.at'), width: '112px', isNumber: true },
    text: ({ created_at }) => showMoment(created_at),
    cell: ({ created_at: at }) => <time title={showMoment(at)}>{showSince(at)}</time>,
  },
];

const keyOf = ({ job_id }: Job) => job_id;

/** The runs of operations in the environment of the page, newest first, live. @param operation only of this one */
export function JobList({ operation }: { operation?: string }) {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const mayBuild = useMay('build');
  const operations = useOperations(mayBuild).data?.items;
  const connections = useConnections(mayBuild && operation === undefined).data?.items;
  const filters = useMemo<Filter[]>(
    () => [
      {
        ...{ key: 'status', name: t('jobs.status'), kind: 'choice' },
        options: statuses.map((each) => [each, word('job_status', each)]),
      },
      ...(operation !== undefined || !mayBuild
        ? []
        : ([
            {
              ...{ key: 'operation', name: t('jobs.operation'), kind: 'choice' },
              options: operations?.map(({ id, name }) => [id, name]),
            },
            {
              ...{ key: 'connection', name: t('operations.connection'), kind: 'choice' },
              options: connections?.map(({ slug, name }) => [slug, name]),
            },
          ] as Filter[])),
      { key: 'at', name: t('jobs.at'), kind: 'days' },
    ],
    [operation, mayBuild, operations, connections],
  );
  const set = useFilters(filters);
  const { status, operation: chosen, connection, at } = set.values;
  const pages = usePages(jobsPath, {
    path: { project_id: projectId },
    query: {
      environment,
      ...(status && { status: status as (typeof statuses)[number] }),
      ...((operation ?? chosen) && { operation_id: operation ?? chosen }),
      ...(connection && { connection }),
      ...momentsOf(at),
    },
  });
  useRenewals(projectId, /^job\./, jobsPath);
  const shown = useMemo(() => {
    const names = new Map(operations?.map(({ id, name }) => [id, name]));
    return columns((slug) => names.get(slug) ?? slug);
  }, [operations]);
  return (
    <>
      <FilterBar filters={filters} set={set} showDay={showDay} />
      <List
        pages={pages}
        label={t('page.jobs')}
        columns={shown}
        keyOf={keyOf}
        link={({ job_id }) => ({ to: `/p/${projectId}/jobs/${job_id}`, search: keepEnvironment })}
        empty={
          <Empty
            title={t(set.isAny ? 'log.nothing_fits' : 'jobs.none')}
            text={set.isAny ? '' : t('jobs.none_text')}
          />
        }
      />
    </>
  );
}
