import { lazy, Suspense, useState } from 'react';
import { queries } from '../api/client.ts';
import { useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';
import { Card, Section } from '../kit/page.tsx';
import { Empty, Loading } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showChange, showDay, showDuration, showMoney, showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { useChannel } from './channel-switch.tsx';
import { amountOf, type FigureName, isBad, mainCurrency, shownFigures, sumOf } from './figure-list.ts';
import css from './figures.module.css';

const Chart = lazy(async () => ({ default: (await import('../kit/chart.tsx')).Chart }));

const path = '/api/owner/projects/{project_id}/analytics';
const waitPath = '/api/owner/projects/{project_id}/conversations/figures';
const days = 30;
const dayMs = 86_400_000;
/** The day of UTC so many days ago. */
const dayAgo = (count: number) => new Date(Date.now() - count * dayMs).toISOString().slice(0, 10);

/** The figures of the last 30 days beside those of the 30 before; the one that is chosen also day by day. */
export function Figures() {
  const project_id = useProjectId();
  const query = { days, environment: useEnvironment(), channel_id: useChannel(), compare: true };
  const { data, error, refetch } = queries.useQuery('get', path, {
    params: { path: { project_id }, query },
  });
  useRenewals(project_id, /^figures$/, path);
  const [chosen, choose] = useState<FigureName>('messages_in');
  return (
    <Section title={t('overview.figures')} acts={<span className={css.lead}>{t('overview.compared')}</span>}>
      {error && !data && <ProblemNotice error={error} again={() => void refetch()} />}
      {!error && !data && <Loading label={t('shell.loading')} />}
      {data && (
        <>
          <Tiles data={data} chosen={chosen} onChoose={choose} />
          <Card>
            <Suspense fallback={<Loading label={t('shell.loading')} rows={4} />}>
              <Days data={data} name={chosen} />
            </Suspense>
          </Card>
        </>
      )}
    </Section>
  );
}

/** How values of a figure are written. */
const formOf = (name: FigureName, currency: string | undefined) => (value: number) =>
  name === 'revenue' && currency ? showMoney(value, currency) : showNumber(value);

function Tiles({
  data: { totals, before },
  chosen,
  onChoose,
}: {
  data: Shape<'ProjectAnalytics'>;
  chosen: FigureName;
  onChoose(name: FigureName): void;
}) {
  const currency = mainCurrency(totals) ?? (before ? mainCurrency(before.totals) : undefined);
  return (
    <fieldset className={css.tiles} aria-label={t('overview.figures')}>
      {shownFigures(totals, before?.totals).map((name) => {
        const value = sumOf(totals, days, name, currency);
        const earlier = before ? sumOf(before.totals, days, name, currency) : 0;
        return (
          <button
            key={name}
            type="button"
            className={css.tile}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <span className={css.name}>{t(`figure.${name}`)}</span>
            <span className={css.value}>{formOf(name, currency)(value)}</span>
            <Change now={value} before={earlier} isBad={isBad(name)} />
          </button>
        );
      })}
      <WaitingTime />
    </fieldset>
  );
}

/** Better or worse is said by colour and by the sign. */
function Change({ now, before, isBad: isWorse }: { now: number; before: number; isBad: boolean }) {
  const text = showChange(now, before);
  const look = now === before ? css.same : now > before === isWorse ? css.worse : css.better;
  return <span className={`${css.change} ${look}`}>{text || ' '}</span>;
}

/** How long customers wait for the first answer of a person; of all channels, so not beside the figures of one. */
function WaitingTime() {
  const project_id = useProjectId();
  const mayServe = useMay('serve');
  const isShown = useChannel() === '' && mayServe;
  const period = (from: number, to: number) => ({
    params: { path: { project_id }, query: { from: dayAgo(from), to: dayAgo(to) } },
  });
  const now = queries.useQuery('get', waitPath, period(days - 1, 0), { enabled: isShown });
  const before = queries.useQuery('get', waitPath, period(2 * days - 1, days), { enabled: isShown });
  useRenewals(project_id, /^(?:figures|conversation\..*)$/, waitPath);
  const seconds = now.data?.total.first_answer_seconds;
  if (!isShown || seconds == null) return null;
  return (
    <div className={css.tile}>
      <span className={css.name}>{t('figure.waiting_time')}</span>
      <span className={css.value}>{showDuration(seconds)}</span>
      <Change now={seconds} before={before.data?.total.first_answer_seconds ?? 0} isBad />
    </div>
  );
}

function Days({
  data: { totals, series, before },
  name,
}: {
  data: Shape<'ProjectAnalytics'>;
  name: FigureName;
}) {
  const currency = mainCurrency(totals) ?? (before ? mainCurrency(before.totals) : undefined);
  const isEmpty = [...series, ...(before?.series ?? [])].every((day) => amountOf(day, name, currency) === 0);
  if (isEmpty) return <Empty title={t('overview.no_figures')} text={t('overview.no_figures_text')} />;
  return (
    <Chart
      label={t(`figure.${name}`)}
      points={series.map((day, i) => ({
        name: showDay(`${day.date}T12:00`),
        value: amountOf(day, name, currency),
        before: before?.series[i] && amountOf(before.series[i], name, currency),
      }))}
      show={formOf(name, currency)}
      names={{
        moment: t('overview.day'),
        value: t('overview.these_days'),
        before: t('overview.days_before'),
        table: t('overview.as_table'),
      }}
    />
  );
}
