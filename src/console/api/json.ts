import { textFor } from '../text/text.ts';
import { faultAt } from './problem.ts';

/**
 * Reads what somebody wrote as JSON. Nothing at all is `undefined`.
 * @param path of the field in the body of the request
 * @throws ApiProblem that says so at the field
 */
export function readJsonAt(path: string, text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = (error as Error).message;
    throw faultAt(path, textFor('fault', 'not_json', why, { why }));
  }
}
