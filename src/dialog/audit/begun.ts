import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Roles } from '../rights/roles.ts';
import { seesWords } from '../rights/sight.ts';
import { channels, type Environment, identities } from '../schema.ts';
import { auditInbox, auditLog } from './schema.ts';

const l = alias(auditLog, 'l');
const i = alias(auditInbox, 'i');
const own = alias(identities, 'own');
const other = alias(identities, 'other');
const c = alias(channels, 'c');

/** With an input that the person wrote: of a job or a call of a method, or of a run. */
const byHand = (data: typeof l.data | typeof i.data) =>
  sql`(${data} ->> 'by_hand' = 'true' OR ${data} ->> 'started_by' = 'owner')`;

const find = statement({
  name: 'begun-by-hand',
  params: { projectId: l.projectId, subjectId: l.subjectId, actorId: l.actorId },
  columns: {
    isBegun: as(types.boolean, sql`begun.log OR begun.inbox`),
  },
  prepared: false,
  query: (p, columns) => sql`
    SELECT ${columns} FROM (SELECT
      EXISTS (
        SELECT FROM ${auditLog} AS ${l} WHERE ${l.projectId} = ${p.projectId} AND ${l.subjectId} = ${p.subjectId}
          AND ${l.subjectType} <> 'message' AND ${l.action} IN ('job.accepted', 'run.created')
          AND ${l.actorType} = 'owner' AND ${l.actorId} = ${p.actorId} AND ${l.identityId} IS NULL AND ${byHand(l.data)}
      ) AS log,
      EXISTS (
        SELECT FROM ${auditInbox} AS ${i} WHERE ${i.projectId} = ${p.projectId} AND ${i.subjectId} = ${p.subjectId}
          AND ${i.action} IN ('job.accepted', 'run.created')
          AND ${i.actorType} = 'owner' AND ${i.actorId} = ${p.actorId} AND ${i.identityId} IS NULL AND ${byHand(i.data)}
      ) AS inbox
    ) AS begun`,
});

const findLive = statement({
  name: 'customer-is-live',
  params: { projectId: own.projectId, id: own.id },
  columns: {
    isLive: as(
      types.boolean,
      sql`EXISTS (
        SELECT FROM ${identities} AS ${own}
        JOIN ${identities} AS ${other} ON ${other.projectId} = ${own.projectId} AND ${other.profileId} = ${own.profileId}
        JOIN ${channels} AS ${c} ON ${c.projectId} = ${other.projectId} AND ${c.id} = ${other.channelId}
        WHERE ${own.projectId} = wanted.project_id AND ${own.id} = wanted.id AND ${c.environment} = 'live')`,
    ),
  },
  prepared: false,
  query: (p, columns) =>
    sql`SELECT ${columns} FROM (SELECT ${p.projectId} AS project_id, ${p.id} AS id) AS wanted`,
});

/**
 * Whether the person of a request sees what a job or a run was given and what came of it: by their roles, or because they began it by
 * hand, for no customer and with an input of their own.
 * @param begun the public id of the job or run; of a job that carries out a step, that of its run
 */
export async function seesCourse(
  database: Queryable,
  { projectId, roles, owner }: Asking,
  { environment, identity_id: customer, begun }: Course,
): Promise<boolean> {
  if (seesWords(roles, 'live')) return true;
  // What was tried in the sandbox for somebody who has an account in a live channel, too, holds that customer's profile.
  const id = customer === null ? undefined : readId('identity', customer);
  const isLive = id !== undefined && (await findLive.one(database, { projectId, id })).isLive;
  if (!isLive && seesWords(roles, environment)) return true;
  if (customer !== null) return false;
  return (await find.one(database, { projectId, subjectId: begun, actorId: showId('owner', owner.id) }))
    .isBegun;
}

/** What is read of a request. */
export interface Asking {
  projectId: string;
  roles: Roles;
  owner: { id: string };
}

interface Course {
  environment: Environment;
  identity_id: string | null;
  begun: string;
}
