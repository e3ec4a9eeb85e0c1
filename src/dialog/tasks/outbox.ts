import type { AuditEntry } from '../audit/entry.ts';
import type { Cause } from '../schema.ts';
import type { QueuedTask } from './new-task.ts';

/**
 * What a transaction makes on its way and writes at its end, by one statement: tasks to be queued, and what the audit log
 * says. Both in the order in which they were put in.
 */
export class Outbox {
  readonly tasks: QueuedTask[] = [];
  readonly entries: AuditEntry[] = [];

  /** The flow that moves now: whatever is put in meanwhile is caused by it. */
  cause: Cause | null = null;

  queue(...tasks: QueuedTask[]): void {
    for (const task of tasks) this.tasks.push(this.caused(task));
  }

  note(...entries: AuditEntry[]): void {
    for (const entry of entries) this.entries.push(this.caused(entry));
  }

  /** A task or an entry that is put in later, with the flow that moves now as its cause. */
  caused<Made extends { cause?: Cause | null }>(made: Made): Made {
    return this.cause === null || made.cause !== undefined ? made : { ...made, cause: this.cause };
  }

  /** Takes out the entries of the audit log, to be written before something that writes its own. */
  takeEntries(): AuditEntry[] {
    return this.entries.splice(0);
  }
}
