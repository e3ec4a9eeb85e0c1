import { Problem } from '../../platform/problem.ts';

/** The answer where a method, or a version of one, is not there. */
export function methodNotFound(): Problem {
  return new Problem(404, 'method_not_found', 'There is no such method, or no such version of it.');
}
