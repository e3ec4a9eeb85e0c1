import { useMemo, useRef } from 'react';
import { useAddress, wordAt } from '../kit/address.ts';
import { type Column, Grid } from '../kit/grid.tsx';
import { Section } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { useTick } from '../kit/tick.ts';
import { showSpan } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { hasEnded, type Run } from './run.ts';
import { RunGraph } from './run-graph.tsx';
import css from './runs.module.css';
import { Status } from './status.tsx';
import { StepPane } from './step-pane.tsx';
import { attemptsOf, type Bar, barsOf, spanOf, telling } from './step-times.ts';

/** A step of the run with what its line shows. */
export interface StepLine {
  key: string;
  step: Run['steps'][number];
  bar: Bar;
  span: number;
  /** The number of the attempt, if there were several. */
  attempt: number | undefined;
}

/** How often the bars of a run that goes on are drawn anew. */
const tickMs = 1000;

const columns = (): readonly Column<StepLine>[] => [
  {
    ...{ id: 'step', name: t('runs.step'), width: 'minmax(0, 1.2fr)' },
    text: ({ step }) => step.id,
    cell: ({ step, attempt }) => (
      <span className={css.step} style={{ paddingInlineStart: step.within.length * 16 }}>
        <span className={css.name}>{step.id}</span>
        <span className={css.type}>
          {attempt === undefined
            ? word('steptype', step.type)
            : t('runs.attempt', { type: word('steptype', step.type), attempt })}
        </span>
      </span>
    ),
  },
  {
    ...{ id: 'status', name: t('runs.status'), width: '128px', narrow: 'end' as const },
    text: ({ step }) => step.status,
    cell: ({ step }) => <Status status={step.status} />,
  },
  {
    ...{ id: 'bar', name: t('runs.time_line'), width: 'minmax(80px, 1fr)' },
    cell: ({ bar, step }) => (
      <span className={css.track} aria-hidden="true">
        <span
          className={css.bar}
          data-status={step.status}
          style={{ insetInlineStart: `min(${bar.start}%, 100% - 3px)`, width: `${bar.length}%` }}
        />
      </span>
    ),
  },
  {
    ...{ id: 'span', name: t('runs.span'), width: '80px', isNumber: true },
    text: ({ span }) => showSpan(span),
  },
];

const keyOf = ({ key }: StepLine) => key;

/** The steps of a run on a time line, and beside it the one that is looked at. The address keeps which one. */
export function StepsView({ run }: { run: Run }) {
  const [search, change] = useAddress();
  const { steps, status } = run;
  const now = useTick(hasEnded(run) ? undefined : tickMs);
  const lines = useMemo<StepLine[]>(() => {
    const bars = barsOf(steps, now);
    const attempts = attemptsOf(steps);
    return steps.map((step, i) => ({
      ...{ key: String(i + 1), step, bar: bars[i]!, attempt: attempts[i] },
      span: spanOf(step, now),
    }));
  }, [steps, now]);
  const shown = useMemo(columns, []);
  const wanted = wordAt(search, 'step');
  // By its number or by its id, as links to the step of a run have it.
  const at = lines.findLastIndex(({ key, step }) => key === wanted || step.id === wanted);
  const open = lines[at >= 0 ? at : telling(status, steps)];
  const pane = useRef<HTMLElement>(null);
  const show = ({ key }: StepLine) => {
    change({ step: key });
    // On a narrow screen it stands below the list.
    requestAnimationFrame(() => pane.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <Section title={t('runs.steps')}>
      <div className={css.columns}>
        <div className={css.lines}>
          <Tabs
            label={t('runs.shown_as')}
            at="as"
            tabs={[
              {
                id: 'time',
                name: t('runs.time_line'),
                content: (
                  <Grid
                    label={t('runs.steps')}
                    {...{ columns: shown, rows: lines, keyOf }}
                    openKey={open?.key}
                    onOpen={show}
                    empty={<Empty title={t(hasEnded(run) ? 'runs.no_steps' : 'runs.no_steps_yet')} />}
                  />
                ),
              },
              ...(run.version > 0
                ? [{ id: 'graph', name: t('runs.on_graph'), content: <RunGraph run={run} /> }]
                : []),
            ]}
          />
        </div>
        {open && (
          <aside ref={pane} className={css.pane} aria-label={t('runs.looked_at', { step: open.step.id })}>
            <StepPane run={run} line={open} />
          </aside>
        )}
      </div>
    </Section>
  );
}
