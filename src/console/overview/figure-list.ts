import type { Shape } from '../api/shapes.ts';

type Figures = Shape<'Figures'>;

/** The figures of the overview, in their order. */
export const figureNames = [
  'messages_in',
  'messages_out',
  'new_profiles',
  'active_profiles',
  'workflow_runs',
  'jobs_failed',
  'payments_succeeded',
  'revenue',
] as const;
export type FigureName = (typeof figureNames)[number];

/** More of these is worse. */
export const isBad = (name: FigureName) => name === 'jobs_failed';

/** What is shown only in projects that have it. */
const seldom: readonly FigureName[] = ['workflow_runs', 'payments_succeeded', 'revenue'];

/** The currency in which most payments were made, by its sum; undefined without any. */
export const mainCurrency = ({ revenue }: Figures): string | undefined =>
  [...revenue].sort((one, other) => Number(other.value) - Number(one.value))[0]?.currency;

/** The value of a figure in a day or a period. @param currency of the revenue */
export function amountOf(figures: Figures, name: FigureName, currency = ''): number {
  if (name !== 'revenue') return figures[name];
  return Number(figures.revenue.find((each) => each.currency === currency)?.value ?? 0);
}

/**
 * What stands in place of a sum over days. Customers who come on several days are counted on each, so of these the mean of a day is shown.
 */
export const sumOf = (totals: Figures, days: number, name: FigureName, currency?: string): number =>
  name === 'active_profiles'
    ? Math.round((totals.active_profiles / days) * 10) / 10
    : amountOf(totals, name, currency);

/** The figures that are worth a place: those that every project has, and others once they are not zero. */
export const shownFigures = (totals: Figures, before: Figures | undefined): FigureName[] =>
  figureNames.filter(
    (name) =>
      !seldom.includes(name) ||
      [totals, before].some(
        (each) => each && (name === 'revenue' ? each.revenue.length > 0 : each[name] > 0),
      ),
  );
