import type { Json } from '../template/json.ts';
import { type Allowance, checkTemplate, readsOf, stringsIn, TemplateError } from '../template/liquid.ts';

/** A fault in an owner's template, and its place. */
export interface TemplateFault {
  path: (string | number)[];
  /** The text after "Value error, ". */
  message: string;
  input: unknown;
}

/** The names that every template of an operation may read. */
export const callNames = ['input', 'event', 'profile', 'identity', 'state', 'job'] as const;
/** The names that templates over an answer may read. */
export const answerNames = [...callNames, 'response'] as const;

const deepest = 50;

/**
 * Faults of all templates in a JSON value.
 * @param names what these templates may read; any other name would silently render as nothing
 * @param allowance of the whole definition
 */
export function templateFaults(
  value: Json,
  names: readonly string[],
  path: (string | number)[],
  allowance: Allowance,
): TemplateFault[] {
  if (isDeeperThan(value, deepest)) {
    return [{ path, message: `a template is nested at most ${deepest} deep`, input: null }];
  }
  return [...stringsIn(value, path)].flatMap(([source, at]) => {
    const message = faultOf(source, names, allowance);
    return message === undefined ? [] : [{ path: at, message, input: source }];
  });
}

/** What is wrong with one template of a definition; undefined for a valid one. */
export function faultOf(source: string, names: readonly string[], allowance: Allowance): string | undefined {
  try {
    checkTemplate(source, allowance);
    return unknownRead(source, names);
  } catch (error) {
    if (error instanceof TemplateError) return `the template cannot be read: ${error.message}`;
    throw error;
  }
}

/** A sentence about the first name that a template may not read; undefined if there is none. @throws TemplateError */
export function unknownRead(source: string, names: readonly string[]): string | undefined {
  const unknown = readsOf(source).find(([name]) => name !== undefined && !names.includes(name));
  return unknown && `${unknown[0]} is nothing that this template can read; it can read ${names.join(', ')}`;
}

/**
 * Whether the value of a condition means yes. As in Liquid, every value except `false` and null is true, also 0 and an empty
 * list. Tags render text, so a blank text or `false` means no.
 */
export function isTrue(value: Json): boolean {
  if (typeof value === 'string') return !['', 'false'].includes(value.trim());
  return value !== null && value !== false;
}

function isDeeperThan(value: unknown, room: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return room === 0 || Object.values(value).some((member) => isDeeperThan(member, room - 1));
}
