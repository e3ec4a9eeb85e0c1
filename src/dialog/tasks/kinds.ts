import { type RecordKind, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { TaskState } from '../schema.ts';
import type { Outbox } from './outbox.ts';
import type { Pause, Task, TaskOutcome } from './task.ts';

/** What differs between the kinds of task. Everything else is one mechanism. */
export type TaskKind = OuterKind | InnerKind;

/** Commits that a task is about to act. @param sent what it will send, for the record: bounded, and without secrets */
export type Begin = (sent?: unknown) => Promise<void>;

/** Acts on the outside world, between two transactions. */
export interface OuterKind {
  /** The kind of id that its record is shown under. */
  record: RecordKind;
  /** The state of a succeeded task in its record and in the audit log. */
  succeeded: 'sent' | 'succeeded';
  /**
   * Outcomes that are not written to the audit log: `success` if the entry exists already, `always` if the kind writes
   * its own entries.
   */
  quiet?: 'success' | 'always';
  /**
   * Runs the task. It awaits `begin` just before the outside world may be touched; `begin` throws if the lease was lost, which
   * ends the attempt. It does not throw for faults of the outside world. An error before `begin` leads to a retry, an error
   * after `begin` makes the outcome unknown. It may pause before `begin`.
   */
  run(task: Task, begin: Begin): Promise<TaskOutcome | Pause>;
  /** Called in the transaction in which an owner settles unknown outcomes of its tasks. */
  settled?(tx: Transaction, projectId: string, taskIds: readonly string[]): Promise<void>;
}

/** Changes only what is in the database, in the transaction that also writes its outcome. */
export interface InnerKind {
  /** What the audit log calls its subject; the first half of its actions. */
  noun: string;
  /** What the audit log says after a success, unless the outcome has its own word. */
  succeeded: string;
  /** The public id of its subject, for the audit log. */
  subject(task: TaskRef): string;
  /**
   * Applies some tasks, all of different lanes, and returns one outcome for each, in the same order. An error rolls the
   * transaction back; the tasks are then tried one by one, so that a bad one fails alone. Tasks of different kinds never share
   * a transaction, because each kind takes its locks in its own order.
   * @param outbox takes what is to be written together with the outcomes
   */
  apply(tx: Transaction, tasks: Task[], outbox: Outbox): Promise<TaskOutcome[]>;
}

/** All kinds of task, by name. */
export type TaskKinds = Readonly<Record<string, TaskKind>>;

/** Makes the table of kinds. @throws Error if two have the same name */
export function kindTable(...entries: (TaskKind & { name: string })[]): TaskKinds {
  const table = Object.fromEntries(entries.map((entry) => [entry.name, entry]));
  if (Object.keys(table).length < entries.length) throw new Error('two kinds of task have one name');
  return table;
}

/** The part of a task that names its subject. */
export interface TaskRef {
  id: string;
  identityId: string | null;
  payload: unknown;
}

/** The subject of a task in the audit log: its type and its public id. @throws Error for an unknown kind */
export function subjectOf(kinds: TaskKinds, kind: string, task: TaskRef): { type: string; id: string } {
  const known = kindOf(kinds, kind);
  return 'run' in known
    ? { type: kind, id: showId(known.record, task.id) }
    : { type: known.noun, id: known.subject(task) };
}

/** Most records that a line of the log names. */
const mostNamed = 10;

/** The public ids of the subjects of some of these tasks, for the log. */
export function namesOf(kinds: TaskKinds, tasks: (TaskRef & { kind: string })[]): string[] {
  return tasks
    .slice(0, mostNamed)
    .map((task) => (kinds[task.kind] ? subjectOf(kinds, task.kind, task).id : task.id));
}

/** Whether the audit log gets an entry when a task of this kind ends in this state. @throws Error for an unknown kind */
export function isNews(kinds: TaskKinds, name: string, state: TaskState): boolean {
  const kind = kindOf(kinds, name);
  if (!('run' in kind)) return true;
  return kind.quiet !== 'always' && !(kind.quiet === 'success' && state === 'succeeded');
}

/** @throws Error for a kind that this build does not know, because a newer process accepted the task */
export function kindOf(kinds: TaskKinds, name: string): TaskKind {
  const kind = kinds[name];
  if (!kind) throw new Error(`tasks of kind "${name}" are unknown to this build; upgrade it`);
  return kind;
}
