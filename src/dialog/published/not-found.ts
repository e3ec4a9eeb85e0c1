import { Problem } from '../../platform/problem.ts';

/** The answer if a method, or a version of it, does not exist. */
export function methodNotFound(): Problem {
  return new Problem(404, 'method_not_found', 'There is no such method, or no such version of it.');
}
