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

/** A rule by which records are deleted. Approvals have no days of their own: they are kept as long as the runs that asked for them. */
export type RuleName = RetentionName | 'approvals';

/** The days for which each rule keeps its records, at most. */
export const ruleDays = (settings: Settings): Record<RuleName, number> => {
  const days = retentionDays(settings);
  return { ...days, approvals: days.workflow_runs };
};

/** Whose days a project sets for a rule, and those of a rule that bounds it. */
export function daysOfRule(rule: RuleName): { own: RetentionName; bound: RetentionName } {
  const own = rule === 'approvals' ? 'workflow_runs' : rule;
  return { own, bound: boundBy[own] ?? own };
}
