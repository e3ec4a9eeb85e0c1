import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias, type PgTable, text, uuid } from 'drizzle-orm/pg-core';
import { as, excluded, name, names, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { oneOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { auditInbox } from '../audit/schema.ts';
import {
  channels,
  dialog,
  identities,
  keyInForce,
  projectCounters,
  projectKeys,
  requestKeys,
  tasks,
} from '../schema.ts';
import { targetText } from './new-task.ts';
import type { Submission } from './submission.ts';

/** Files are on a higher floor; only what tells whether one may be had is known here. */
const files = dialog.table('files', {
  projectId: uuid('project_id').notNull(),
  id: uuid('id').notNull(),
  state: text('state').notNull(),
});

/** The columns of one write, with their types. */
const columnsOfWrite = {
  projectId: requestKeys.projectId,
  endpoint: requestKeys.endpoint,
  key: requestKeys.key,
  fingerprint: requestKeys.fingerprint,
  answer: requestKeys.answer,
  key_id: orNull(projectKeys.id),
  id: tasks.id,
  kind: tasks.kind,
  lane: tasks.lane,
  origin: tasks.origin,
  payload: types.jsonText,
  identityId: tasks.identityId,
  environment: orNull(tasks.environment),
  target: orNull(types.text),
  refused: orNull(types.text),
  actorType: auditInbox.actorType,
  actorId: auditInbox.actorId,
  actorName: auditInbox.actorName,
  action: auditInbox.action,
  subjectType: auditInbox.subjectType,
  subjectId: auditInbox.subjectId,
  requestId: auditInbox.requestId,
  data: types.jsonText,
};

/** A batch of writes. */
const input = rowsOf('i', columnsOfWrite);
/** A batch in which some name files: their ids in one text. */
const inputWithFiles = rowsOf('i', { ...columnsOfWrite, files: orNull(types.text) });

/** Turns a write into one record of the batch. */
export function recordOf(submission: Submission): RecordOf<typeof input> {
  const { task, refusedChannelTypes: refused, audit } = submission;
  // Written out because every write passes here: spreading objects took 27 µs for each write.
  return {
    projectId: submission.projectId,
    endpoint: submission.endpoint,
    key: submission.key,
    fingerprint: submission.fingerprint,
    answer: submission.answer,
    key_id: submission.keyId,
    id: task.id,
    kind: task.kind,
    lane: task.lane,
    origin: task.origin,
    payload: task.payload,
    identityId: task.identityId,
    environment: task.environment,
    target: targetText(task),
    refused: refused.length > 0 ? refused.join(',') : null,
    actorType: audit.actor.type,
    actorId: audit.actor.id,
    actorName: audit.actor.name,
    action: audit.action,
    subjectType: audit.subject.type,
    subjectId: audit.subject.id,
    requestId: audit.requestId,
    data: JSON.stringify(audit.data),
  };
}

/** The same, with the files that it names. */
export function recordWithFiles(submission: Submission): RecordOf<typeof inputWithFiles> {
  const { fileIds = [] } = submission;
  return { ...recordOf(submission), files: fileIds.length > 0 ? fileIds.join(',') : null };
}

/** Writes an INSERT … SELECT from columns and their values. */
function insertOf(table: PgTable, values: readonly (readonly [AnyPgColumn, SQL])[]): SQL {
  const from = sql.join(
    values.map(([, value]) => value),
    sql`, `,
  );
  return sql`INSERT INTO ${table} (${names(...values.map(([column]) => column))}) SELECT ${from}`;
}

/** A column whose value the batch has under the same name. */
const asCame = (column: AnyPgColumn) => [column, name(column)] as const;

const pk = alias(projectKeys, 'pk');
const known = alias(requestKeys, 'known');
const t = alias(identities, 't');
const c = alias(channels, 'c');
const f = alias(files, 'f');
const counters = alias(projectCounters, 'counters');
const today = sql`(now() AT TIME ZONE 'UTC')::date`;
const keyOfWrite = names(requestKeys.projectId, requestKeys.endpoint, requestKeys.key);

/** Refuses a write that names a file which the project does not have and does not wait for. */
const filesAreThere = sql`
      WHEN EXISTS (
        SELECT 1 FROM unnest(string_to_array(${inputWithFiles.at.files}, ',')::uuid[]) AS wanted (id)
        WHERE NOT EXISTS (
          SELECT 1 FROM ${files} AS ${f}
          WHERE ${f.projectId} = ${input.at.projectId} AND ${f.id} = wanted.id
            AND ${f.state} IN ('stored', 'awaited', 'fetching'))
      ) THEN 'file_not_found'`;

const common = {
  projectQueueLimit: types.bigint,
  projectDailyLimit: types.bigint,
  retryDeadlineMs: types.bigint,
  shard: projectCounters.shard,
};

const columns = {
  verdict: as(
    oneOf(
      ...(['accepted', 'known', 'outrun', 'revoked', 'identity_not_found', 'file_not_found'] as const),
      ...(['channel_limits', 'queue_full', 'daily_limit'] as const),
    ),
    sql`coalesce(ruling, CASE WHEN n IN (SELECT n FROM won) THEN 'accepted' ELSE 'outrun' END)`,
  ),
  fingerprint: as(orNull(requestKeys.fingerprint), sql`known_fingerprint`),
  answer: as(orNull(requestKeys.answer), sql`known_answer`),
  channelType: as(orNull(channels.type), sql`channel_type`),
  targetId: as(tasks.targetId, sql`at_target`),
};

/**
 * The statement that accepts writes. Keys are inserted in the order of their names, because two batches in opposite orders
 * would deadlock; tasks in the order of arrival, because their sequence is the order of their lane. The limits are read in
 * the same snapshot. It does not see batches that other processes commit at the same moment, so a limit may be exceeded by
 * the size of these batches.
 */
export const acceptWrites = statement({
  name: 'accept',
  params: { writes: input, ...common },
  columns,
  query: (p, listed) => acceptSql(p, listed, sql``),
});

/** The same for a batch in which some writes name files. Other batches do not pay for the look at them. */
export const acceptWritesWithFiles = statement({
  name: 'accept-with-files',
  params: { writes: inputWithFiles, ...common },
  columns,
  query: (p, listed) => acceptSql(p, listed, filesAreThere),
});

type Chunks = Record<'writes' | keyof typeof common, SQL>;

function acceptSql(p: Chunks, listed: SQL, refusals: SQL): SQL {
  return sql`
WITH input AS (
  SELECT * FROM ${p.writes}
), judged AS (
  SELECT i.*,
    coalesce(${input.at.environment}, ${c.environment}) AS at_environment,
    -- Nothing in a sandbox goes through a channel or connection, so none holds it back.
    CASE WHEN coalesce(${input.at.environment}, ${c.environment}) = 'live'
      THEN CASE WHEN ${input.at.target} = 'channel' THEN ${c.id} ELSE ${input.at.target}::uuid END END AS at_target,
    ${c.type} AS channel_type,
    ${known.fingerprint} AS known_fingerprint,
    ${known.answer} AS known_answer,
    CASE
      WHEN ${input.at.key_id} IS NOT NULL AND ${pk.id} IS NULL THEN 'revoked'
      WHEN ${known.key} IS NOT NULL THEN 'known'
      WHEN ${input.at.identityId} IS NOT NULL AND ${c.id} IS NULL THEN 'identity_not_found'${refusals}
      WHEN ${c.type} = ANY (string_to_array(${input.at.refused}, ',')) THEN 'channel_limits'
    END AS verdict
  FROM input AS i
  LEFT JOIN ${projectKeys} AS ${pk}
    ON ${pk.projectId} = ${input.at.projectId} AND ${pk.id} = ${input.at.key_id} AND ${keyInForce(pk)}
  LEFT JOIN ${requestKeys} AS ${known}
    ON ${known.projectId} = ${input.at.projectId} AND ${known.endpoint} = ${input.at.endpoint}
      AND ${known.key} = ${input.at.key}
  LEFT JOIN ${identities} AS ${t}
    ON ${t.projectId} = ${input.at.projectId} AND ${t.id} = ${input.at.identityId}
  LEFT JOIN ${channels} AS ${c}
    ON ${c.projectId} = ${t.projectId} AND ${c.id} = ${t.channelId} AND ${c.deletedAt} IS NULL
), room AS (
  SELECT p.project_id,
    ${p.projectQueueLimit} - coalesce(sum(${counters.unfinished}), 0)::bigint AS queue,
    ${p.projectDailyLimit}
      - coalesce(sum(${counters.accepted}) FILTER (WHERE ${counters.day} = ${today}), 0)::bigint AS daily
  FROM (SELECT DISTINCT project_id FROM input) AS p
  LEFT JOIN ${projectCounters} AS ${counters} ON ${counters.projectId} = p.project_id
  GROUP BY p.project_id
), ruled AS (
  -- No ruling: nothing speaks against the write. Its place is its number among those of its project in this batch.
  SELECT j.*,
    coalesce(j.verdict, CASE
      WHEN j.place <= least(r.queue, r.daily) THEN NULL
      WHEN r.queue <= r.daily THEN 'queue_full'
      ELSE 'daily_limit'
    END) AS ruling
  FROM (
    SELECT *, count(*) FILTER (WHERE verdict IS NULL) OVER (PARTITION BY project_id ORDER BY n) AS place
    FROM judged
  ) AS j
  JOIN room AS r ON r.project_id = j.project_id
), new_keys AS (
  ${insertOf(requestKeys, [
    asCame(requestKeys.projectId),
    asCame(requestKeys.endpoint),
    asCame(requestKeys.key),
    asCame(requestKeys.fingerprint),
    asCame(requestKeys.answer),
  ])} FROM ruled
  WHERE ruling IS NULL ORDER BY ${keyOfWrite}
  ON CONFLICT DO NOTHING
  RETURNING ${keyOfWrite}
), won AS (
  SELECT * FROM ruled
  WHERE ruling IS NULL
    -- IS TRUE keeps this a hashed look-up: as a join it would compare every row with every other.
    AND ((${keyOfWrite}) IN (SELECT ${keyOfWrite} FROM new_keys)) IS TRUE
), new_tasks AS (
  ${insertOf(tasks, [
    asCame(tasks.projectId),
    asCame(tasks.id),
    asCame(tasks.kind),
    asCame(tasks.lane),
    asCame(tasks.origin),
    asCame(tasks.payload),
    asCame(tasks.identityId),
    [tasks.environment, sql`at_environment`],
    [tasks.targetId, sql`at_target`],
    asCame(tasks.requestId),
    [tasks.deadlineAt, sql`now() + make_interval(secs => ${p.retryDeadlineMs} / 1000.0)`],
  ])} FROM won ORDER BY n
), new_entries AS (
  ${insertOf(auditInbox, [
    asCame(auditInbox.projectId),
    asCame(auditInbox.actorType),
    asCame(auditInbox.actorId),
    asCame(auditInbox.actorName),
    asCame(auditInbox.action),
    asCame(auditInbox.subjectType),
    asCame(auditInbox.subjectId),
    [auditInbox.environment, sql`at_environment`],
    asCame(auditInbox.requestId),
    asCame(auditInbox.identityId),
    asCame(auditInbox.data),
  ])} FROM won ORDER BY n
), counted AS (
  INSERT INTO ${projectCounters} AS ${counters} (${names(
    projectCounters.projectId,
    projectCounters.shard,
    projectCounters.unfinished,
    projectCounters.day,
    projectCounters.accepted,
  )})
  SELECT project_id, ${p.shard}, count(*), ${today}, count(*)
  FROM won GROUP BY project_id ORDER BY project_id
  ON CONFLICT (${names(projectCounters.projectId, projectCounters.shard)}) DO UPDATE SET
    ${name(counters.unfinished)} = ${counters.unfinished} + ${excluded(counters.unfinished)},
    ${name(counters.accepted)} = CASE WHEN ${counters.day} = ${excluded(counters.day)} THEN ${counters.accepted} ELSE 0 END
      + ${excluded(counters.accepted)},
    ${name(counters.day)} = ${excluded(counters.day)}
)
SELECT ${listed} FROM ruled ORDER BY n`;
}

export type VerdictRow = ResultOf<typeof acceptWrites>;
