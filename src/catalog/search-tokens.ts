const plain = /[^\s"']*/y;
const solid = /\S+/y;
const space = /\s*/y;

/**
 * Splits the text of a search as DRF's SearchFilter does. A token is a run without white space, which may contain quoted
 * pieces with white space. Inside a quoted piece a backslash escapes the next character.
 *
 * The time is linear in the length of the text. A regular expression would search for the end of an unclosed quote again at
 * every token.
 */
export function* searchTokens(text: string): Generator<string> {
  /** From this position on no quote of a kind is closed; the search has passed all further ones as escaped. */
  const unclosed: Record<string, number> = { '"': text.length, "'": text.length };
  const endOf = (quote: string, from: number): number => {
    if (from >= unclosed[quote]!) return -1;
    for (let at = from; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === quote) return at;
    }
    unclosed[quote] = from;
    return -1;
  };
  const after = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    pattern.exec(text);
    return pattern.lastIndex;
  };
  for (let at = after(space, 0); at < text.length; at = after(space, at)) {
    let end = after(plain, at);
    let isQuoted = false;
    for (;;) {
      const quote = text[end];
      const closing = quote === '"' || quote === "'" ? endOf(quote, end + 1) : -1;
      if (closing < 0) break;
      isQuoted = true;
      end = after(plain, closing + 1);
    }
    if (!isQuoted) end = after(solid, at);
    yield text.slice(at, end);
    at = end;
  }
}

/**
 * The terms of DRF's SearchFilter: split at white space and commas, except in quotes. A term loses its quotes only if it
 * begins and ends with the same one.
 */
export function searchTerms(text: string): string[] {
  return [...searchTokens(text)].flatMap((found) => {
    const part = found.replace(/^,+|,+$/g, '');
    const quote = part[0];
    if ((quote === '"' || quote === "'") && part.at(-1) === quote) {
      return [part.slice(1, -1).replaceAll(`\\${quote}`, quote).replaceAll('\\\\', '\\')];
    }
    return part.split(',').filter((word) => word !== '');
  });
}
