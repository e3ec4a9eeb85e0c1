import { z } from 'zod';
import { word } from '../http/validation-items.ts';

/** What the check of a definition says of its form. */

/**
 * The wording of a rule that has none of its own: that of the rest of the API, and where an object is wrong, the fields that it may
 * have. For zod's `error`, which is asked before an issue loses its schema.
 */
export function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return fieldsLeft(issue);
  if (issue.code === 'invalid_type' && issue.expected === 'object')
    return `Input should be an object${withFields(issue)}`;
  const [type, message] = word(issue as z.core.$ZodIssue, issue.input);
  return type === 'value_error' ? undefined : message;
}

/** The sentence about a field that does not exist. @param others what `fieldsLeft` gave */
export function noSuchField(name: string, others: string): string {
  return `There is no field "${name}" here; correct its name or remove it.${others}`;
}

/** The fields that an object does not have yet, as a sentence that follows another one; empty if it has all. */
function fieldsLeft({ inst, input }: z.core.$ZodRawIssue): string {
  const given = typeof input === 'object' && input !== null ? input : {};
  const names = fieldsOf(inst).filter((name) => !Object.hasOwn(given, name));
  return names.length === 0 ? '' : ` It may have ${listed(names)}.`;
}

function withFields({ inst }: z.core.$ZodRawIssue): string {
  const names = fieldsOf(inst);
  return names.length === 0 ? '' : ` with ${listed(names)}`;
}

const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : [];

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
