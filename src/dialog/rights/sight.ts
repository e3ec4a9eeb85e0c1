import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import type { Environment } from '../schema.ts';
import { allPass, mayCall, type ProjectGate, type Roles } from './roles.ts';
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

const orList = new Intl.ListFormat('en', { type: 'disjunction' });
const those = (gate: ProjectGate): string => `Somebody with the role ${orList.format(mayCall[gate])}`;

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

interface Fault {
  code: string;
  message: string;
}

/** Faults whose sentence may quote what was worked on, as those of expressions and of filters of templates do. */
const quoting = new Set([
  'transform_failed',
  'bad_template',
  'template_failed',
  'answer_unreadable',
  'result_unreadable',
]);

/** A fault without what it may quote. Whatever else is in it stays. */
const withoutQuotes = <F extends Fault | null | undefined>(fault: F): F =>
  fault && quoting.has(fault.code)
    ? { ...fault, message: `The details may quote a customer. ${those('serve')} sees them.` }
    : fault;

interface ShownDialog {
  channel: { environment: Environment };
  external_id: string;
  name: string | null;
  error: Fault | null;
  last_message: { text: string } | null;
}

/** A dialog in the list of dialogs. */
export function dialogFor<D extends ShownDialog>(roles: Roles, dialog: D): D & Hidden {
  if (seesWords(roles, dialog.channel.environment)) return dialog;
  return {
    ...dialog,
    ...{ external_id: '', name: null, error: withoutQuotes(dialog.error) },
    last_message: dialog.last_message && { ...dialog.last_message, text: '' },
    hidden: wordsLeftOut,
  };
}

/** A job or a run in a list, or an outcome that is unknown. */
export const summaryFor = <S extends { environment: Environment; error: Fault | null }>(
  roles: Roles,
  summary: S,
): S =>
  seesWords(roles, summary.environment) ? summary : { ...summary, error: withoutQuotes(summary.error) };

interface ShownRun {
  environment: Environment;
  input: Record<string, unknown>;
  output: unknown;
  error: Fault | null;
  cause?: (Fault & { step: string }) | undefined;
  steps: { input: unknown; output: unknown; error: Fault | null }[];
}

/** A run without what it and its steps were given and what came of them. Call it for those who do not see its course. */
export function runWithoutWords<R extends ShownRun>(run: R): R & Hidden {
  return {
    ...run,
    ...{ input: {}, output: null, error: withoutQuotes(run.error) },
    ...(run.cause && { cause: withoutQuotes(run.cause) }),
    steps: run.steps.map((step) => ({
      ...step,
      ...{ input: null, output: null, error: withoutQuotes(step.error) },
    })),
    hidden: wordsLeftOut,
  };
}

interface ShownJob {
  input: unknown;
  result: unknown;
  request: unknown;
  error: Fault | null;
  tried: { error: Fault }[];
}

/** A job without what it was given, sent and got. Call it for those who do not see its course. */
export function jobWithoutWords<J extends ShownJob>(job: J): J & Hidden {
  return {
    ...job,
    ...{ input: {}, result: null, request: null, error: withoutQuotes(job.error) },
    tried: job.tried.map((attempt) => ({ ...attempt, error: withoutQuotes(attempt.error) })),
    hidden: wordsLeftOut,
  };
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

interface LoggedEntry {
  action: string;
  environment: Environment | null;
  data: Record<string, unknown>;
}

/** An entry of the audit log. It has no words but those that faults may quote, and the names of customers' files. */
export function entryFor<E extends LoggedEntry>(roles: Roles, entry: E): E {
  const { action, environment, data } = entry;
  if (environment === null || seesWords(roles, environment)) return entry;
  const isUpload = action === 'file.created' && data.identity_id === undefined;
  const named = action.startsWith('file.') && 'name' in data && !isUpload ? { ...data, name: '' } : data;
  return { ...entry, data: withoutQuotesIn(named) as typeof data };
}

/** A JSON value without what the faults in it may quote. */
function withoutQuotesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutQuotesIn);
  if (typeof value !== 'object' || value === null) return value;
  const { code, message } = value as Partial<Fault>;
  if (code !== undefined && message !== undefined) return withoutQuotes(value as Fault);
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, withoutQuotesIn(inside)]));
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
