import type { ProjectGate } from '../rights/roles.ts';

/**
 * Who may see that something happened: whoever may call the route that shows the record. By the first word of the kind.
 * `test/rules/live-kinds.test.ts` finds records that are not here.
 */
const gateOfRecord: Readonly<Record<string, ProjectGate>> = {
  project: 'member',
  person: 'member',
  channel: 'read',
  scenario: 'read',
  workflow: 'read',
  table: 'read',
  dialog: 'work',
  run: 'work',
  job: 'work',
  file: 'work',
  automation_event: 'work',
  message: 'serve',
  revision: 'serve',
  event: 'serve',
  identity: 'serve',
  profile: 'serve',
  link_code: 'serve',
  conversation: 'serve',
  reply: 'serve',
  team: 'serve',
  approval: 'serve',
  payment: 'sales',
  refund: 'sales',
  settings: 'build',
  key: 'build',
  method: 'build',
  method_key: 'build',
  connection: 'build',
  operation: 'build',
  receiver: 'build',
  webhook: 'build',
  subscription: 'build',
  delivery: 'build',
  owner: 'own',
  view: 'own',
  invitation: 'own',
};

/** Kinds that others may see than the rest of their record. */
const gateOfKind: Readonly<Record<string, ProjectGate>> = {
  'person.invited': 'own',
  'person.invitation_withdrawn': 'own',
  'scenario.draft_saved': 'build',
  // They come to the list of unknown outcomes, and leave it.
  'message.unknown': 'work',
  'message.settled': 'work',
};

/**
 * The gate that somebody must pass to be told of an entry of the audit log. Of a record that this does not know only owners are told.
 * @param kind the action of the entry: `<record>.<what happened>`
 */
export function gateOf(kind: string): ProjectGate {
  return gateOfKind[kind] ?? gateOfRecord[recordOf(kind)] ?? 'own';
}

/** Whether the record of a kind has a gate of its own. */
export const isKnown = (kind: string): boolean => gateOfRecord[recordOf(kind)] !== undefined;

const recordOf = (kind: string): string => kind.split('.', 1)[0]!;
