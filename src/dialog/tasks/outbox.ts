import type { AuditEntry } from '../audit/entry.ts';
import type { QueuedTask } from './new-task.ts';

/**
 * What a transaction makes on its way and writes at its end, by one statement: tasks to be queued, and what the audit log
 * says. Both in the order in which they were put in.
 */
export class Outbox {
  readonly tasks: QueuedTask[] = [];
  readonly entries: AuditEntry[] = [];

  queue(...tasks: QueuedTask[]): void {
    this.tasks.push(...tasks);
  }

  note(...entries: AuditEntry[]): void {
    this.entries.push(...entries);
  }

  /** Takes out the entries of the audit log, to be written before something that writes its own. */
  takeEntries(): AuditEntry[] {
    return this.entries.splice(0);
  }
}
