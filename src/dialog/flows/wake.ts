import type { Database, Transaction } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';
import { insertTasks, type NewTask } from '../tasks/insert.ts';
import type { LaneTicket } from '../tasks/task.ts';

const wokenAtOnce = 500;
/** A turn that the clock asks for does not go out of date: whatever it finds then is how things stand. */
const wakeDeadlineMs = 24 * 3600_000;

interface Due {
  project_id: string;
  id: string;
  environment: Environment;
  identity_id: string | null;
}

/**
 * Wakes the dialogs and runs whose time has come, each by a task in its own lane. The time is taken off the row in the
 * same transaction, so that any number of processes wake each of them once.
 * @returns the lanes with work, and whether there may be more.
 */
export async function wakeFlows(
  database: Database,
  shard: number,
): Promise<{ lanes: LaneTicket[]; more: boolean }> {
  return database.transaction(async (tx) => {
    const dialogs = await dueDialogs(tx);
    const runs = await dueRuns(tx);
    const lanes = await insertTasks(tx, shard, [
      ...dialogs.map((due) => timer(due, 'dialog', { type: 'timer' })),
      ...runs.map((due) => timer(due, 'run', { type: 'timer', id: due.id })),
    ]);
    return { lanes, more: dialogs.length === wokenAtOnce || runs.length === wokenAtOnce };
  });
}

function timer(due: Due, kind: 'dialog' | 'run', payload: unknown): NewTask {
  return {
    projectId: due.project_id,
    kind,
    lane: `${kind}:${due.id}`,
    environment: due.environment,
    identityId: due.identity_id,
    target: null,
    requestId: null,
    payload,
    deadlineMs: wakeDeadlineMs,
  };
}

async function dueDialogs(tx: Transaction): Promise<Due[]> {
  const { rows } = await tx.query<Due>(
    `UPDATE dialog.dialogs AS d SET wake_at = NULL
     FROM (
       SELECT project_id, identity_id FROM dialog.dialogs WHERE wake_at <= clock_timestamp()
       ORDER BY wake_at LIMIT ${wokenAtOnce} FOR UPDATE SKIP LOCKED
     ) AS due
     JOIN dialog.identities AS i ON i.project_id = due.project_id AND i.id = due.identity_id
     JOIN dialog.channels AS c ON c.project_id = i.project_id AND c.id = i.channel_id
     WHERE d.project_id = due.project_id AND d.identity_id = due.identity_id
     RETURNING d.project_id, d.identity_id AS id, d.identity_id, c.environment`,
  );
  return rows;
}

async function dueRuns(tx: Transaction): Promise<Due[]> {
  const { rows } = await tx.query<Due>(
    `UPDATE dialog.workflow_runs AS r SET wake_at = NULL
     FROM (
       SELECT project_id, id FROM dialog.workflow_runs WHERE wake_at <= clock_timestamp()
       ORDER BY wake_at LIMIT ${wokenAtOnce} FOR UPDATE SKIP LOCKED
     ) AS due
     WHERE r.project_id = due.project_id AND r.id = due.id
     RETURNING r.project_id, r.id, r.identity_id, r.environment`,
  );
  return rows;
}
