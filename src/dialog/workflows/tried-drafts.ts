import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { as, name, names } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { presentRules } from '../template/rules.ts';
import { workflows, workflowVersions } from './schema.ts';

/**
 * Drafts as runs of them were started: a copy, so that neither a change of the draft nor a crash changes a run. A copy is a version
 * with a number below 0, which nothing publishes, lists or starts by itself. It goes when no run can need it any more.
 */

/** Days for which a copy is kept after a run of it was started. A run lasts 60 days at most. */
export const daysOfTriedDraft = 62;

const v = alias(workflowVersions, 'v');
const w = alias(workflows, 'w');

const keep = statement({
  name: 'workflow-draft-keep',
  prepared: false,
  params: { projectId: v.projectId, slug: v.slug, by: v.publishedBy },
  columns: { version: as(types.int, sql`kept.version`) },
  query: (p, columns) => sql`
    WITH draft AS (
      SELECT ${w.definition} AS definition FROM ${workflows} AS ${w}
      WHERE ${w.projectId} = ${p.projectId} AND ${w.slug} = ${p.slug}
    ), newest AS (
      SELECT ${v.version} AS version, ${v.definition} AS definition, ${v.templateRules} AS rules
      FROM ${workflowVersions} AS ${v}
      WHERE ${v.projectId} = ${p.projectId} AND ${v.slug} = ${p.slug} AND ${v.version} < 0
      ORDER BY ${v.version} LIMIT 1
    ), again AS (
      UPDATE ${workflowVersions} AS ${v} SET ${name(v.publishedAt)} = now() FROM newest, draft
      WHERE ${v.projectId} = ${p.projectId} AND ${v.slug} = ${p.slug} AND ${v.version} = newest.version
        AND newest.definition::text = draft.definition::text AND newest.rules = ${presentRules}
      RETURNING ${v.version} AS version
    ), made AS (
      INSERT INTO ${workflowVersions} (
        ${names(v.projectId, v.slug, v.version, v.definition, v.publishedBy, v.templateRules)})
      SELECT ${p.projectId}, ${p.slug}, coalesce((SELECT version FROM newest), 0) - 1, draft.definition, ${p.by},
        ${presentRules}
      FROM draft WHERE NOT EXISTS (SELECT FROM again)
      RETURNING ${name(v.version)} AS version
    )
    SELECT ${columns} FROM (SELECT version FROM again UNION ALL SELECT version FROM made) AS kept`,
});

/** Keeps a copy of the draft of a workflow that the transaction has locked. @returns its number */
export async function keepDraft(
  tx: Transaction,
  projectId: string,
  slug: string,
  by: string,
): Promise<number> {
  return (await keep.one(tx, { projectId, slug, by })).version;
}

const useAgain = statement({
  name: 'workflow-draft-again',
  prepared: false,
  params: { projectId: v.projectId, slug: v.slug, version: v.version },
  query: (p) => sql`
    UPDATE ${workflowVersions} AS ${v} SET ${name(v.publishedAt)} = now()
    WHERE ${v.projectId} = ${p.projectId} AND ${v.slug} = ${p.slug} AND ${v.version} = ${p.version}`,
});

/** Keeps a copy for another run. @returns false if it is gone */
export async function keepCopy(
  tx: Transaction,
  projectId: string,
  slug: string,
  version: number,
): Promise<boolean> {
  return (await useAgain.run(tx, { projectId, slug, version })) === 1;
}
