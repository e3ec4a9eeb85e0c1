import { Problem } from '../../platform/problem.ts';
import { isSlug } from '../http/slug.ts';

/** @throws Problem 404 `table_not_found` for a text that no table can have as its slug */
export function checkedSlug(text: string): string {
  if (!isSlug(text)) throw tableNotFound();
  return text;
}

/** The answer to a slug that the project has no table of. */
export function tableNotFound(): Problem {
  return new Problem(404, 'table_not_found', 'This project has no such table. GET /tables lists them.');
}
