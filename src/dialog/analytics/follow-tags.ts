import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { as, excluded, name, names } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { everyProject } from '../audit/every-project.ts';
import { auditLog } from '../audit/schema.ts';
import { identities, profiles } from '../schema.ts';
import { tagActive, tagCursors, tagFigures, tagRevenue } from './schema.ts';

/** Most audit entries that one transaction reads. */
const entriesAtOnce = 2000;
/** Most tags of a customer for which an entry counts, because a profile may have any number. */
const tagsOfOne = 100;
/** Longer ones are cut, as where customers are found by them. */
const longestTag = 200;

const e = alias(auditLog, 'e');
const i = alias(identities, 'i');
const p = alias(profiles, 'p');
const c = alias(tagCursors, 'c');
const f = alias(tagFigures, 'f');
const r = alias(tagRevenue, 'r');
const a = alias(tagActive, 'a');

const begin = statement({
  name: 'tag-figures-begin',
  prepared: false,
  params: { projects: listOf(c.projectId) },
  query: (given) => sql`
    INSERT INTO ${tagCursors} (${name(c.projectId)}) SELECT begun.id FROM unnest(${given.projects}) AS begun (id)
    ORDER BY begun.id ON CONFLICT DO NOTHING`,
});

const follower = everyProject({
  name: 'tag-figures',
  cursors: tagCursors,
  c,
  begin: (database, projects) => begin.run(database, { projects }),
});

const lockCursors = statement({
  name: 'tag-figures-lock',
  params: { projects: listOf(c.projectId) },
  columns: { projectId: c.projectId },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${tagCursors} AS ${c}
    WHERE ${c.projectId} = ANY (${given.projects}) ORDER BY ${c.projectId} FOR UPDATE SKIP LOCKED`,
});

/** What an entry counts as. `number_audit` counts the same entries for the project and its channels. */
const counted: [AnyPgColumn, SQL][] = [
  [f.messagesIn, sql`told.action = 'message.received'`],
  [f.messagesOut, sql`told.action IN ('message.sent', 'message.settled')`],
  [f.events, sql`told.action IN ('event.accepted', 'automation_event.accepted')`],
  [f.newProfiles, sql`told.action = 'identity.created'`],
  [f.activeProfiles, sql`told.action = 'active'`],
  [
    f.jobsSucceeded,
    sql`told.action = 'job.succeeded' OR told.action = 'job.settled' AND told.outcome = 'done'`,
  ],
  [f.jobsFailed, sql`told.action = 'job.failed' OR told.action = 'job.settled' AND told.outcome = 'failed'`],
  [f.workflowRuns, sql`told.action = 'run.created'`],
  [f.paymentsSucceeded, sql`told.action = 'payment.succeeded'`],
  [f.refunds, sql`told.action = 'refund.succeeded'`],
];

const countedActions = sql.raw(
  [
    ...['message.received', 'message.sent', 'message.settled', 'event.accepted', 'automation_event.accepted'],
    ...['identity.created', 'job.succeeded', 'job.failed', 'job.settled', 'run.created'],
    ...['payment.succeeded', 'refund.succeeded'],
  ]
    .map((action) => `'${action}'`)
    .join(', '),
);

/** No number in another form stops the log: it brings no revenue. */
const isAmount = sql.raw(String.raw`told.amount ~ '^\d{1,20}(\.\d{1,10})?$'`);
const isPayment = sql`${e.action} = 'payment.succeeded'`;

/**
 * Counts the next entries of projects whose cursors are locked, for the tags that their customers have now, and moves the cursors. Nobody
 * else writes these rows at the same time: they belong to one project each, and its cursor is the lock.
 */
const count = statement({
  name: 'tag-figures-count',
  params: { projects: listOf(c.projectId), each: types.int },
  columns: {
    projectId: as(c.projectId, sql`read.project_id`),
    entries: as(types.int, sql`read.entries`),
  },
  query: (given, columns) => sql`
    WITH entry AS MATERIALIZED (
      SELECT log.* FROM ${tagCursors} AS ${c}
      CROSS JOIN LATERAL (
        SELECT ${e.projectId}, ${e.id}, ${e.at}, ${e.action}, ${e.environment}, ${e.identityId},
          ${e.data} ->> 'outcome' AS outcome, ${e.data} ->> 'test' = 'true' AS is_test,
          CASE WHEN ${isPayment} THEN ${e.data} #>> '{amount,value}' END AS amount,
          CASE WHEN ${isPayment} THEN ${e.data} #>> '{amount,currency}' END AS currency
        FROM ${auditLog} AS ${e}
        WHERE ${e.projectId} = ${c.projectId} AND ${e.id} > ${c.last}
        ORDER BY ${e.id} LIMIT ${given.each}
      ) AS log
      WHERE ${c.projectId} = ANY (${given.projects})
    ), told AS MATERIALIZED (
      SELECT entry.project_id, entry.action, entry.outcome, entry.amount, entry.currency, ${i.profileId}, tag.tag,
        (entry.at AT TIME ZONE 'UTC')::date AS day,
        CASE
          WHEN entry.action IN ('payment.succeeded', 'refund.succeeded') AND entry.is_test THEN 'sandbox'
          ELSE entry.environment
        END AS environment
      FROM entry
      JOIN ${identities} AS ${i} ON ${i.projectId} = entry.project_id AND ${i.id} = entry.identity_id
      JOIN ${profiles} AS ${p} ON ${p.projectId} = ${i.projectId} AND ${p.id} = ${i.profileId}
      CROSS JOIN LATERAL (
        SELECT DISTINCT left(one, ${sql.raw(String(longestTag))}) AS tag
        FROM unnest(${p.tags}[1:${sql.raw(String(tagsOfOne))}]) AS one WHERE one <> ''
      ) AS tag
      WHERE entry.environment IS NOT NULL AND entry.action IN (${countedActions})
        AND (entry.action <> 'message.settled' OR entry.outcome = 'done')
        AND (entry.action <> 'job.settled' OR entry.outcome IN ('done', 'failed'))
    ), active AS (
      INSERT INTO ${tagActive} (${names(a.projectId, a.profileId, a.day, a.tag, a.environment)})
      SELECT DISTINCT told.project_id, told.profile_id, told.day, told.tag, told.environment FROM told
      WHERE told.action IN ('message.received', 'event.accepted')
      ON CONFLICT DO NOTHING
      RETURNING ${names(a.projectId, a.environment, a.tag, a.day)}
    ), counted AS (
      INSERT INTO ${tagFigures} AS ${f} (${names(f.projectId, f.environment, f.tag, f.day, ...counted.map(([figure]) => figure))})
      SELECT told.project_id, told.environment, told.tag, told.day,
        ${sql.join(
          counted.map(([, condition]) => sql`count(*) FILTER (WHERE ${condition})`),
          sql`, `,
        )}
      FROM (
        SELECT told.project_id, told.environment, told.tag, told.day, told.action, told.outcome FROM told
        UNION ALL
        SELECT active.project_id, active.environment, active.tag, active.day, 'active', NULL FROM active
      ) AS told
      GROUP BY told.project_id, told.environment, told.tag, told.day
      ON CONFLICT (${names(f.projectId, f.environment, f.tag, f.day)}) DO UPDATE SET
        ${sql.join(
          counted.map(([figure]) => sql`${name(figure)} = ${figure} + ${excluded(figure)}`),
          sql`, `,
        )}
    ), earned AS (
      INSERT INTO ${tagRevenue} AS ${r} (${names(r.projectId, r.environment, r.tag, r.day, r.currency, r.amount)})
      SELECT told.project_id, told.environment, told.tag, told.day, told.currency,
        sum(CASE WHEN ${isAmount} THEN told.amount::numeric END)
      FROM told WHERE told.currency IS NOT NULL AND ${isAmount}
      GROUP BY told.project_id, told.environment, told.tag, told.day, told.currency
      ON CONFLICT (${names(r.projectId, r.environment, r.tag, r.day, r.currency)}) DO UPDATE
        SET ${name(r.amount)} = ${r.amount} + ${excluded(r.amount)}
    ), read AS (
      SELECT entry.project_id, max(entry.id) AS last, count(*)::int AS entries FROM entry GROUP BY entry.project_id
    ), moved AS (
      UPDATE ${tagCursors} AS ${c} SET ${name(c.last)} = read.last
      FROM read WHERE ${c.projectId} = read.project_id
    )
    SELECT ${columns} FROM read`,
});

/**
 * The figures by tag as a follower of every project's audit log: neither acceptance nor the numbering writes anything for them. A project's
 * cursor moves in the statement that counts, so each entry counts once, even if a process dies in between.
 */
export const tagFollower = (database: Database) => follower(database, countSome);

/** @returns the projects that have more entries */
async function countSome(tx: Transaction, wanted: string[]): Promise<Set<string>> {
  const locked = await lockCursors.all(tx, { projects: wanted });
  if (locked.length === 0) return new Set();
  const each = Math.floor(entriesAtOnce / locked.length);
  const read = await count.all(tx, { projects: locked.map(({ projectId }) => projectId), each });
  return new Set(read.filter(({ entries }) => entries === each).map(({ projectId }) => projectId));
}
