import { type RecordKind, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { TaskState } from '../schema.ts';
import type { Task, TaskOutcome } from './task.ts';

/** What differs between the kinds of task; everything else is one mechanism. */
export type TaskKind = OuterKind | InnerKind;

/** Acts on the outside world, between two transactions. */
export interface OuterKind {
  /** The kind of id under which the record is shown. */
  record: RecordKind;
  /** What its record and its audit entries say when it succeeded. */
  succeeded: 'sent' | 'succeeded';
  /**
   * Which ends are no news for the audit log: a success that only passes on what stands there already; or every end, of
   * what writes its own entries about what it changes.
   */
  quiet?: 'success' | 'always';
  /**
   * Carries the task out. It awaits `begin` just before the outside world may be touched (which throws, and so ends
   * it, when the lease was lost). It does not throw for reasons of the outside world; what it throws before `begin`
   * is retried, and after `begin` makes the outcome unknown.
   */
  run(task: Task, begin: () => Promise<void>): Promise<TaskOutcome>;
  /** Told, in the same transaction, that an owner settled the unknown outcome of one of its tasks. */
  settled?(tx: Transaction, projectId: string, taskId: string): Promise<void>;
}

/** Changes only what is in the database, in the transaction that also writes its outcome. */
export interface InnerKind {
  /** What the audit log calls that which it concerns; the first half of its actions. */
  noun: string;
  /** What the audit log says when one succeeded, unless the outcome has a word of its own. */
  succeeded: string;
  /** The public id of what it concerns, as the audit log names it. */
  subject(task: TaskRef): string;
  /**
   * Carries out some tasks, all of different lanes, and answers with one outcome each, in the same order. What it
   * throws undoes the transaction; they are then tried one by one, so that one that cannot be done fails alone. Tasks
   * of different kinds never share a transaction: each kind takes its locks in an order of its own.
   */
  apply(tx: Transaction, tasks: Task[]): Promise<TaskOutcome[]>;
}

/**
 * What an inner kind throws when others have changed what it was about to work on while it waited for its locks. The
 * transaction is begun anew, with the locks that are needed now.
 */
export class Overtaken extends Error {
  constructor() {
    super('others have changed what this works on; it has to begin anew');
    this.name = 'Overtaken';
  }
}

export type TaskKinds = Readonly<Record<string, TaskKind>>;

/** As much of a task as names what it concerns. */
export interface TaskRef {
  id: string;
  identityId: string | null;
  payload: unknown;
}

/** What a task concerns, as the audit log names it: its type and its public id. */
export function subjectOf(kinds: TaskKinds, kind: string, task: TaskRef): { type: string; id: string } {
  const known = kindOf(kinds, kind);
  return 'run' in known
    ? { type: kind, id: showId(known.record, task.id) }
    : { type: known.noun, id: known.subject(task) };
}

/** Whether the audit log is told of this end of a task of this kind. */
export function isNews(kinds: TaskKinds, name: string, state: TaskState): boolean {
  const kind = kindOf(kinds, name);
  if (!('run' in kind)) return true;
  return kind.quiet !== 'always' && !(kind.quiet === 'success' && state === 'succeeded');
}

/** @throws Error for a kind that this build does not know: a newer process accepted it. */
export function kindOf(kinds: TaskKinds, name: string): TaskKind {
  const kind = kinds[name];
  if (!kind) throw new Error(`tasks of kind "${name}" are unknown to this build; upgrade it`);
  return kind;
}
