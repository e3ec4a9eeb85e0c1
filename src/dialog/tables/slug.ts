import { Problem } from '../../platform/problem.ts';
import { isSlug } from '../http/slug.ts';

/** @throws Problem 404 `table_not_found` if the text cannot be a slug */
export function checkedSlug(text: string): string {
  if (!isSlug(text)) throw tableNotFound();
  return text;
}

/** The answer if the project has no table with this slug. */
export function tableNotFound(): Problem {
  return new Problem(404, 'table_not_found', 'This project has no such table. GET /tables lists them.');
}
