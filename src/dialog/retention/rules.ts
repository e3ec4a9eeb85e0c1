import type { Settings } from '../../settings.ts';

/** The names of the rules, as an owner reads and shortens them. */
export type RetentionName = 'audit' | 'request_log' | 'tasks' | 'workflow_runs' | 'dialogs' | 'transcripts';

/**
 * What a table may lose with time. Its rows are looked through project by project in the order of `key`, from the
 * oldest on: an index must lead with `(project_id, key)`, and `key` must grow with `age`. So a removal reads what it
 * removes, and never the table.
 */
export interface RetentionRule {
  name: RetentionName;
  /** In the schema `dialog`. */
  table: string;
  key: { column: string; type: 'uuid' | 'bigint' | 'timestamptz' };
  /** The moment from which a row ages. The walk ends at the first that is young. */
  age: string;
  /** The condition of the index, where it is a partial one. */
  among?: string;
  /** What else must be true of a row that goes; `$3` is the limit of its age, a timestamptz. */
  condition?: string;
  /** The installation's limit; a project may have a shorter one. */
  days(settings: Settings): number;
}

/** Every table that is pruned by project and age. A new one needs an entry here, a name above, and a setting. */
export const retentionRules: readonly RetentionRule[] = [
  {
    name: 'audit',
    table: 'audit_log',
    key: { column: 'id', type: 'bigint' },
    age: 'at',
    days: (settings) => settings.auditRetentionDays,
  },
  {
    name: 'request_log',
    table: 'request_log',
    key: { column: 'at', type: 'timestamptz' },
    age: 'at',
    days: (settings) => settings.requestLogRetentionDays,
  },
  {
    // Its ids grow with time. What is unfinished or unknown stays, however old.
    name: 'tasks',
    table: 'tasks',
    key: { column: 'id', type: 'uuid' },
    age: 'created_at',
    condition: `state IN ('succeeded', 'failed') AND finished_at < $3`,
    days: (settings) => settings.taskRetentionDays,
  },
  {
    // Their ids grow with time. A run that goes on stays, however old. Its steps go with it.
    name: 'workflow_runs',
    table: 'workflow_runs',
    key: { column: 'id', type: 'uuid' },
    age: 'created_at',
    condition: 'finished_at < $3',
    days: (settings) => settings.taskRetentionDays,
  },
  {
    // A dialog that waits for its customer goes on waiting; one that has come to its end is forgotten.
    name: 'dialogs',
    table: 'dialogs',
    key: { column: 'updated_at', type: 'timestamptz' },
    age: 'updated_at',
    among: 'wake_at IS NULL AND held_at IS NULL',
    condition: `wake_at IS NULL AND held_at IS NULL AND (position IS NULL OR position ->> 'ended' IS NOT NULL)`,
    days: (settings) => settings.dialogRetentionDays,
  },
  {
    // What visitors see of their messages goes with or after the tasks: from these it would be written anew.
    name: 'transcripts',
    table: 'webchat_messages',
    key: { column: 'message_id', type: 'uuid' },
    age: 'created_at',
    condition: 'NOT EXISTS (SELECT 1 FROM dialog.tasks AS t WHERE t.project_id = $1 AND t.id = message_id)',
    days: (settings) => settings.taskRetentionDays,
  },
];
