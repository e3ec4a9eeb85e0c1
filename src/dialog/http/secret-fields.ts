import { z } from 'zod';
import { text } from './fields.ts';
import { type RequestPart, toItems, type ValidationItem, valueError } from './validation-items.ts';

/**
 * Secrets in requests. The answer to a refused request shows the wrong values, and clients write it to logs and tickets, so it
 * must not contain a secret.
 */
const secretFields = z.registry<{ secret: true }>();

/** Marks a field of a body that is a secret, or is a free-form object that may contain one. */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  secretFields.add(schema, { secret: true });
  return schema;
}

/** A secret that people enter. One of nothing but white space is a slip of the hand, which no other side would accept. */
export const secretText = (rules: { min?: number; max: number }): z.ZodType<string> =>
  text(rules).superRefine((value, ctx) => {
    if (value === '' || value.trim() !== '') return;
    ctx.addIssue({ code: 'custom', message: 'a secret has more than white space', input: value });
  });

/** What is shown in place of a secret. */
export const masks = { set: 'set', notSet: 'not set' } as const;

/** Whether a value is what is shown in place of a secret. Sent back, it changes nothing. */
export const isMask = (value: unknown): boolean => value === masks.set || value === masks.notSet;

/** A secret that need not be sent. What is shown in its place counts as left out, so a record can be sent back as it was read. */
export const secretUnlessShown = <Output>(schema: z.ZodType<Output>): z.ZodType<Output | null | undefined> =>
  secret(z.preprocess((value) => (isMask(value) ? undefined : value), schema.nullish()).optional());

/** The names of the marked fields of a schema. */
export function secretNames(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return secretNames(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, field]) => (secretFields.has(field) ? [name] : []));
}

/**
 * Removes every input that is in a marked field, or is the whole body: a body that is no object, and one in which the name of a marked
 * field is misspelt, may have the secret anywhere.
 */
export function withoutSecrets(items: ValidationItem[], names: readonly string[]): ValidationItem[] {
  if (names.length === 0) return items;
  return items.map((item) => {
    const { input, ...rest } = item;
    const isWhole =
      item.loc.length === 1 || (typeof input === 'object' && input !== null && item.loc.length === 2);
    return isWhole || names.includes(String(item.loc[1])) ? rest : item;
  });
}

/**
 * Faults of settings, some of which are secret, at `["body", "settings", …]`. An input that is a secret, or is an object that
 * may contain one, is not shown.
 *
 * @param given as sent
 * @param secrets names, or paths with dots
 * @param droppedBecause why a stored secret was not reused, for secrets that are missing now
 */
export function settingsFaults(
  issues: readonly z.core.$ZodIssue[],
  given: Record<string, unknown>,
  secrets: readonly string[],
  droppedBecause?: string,
): ValidationItem[] {
  return toItems(issues, 'body' satisfies RequestPart, given).map((item) => {
    const path = item.loc.slice(1);
    const loc = ['body', 'settings', ...path];
    const isSecret = secrets.includes(path.join('.'));
    const { input, ...rest } = { ...item, loc };
    if (isSecret && item.type === 'missing' && droppedBecause !== undefined) {
      const { input: _, ...again } = valueError(loc, droppedBecause, null);
      return again;
    }
    return isSecret || (typeof input === 'object' && input !== null) ? rest : { ...rest, input };
  });
}
