import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { named } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { personRef } from './conversation-shapes.ts';
import { mostFigureDays, readFigures } from './figures.ts';

const dayMs = 86_400_000;
const usualDays = 30;

const seconds = z.number().nullable();
const numbers = {
  first_answers: z.int().describe('After a person was asked for, or the conversation was opened.'),
  first_answer_seconds: seconds.describe(
    'How long customers waited for them, on average; null if there were none.',
  ),
  answers: z.int().describe('To customers who waited; further messages to the same customer are none.'),
  answer_seconds: seconds.describe('The same for all answers.'),
  closed: z.int(),
  ratings: z.int(),
  rating: seconds.describe('On average, from 1 to 5.'),
};

const figuresShape = named(
  'ConversationFigures',
  z.object({
    from: z.string().describe('A day (UTC).'),
    to: z.string().describe('A day (UTC), included.'),
    total: z.object(numbers),
    people: z
      .array(z.object({ person: personRef, ...numbers }))
      .describe('Whoever did something, by e-mail address.'),
  }),
  {
    from: '2026-11-01',
    to: '2026-11-30',
    total: {
      ...{ first_answers: 2, first_answer_seconds: 41.5, answers: 3, answer_seconds: 60 },
      ...{ closed: 2, ratings: 1, rating: 5 },
    },
    people: [
      {
        person: { id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s', email: 'anna@example.com' },
        ...{ first_answers: 2, first_answer_seconds: 41.5, answers: 3, answer_seconds: 60 },
        ...{ closed: 2, ratings: 1, rating: 5 },
      },
    ],
  },
);

const day = text({ max: 10 })
  .refine((given) => z.iso.date().safeParse(given).success && !given.startsWith('0000'), {
    error: 'not a day, such as 2026-11-20',
  })
  .optional();

export const readConversationFigures = endpoint(
  {
    operationId: 'readConversationFigures',
    tags: ['Inbox'],
    summary: 'Read how long customers wait, and what people close',
    description: 'By person, the last 30 days if no days are given.',
    params: projectPath,
    querystring: z.object({
      from: day.describe('The first day (UTC).'),
      to: day.describe('The last day (UTC).'),
    }),
    answers: { 200: figuresShape.describe('The figures.') },
  },
  async (request, _reply, { database }: { database: Database }) => {
    const { projectId, query } = request;
    const to = query.to ?? dayOf(Date.now());
    const from = query.from ?? dayOf(Date.parse(to) - (usualDays - 1) * dayMs);
    const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
    if (days < 1 || days > mostFigureDays) {
      const message = `from is at most ${mostFigureDays} days before to, and not after it`;
      throw new ValidationProblem([valueError(['query', 'from'], message, from)]);
    }
    const rows = await readFigures(database, { projectId, from, to });
    return {
      ...{ from, to },
      total: shown(rows),
      people: rows.map((row) => ({
        person: { id: showId('owner', row.personId), email: row.email ?? '' },
        ...shown([row]),
      })),
    };
  },
);

type Sums = Record<
  'firstAnswers' | 'firstAnswerMs' | 'answers' | 'answerMs' | 'closed' | 'ratings' | 'ratingSum',
  number
>;

function shown(rows: Sums[]) {
  const sum = (of: keyof Sums) => rows.reduce((all, row) => all + row[of], 0);
  const mean = (total: number, n: number) => (n === 0 ? null : Math.round((total / n) * 1000) / 1000);
  return {
    first_answers: sum('firstAnswers'),
    first_answer_seconds: mean(sum('firstAnswerMs') / 1000, sum('firstAnswers')),
    answers: sum('answers'),
    answer_seconds: mean(sum('answerMs') / 1000, sum('answers')),
    closed: sum('closed'),
    ratings: sum('ratings'),
    rating: mean(sum('ratingSum'), sum('ratings')),
  };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
