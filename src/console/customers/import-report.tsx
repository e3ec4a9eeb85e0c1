import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { type Column, Grid } from '../kit/grid.tsx';
import { Empty, Notice } from '../kit/states.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './customers.module.css';
import own from './import-report.module.css';

type Report = Shape<'CustomersImport'>;
type Fault = Report['faults'][number];
type Outcome = Report['outcomes'][number];

const lineColumn = (): Column<{ line: number }> => ({
  id: 'line',
  name: t('customers.line'),
  text: ({ line }) => line,
  cell: ({ line }) => t('customers.line_n', { line }),
  width: '96px',
});

const faultColumns = (): readonly Column<Fault>[] => [
  lineColumn(),
  { id: 'column', name: t('customers.column'), text: ({ column }) => column ?? '', width: '160px' },
  { id: 'message', name: t('customers.why'), text: ({ message }) => message },
];

const outcomeColumns = (): readonly Column<Outcome>[] => [
  lineColumn(),
  {
    id: 'action',
    name: t('customers.what'),
    text: ({ action }) => t(`customers.row_${action}`),
    width: '160px',
  },
  { id: 'columns', name: t('customers.columns'), text: ({ columns }) => columns.join(', ') },
];

const keyOfRow = ({ line, column = '' }: { line: number; column?: string | null }) => `${line} ${column}`;

interface ImportReportProps {
  report: Report;
  fileName: string;
  /** It was stored; otherwise this is what would become of it. */
  isDone: boolean;
}

/** What became of the rows of a file, or would: how many, which were refused and why, and which do something. */
export function ImportReport({ report, fileName, isDone }: ImportReportProps) {
  const { rows, created, changed, unchanged, failed, faults, outcomes } = report;
  const projectId = useProjectId();
  const columns = useMemo(() => ({ faults: faultColumns(), outcomes: outcomeColumns() }), []);
  const isNothing = created + changed === 0;
  const link = ({ profile_id }: Outcome) => ({
    to: `/p/${projectId}/customers/${profile_id}`,
    search: keepEnvironment as never,
  });
  const look = failed > 0 ? 'warn' : isNothing && !isDone ? 'plain' : 'good';
  return (
    <>
      <Notice
        look={look}
        title={t(isDone ? 'customers.import_done' : 'customers.import_tried', { name: fileName })}
      >
        <p>
          {t(
            failed > 0
              ? 'customers.import_some_failed'
              : isNothing
                ? 'customers.import_nothing'
                : 'customers.import_fine',
          )}
        </p>
      </Notice>
      <div className={own.figures}>
        <Figure name={t('customers.rows')} value={rows} />
        <Figure name={t(isDone ? 'customers.made' : 'customers.would_make')} value={created} />
        <Figure name={t(isDone ? 'customers.changed' : 'customers.would_change')} value={changed} />
        <Figure name={t('customers.unchanged')} value={unchanged} />
        <Figure name={t('customers.refused')} value={failed} look={failed > 0 ? 'bad' : undefined} />
      </div>
      <Tabs
        label={t('customers.import_rows')}
        at="rows"
        tabs={[
          ...(failed > 0
            ? [
                {
                  ...{ id: 'refused', name: t('customers.refused'), count: showNumber(failed) },
                  content: (
                    <Grid
                      label={t('customers.refused')}
                      columns={columns.faults}
                      rows={faults}
                      keyOf={keyOfRow}
                      empty={null}
                    />
                  ),
                },
              ]
            : []),
          {
            ...{ id: 'taken', name: t('customers.taken'), count: showNumber(created + changed) },
            content: (
              <Grid
                label={t('customers.taken')}
                columns={columns.outcomes}
                rows={outcomes}
                keyOf={keyOfRow}
                {...(isDone && { link })}
                empty={<Empty title={t('customers.import_nothing')} />}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function Figure({ name, value, look }: { name: ReactNode; value: number; look?: 'bad' | undefined }) {
  return (
    <div className={own.figure} data-look={look}>
      <span className={css.muted}>{name}</span>
      <span className={own.number}>{showNumber(value)}</span>
    </div>
  );
}
