import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import { ValidationProblem, valueError } from './validation.ts';

/** A PUT that only makes, and replaces nothing: https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */

/** The header with which a client says that it makes something new. */
export const ifNoneMatch = z.object({
  'if-none-match': z
    .string()
    .optional()
    .describe(
      'With `*` something is made, and nothing is replaced: if it exists already, the answer is 412 and nothing has changed. Without ' +
        'the header what exists is replaced.',
    ),
});

/**
 * Refuses to replace what somebody else has made under the same name. Thrown in the transaction that wrote it, which then writes nothing.
 * @param what as it is called to people, such as `receiver`
 * @param isNew whether it was made just now
 * @throws Problem 412 `already_exists`; ValidationProblem if the header says anything but `*`
 */
export function refuseToReplace(
  headers: { 'if-none-match'?: string | undefined },
  what: string,
  isNew: boolean,
): void {
  const wanted = headers['if-none-match']?.trim() ?? '';
  if (wanted === '') return;
  if (wanted !== '*')
    throw new ValidationProblem([
      valueError(['header', 'if-none-match'], 'must be *, or be left out', headers['if-none-match']),
    ]);
  if (isNew) return;
  const detail = `There is a ${what} of this name already, and it was left as it is. Take another name, or send the request without If-None-Match to replace it.`;
  throw new Problem(412, 'already_exists', detail);
}
