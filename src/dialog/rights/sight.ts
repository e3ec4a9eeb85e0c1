import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import type { Environment } from '../schema.ts';
import { allPass, anyOf, mayCall, type ProjectGate, passes, type Roles } from './roles.ts';
import { mayGive } from './scopes.ts';

/*
 * What a role sees of the records that it may read, and what it may hand on. The tables of routes say who may call what; all that an
 * answer leaves out because of somebody's role is left out here. Clients with keys see whole records.
 */

/**
 * Whether somebody sees what customers say and send, who they are, and what was made of it. Those who build see it in the sandbox,
 * where no customers are.
 */
export const seesWords = (roles: Roles, environment: Environment): boolean =>
  allPass(roles, 'serve') || (environment === 'sandbox' && allPass(roles, 'build'));

/** Whether somebody sees definitions that are not published. */
export const seesDrafts = (roles: Roles): boolean => allPass(roles, 'build');

/** Whether somebody sees and settles only what concerns money, of all the outcomes that are unknown. */
export const seesOnlyMoney = (roles: Roles): boolean => !allPass(roles, 'work');

/** Whether somebody decides about every unknown outcome, and not only about those that concern money. */
export const settlesAll = (roles: Roles): boolean => allPass(roles, 'settle') && !seesOnlyMoney(roles);

const those = (gate: ProjectGate): string => `Somebody with the role ${anyOf(mayCall[gate])}`;

const wordsLeftOut = `What customers say and send, and who they are, is left out here. ${those('serve')} sees it.`;
const draftLeftOut = `Only what is published is shown here. ${those('build')} sees the draft.`;

/** The field of a record that says what was left out of it. */
export const hidden = {
  hidden: z
    .string()
    .optional()
    .describe('What your role does not see of this record, and who does; absent if nothing is left out.'),
};

interface Hidden {
  hidden?: string;
}

interface ShownDialog {
  channel: { environment: Environment };
  external_id: string;
  name: string | null;
  last_message: { text: string } | null;
}

/** A dialog in the list of dialogs. */
export function dialogFor<D extends ShownDialog>(roles: Roles, dialog: D): D & Hidden {
  if (seesWords(roles, dialog.channel.environment)) return dialog;
  return {
    ...dialog,
    ...{ external_id: '', name: null },
    last_message: dialog.last_message && { ...dialog.last_message, text: '' },
    hidden: wordsLeftOut,
  };
}

interface ShownRun {
  input: Record<string, unknown>;
  output: unknown;
  event?: unknown;
  steps: { input: unknown; output: unknown; answer?: unknown }[];
}

/** A run without what it and its steps were given and what came of them. Call it for those who do not see its course. */
export const runWithoutWords = <R extends ShownRun>({ event: _, ...run }: R): Omit<R, 'event'> & Hidden => ({
  ...run,
  ...{ input: {}, output: null },
  steps: run.steps.map(({ answer: _, ...step }) => ({ ...step, input: null, output: null })),
  hidden: wordsLeftOut,
});

interface ShownJob {
  input: unknown;
  result: unknown;
  request: unknown;
  answer?: unknown;
}

/** A job without what it was given, sent and got. Call it for those who do not see its course. */
export const jobWithoutWords = <J extends ShownJob>({
  answer: _,
  ...job
}: J): Omit<J, 'answer'> & Hidden => ({
  ...job,
  ...{ input: {}, result: null, request: null },
  hidden: wordsLeftOut,
});

/** A record of unknown outcome. What the other system answered can be about its customers. */
export function outcomeFor<Record extends { answer?: unknown }>(
  roles: Roles,
  record: Record,
): Record & Hidden {
  if (record.answer === undefined || seesWords(roles, 'live')) return record;
  return { ...record, answer: undefined, hidden: wordsLeftOut };
}

/** What a test of a connection found. What the other system answered to it can be about its customers. */
export function testFor<Test extends { answer?: unknown }>(roles: Roles, test: Test): Test & Hidden {
  if (test.answer === undefined || seesWords(roles, 'live')) return test;
  return { ...test, answer: undefined, hidden: wordsLeftOut };
}

/** An accepted call to a receiver. What another system says can be about its customers. */
export function callFor<Call extends { headers: object; body: unknown }>(
  roles: Roles,
  call: Call,
): Call & Hidden {
  if (seesWords(roles, 'live')) return call;
  return { ...call, headers: {}, body: null, hidden: wordsLeftOut };
}

interface ShownFile {
  environment: Environment;
  identity_id: string | null;
  name: string;
  sha256: string | null;
  url?: string | null;
  url_expires_at?: string | null;
}

/** A file: what a customer sent, or an upload. */
export function fileFor<F extends ShownFile>(roles: Roles, file: F): F & Hidden {
  if (file.identity_id === null || seesWords(roles, file.environment)) return file;
  const address = 'url' in file && { url: null, url_expires_at: null };
  return { ...file, ...address, name: '', sha256: null, hidden: wordsLeftOut };
}

/** What launch parameters of a mini app prove of a customer whose channel has this environment. */
export const launchFor = <L extends { identity: unknown; profile: unknown }>(
  roles: Roles,
  environment: Environment,
  check: L,
): L & Hidden =>
  seesWords(roles, environment) ? check : { ...check, identity: null, profile: null, hidden: wordsLeftOut };

interface LoggedEntry {
  actorType: string;
  action: string;
  environment: Environment | null;
  data: Record<string, unknown>;
}

/** An entry of the audit log. It has no words, but the names of customers' files. */
export function entryFor<E extends LoggedEntry>(roles: Roles, entry: E): E {
  const { actorType, action, environment, data } = entry;
  if (environment === null || seesWords(roles, environment)) return entry;
  // What visitors of a web chat upload is on record as done by their channel.
  const isUpload = action === 'file.created' && data.identity_id === undefined && actorType !== 'channel';
  if (isUpload || !action.startsWith('file.') || !('name' in data)) return entry;
  return { ...entry, data: { ...data, name: '' } };
}

/** The path of a request with a key, as it is logged and looked for: the values behind the `?` can name customers. */
export const pathFor = (roles: Roles, path: string): string =>
  seesWords(roles, 'live') ? path : path.replace(/\?.*$/s, '?…');

interface ShownScenario<Published> {
  draft: { definition: unknown; updated_at: string | null };
  published: Published;
}

/** The scenario with its draft. */
export function scenarioFor<S extends ShownScenario<unknown>>(roles: Roles, scenario: S): S & Hidden {
  if (seesDrafts(roles)) return scenario;
  return { ...scenario, draft: { definition: null, updated_at: null }, hidden: draftLeftOut };
}

/**
 * A workflow with its published definition in the place of its draft. Call it for those who do not see drafts.
 * @param published undefined if nothing is published
 */
export const workflowWithoutDraft = <W extends { definition: unknown }>(
  workflow: W,
  published: unknown,
): W & Hidden => ({ ...workflow, definition: published ?? null, hidden: draftLeftOut });

/** What the readiness found: what it says of drafts is for those who see them. */
export const findingsFor = <F extends { code: string }>(roles: Roles, found: F[]): F[] =>
  seesDrafts(roles) ? found : found.filter(({ code }) => !code.startsWith('draft_'));

/**
 * Refuses what would tell somebody of customers of an environment what they do not see.
 * @param doing what is refused, at the beginning of a sentence
 * @param gate the gate of the route, which they have passed
 * @throws Problem 403 `role_required`
 */
export function requireSeesWords(
  roles: Roles,
  environment: Environment,
  { doing, gate }: { doing: string; gate: ProjectGate },
): void {
  if (seesWords(roles, environment)) return;
  const may = mayCall.serve.filter((role) => passes(role, gate));
  throw new Problem(403, 'role_required', `${doing} is for somebody with the role ${anyOf(may)}.`);
}

/** @throws Problem 403 `role_required` if somebody may not give a key one of these scopes, nor see to a key that has one */
export function requireMayGive(roles: Roles, scopes: readonly string[]): void {
  const beyond = scopes.filter((scope) => !mayGive(roles, scope));
  if (beyond.length === 0) return;
  throw new Problem(
    403,
    'role_required',
    `A key with ${beyond.join(', ')} does more than your role may. ${those('own')} sees to it; leave out what the key does not need.`,
  );
}
