import type { Column } from '../kit/grid.tsx';
import { showMoment, showSince, showSpan } from '../text/format.ts';
import { reasonOf } from '../text/reason.ts';
import { t } from '../text/text.ts';
import { type RunRow, showVersion } from './run.ts';
import css from './runs.module.css';
import { Status, wasCanceled } from './status.tsx';

/** How long a run took; nothing while it goes on. */
const spanOf = ({ created_at: from, finished_at: to }: RunRow): string =>
  to === null ? '' : showSpan(Date.parse(to) - Date.parse(from));

/** Where it stands and why it failed. */
const placeOf = ({ step, error }: RunRow): string =>
  [step, !wasCanceled({ error }) && error && reasonOf(error)].filter(Boolean).join(': ');

/** The columns of the list of runs. @param nameOf what a workflow is called */
export const runColumns = (nameOf: (slug: string) => string): readonly Column<RunRow>[] => [
  {
    ...{ id: 'workflow', name: t('runs.workflow'), width: 'minmax(0, 1.2fr)' },
    text: ({ workflow }) => nameOf(workflow),
    cell: ({ workflow }) => <span className={css.name}>{nameOf(workflow)}</span>,
  },
  {
    ...{ id: 'status', name: t('runs.status'), width: '132px', narrow: 'end' as const },
    text: ({ status }) => status,
    cell: (row) => <Status status={row.status} isCanceled={wasCanceled(row)} />,
  },
  {
    ...{ id: 'step', name: t('runs.step'), width: 'minmax(0, 2fr)' },
    text: placeOf,
    cell: (row) => <span title={placeOf(row)}>{placeOf(row)}</span>,
  },
  {
    ...{ id: 'version', name: t('runs.version'), width: '88px', narrow: 'none' as const },
    text: ({ version }) => showVersion(version),
  },
  {
    ...{ id: 'span', name: t('runs.span'), width: '88px', isNumber: true, narrow: 'none' as const },
    text: spanOf,
  },
  {
    ...{ id: 'at', name: t('runs.began'), width: '112px', isNumber: true },
    text: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <time title={showMoment(at)}>{showSince(at)}</time>,
  },
];

export const keyOfRun = ({ run_id: id }: RunRow): string => id;
