import { useEffect, useMemo, useState } from 'react';
import { renew } from '../api/cache.ts';
import { usePages } from '../api/pages.ts';
import { useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Column } from '../kit/grid.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showMoment, showNumber } from '../text/format.ts';
import { t, textFor, word } from '../text/text.ts';
import { CallDialog } from './call-dialog.tsx';
import css from './receivers.module.css';
import { type Call, callsPath, isIdle } from './receivers.ts';

const looks = { accepted: 'good', duplicate: 'plain', rejected: 'bad' } as const;

const columns = (): Column<Call>[] => [
  {
    ...{ id: 'at', name: t('receivers.at'), width: '176px', narrow: 'title' },
    text: ({ at }) => showMoment(at),
  },
  {
    ...{ id: 'status', name: t('receivers.call_status'), width: '136px', narrow: 'end' },
    text: ({ status }) => word('call_status', status),
    cell: ({ status }) => <Badge look={looks[status]}>{word('call_status', status)}</Badge>,
  },
  {
    ...{ id: 'reason', name: t('receivers.reason'), width: 'minmax(0, 2fr)' },
    text: ({ reason, count, outcome }) =>
      [
        reason && word('call_reason', reason),
        count > 1 && t('receivers.times', { count }),
        outcome?.error && textFor('call_error', outcome.error.code, outcome.error.message),
        ...(outcome?.not_started ?? []).map(({ workflow }) => t('receivers.not_started', { name: workflow })),
        isIdle(outcome) && t('receivers.no_trigger'),
      ]
        .filter(Boolean)
        .join(' · '),
  },
  {
    ...{ id: 'runs', name: t('receivers.started'), width: 'minmax(96px, 1fr)' },
    text: ({ outcome }) => outcome?.runs.join(' '),
    cell: ({ outcome }) => outcome && <Started outcome={outcome} />,
  },
  { id: 'address', name: t('log.address'), width: '136px', text: ({ address }) => address },
  {
    ...{ id: 'size', name: t('receivers.size'), width: '96px', isNumber: true, narrow: 'none' },
    text: ({ size }) => t('receivers.bytes', { size: showNumber(size) }),
  },
];

/** Links to the runs that a call started. */
function Started({ outcome: { status, runs, flows } }: { outcome: NonNullable<Call['outcome']> }) {
  const shown = runs.slice(0, mostShown);
  if (status === 'failed') return null;
  if (runs.length === 0) return flows > 0 ? t('receivers.moved', { count: flows }) : t('receivers.nothing');
  return (
    <span className={css.runs}>
      {shown.map((id, n) => (
        <ToPage key={id} to={`runs/${id}`}>
          {runs.length === 1 ? t('receivers.run') : t('receivers.run_n', { n: n + 1 })}
        </ToPage>
      ))}
      {runs.length > mostShown && t('receivers.more_runs', { count: runs.length - mostShown })}
    </span>
  );
}

/** Most runs that a row leads to. */
const mostShown = 5;

const keyOf = ({ request_id, at }: Call) => `${request_id} ${at}`;

/** Calls that were refused are not in the log that the stream follows. */
const lookEveryMs = 5000;

/** The calls of a receiver, those that were accepted and those that were not. */
export function useCalls(slug: string) {
  const project_id = useProjectId();
  useRenewals(project_id, /^webhook\./, callsPath);
  useEffect(() => {
    const timer = setInterval(() => void renew(callsPath), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return usePages(callsPath, { path: { project_id, slug }, query: {} });
}

/** The calls of the last days, newest first, live; a row opens what the call said. */
export function Calls({ slug }: { slug: string }) {
  const pages = useCalls(slug);
  const [open, setOpen] = useState<Call>();
  const shown = useMemo(columns, []);
  return (
    <>
      <List
        pages={pages}
        label={t('receivers.calls')}
        columns={shown}
        keyOf={keyOf}
        onOpen={setOpen}
        empty={<Empty title={t('receivers.no_call')} text={t('receivers.no_call_text')} />}
      />
      {open && <CallDialog slug={slug} call={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
