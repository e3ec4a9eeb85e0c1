import { z } from 'zod';
import { SUM } from './money.ts';

/**
 * A text of a certain form, whose fault says in words what is wanted. A number is taken for the text that it is written as: a
 * template gives one where the value is nothing but digits.
 * @param tidied removes what people write and the form does not have
 */
export function writtenField(
  form: RegExp,
  wanted: string,
  tidied: (value: string) => string = (value) => value,
): z.ZodType<string> {
  return z.preprocess(
    (value) => {
      if (typeof value === 'number') return tidied(String(value));
      return typeof value === 'string' ? tidied(value.trim()) : value;
    },
    z.string().refine((value) => form.test(value), wanted),
  );
}

/** A sum of money; one that is a number gets its two decimals. */
export const sumField = z.preprocess(
  (value) => (typeof value === 'number' && Number(value.toFixed(2)) === value ? value.toFixed(2) : value),
  writtenField(SUM, 'a sum has up to 13 digits and at most 2 decimals behind a dot, such as 990.00'),
);
