import { and, eq } from 'drizzle-orm';
import { asText } from '../../platform/sql-expressions.ts';
import { build, statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';

const stored = { requestId: tasks.requestId, createdAt: tasks.createdAt, payload: asText(tasks.payload) };

/** Reads a task of a kind with its payload, as JSON text with all digits. It is kept as long as the task. */
export const readPayload = statement({
  name: 'task-payload',
  prepared: false,
  params: { projectId: tasks.projectId, id: tasks.id, kind: tasks.kind },
  columns: stored,
  query: (p) =>
    build
      .select(stored)
      .from(tasks)
      .where(and(eq(tasks.projectId, p.projectId), eq(tasks.id, p.id), eq(tasks.kind, p.kind))),
});
