import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { as, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { auditInbox } from '../audit/schema.ts';
import { profiles } from '../schema.ts';
import type { PersonWriting } from './change.ts';

const p = alias(profiles, 'p');
const e = auditInbox;
const wanted = rowsOf('w', { id: p.id, shown: types.text });

/** Locks the profiles in the order of their ids, as turns of dialogs do. */
const tagSome = statement({
  name: 'profiles-tag',
  prepared: false,
  params: {
    projectId: p.projectId,
    wanted,
    add: listOf(types.text),
    remove: listOf(types.text),
    actorType: e.actorType,
    actorId: e.actorId,
    actorName: e.actorName,
    requestId: e.requestId,
  },
  columns: { id: as(types.uuid, sql`next.id`), isChanged: as(types.boolean, sql`next.tags <> next.before`) },
  query: (given, columns) => sql`
    WITH held AS MATERIALIZED (
      SELECT ${p.id}, ${p.tags} FROM ${profiles} AS ${p}
      WHERE ${p.projectId} = ${given.projectId} AND ${p.id} IN (SELECT ${wanted.at.id} FROM ${given.wanted})
      ORDER BY ${p.id} FOR UPDATE
    ), next AS MATERIALIZED (
      SELECT held.id, held.tags AS before, ARRAY(
        SELECT tag FROM unnest(held.tags) AS tag WHERE tag <> ALL (${given.remove})
      ) || ARRAY(
        SELECT tag FROM unnest(${given.add}) AS tag WHERE tag <> ALL (held.tags)
      ) AS tags
      FROM held
    ), changed AS (
      UPDATE ${profiles} AS ${p} SET ${name(p.tags)} = next.tags, ${name(p.updatedAt)} = clock_timestamp()
      FROM next
      WHERE ${p.projectId} = ${given.projectId} AND ${p.id} = next.id AND next.tags <> next.before
    ), entry AS (
      INSERT INTO ${e} (${names(e.projectId, e.actorType, e.actorId, e.actorName, e.action, e.subjectType, e.subjectId, e.requestId, e.data)})
      SELECT ${given.projectId}, ${given.actorType}, ${given.actorId}, ${given.actorName}, 'profile.updated', 'profile',
        ${wanted.at.shown}, ${given.requestId}, json_strip_nulls(json_build_object(
          'fields', json_build_array('tags'),
          'tags_added', (SELECT json_agg(tag) FROM unnest(next.tags) AS tag WHERE tag <> ALL (next.before)),
          'tags_removed', (SELECT json_agg(tag) FROM unnest(next.before) AS tag WHERE tag <> ALL (next.tags))))
      FROM next JOIN ${given.wanted} ON ${wanted.at.id} = next.id
      WHERE next.tags <> next.before
      ORDER BY ${wanted.n}
    )
    SELECT ${columns} FROM next`,
});

/** Tags to add and to take away. */
export interface TagChange {
  add: string[];
  remove: string[];
}

/**
 * Adds and removes tags of many profiles in one statement, with an audit entry for each profile that this changes.
 * @returns how many were changed, and the ids of those that are there
 */
export async function tagProfiles(
  database: Database,
  { projectId, actor, requestId }: PersonWriting,
  ids: readonly string[],
  { add, remove }: TagChange,
): Promise<{ changed: number; found: Set<string> }> {
  const rows = await tagSome.all(database, {
    projectId,
    wanted: [...new Set(ids)].map((id) => ({ id, shown: showId('profile', id) })),
    add,
    remove,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    requestId,
  });
  return {
    changed: rows.filter(({ isChanged }) => isChanged).length,
    found: new Set(rows.map(({ id }) => id)),
  };
}
