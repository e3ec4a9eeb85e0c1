import { createHash } from 'node:crypto';
import type { Calendar } from '../project-settings/calendar.ts';
import { asksForHoursIn, type Condition } from '../scenario/conditions.ts';
import { type Arriving, type Fitting, fitsWait } from '../scenario/match.ts';
import type { Surroundings } from '../scenario/position.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { toText } from '../template/liquid.ts';
import type { TemplateRules } from '../template/rules.ts';

/** How waits are found: by what the definition says of them, and by the values with which they began. */

/** What a flow waits for: an event or a call of a receiver, with these texts at these paths, that meets a condition. */
export interface Wanted {
  of: { source: string } | { receiver: string };
  match: Record<string, string>;
  where: Json;
  /** See `Fitting`. */
  rules?: TemplateRules | undefined;
}

/** What all waits of one step have in common. */
interface Form extends Fitting {
  paths: string[];
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The form of a wait as text, and its name in the index. */
export function formOf({ of, match, where, rules }: Wanted): { form: string; formKey: string } {
  const form = JSON.stringify({ of, paths: Object.keys(match), where, rules } satisfies
    | Form
    | { where: Json });
  return { form, formKey: hash(form) };
}

/** The name of the values of a wait in the index; empty if there are none. */
export function keyOf(values: string[]): string {
  return values.length === 0 ? '' : hash(JSON.stringify(values));
}

/** The forms of a project are read with every arrival, and there are few; the least recently used one is dropped first. */
const mostKept = 1000;
const kept = new Map<string, Form>();

function readForm(formKey: string, text: string): Form {
  const form = kept.get(formKey) ?? (JSON.parse(text) as Form);
  kept.delete(formKey);
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
  kept.set(formKey, form);
  return form;
}

/** A wait sees what arrives without its flow, so its condition can read the arrival only, and when the project is open. */
const nobody: Omit<Surroundings, 'now'> = {
  kind: 'workflow',
  state: {},
  tags: [],
  profile: {},
  identity: null,
};

/** Whether the waits of a form ask when the project is open. */
export function asksForHoursOf({ form: text, formKey }: { form: string; formKey: string }): boolean {
  const { where } = readForm(formKey, text);
  return where !== null && asksForHoursIn(where as Condition);
}

/** The name of the values that an arrival has for the waits of a form; undefined if it does not fit them. */
export function matchKeyOf(
  incoming: Arriving,
  { form: text, formKey }: { form: string; formKey: string },
  calendar: Calendar | null = null,
): string | undefined {
  const form = readForm(formKey, text);
  const values: string[] = [];
  for (const path of form.paths) {
    const value = valueAt(incoming.event, path);
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    values.push(toText(value));
  }
  const around = { ...nobody, now: new Date(), calendar };
  return fitsWait({ ...form, where: form.where as Condition | null }, incoming, around)
    ? keyOf(values)
    : undefined;
}

function valueAt(event: JsonObject, path: string): Json | undefined {
  let value: Json = event;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as JsonObject)[part]!;
  }
  return value;
}
