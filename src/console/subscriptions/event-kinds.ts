import type { Shape } from '../api/shapes.ts';

/** The kinds of event that a subscription can tell of, by the record that they concern. */

export type Pattern = Shape<'WantedSubscription'>['kinds'][number];

export const eventKinds = {
  message: [
    ...(['message.received', 'message.sent', 'message.read', 'message.failed', 'message.unknown'] as const),
    ...(['message.edited', 'message.deleted'] as const),
  ],
  revision: ['revision.failed', 'revision.unknown'],
  dialog: ['dialog.handover', 'dialog.unanswered', 'dialog.failed'],
  approval: [
    ...(['approval.requested', 'approval.approved', 'approval.rejected'] as const),
    ...(['approval.timed_out', 'approval.canceled'] as const),
  ],
  job: ['job.succeeded', 'job.failed', 'job.unknown'],
  run: ['run.created', 'run.succeeded', 'run.failed', 'run.unknown'],
  payment: ['payment.created', 'payment.succeeded', 'payment.canceled', 'payment.unknown'],
  refund: ['refund.succeeded', 'refund.failed', 'refund.unknown'],
  profile: ['profile.updated'],
  file: ['file.created', 'file.failed'],
  person: [
    ...(['person.invited', 'person.invitation_withdrawn', 'person.joined'] as const),
    ...(['person.role_changed', 'person.removed'] as const),
  ],
  owner: [
    ...(['owner.logged_in', 'owner.login_failed', 'owner.factor_failed', 'owner.session_ended'] as const),
    ...([
      'owner.new_device',
      'owner.password_changed',
      'owner.factor_added',
      'owner.factor_removed',
    ] as const),
  ],
  key: ['key.created', 'key.updated', 'key.rotated', 'key.revoked'],
  method_key: ['method_key.created', 'method_key.updated', 'method_key.rotated', 'method_key.revoked'],
  view: ['view.customer', 'view.customers', 'view.rows', 'view.file', 'view.search'],
} as const satisfies Record<string, readonly Pattern[]>;

export type Group = keyof typeof eventKinds;
export type EventKind = (typeof eventKinds)[Group][number];

/** What the API offers and is not listed above: the compiler says which. */
type Missing = Exclude<Pattern, EventKind | `${Group}.*`>;
const hasAll: [Missing] extends [never] ? true : Missing = true;
void hasAll;

export const groups = Object.keys(eventKinds) as Group[];
export const allOf = (group: Group) => `${group}.*` as const;

/** The kinds that patterns stand for, in the order of the list. */
export const kindsOf = (patterns: readonly Pattern[]): EventKind[] =>
  groups.flatMap((group) =>
    eventKinds[group].filter((kind) => patterns.includes(kind) || patterns.includes(allOf(group))),
  );
