import { useCallback, useMemo, useState } from 'react';
import { renew } from '../api/cache.ts';
import { usePages } from '../api/pages.ts';
import { usePeople, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { type LiveEvent, useLive } from '../api/stream.ts';
import { type Filter, FilterBar, momentsOf, useFilters } from '../kit/filters.tsx';
import type { Column } from '../kit/grid.tsx';
import { Page } from '../kit/page.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { Switch } from '../kit/switch.tsx';
import { List } from '../shell/list.tsx';
import { showAction } from '../text/action.ts';
import { showDay, showMoment } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { nameOfActor } from './actor.ts';
import { EntryDialog } from './entry-dialog.tsx';

type Entry = Shape<'AuditEntry'>;

const path = '/api/owner/projects/{project_id}/audit';
const actors = ['owner', 'key', 'system', 'channel', 'receiver', 'method'] as const;
const environments = ['live', 'sandbox'] as const;
/** Entries come in bursts; one request reads them all. */
const burstMs = 1000;

const columns = (): Column<Entry>[] => [
  {
    ...{ id: 'action', name: t('audit.action'), width: 'minmax(0, 1.5fr)', narrow: 'title' },
    text: ({ action }) => action,
    cell: ({ action, data }) => showAction(action, data),
  },
  { id: 'actor', name: t('audit.actor'), text: nameOfActor },
  {
    ...{ id: 'subject', name: t('audit.subject'), width: 'minmax(0, 1.5fr)', narrow: 'none' },
    text: ({ subject }) => subject.id,
    cell: ({ subject, data: { name } }) => (
      <>
        {word('subject', subject.type)} {typeof name === 'string' ? name : <code>{subject.id}</code>}
      </>
    ),
  },
  {
    ...{ id: 'environment', name: t('shell.environment'), width: '104px', narrow: 'end' },
    text: ({ environment }) => environment,
    cell: ({ environment }) =>
      environment === 'sandbox' ? (
        <Badge look="warn">{t('shell.sandbox')}</Badge>
      ) : (
        environment && t(`shell.${environment}`)
      ),
  },
  { id: 'at', name: t('audit.at'), width: '176px', text: ({ at }) => showMoment(at) },
];

const keyOf = ({ id }: Entry) => String(id);

/** Who did what, as it happens. */
export function AuditPage() {
  const projectId = useProjectId();
  const people = usePeople(projectId);
  const [isLive, setLive] = useState(true);
  const [open, setOpen] = useState<Entry>();
  const filters = useMemo<Filter[]>(
    () => [
      { key: 'action', name: t('audit.action'), kind: 'text', placeholder: 'key.created' },
      {
        key: 'by',
        name: t('audit.actor'),
        kind: 'choice',
        options: actors.map((each) => [each, word('actor', each)]),
      },
      {
        ...{ key: 'person', name: t('audit.person'), kind: 'choice' },
        options: people.data?.items.map(({ id, email }) => [id, email]),
      },
      { key: 'subject', name: t('audit.subject_id'), kind: 'text' },
      {
        ...{ key: 'in', name: t('shell.environment'), kind: 'choice' },
        options: environments.map((each) => [each, t(`shell.${each}`)]),
      },
      { key: 'request', name: t('log.request_id'), kind: 'text' },
      { key: 'at', name: t('audit.at'), kind: 'days' },
    ],
    [people.data],
  );
  const set = useFilters(filters);
  const { action, by, person, subject, request, at, in: environment } = set.values;
  const pages = usePages(path, {
    path: { project_id: projectId },
    query: {
      ...(action && { action }),
      ...(by && { actor_type: by as (typeof actors)[number] }),
      ...(person && { actor_id: person }),
      ...(subject && { subject_id: subject }),
      ...(environment && { environment: environment as (typeof environments)[number] }),
      ...(request && { request_id: request }),
      ...momentsOf(at),
    },
  });
  useFollow(projectId, isLive);
  const shown = useMemo(columns, []);
  return (
    <Page
      title={t('page.audit')}
      lead={t('audit.lead')}
      acts={<Switch label={t('audit.live')} isSelected={isLive} onChange={setLive} />}
      isWide
    >
      <FilterBar filters={filters} set={set} showDay={showDay} />
      <List
        pages={pages}
        label={t('page.audit')}
        columns={shown}
        keyOf={keyOf}
        onOpen={setOpen}
        empty={<Empty title={t(set.isAny ? 'log.nothing_fits' : 'audit.none')} />}
      />
      {open && <EntryDialog entry={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Reads the list anew when the stream brings an entry: their names have a dot, those of what only passes have none. */
function useFollow(projectId: string, isOn: boolean): void {
  const listen = useCallback(
    ({ name }: LiveEvent) => {
      if (!isOn || !name.includes('.') || waiting) return;
      waiting = setTimeout(() => {
        waiting = undefined;
        void renew(path);
      }, burstMs);
    },
    [isOn],
  );
  useLive(projectId, listen);
}
