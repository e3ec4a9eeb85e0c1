import { stepForm } from '../document/forms.ts';
import { isObject, type JsonObject } from '../document/json.ts';
import { placesOf } from '../document/places.ts';

/** A name that templates may read. */
export interface TemplateName {
  /** `state.city`. */
  name: string;
  /** The step that sets it, or another short hint. */
  hint: string;
}

const always: Record<'scenario' | 'workflow', readonly string[]> = {
  scenario: [
    ...['event.text', 'event.args', 'event.attachments', 'answer.text', 'answer.attachments', 'error.code'],
    ...['error.message', 'error.step', 'profile.name', 'profile.tags', 'profile.id', 'identity.id'],
  ],
  workflow: [
    ...['event.source', 'event.at', 'event.event_id', 'event.body', 'event.headers', 'input', 'error.code'],
    ...['error.message', 'error.step', 'profile.name', 'profile.tags', 'profile.id', 'identity.id'],
  ],
};

/** What templates of a document may read: state, variables, outputs of steps, tables. @param tables slugs of those that the project has */
export function templateNames(
  document: JsonObject,
  kind: 'scenario' | 'workflow',
  tables: readonly string[] = [],
): TemplateName[] {
  const found = new Map<string, string>();
  const add = (name: string, hint = '') => {
    if (!found.has(name)) found.set(name, hint);
  };
  const vars = isObject(document.vars) ? Object.keys(document.vars) : [];
  for (const name of vars) add(`vars.${name}`);
  for (const { step, key } of placesOf(document)) {
    if (typeof step.field === 'string' && step.field !== '') add(`state.${step.field}`, key);
    if (typeof step.var === 'string' && step.var !== '') add(`vars.${step.var}`, key);
    if (step.type === 'set') {
      for (const name of isObject(step.values) ? Object.keys(step.values) : []) add(`state.${name}`, key);
      for (const name of isObject(step.vars) ? Object.keys(step.vars) : []) add(`vars.${name}`, key);
    }
  }
  for (const { step, key } of placesOf(document)) {
    for (const output of stepForm(step.type)?.outputs ?? []) add(`steps.${key}.${output}`);
  }
  for (const table of tables) for (const part of ['rows', 'first', 'count']) add(`table.${table}.${part}`);
  for (const name of always[kind]) add(name);
  return [...found].map(([name, hint]) => ({ name, hint }));
}

/** The part of a name before the caret, if it stands in a template: what may be completed. */
export function partialName(text: string, caret: number): string | undefined {
  const before = text.slice(0, caret);
  const open = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (open < 0 || /\}\}|%\}/.test(before.slice(open))) return undefined;
  const [partial = ''] = /[\w.]*$/.exec(before.slice(open + 2)) ?? [];
  return partial;
}

/** The names that fit what was written of one, those that begin with it first. */
export function fittingNames(names: readonly TemplateName[], partial: string): TemplateName[] {
  const wanted = partial.toLowerCase();
  const begin = names.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const contain = names.filter((each) => !begin.includes(each) && each.name.toLowerCase().includes(wanted));
  const found = [...begin, ...contain].slice(0, 8);
  return found.length === 1 && found[0]!.name === partial ? [] : found;
}
