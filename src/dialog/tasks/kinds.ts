import type { RecordKind } from '../../platform/ids.ts';
import type { Task, TaskOutcome } from './task.ts';

/** What differs between the kinds of task; everything else is one mechanism. */
export interface TaskKind {
  /** The kind of id under which the record is shown. */
  record: RecordKind;
  /** What its record and its audit entries say when it succeeded. */
  succeeded: 'sent' | 'succeeded';
  /**
   * Carries the task out. It awaits `begin` just before the outside world may be touched (which throws, and so ends
   * it, when the lease was lost). It does not throw for reasons of the outside world; what it throws before `begin`
   * is retried, and after `begin` makes the outcome unknown.
   */
  run(task: Task, begin: () => Promise<void>): Promise<TaskOutcome>;
}

export type TaskKinds = Readonly<Record<string, TaskKind>>;

/** @throws Error for a kind that this build does not know: a newer process accepted it. */
export function kindOf(kinds: TaskKinds, name: string): TaskKind {
  const kind = kinds[name];
  if (!kind) throw new Error(`tasks of kind "${name}" are unknown to this build; upgrade it`);
  return kind;
}
