import { getTableColumns, sql } from 'drizzle-orm';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { auditLog } from './schema.ts';

const { projectId, ...entry } = getTableColumns(auditLog);

/**
 * Reads the entries of a project between two numbers of its log, in order: those with one of the actions, in one of the
 * environments or in none, and not older than some days.
 */
export const readEvents = statement({
  name: 'fan-out-entries',
  params: {
    projectId,
    after: auditLog.id,
    upTo: auditLog.id,
    actions: listOf(auditLog.action),
    environments: listOf(types.text),
    days: types.int,
  },
  columns: entry,
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${auditLog}
    WHERE ${projectId} = ${given.projectId} AND ${entry.id} > ${given.after} AND ${entry.id} <= ${given.upTo}
      AND ${entry.action} = ANY (${given.actions})
      AND (${entry.environment} IS NULL OR ${entry.environment} = ANY (${given.environments}))
      AND ${entry.at} > now() - make_interval(days => ${given.days})
    ORDER BY ${entry.id}`,
});

/** An entry as the log stores it. */
export type AuditedEvent = Awaited<ReturnType<typeof readEvents.all>>[number];
