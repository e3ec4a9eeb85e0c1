import { useMemo } from 'react';
import { queries } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { type Filter, FilterBar, momentsOf, useFilters } from '../kit/filters.tsx';
import type { Column } from '../kit/grid.tsx';
import { Page } from '../kit/page.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { showDay, showMoment, showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { Usage } from './usage.tsx';

type Entry = Shape<'LoggedRequest'>;

const looks = { 2: 'good', 3: 'plain', 4: 'warn', 5: 'bad' } as const;
const lookOf = (status: number) => looks[Math.floor(status / 100) as keyof typeof looks] ?? 'plain';

/** What the paths of all requests with keys of a project have in common, and what would hide the rest. */
const ofProject = /^\/api\/v1\/projects\/prj_\w+(?=\/)/;

const columns = (): Column<Entry>[] => [
  {
    ...{ id: 'request', name: t('log.request'), width: 'minmax(0, 2.5fr)', narrow: 'title' },
    text: ({ method, path }) => `${method} ${path}`,
    cell: ({ method, path }) => <code title={path}>{`${method} ${path.replace(ofProject, '…')}`}</code>,
  },
  {
    ...{ id: 'status', name: t('log.status'), width: '88px', narrow: 'end' },
    text: ({ status }) => status,
    cell: ({ status }) => <Badge look={lookOf(status)}>{status}</Badge>,
  },
  { id: 'key', name: t('log.key'), width: '120px', text: ({ key }) => key.name },
  { id: 'address', name: t('log.address'), width: '120px', text: ({ address }) => address },
  {
    ...{ id: 'took', name: t('log.took'), width: '88px', isNumber: true, narrow: 'none' },
    text: ({ duration_ms }) => t('log.ms', { ms: showNumber(duration_ms) }),
  },
  { id: 'at', name: t('log.at'), width: '176px', text: ({ at }) => showMoment(at) },
  {
    id: 'id',
    name: t('log.request_id'),
    width: '128px',
    narrow: 'none',
    text: ({ request_id }) => request_id,
  },
];

const statuses = ['2xx', '4xx', '5xx', '401', '403', '404', '409', '422', '429'] as const;
const keyOf = ({ request_id, at }: Entry) => `${request_id} ${at}`;

/** What programs asked for with keys of the project, and how much of its limits it has used. */
export function LogPage() {
  const projectId = useProjectId();
  const keys = queries.useQuery('get', '/api/owner/projects/{project_id}/keys', below(projectId));
  const filters = useMemo<Filter[]>(
    () => [
      { key: 'status', name: t('log.status'), kind: 'choice', options: statuses.map((each) => [each, each]) },
      {
        ...{ key: 'key', name: t('log.key'), kind: 'choice' },
        options: keys.data?.items.map(({ id, name }) => [id, name]),
      },
      { key: 'path', name: t('log.path'), kind: 'text', placeholder: '/api/v1/messages' },
      { key: 'at', name: t('log.at'), kind: 'days' },
    ],
    [keys.data],
  );
  const set = useFilters(filters);
  const { status, key, path, at } = set.values;
  const pages = usePages('/api/owner/projects/{project_id}/log', {
    path: { project_id: projectId },
    query: {
      ...(status && { status }),
      ...(key && { key_id: key }),
      ...(path && { path }),
      ...momentsOf(at),
    },
  });
  const shown = useMemo(columns, []);
  return (
    <Page title={t('page.log')} lead={t('log.lead')} isWide>
      <Usage />
      <FilterBar filters={filters} set={set} showDay={showDay} />
      <List
        pages={pages}
        label={t('page.log')}
        columns={shown}
        keyOf={keyOf}
        empty={
          <Empty
            title={t(set.isAny ? 'log.nothing_fits' : 'log.none')}
            text={set.isAny ? '' : t('log.none_text')}
          />
        }
      />
    </Page>
  );
}
