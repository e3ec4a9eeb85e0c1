import { Problem } from '../../platform/problem.ts';
import { MOST_ITEMS, type ValidationItem } from './validation-items.ts';

/** Most bytes of JSON that the items take together. Each may stand below hundreds of names. */
const LARGEST_DETAIL = 256 * 1024;

/** A 422 whose `detail` is a list of at most 100 faults, and of fewer if these would be longer than 256 KiB. */
export class ValidationProblem extends Problem {
  readonly items: readonly ValidationItem[];

  constructor(items: readonly ValidationItem[]) {
    super(422, 'validation_error', 'The request does not have the declared form.');
    this.name = 'ValidationProblem';
    this.items = items.slice(0, countFitting(items.slice(0, MOST_ITEMS)));
  }
}

/** How many of the first items fit; the very first one is always shown, because an answer without any would say nothing. */
function countFitting(items: readonly ValidationItem[]): number {
  let room = LARGEST_DETAIL;
  const firstTooMany = items.findIndex((item, index) => {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return room < 0 && index > 0;
  });
  return firstTooMany < 0 ? items.length : firstTooMany;
}
