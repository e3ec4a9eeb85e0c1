import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { name } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { dialogTurn } from '../flows/dialog-turn.ts';
import type { DueFlow } from '../flows/wake.ts';
import { channels, identities } from '../schema.ts';
import { dialogs } from './schema.ts';

const d = alias(dialogs, 'd');
const due = alias(dialogs, 'due');
const i = alias(identities, 'i');
const c = alias(channels, 'c');

const takeDue = statement({
  name: 'dialogs-due',
  params: { most: types.int },
  columns: { projectId: d.projectId, identityId: d.identityId, environment: c.environment },
  query: (p, columns) => sql`
    UPDATE ${dialogs} AS ${d} SET ${name(d.wakeAt)} = NULL
    FROM (
      SELECT ${dialogs.projectId}, ${dialogs.identityId} FROM ${dialogs}
      WHERE ${dialogs.wakeAt} <= now()
      ORDER BY ${dialogs.wakeAt} LIMIT ${p.most} FOR UPDATE SKIP LOCKED
    ) AS ${due}
    JOIN ${identities} AS ${i} ON ${i.projectId} = ${due.projectId} AND ${i.id} = ${due.identityId}
    JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId}
    WHERE ${d.projectId} = ${due.projectId} AND ${d.identityId} = ${due.identityId}
    RETURNING ${columns}`,
});

/** When the first dialog is due. */
export const firstDialogDue = sql`(SELECT min(${dialogs.wakeAt}) FROM ${dialogs})`;

/** Clears the wake time of due dialogs; see `wakeFlows`. */
export async function dueDialogs(tx: Queryable, most: number): Promise<DueFlow[]> {
  const rows = await takeDue.all(tx, { most });
  return rows.map(({ projectId, identityId, environment }) => ({
    projectId,
    task: dialogTurn.task({ identityId, environment, target: null, payload: { type: 'timer' } }),
  }));
}

const forgetDue = statement({
  name: 'dialogs-due-forget',
  prepared: false,
  query: () =>
    sql`UPDATE ${dialogs} SET ${name(dialogs.wakeAt)} = NULL WHERE ${dialogs.wakeAt} <= clock_timestamp()`,
});

/** Lets the waits of dialogs that are over by now stand. @returns how many */
export const forgetDueDialogs = (tx: Queryable): Promise<number> => forgetDue.run(tx);
