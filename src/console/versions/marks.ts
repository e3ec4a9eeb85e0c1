import type { Shape } from '../api/shapes.ts';
import type { Mark } from '../flow/index.ts';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';

/** What the figures say at the steps of a graph: how many came, and a colour where some failed or wait. */
export const marksOfFigures = (steps: Shape<'FiguresOfSteps'>['steps']): Map<string, Mark> =>
  new Map(
    steps.map(({ id, reached, failed, waiting }) => [
      id,
      {
        count: showNumber(reached),
        title: t('versions.mark', { reached, failed, waiting }),
        isDimmed: reached === 0 && waiting === 0,
        ...(failed > 0 ? { state: 'bad' as const } : waiting > 0 ? { state: 'running' as const } : {}),
      },
    ]),
  );

/** What differs, at the steps of the later side; what was removed has no place there. */
export const marksOfChanges = (steps: Shape<'DefinitionDifference'>['steps']): Map<string, Mark> =>
  new Map(
    steps
      .filter(({ change }) => change !== 'removed')
      .map(({ id, change }) => [id, { state: change, title: t(`versions.${change}`) }]),
  );
