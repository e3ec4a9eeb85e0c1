import type { Logger } from 'pino';
import { noteDatabaseFault } from '../../platform/fault-log.ts';
import { SealedShut } from '../../platform/secrets.ts';
import type { Task, TaskError, TaskOutcome } from './task.ts';

const secretsLost: TaskError = {
  code: 'secrets_lost',
  message:
    'The secrets that this needs were sealed with another encryption key. Readiness names those to enter again.',
};

/** Logs an unexpected error of a task. @returns the task's outcome */
export function surprise(
  log: Logger,
  task: Task,
  error: unknown,
  state: 'unknown' | 'retry' | 'failed',
): TaskOutcome {
  if (error instanceof SealedShut) {
    log.warn({ task: task.id, requestId: task.requestId }, `a task cannot be carried out: ${error.message}`);
    return { state, error: secretsLost };
  }
  if (!noteDatabaseFault(log, error, `a task of kind ${task.kind}`)) {
    log.error({ err: error, task: task.id, requestId: task.requestId }, 'a task failed unexpectedly');
  }
  const message = 'The server failed while carrying this out; see its log.';
  return { state, error: { code: 'internal_error', message } };
}

/** Logs an error as a warning; a fault of the database is logged once for many tasks. */
export function warn(log: Logger, error: unknown, message: string): void {
  if (!noteDatabaseFault(log, error, message)) log.warn({ err: error }, message);
}
