import { dict } from '../http/fields.ts';
import { holdsUnstorable, losslessItems } from '../http/json-body.ts';
import { unstorable } from '../http/unstorable.ts';
import { type ValidationItem, valueError } from '../http/validation.ts';

/** Most levels of nesting of a row, including the row itself. */
export const deepestRow = 100;

/** Most rows in one write. */
export const mostRows = 5000;

/** A row in the body of a request: any JSON object that is not nested too deep. */
export const rowField = dict().superRefine((row, ctx) => {
  if (!isDeeperThan(row, deepestRow)) return;
  ctx.addIssue({ code: 'custom', message: `a row may be nested ${deepestRow} levels deep`, input: row });
});

/** Whether objects and arrays of a JSON value are nested more than `levels` deep. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, levels - 1));
  // Without a list of the members: a write has 5,000 rows.
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'object' && isDeeperThan(member, levels - 1)) return true;
  }
  return false;
}

/**
 * Rows with a character that cannot be stored, in a member that a later one of the same name hides. The check of the body finds
 * all others.
 *
 * @param rowsText the array of rows as it was sent
 */
export function hiddenFaults(rowsText: string): ValidationItem[] {
  if (!holdsUnstorable(rowsText)) return [];
  return losslessItems(rowsText).flatMap((text, index) =>
    holdsUnstorable(text) ? [valueError(['body', 'rows', index], unstorable, JSON.parse(text))] : [],
  );
}
