import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { name, names } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { auditHeads } from '../audit/schema.ts';
import { workflowCursors, workflows } from './schema.ts';

/** Which projects are followed because workflows have triggers on what happens in them. */

/** The type of such triggers in `workflowTriggers`, so that an event of a client does not find them. */
export const onHappening = 'happening';

const w = workflows;
const h = alias(auditHeads, 'h');

const note = statement({
  name: 'workflow-follows',
  prepared: false,
  params: { projectId: w.projectId, slug: w.slug, follows: types.boolean },
  query: (given) => sql`
    UPDATE ${w} SET ${name(w.followsSince)} = CASE WHEN ${given.follows} THEN coalesce(${w.followsSince}, now()) END
    WHERE ${w.projectId} = ${given.projectId} AND ${w.slug} = ${given.slug}`,
});

const ofProject = { projectId: w.projectId };

const begin = statement({
  name: 'workflow-cursor-begin',
  prepared: false,
  params: ofProject,
  query: ({ projectId }) => sql`
    INSERT INTO ${workflowCursors} (${names(workflowCursors.projectId, workflowCursors.last)})
    SELECT ${projectId}, coalesce((SELECT ${h.last} FROM ${auditHeads} AS ${h} WHERE ${h.projectId} = ${projectId}), 0)
    ON CONFLICT DO NOTHING`,
});

const end = statement({
  name: 'workflow-cursor-end',
  prepared: false,
  params: ofProject,
  query: ({ projectId }) => sql`
    DELETE FROM ${workflowCursors} WHERE ${workflowCursors.projectId} = ${projectId} AND NOT EXISTS (
      SELECT FROM ${w} WHERE ${w.projectId} = ${projectId} AND ${w.followsSince} IS NOT NULL)`,
});

/**
 * Says whether a workflow has triggers on what happens in its project. The log is followed from the first such workflow on until
 * the last; what happened before a workflow had such triggers does not start it. The caller holds the lock of the project, so
 * nobody else begins or ends this.
 */
export async function follow(
  tx: Transaction,
  projectId: string,
  slug: string,
  follows: boolean,
): Promise<void> {
  await note.run(tx, { projectId, slug, follows });
  await (follows ? begin : end).run(tx, { projectId });
}
