/** In JSON both characters occur only as escapes; a later check tells half of a pair from a whole one. */
export const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/** NUL, or half a surrogate pair: under the `u` flag whole pairs are one character of another class. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** The text of the error for such a string. */
export const unstorable = 'a NUL character or half a surrogate pair cannot be stored';

/** Whether a text holds a character that Postgres cannot store: NUL, or half a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return UNSTORABLE.test(text);
}
