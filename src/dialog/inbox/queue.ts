import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { system } from '../audit/entry.ts';
import { members } from '../gate/schema.ts';
import { mayCall } from '../rights/roles.ts';
import { owners, presence, profiles } from '../schema.ts';
import { untilNotOvertaken } from '../tasks/overtaken.ts';
import { assign, holdConversation } from './assignment.ts';
import { conversations, teamMembers, teams } from './schema.ts';

/** The queues of teams that give out what comes by themselves, and who is there to get it. */

const t = alias(teams, 't');
const k = alias(conversations, 'k');
const m = alias(teamMembers, 'm');
const p = alias(presence, 'p');
const o = alias(owners, 'o');
const pr = alias(profiles, 'pr');
const mine = alias(conversations, 'mine');
const r = alias(members, 'r');

/** What waits in the queue of a team; an index has only this. */
const isQueued = sql`${k.assigneeId} IS NULL AND ${k.teamId} IS NOT NULL AND ${k.isOpen}`;

/**
 * Whoever may not answer customers any more gets nothing. Teams and presence forget them only when the audit log is followed, which
 * may be later.
 */
const isServing = sql`
  JOIN ${members} AS ${r} ON ${r.projectId} = ${m.projectId} AND ${r.personId} = ${m.personId}
    AND ${r.role} IN (${sql.raw(mayCall.serve.map((role) => `'${role}'`).join())})`;

/** Teams with something in their queue and somebody to get it, of all projects. */
const dueTeams = sql`${teams} AS ${t}
  WHERE ${t.givesOut} AND EXISTS (
    SELECT FROM ${conversations} AS ${k}
    WHERE ${k.projectId} = ${t.projectId} AND ${k.teamId} = ${t.id} AND ${isQueued})
  AND EXISTS (
    SELECT FROM ${teamMembers} AS ${m}
    JOIN ${presence} AS ${p} ON ${p.projectId} = ${m.projectId} AND ${p.personId} = ${m.personId} AND ${p.isAvailable}
    ${isServing}
    WHERE ${m.projectId} = ${t.projectId} AND ${m.teamId} = ${t.id})`;

/** Teams that one look takes. */
const teamsAtOnce = 100;

const findDue = statement({
  name: 'queues-due',
  params: { most: types.int },
  columns: { projectId: t.projectId, teamId: t.id },
  query: ({ most }, columns) => sql`
    SELECT ${columns} FROM ${dueTeams} LIMIT ${most}`,
});

/** Whether there is such a team. */
export const isQueueDue = sql`EXISTS (SELECT FROM ${dueTeams})`;

const lockTeam = statement({
  name: 'queue-lock',
  params: { projectId: t.projectId, teamId: t.id },
  columns: { id: t.id },
  query: ({ projectId, teamId }, columns) => sql`
    SELECT ${columns} FROM ${teams} AS ${t} WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${teamId} AND ${t.givesOut}
    FOR NO KEY UPDATE SKIP LOCKED`,
});

/** The conversation that waits longest, and whoever of the available people of the team sees to the fewest open ones. */
const findNext = statement({
  name: 'queue-next',
  params: { projectId: k.projectId, teamId: t.id },
  columns: { profileId: k.profileId, personId: m.personId, email: o.email },
  query: ({ projectId, teamId }, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${k.profileId} FROM ${conversations} AS ${k}
      WHERE ${k.projectId} = ${projectId} AND ${k.teamId} = ${teamId} AND ${isQueued}
        AND EXISTS (SELECT FROM ${profiles} AS ${pr} WHERE ${pr.projectId} = ${k.projectId} AND ${pr.id} = ${k.profileId})
      ORDER BY ${k.place} LIMIT 1
    ) AS ${k}
    CROSS JOIN ${teamMembers} AS ${m}
    JOIN ${presence} AS ${p} ON ${p.projectId} = ${m.projectId} AND ${p.personId} = ${m.personId} AND ${p.isAvailable}
    ${isServing}
    JOIN ${owners} AS ${o} ON ${o.id} = ${m.personId}
    WHERE ${m.projectId} = ${projectId} AND ${m.teamId} = ${teamId}
    ORDER BY (
      SELECT count(*) FROM ${conversations} AS ${mine}
      WHERE ${mine.projectId} = ${projectId} AND ${mine.assigneeId} = ${m.personId} AND ${mine.isOpen}
    ), ${p.since}, ${m.personId}
    LIMIT 1`,
});

/** Most conversations of a team that one look gives out. */
const givenAtOnce = 50;

/**
 * Gives out what is in the queues of teams, the longest waiting first, to whoever sees to the fewest open conversations. It reads only
 * how things stand, so it does not matter when a process died. The team is locked first, and passed over if another process has it:
 * so nobody gets two at once because two processes counted at once.
 */
export async function giveOut(database: Database): Promise<void> {
  const due = await findDue.all(database, { most: teamsAtOnce });
  const errors: unknown[] = [];
  for (const team of due) {
    // What is wrong with one team holds up no other.
    try {
      for (let given = 0; given < givenAtOnce; given++) if (!(await giveNext(database, team))) break;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** @returns false if there is nothing more to give */
function giveNext(database: Database, { projectId, teamId }: ResultOf<typeof findDue>): Promise<boolean> {
  return untilNotOvertaken(() =>
    database.transaction(async (tx) => {
      if (!(await lockTeam.first(tx, { projectId, teamId }))) return false;
      const next = await findNext.first(tx, { projectId, teamId });
      if (!next) return false;
      const conversation = await holdConversation(tx, projectId, next.profileId);
      // Somebody took it, closed it or moved it meanwhile; the next turn sees that.
      if (conversation.assigneeId !== null || conversation.teamId !== teamId || !conversation.isOpen)
        return true;
      const assignee = { id: next.personId, email: next.email };
      await assign(tx, conversation, { assignee, teamId }, { actor: system, requestId: null }, 'queue');
      return true;
    }),
  );
}

interface NotedPresence {
  projectId: string;
  personId: string;
  isAvailable: boolean;
  customerName?: string | null | undefined;
  picture?: string | null | undefined;
}

/**
 * Notes whether a person takes conversations now, and how customers see them: null for without, and what is undefined stays as it is.
 * @param given.picture `file_…`, which is held
 */
export async function notePresence(
  { orm }: Transaction,
  { projectId, personId, ...given }: NotedPresence,
): Promise<void> {
  const { isAvailable, since } = presence;
  await orm
    .insert(presence)
    .values({ projectId, personId, ...given })
    .onConflictDoUpdate({
      target: [presence.projectId, presence.personId],
      set: {
        ...given,
        since: sql`CASE WHEN ${isAvailable} = ${given.isAvailable} THEN ${since} ELSE now() END`,
      },
    });
}

const findShown = statement({
  name: 'presence-shown',
  prepared: false,
  params: { projectId: p.projectId, personId: p.personId },
  columns: { name: p.customerName, picture: p.picture },
  query: ({ projectId, personId }, columns) => sql`
    SELECT ${columns} FROM ${presence} AS ${p} WHERE ${p.projectId} = ${projectId} AND ${p.personId} = ${personId}`,
});

/** How customers see a person. */
export async function shownAs(
  database: Queryable,
  projectId: string,
  personId: string,
): Promise<{ name?: string; picture?: string }> {
  const { name, picture } = (await findShown.first(database, { projectId, personId })) ?? {};
  return { ...(name != null && { name }), ...(picture != null && { picture }) };
}

const findPresence = statement({
  name: 'presence',
  prepared: false,
  params: { projectId: p.projectId },
  columns: {
    personId: p.personId,
    isAvailable: p.isAvailable,
    since: p.since,
    customerName: p.customerName,
    picture: p.picture,
    open: as(
      types.int,
      sql`(SELECT count(*)::int FROM ${conversations} AS ${mine}
        WHERE ${mine.projectId} = ${p.projectId} AND ${mine.assigneeId} = ${p.personId} AND ${mine.isOpen})`,
    ),
  },
  query: ({ projectId }, columns) => sql`
    SELECT ${columns} FROM ${presence} AS ${p} WHERE ${p.projectId} = ${projectId}`,
});

/** Who said whether they take conversations, with how many open ones they see to. */
export const readPresence = (
  database: Database,
  projectId: string,
): Promise<ResultOf<typeof findPresence>[]> => findPresence.all(database, { projectId });
