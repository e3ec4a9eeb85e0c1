/**
 * The kinds of event for subscriptions: audit entries of the same names. What owners change in the project itself, and the
 * deliveries, are not among them.
 */
const eventKinds = [
  'message.received',
  'message.sent',
  'message.read',
  'message.failed',
  'message.unknown',
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
  'dialog.failed',
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
