import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { type RecordKind, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { oneOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { dialogs } from '../dialogs/schema.ts';
import { stateOf, stepOf } from '../flows/standing.ts';
import { operationRevisions } from '../operations/schema.ts';
import { channels, type Environment, identities, tasks } from '../schema.ts';
import { workflowRuns } from '../workflows/schema.ts';
import { mostCounted } from './counts.ts';
import type { needsShape } from './shapes.ts';

/** What failed lately, by where and why. */

/** A message, a call or a run that failed is forgotten sooner than a customer who got no answer. */
const days = { work: 1, dialog: 7 };
/** Most groups that are shown. */
const mostGroups = 100;

const t = alias(tasks, 't');
const r = alias(operationRevisions, 'r');
const w = alias(workflowRuns, 'w');
const d = alias(dialogs, 'd');
const i = alias(identities, 'i');
const c = alias(channels, 'c');

const within = (number: number) => sql`> now() - make_interval(days => ${sql.raw(String(number))})`;
const newest = (column: SQL) => sql`(array_agg(${column} ORDER BY at DESC, id DESC))[1]`;
/** What somebody has stopped needs nobody. */
const isNotCanceled = (error: SQL | typeof t.error | typeof w.error) =>
  sql`${error} ->> 'code' IS DISTINCT FROM 'canceled'`;

/** The newest failed tasks of a kind, through their own index. Whoever has settled an outcome knows of it. */
const failedTasks = (kind: 'message' | 'job', projectId: SQL, environment: SQL) => sql`(
  SELECT ${t}.* FROM ${tasks} AS ${t}
  WHERE ${t.projectId} = ${projectId} AND ${t.state} = 'failed' AND ${t.kind} = ${sql.raw(`'${kind}'`)}
    AND ${t.kind} IN ('message', 'job') AND ${t.finishedAt} ${within(days.work)}
    AND ${t.environment} = ${environment} AND ${t.settlement} IS NULL AND ${isNotCanceled(t.error)}
  ORDER BY ${t.finishedAt} DESC LIMIT ${mostCounted}) AS ${t}`;

const readGroups = statement({
  name: 'failures-by-reason',
  prepared: false,
  params: { projectId: t.projectId, environment: t.environment },
  columns: {
    kind: as(oneOf('message', 'job', 'run', 'dialog'), sql`kind`),
    place: as(orNull(types.text), sql`place`),
    channelId: as(orNull(types.uuid), sql`channel_id`),
    channel: as(orNull(types.text), sql`channel`),
    code: as(orNull(types.text), sql`code`),
    message: as(orNull(types.text), newest(sql`message`)),
    count: as(types.int, sql`count(*)::int`),
    lastAt: as(types.instant, sql`max(at)`),
    lastId: as(types.uuid, newest(sql`id`)),
    profileId: as(orNull(types.uuid), newest(sql`profile_id`)),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM (
      SELECT 'message' AS kind, NULL AS place, ${c.id} AS channel_id, ${c.name} AS channel, ${t.error} ->> 'code' AS code,
        ${t.error} ->> 'message' AS message, ${t.finishedAt} AS at, ${t.id} AS id, ${i.profileId} AS profile_id
      FROM ${failedTasks('message', p.projectId, p.environment)}
      JOIN ${identities} AS ${i} ON ${i.projectId} = ${t.projectId} AND ${i.id} = ${t.identityId}
      JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId}
      UNION ALL
      SELECT 'job', ${r.slug}, NULL, NULL, ${t.error} ->> 'code', ${t.error} ->> 'message', ${t.finishedAt}, ${t.id}, NULL
      FROM ${failedTasks('job', p.projectId, p.environment)}
      JOIN ${operationRevisions} AS ${r}
        ON ${r.projectId} = ${t.projectId} AND ${r.id} = (${t.payload} ->> 'revision')::uuid
      UNION ALL
      (SELECT 'run', ${w.slug}, NULL, NULL, ${w.error} ->> 'code', ${w.error} ->> 'message', ${w.finishedAt}, ${w.id}, NULL
      FROM ${workflowRuns} AS ${w}
      WHERE ${w.projectId} = ${p.projectId} AND ${w.status} = 'failed' AND ${w.finishedAt} ${within(days.work)}
        AND ${w.environment} = ${p.environment} AND ${isNotCanceled(w.error)}
      ORDER BY ${w.finishedAt} DESC LIMIT ${mostCounted})
      UNION ALL
      (SELECT 'dialog', ${stepOf(d.position)}, NULL, NULL, ${d.position} #>> '{ended,error,code}',
        ${d.position} #>> '{ended,error,message}', ${d.updatedAt}, ${d.identityId}, ${i.profileId}
      FROM ${dialogs} AS ${d}
      JOIN ${identities} AS ${i} ON ${i.projectId} = ${d.projectId} AND ${i.id} = ${d.identityId}
      JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId}
      WHERE ${d.projectId} = ${p.projectId} AND ${stateOf(d.position)} = 'failed' AND ${d.updatedAt} ${within(days.dialog)}
        AND ${c.environment} = ${p.environment}
      ORDER BY ${d.updatedAt} DESC LIMIT ${mostCounted})
    ) AS failed
    GROUP BY kind, place, channel_id, channel, code
    ORDER BY max(at) DESC, kind, place LIMIT ${mostGroups}`,
});

type Group = ResultOf<typeof readGroups>;
type Shown = NonNullable<z.output<typeof needsShape>['failures']>[number];

const recordOf = {
  message: 'message',
  job: 'job',
  run: 'run',
  dialog: 'identity',
} as const satisfies Record<Group['kind'], RecordKind>;

const present = ({ kind, lastAt, lastId, profileId, channelId, message, ...group }: Group): Shown => ({
  kind,
  place: channelId ? showId('channel', channelId) : group.place,
  channel: group.channel,
  code: group.code,
  message: message ?? '',
  count: group.count,
  last_at: lastAt.toISOString(),
  last_id: showId(recordOf[kind], lastId),
  profile_id: profileId && showId('profile', profileId),
});

/** What failed lately in an environment, in groups. @returns also whether that is all */
export async function readFailures(
  database: Queryable,
  given: { projectId: string; environment: Environment },
): Promise<{ failures: Shown[]; isExact: boolean }> {
  const groups = await readGroups.all(database, given);
  const counted = (wanted: string) =>
    groups.reduce((sum, { kind, count }) => sum + (kind === wanted ? count : 0), 0);
  const isExact =
    groups.length < mostGroups && Object.keys(recordOf).every((kind) => counted(kind) < mostCounted);
  return { failures: groups.map(present), isExact };
}
