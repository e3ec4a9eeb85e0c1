/**
 * What happens in a project and can start workflows, and the actions of the audit log that tell of it. One action may tell of
 * several.
 */
const happenings = {
  'message.received': 'message.received',
  'payment.succeeded': 'payment.succeeded',
  'profile.updated': 'profile.updated',
  'tag.added': 'profile.updated',
  'row.added': 'table.written',
  'job.failed': 'job.failed',
  'dialog.failed': 'dialog.failed',
  'handover.requested': 'dialog.handover',
  'handover.unanswered': 'dialog.unanswered',
  'approval.requested': 'approval.requested',
  'approval.approved': 'approval.approved',
  'approval.rejected': 'approval.rejected',
  'approval.timed_out': 'approval.timed_out',
  'approval.canceled': 'approval.canceled',
  'owner.new_device': 'owner.new_device',
} as const;

/** The source of an event that the project itself makes. */
export type Happening = keyof typeof happenings;

/** All of them. */
export const happeningNames = Object.keys(happenings) as Happening[];

/** Whether an event with this source is made by the project itself. */
export function isHappening(source: string): source is Happening {
  return Object.hasOwn(happenings, source);
}

/** The action of the audit log that tells of it. */
export const actionOf = (happening: Happening): string => happenings[happening];
