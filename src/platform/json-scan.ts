/** Finds the parts of a JSON text that is known to be valid, without parsing it. */

export function skipSpace(text: string, from: number): number {
  let at = from;
  // In valid JSON only white space is at or below U+0020 here; at the end of the text the code is NaN.
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

export function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== '{' && first !== '[') return scalarEnd(text, start);
  let depth = 0;
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
    at = code === 0x22 ? stringEnd(text, at) : at + 1;
  } while (depth > 0 && at < text.length);
  return at;
}

/** Finds the end of a string. Searching for quotes is much faster than checking every character of a long string. */
export function stringEnd(text: string, start: number): number {
  let quote = start;
  for (;;) {
    quote = text.indexOf('"', quote + 1);
    if (quote < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

export function scalarEnd(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x2c || code === 0x5d || code === 0x7d) break;
  }
  return at;
}

/** Whether JSON text is nested deeper than `limit`. Any text may be passed, also before it is parsed. */
export function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = stringEnd(text, at) - 1;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}
