import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, excluded, name, names, outer, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { identities, owners } from '../schema.ts';
import { conversationFigures, conversationReads, conversations } from './schema.ts';

/** How long customers wait for people, what people close, and how customers rate them: counted by person and day (UTC). */

const f = conversationFigures;
const k = alias(conversations, 'k');
const i = alias(identities, 'i');
const o = alias(owners, 'o');
const r = conversationReads;

const numbers = [f.firstAnswers, f.firstAnswerMs, f.answers, f.answerMs, f.closed, f.ratings, f.ratingSum];
const today = sql`(now() AT TIME ZONE 'UTC')::date`;
const added = sql.join(
  numbers.map((each) => sql`${name(each)} = ${each} + ${excluded(each)}`),
  sql`, `,
);
const intoFigures = sql`INSERT INTO ${f} (${names(f.projectId, f.day, f.personId, ...numbers)})`;
const orAdd = sql`ON CONFLICT (${names(f.projectId, f.day, f.personId)}) DO UPDATE SET ${added}`;

const counted = rowsOf('c', {
  projectId: f.projectId,
  personId: f.personId,
  closed: f.closed,
  ratings: f.ratings,
  ratingSum: f.ratingSum,
});

const add = statement({
  name: 'conversation-figures-add',
  prepared: false,
  params: { counted },
  query: (p) => sql`
    ${intoFigures}
    SELECT ${counted.at.projectId}, ${today}, ${counted.at.personId}, 0, 0, 0, 0, sum(${counted.at.closed}),
      sum(${counted.at.ratings}), sum(${counted.at.ratingSum})
    FROM ${p.counted} GROUP BY 1, 3 ORDER BY 1, 3
    ${orAdd}`,
});

/** Counts what a person closed, and ratings of what they did. */
export async function countInFigures(
  tx: Queryable,
  ...given: { projectId: string; personId: string; closed?: number; ratings?: number; ratingSum?: number }[]
): Promise<void> {
  if (given.length === 0) return;
  await add.run(tx, {
    counted: given.map((each) => ({ closed: 0, ratings: 0, ratingSum: 0, ...each })),
  });
}

const since = sql`extract(epoch FROM clock_timestamp() - before.unanswered_since) * 1000`;

const answered = statement({
  name: 'conversation-answered',
  prepared: false,
  params: { projectId: k.projectId, identityId: i.id, personId: f.personId },
  query: ({ projectId, identityId, personId }) => sql`
    WITH before AS (
      SELECT ${k.projectId}, ${k.profileId}, ${k.place}, ${k.unansweredSince}, ${k.firstAnsweredAt}
      FROM ${identities} AS ${i}
      JOIN ${conversations} AS ${k} ON ${k.projectId} = ${i.projectId} AND ${k.profileId} = ${i.profileId}
      WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId} FOR UPDATE OF ${k}
    ), noted AS (
      UPDATE ${conversations} AS ${k} SET ${name(k.unansweredSince)} = NULL, ${name(k.answeredAt)} = clock_timestamp(),
        ${name(k.firstAnsweredAt)} = coalesce(${k.firstAnsweredAt}, clock_timestamp())
      FROM before WHERE ${k.projectId} = before.project_id AND ${k.profileId} = before.profile_id
    ), read AS (
      INSERT INTO ${r} (${names(r.projectId, r.profileId, r.personId, r.readPlace)})
      SELECT project_id, profile_id, ${personId}, place FROM before
      ON CONFLICT (${names(r.projectId, r.profileId, r.personId)}) DO UPDATE
        SET ${name(r.readPlace)} = ${excluded(r.readPlace)}, ${name(r.unreadPlace)} = NULL
    )
    ${intoFigures}
    SELECT project_id, ${today}, ${personId}, (first_answered_at IS NULL)::int,
      CASE WHEN first_answered_at IS NULL THEN ${since} ELSE 0 END, 1, ${since}, 0, 0, 0
    FROM before WHERE unanswered_since IS NOT NULL
    ${orAdd}`,
});

/**
 * Notes that a person has answered a customer: nobody waits for it any more, they have read what they answered, and how long the
 * customer waited is counted. It locks the row of the conversation, so it comes after the dialog and before the counters of work.
 */
export async function noteAnswer(
  tx: Queryable,
  given: { projectId: string; identityId: string; personId: string },
): Promise<void> {
  await answered.run(tx, given);
}

/** Most days that are summed. */
export const mostFigureDays = 400;

const sumOf = (column: (typeof numbers)[number]) => as(types.bigint, sql`sum(${column})`);

const read = statement({
  name: 'conversation-figures',
  prepared: false,
  params: { projectId: f.projectId, from: types.date, to: types.date },
  columns: {
    personId: f.personId,
    email: outer(o.email),
    firstAnswers: sumOf(f.firstAnswers),
    firstAnswerMs: sumOf(f.firstAnswerMs),
    answers: sumOf(f.answers),
    answerMs: sumOf(f.answerMs),
    closed: sumOf(f.closed),
    ratings: sumOf(f.ratings),
    ratingSum: sumOf(f.ratingSum),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${f} LEFT JOIN ${owners} AS ${o} ON ${o.id} = ${f.personId}
    WHERE ${f.projectId} = ${p.projectId} AND ${f.day} >= ${p.from} AND ${f.day} <= ${p.to}
    GROUP BY ${f.personId}, ${o.email} ORDER BY ${o.email}`,
});

/** What people did from one day (UTC) to another, both included; a row for each person who did something. */
export const readFigures = (
  database: Queryable,
  given: { projectId: string; from: string; to: string },
): Promise<ResultOf<typeof read>[]> => read.all(database, given);
