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

/** The names of the marked fields of a schema. */
export function secretNames(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return secretNames(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, field]) => (secretFields.has(field) ? [name] : []));
}

/**
 * Removes every input that is in a marked field, or is the whole body if a marked field has a value.
 * @param part as it was sent
 */
export function withoutSecrets(
  items: ValidationItem[],
  names: readonly string[],
  part: unknown,
): ValidationItem[] {
  const sent = names.filter((name) => typeof part === 'object' && part !== null && name in part);
  if (sent.length === 0) return items;
  return items.map((item) => {
    const { input, ...rest } = item;
    const isWhole = typeof input === 'object' && input !== null && item.loc.length <= 2;
    return isWhole || sent.includes(String(item.loc[1])) ? rest : item;
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
