import type { Settings } from '../../settings.ts';

/** The records that are deleted by age, and whose retention an owner can shorten. */
export const retentionNames = [
  'audit',
  'request_log',
  'tasks',
  'workflow_runs',
  'dialogs',
  'transcripts',
  'conversations',
  'files',
] as const;

export type RetentionName = (typeof retentionNames)[number];

/** A rule whose records go at the latest with those of another: what a customer sent goes with what they said. */
export const boundBy: Partial<Record<RetentionName, RetentionName>> = { files: 'conversations' };

/** The days for which the installation keeps each of them; a project may set fewer. */
export function retentionDays(settings: Settings): Record<RetentionName, number> {
  return {
    audit: settings.auditRetentionDays,
    request_log: settings.requestLogRetentionDays,
    tasks: settings.taskRetentionDays,
    workflow_runs: settings.taskRetentionDays,
    dialogs: settings.dialogRetentionDays,
    transcripts: settings.taskRetentionDays,
    conversations: settings.conversationRetentionDays,
    files: settings.conversationRetentionDays,
  };
}
