import { checkTemplate, type Json, readsOf, stringsIn, TemplateError } from '../scenario/template.ts';

/** A template that an owner has to correct, and where it stands. */
export interface TemplateFault {
  path: (string | number)[];
  /** Follows "Value error, ". */
  message: string;
  input: unknown;
}

/** What every template of an operation may read. */
export const callNames = ['input', 'event', 'profile', 'identity', 'state', 'job'] as const;
/** What templates over an answer may read. */
export const answerNames = [...callNames, 'response'] as const;

const deepest = 50;

/**
 * Faults of every template in a JSON value.
 * @param names what these templates may read; a name that is none of them would render as nothing, unnoticed
 */
export function templateFaults(
  value: Json,
  names: readonly string[],
  path: (string | number)[] = [],
): TemplateFault[] {
  if (isDeeperThan(value, deepest)) {
    return [{ path, message: `a template is nested at most ${deepest} deep`, input: null }];
  }
  return [...stringsIn(value, path)].flatMap(([source, at]) => {
    const message = faultOf(source, names);
    return message === undefined ? [] : [{ path: at, message, input: source }];
  });
}

/** What is wrong with one template; undefined for a good one. */
export function faultOf(source: string, names: readonly string[]): string | undefined {
  try {
    checkTemplate(source);
    const unknown = readsOf(source).find(([name]) => name !== undefined && !names.includes(name));
    return unknown && `${unknown[0]} is nothing that this template can read; it can read ${names.join(', ')}`;
  } catch (error) {
    if (error instanceof TemplateError) return `the template cannot be read: ${error.message}`;
    throw error;
  }
}

/** The word of a template that decides: true, or the text `true`. Anything else is no. */
export function isTrue(value: Json): boolean {
  return value === true || (typeof value === 'string' && value.trim() === 'true');
}

function isDeeperThan(value: unknown, room: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return room === 0 || Object.values(value).some((member) => isDeeperThan(member, room - 1));
}
