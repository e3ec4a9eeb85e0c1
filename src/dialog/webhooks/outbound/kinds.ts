/**
 * The kinds of event for subscriptions: audit entries of the same names. Among them are who comes into the project and who
 * leaves it, the logins of its people and how they prove who they are, its keys, and who has seen what is sensitive. What else owners change in the project
 * itself, and the deliveries, are not.
 */
export const eventKinds = [
  'message.received',
  'message.sent',
  'message.read',
  'message.failed',
  'message.unknown',
  'message.edited',
  'message.deleted',
  'revision.failed',
  'revision.unknown',
  'job.succeeded',
  'job.failed',
  'job.unknown',
  'run.created',
  'run.succeeded',
  'run.failed',
  'run.unknown',
  'payment.created',
  'payment.succeeded',
  'payment.canceled',
  'payment.unknown',
  'refund.succeeded',
  'refund.failed',
  'refund.unknown',
  'file.created',
  'file.failed',
  'profile.updated',
  'dialog.handover',
  'dialog.unanswered',
  'dialog.failed',
  'approval.requested',
  'approval.approved',
  'approval.rejected',
  'approval.timed_out',
  'approval.canceled',
  'person.invited',
  'person.invitation_withdrawn',
  'person.joined',
  'person.role_changed',
  'person.removed',
  'owner.logged_in',
  'owner.login_failed',
  'owner.factor_failed',
  'owner.session_ended',
  'owner.new_device',
  'owner.password_changed',
  'owner.factor_added',
  'owner.factor_removed',
  'key.created',
  'key.updated',
  'key.rotated',
  'key.revoked',
  'method_key.created',
  'method_key.updated',
  'method_key.rotated',
  'method_key.revoked',
  'view.customer',
  'view.customers',
  'view.rows',
  'view.file',
  'view.search',
] as const;

type EventKind = (typeof eventKinds)[number];
type RecordOf<Kind extends string> = Kind extends `${infer Record}.${string}` ? Record : never;
/** A kind of event, or all kinds of one record, such as `job.*`. */
export type EventPattern = EventKind | `${RecordOf<EventKind>}.*`;

/** Every pattern that a subscription may have. */
export const eventPatterns: readonly [EventPattern, ...EventPattern[]] = [
  ...eventKinds,
  ...new Set(eventKinds.map((kind) => `${kind.split('.')[0]}.*` as EventPattern)),
];

/** The kinds that match these patterns. */
export function matchingKinds(patterns: readonly EventPattern[]): EventKind[] {
  return eventKinds.filter(
    (kind) => patterns.includes(kind) || patterns.includes(`${kind.split('.')[0]}.*` as EventPattern),
  );
}
