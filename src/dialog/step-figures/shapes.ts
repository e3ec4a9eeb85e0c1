import { z } from 'zod';
import { laxInt, literal, text } from '../http/fields.ts';
import { environment, exampleOf, named } from '../http/shapes.ts';

/** The shapes of the figures by step, for clients and for owners. */

const day = text({ max: 10 })
  .refine(
    (given) => z.iso.date().safeParse(given).success && given >= '2000-01-01',
    'not a day, such as 2026-11-20',
  )
  .optional();

/** What is asked for. All of it may be left out. */
export const stepFilters = z.object({
  version: laxInt({ ge: 1, le: 2 ** 31 - 1 })
    .optional()
    .describe('The published one if left out.'),
  environment: literal(['sandbox', 'live'], { default: 'live' }),
  from: day.describe('The first day of UTC, `2026-11-20`; 29 days before `to` if left out.'),
  to: day.describe('The last day, which counts too; today if left out.'),
});

const count = z.int();
const figures = {
  reached: count.describe('How often a flow came to it. A round of a list and an attempt count as well.'),
  left: count.describe('How often it was done, and the flow went on or ended.'),
  failed: count.describe('How often it failed, ran out of time or was rejected, whatever came then.'),
};

const stepDay = named('StepDay', z.object({ date: z.iso.date(), ...figures }), {
  ...{ date: '2026-11-20', reached: 14, left: 9, failed: 1 },
});

const stepFigures = named(
  'StepFigures',
  z.object({
    id: z.string(),
    type: z.string().describe('As in the document.'),
    ...figures,
    waiting: count.describe('How many flows wait at it now, whatever the period.'),
    series: z.array(stepDay).describe('Oldest first. Days on which nothing happened are left out.'),
  }),
  {
    ...{ id: 'ask_city', type: 'question', reached: 14, left: 9, failed: 1, waiting: 4 },
    series: [exampleOf(stepDay) as z.output<typeof stepDay>],
  },
);

/** The answer. */
export const figuresOfSteps = named(
  'FiguresOfSteps',
  z
    .object({
      version: count,
      versions: z
        .array(count)
        .describe('The versions at whose steps something happened in the period, newest first.'),
      environment,
      from: z.iso.date(),
      to: z.iso.date(),
      steps: z.array(stepFigures).describe('In the order of the document, those of a list after it.'),
    })
    .describe('What happened at each step of the version.'),
  {
    ...{ version: 3, versions: [3, 2], environment: 'live', from: '2026-10-22', to: '2026-11-20' },
    steps: [exampleOf(stepFigures) as z.output<typeof stepFigures>],
  },
);
