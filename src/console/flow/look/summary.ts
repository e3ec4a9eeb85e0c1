import { stepForm } from '../document/forms.ts';
import { isObject, type Json, type JsonObject } from '../document/json.ts';

/** What steps and triggers do, in a few words: for nodes and for the outline. */

/** Fields that say nothing of what happens. */
const unsaid = new Set(['id', 'type', 'next', 'note', 'start', 'interrupts', 'continue_on_error', 'format']);
/** Those that say most come first. */
const first = [
  'text',
  'texts',
  'command',
  'operation',
  'workflow',
  'table',
  'flow',
  'source',
  'receiver',
  'cron',
];
const mostCharacters = 160;

/** What a step does. */
export function summaryOf(step: JsonObject): string {
  const form = stepForm(step.type);
  const names = Object.keys(step).filter((name) => !unsaid.has(name) && form?.fields[name]?.kind !== 'step');
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return names
    .sort((one, other) => rank(one) - rank(other))
    .map((name) => wordsOf(step[name]!, name))
    .filter((words) => words !== '')
    .join(' · ')
    .slice(0, mostCharacters);
}

/** What a trigger waits for. */
export const triggerSummary = (trigger: JsonObject): string => summaryOf({ ...trigger, id: '' });

function wordsOf(value: Json, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return `${name.replaceAll('_', ' ')} ${value}`;
  if (typeof value === 'boolean' || value === null) return value ? name.replaceAll('_', ' ') : '';
  if (Array.isArray(value)) return value.slice(0, 6).map(itemWords).filter(Boolean).join(', ');
  if (name === 'where') return conditionWords(value as JsonObject);
  const object = value as JsonObject;
  if (typeof object.type === 'string') return object.type;
  return Object.keys(object).join(', ');
}

function itemWords(item: Json): string {
  if (typeof item === 'string') return item;
  if (!isObject(item)) return '';
  if (item.if !== undefined && isObject(item.if)) return conditionWords(item.if);
  if (typeof item.text === 'string') return item.text;
  if (typeof item.column === 'string')
    return [item.column, item.op, shown(item.value)].filter(Boolean).join(' ');
  return Array.isArray(item.steps)
    ? item.steps.map((step) => (isObject(step) ? step.id : '')).join(' → ')
    : '';
}

const signs: Record<string, string> = { eq: '=', ne: '≠', lt: '<', lte: '≤', gt: '>', gte: '≥' };
const shown = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
const bare = (value: Json | undefined) => shown(value).replace(/^\{\{\s*|\s*\}\}$/g, '');

/** A condition as it is read: `state.city = Paris`. */
export function conditionWords(condition: JsonObject): string {
  const { all, any, not, tag, left, op, right } = condition;
  if (Array.isArray(all)) return all.map((each) => (isObject(each) ? conditionWords(each) : '')).join(' & ');
  if (Array.isArray(any)) return any.map((each) => (isObject(each) ? conditionWords(each) : '')).join(' | ');
  if (isObject(not)) return `¬ (${conditionWords(not)})`;
  if (tag !== undefined) return `# ${shown(tag)}`;
  if (condition.within !== undefined) return `⏱ ${shown(condition.within)}`;
  return [bare(left), signs[String(op)] ?? String(op ?? '').replaceAll('_', ' '), bare(right)]
    .filter(Boolean)
    .join(' ');
}
