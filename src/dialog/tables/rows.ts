import { dict } from '../http/fields.ts';
import { holdsUnstorable, losslessItems } from '../http/json-body.ts';
import { unstorable, type ValidationItem, valueError } from '../http/validation.ts';

/** A row as it is given: a JSON object of at most this many levels, itself included. */
export const deepestRow = 100;

/** Rows in one write. */
export const mostRows = 5000;

/** A row of a request's body: any JSON object that is not nested too deep. */
export const rowField = dict().superRefine((row, ctx) => {
  if (!isDeeperThan(row, deepestRow)) return;
  ctx.addIssue({ code: 'custom', message: `a row may be nested ${deepestRow} levels deep`, input: row });
});

/** Whether a JSON value has more than `levels` objects and arrays within each other. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

/**
 * Rows with a character that cannot be stored in a member that a later one of the same name hides: everywhere else
 * the check of the body finds it.
 *
 * @param rowsText the array of rows as it was sent
 */
export function hiddenFaults(rowsText: string): ValidationItem[] {
  if (!holdsUnstorable(rowsText)) return [];
  return losslessItems(rowsText).flatMap((text, index) =>
    holdsUnstorable(text) ? [valueError(['body', 'rows', index], unstorable, JSON.parse(text))] : [],
  );
}
