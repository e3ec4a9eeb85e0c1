import { and, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { noId } from '../../platform/ids.ts';
import { build } from '../../platform/statement.ts';
import { auditLog } from '../audit/schema.ts';
import { webchatMessages } from '../channels/webchat/schema.ts';
import { conversationMessages } from '../conversations/schema.ts';
import { dialogs } from '../dialogs/schema.ts';
import { abandonment, isOfCustomer, isShown } from '../files/removal.ts';
import { files } from '../files/schema.ts';
import { requestLog } from '../gate/schema.ts';
import type { RuleName } from '../project-settings/retention.ts';
import { tasks } from '../schema.ts';
import { approvals } from '../waits/schema.ts';
import { workflowRuns } from '../workflows/schema.ts';

/**
 * A rule about expired rows of a table. The rows are read project by project in the order of `key`, oldest first. So an index
 * must begin with `(project_id, key)`, and `key` must grow with `age`; then a deletion reads only the rows that it deletes.
 */
export interface RetentionRule {
  name: RuleName;
  table: PgTable & { projectId: AnyPgColumn };
  key: AnyPgColumn;
  /** A value before every key, as text. */
  beginning: string;
  /** The time from which a row ages. The walk ends at the first row that has not expired. */
  age: AnyPgColumn;
  /** The condition of the index, if it is a partial one. */
  among?: SQL;
  /** What removes a row that cannot just be deleted, such as one whose bytes have to go first: the columns that are set. */
  mark?: SQL;
  /** A further condition for deletion. @param limit of its age */
  condition?: (limit: SQL<Date>, projectId: SQL<string>) => SQL | undefined;
}

const beforeAllNumbers = '-1';
const beforeAllTimes = '-infinity';

const isFreeDialog = sql`${dialogs.wakeAt} IS NULL AND ${dialogs.heldAt} IS NULL`;

/** Every table that is pruned by project and age. To add one, add an entry here, a name and a setting. */
export const retentionRules: readonly RetentionRule[] = [
  { name: 'audit', table: auditLog, key: auditLog.id, beginning: beforeAllNumbers, age: auditLog.at },
  {
    name: 'request_log',
    table: requestLog,
    key: requestLog.at,
    beginning: beforeAllTimes,
    age: requestLog.at,
  },
  {
    // Its ids grow with time. Unfinished and unknown tasks stay at any age.
    name: 'tasks',
    table: tasks,
    key: tasks.id,
    beginning: noId,
    age: tasks.createdAt,
    condition: (limit) => and(inArray(tasks.state, ['succeeded', 'failed']), lt(tasks.finishedAt, limit)),
  },
  {
    // Their ids grow with time. An unfinished run stays at any age. The steps of a run are deleted with it.
    name: 'workflow_runs',
    table: workflowRuns,
    key: workflowRuns.id,
    beginning: noId,
    age: workflowRuns.createdAt,
    condition: (limit) => lt(workflowRuns.finishedAt, limit),
  },
  {
    // Their ids grow with time. One that is still asked for stays at any age.
    name: 'approvals',
    table: approvals,
    key: approvals.id,
    beginning: noId,
    age: approvals.createdAt,
    condition: (limit) => lt(approvals.decidedAt, limit),
  },
  {
    // A dialog that waits for its customer stays; one that has ended is deleted.
    name: 'dialogs',
    table: dialogs,
    key: dialogs.updatedAt,
    beginning: beforeAllTimes,
    age: dialogs.updatedAt,
    among: isFreeDialog,
    condition: () =>
      and(isFreeDialog, or(isNull(dialogs.position), sql`${dialogs.position} ->> 'ended' IS NOT NULL`)),
  },
  {
    // Transcripts are deleted together with the tasks or later, because they would be written again from existing tasks.
    name: 'transcripts',
    table: webchatMessages,
    key: webchatMessages.messageId,
    beginning: noId,
    age: webchatMessages.createdAt,
    condition: (_, projectId) =>
      notExists(
        build
          .select({ one: sql`1` })
          .from(tasks)
          .where(sql`${tasks.projectId} = ${projectId} AND ${tasks.id} = ${webchatMessages.messageId}`),
      ),
  },
  {
    // Their ids grow with time. A message whose outcome is open stays at any age.
    name: 'conversations',
    table: conversationMessages,
    key: conversationMessages.id,
    beginning: noId,
    age: conversationMessages.createdAt,
    condition: () => inArray(conversationMessages.delivery, ['received', 'sent', 'failed']),
  },
  {
    // Their ids grow with time. Uploads of clients and owners stay. The next removal of dead files deletes bytes and rows.
    name: 'files',
    table: files,
    key: files.id,
    beginning: noId,
    age: files.createdAt,
    among: isOfCustomer,
    mark: abandonment,
    condition: () => isShown,
  },
];
