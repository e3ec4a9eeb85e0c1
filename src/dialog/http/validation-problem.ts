import { Problem } from '../../platform/problem.ts';
import { MOST_ITEMS, type ValidationItem } from './validation-items.ts';

/** A 422 whose `detail` is a list of at most 100 faults. */
export class ValidationProblem extends Problem {
  readonly items: readonly ValidationItem[];

  constructor(items: readonly ValidationItem[]) {
    super(422, 'validation_error', 'The request does not have the declared form.');
    this.name = 'ValidationProblem';
    this.items = items.slice(0, MOST_ITEMS);
  }
}
