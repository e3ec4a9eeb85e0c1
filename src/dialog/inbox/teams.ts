import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, name, names } from '../../platform/sql-expressions.ts';
import { jsonOf, listOf, orNull } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { owners } from '../schema.ts';
import { conversations, teamMembers, teams } from './schema.ts';

/** Teams: people of a project who share the conversations of one sort of customers. */

const t = alias(teams, 't');
const m = alias(teamMembers, 'm');
const o = alias(owners, 'o');
const k = conversations;

/** Most teams of a project. */
export const mostTeams = 100;

const find = statement({
  name: 'teams',
  prepared: false,
  params: { projectId: t.projectId, id: orNull(t.id) },
  columns: {
    id: t.id,
    name: t.name,
    givesOut: t.givesOut,
    takesHandovers: t.takesHandovers,
    createdAt: t.createdAt,
    people: as(
      jsonOf<{ id: string; email: string }[]>(),
      sql`coalesce((
        SELECT json_agg(json_build_object('id', ${o.id}, 'email', ${o.email}) ORDER BY ${o.email})
        FROM ${teamMembers} AS ${m} JOIN ${owners} AS ${o} ON ${o.id} = ${m.personId}
        WHERE ${m.projectId} = ${t.projectId} AND ${m.teamId} = ${t.id}), '[]')`,
    ),
  },
  query: ({ projectId, id }, columns) => sql`
    SELECT ${columns} FROM ${teams} AS ${t}
    WHERE ${t.projectId} = ${projectId} AND (${id} IS NULL OR ${t.id} = ${id})
    ORDER BY ${t.createdAt}, ${t.id} LIMIT ${mostTeams}`,
});

/** A team with its people. */
export type TeamRow = ResultOf<typeof find>;

/** The teams of a project, oldest first. */
export const findTeams = (database: Queryable, projectId: string): Promise<TeamRow[]> =>
  find.all(database, { projectId, id: null });

/** One team. */
export const findTeam = (database: Queryable, projectId: string, id: string): Promise<TeamRow | undefined> =>
  find.first(database, { projectId, id });

const keep = statement({
  name: 'team-keep',
  prepared: false,
  params: { projectId: t.projectId, id: t.id },
  columns: { id: t.id },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${teams} AS ${t} WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ${p.id} FOR KEY SHARE`,
});

/**
 * Keeps a team from being removed until the transaction ends, so that it can be named by a conversation. Whoever removes it takes the
 * other way, the team first; so both begin anew if one of them loses the race.
 * @returns false if there is no such team
 */
export const keepTeam = async (tx: Queryable, projectId: string, id: string): Promise<boolean> =>
  (await keep.first(tx, { projectId, id })) !== undefined;

const insert = statement({
  name: 'team-make',
  prepared: false,
  params: { projectId: teams.projectId, id: teams.id, name: teams.name },
  query: (p) => sql`
    INSERT INTO ${teams} (${names(teams.projectId, teams.id, teams.name)}) VALUES (${p.projectId}, ${p.id}, ${p.name})
    ON CONFLICT DO NOTHING`,
});

const rename = statement({
  name: 'team-rename',
  prepared: false,
  params: { projectId: teams.projectId, id: teams.id, name: teams.name },
  query: (p) => sql`
    UPDATE ${teams} SET ${name(teams.name)} = ${p.name}
    WHERE ${teams.projectId} = ${p.projectId} AND ${teams.id} = ${p.id} AND NOT EXISTS (
      SELECT FROM ${teams} AS ${t} WHERE ${t.projectId} = ${p.projectId} AND ${t.name} = ${p.name} AND ${t.id} <> ${p.id})`,
});

const setQueue = statement({
  name: 'team-queue',
  prepared: false,
  params: {
    projectId: teams.projectId,
    id: teams.id,
    givesOut: orNull(teams.givesOut),
    takesHandovers: orNull(teams.takesHandovers),
  },
  query: (p) => sql`
    UPDATE ${teams} SET ${name(teams.givesOut)} = coalesce(${p.givesOut}, ${teams.givesOut}),
      ${name(teams.takesHandovers)} = coalesce(${p.takesHandovers}, ${teams.takesHandovers})
    WHERE ${teams.projectId} = ${p.projectId} AND ${teams.id} = ${p.id}`,
});

const clearHandovers = statement({
  name: 'team-handovers-clear',
  prepared: false,
  params: { projectId: teams.projectId },
  query: (p) => sql`
    UPDATE ${teams} SET ${name(teams.takesHandovers)} = false
    WHERE ${teams.projectId} = ${p.projectId} AND ${teams.takesHandovers}`,
});

/** How a team gets and gives out conversations. Of the teams of a project one takes handovers: the last one that was told to. */
export async function changeQueue(
  tx: Queryable,
  given: {
    projectId: string;
    id: string;
    givesOut?: boolean | undefined;
    takesHandovers?: boolean | undefined;
  },
): Promise<void> {
  const { projectId, id, givesOut = null, takesHandovers = null } = given;
  if (takesHandovers) await clearHandovers.run(tx, { projectId });
  await setQueue.run(tx, { projectId, id, givesOut, takesHandovers });
}

const setPeople = statement({
  name: 'team-people',
  prepared: false,
  params: { projectId: m.projectId, id: m.teamId, people: listOf(m.personId) },
  query: (p) => sql`
    WITH gone AS (
      DELETE FROM ${teamMembers} AS ${m}
      WHERE ${m.projectId} = ${p.projectId} AND ${m.teamId} = ${p.id} AND ${m.personId} <> ALL (${p.people})
    )
    INSERT INTO ${teamMembers} (${names(m.projectId, m.teamId, m.personId)})
    SELECT ${p.projectId}, ${p.id}, unnest(${p.people}) ON CONFLICT DO NOTHING`,
});

const lock = statement({
  name: 'team-lock',
  prepared: false,
  params: { projectId: t.projectId, id: t.id },
  columns: { id: t.id },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${teams} AS ${t} WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ${p.id} FOR UPDATE`,
});

const remove = statement({
  name: 'team-remove',
  prepared: false,
  params: { projectId: teams.projectId, id: teams.id },
  query: (p) => sql`
    WITH people AS (
      DELETE FROM ${teamMembers} AS ${m} WHERE ${m.projectId} = ${p.projectId} AND ${m.teamId} = ${p.id}
    ), without AS (
      UPDATE ${k} SET ${name(k.teamId)} = NULL WHERE ${k.projectId} = ${p.projectId} AND ${k.teamId} = ${p.id}
    )
    DELETE FROM ${teams} WHERE ${teams.projectId} = ${p.projectId} AND ${teams.id} = ${p.id}`,
});

/** Makes a team. @returns its id; undefined if another one has its name */
export async function makeTeam(
  tx: Queryable,
  given: { projectId: string; name: string; people: string[] },
): Promise<string | undefined> {
  const id = newId();
  const { projectId, people } = given;
  if ((await insert.run(tx, { projectId, id, name: given.name })) === 0) return undefined;
  await setPeople.run(tx, { projectId, id, people });
  return id;
}

/** Changes a team that is there. @returns false if another one has the new name */
export async function changeTeam(
  tx: Queryable,
  projectId: string,
  id: string,
  wanted: { name?: string | undefined; people?: string[] | undefined },
): Promise<boolean> {
  if (wanted.name !== undefined && (await rename.run(tx, { projectId, id, name: wanted.name })) === 0)
    return false;
  if (wanted.people !== undefined) await setPeople.run(tx, { projectId, id, people: wanted.people });
  return true;
}

/** Removes a team. Its conversations stay with whom they are assigned to. @returns false if there is none */
export async function removeTeam(tx: Queryable, projectId: string, id: string): Promise<boolean> {
  // Before its conversations, as whoever gives out its queue does.
  await lock.run(tx, { projectId, id });
  return (await remove.run(tx, { projectId, id })) > 0;
}
