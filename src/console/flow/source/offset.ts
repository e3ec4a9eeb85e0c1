import type { Path } from '../document/json.ts';

/** Where the value at a path begins in a JSON text; undefined if the text has none there. */
export function offsetOf(text: string, path: Path): number | undefined {
  let at = 0;
  const space = () => {
    while (/\s/.test(text[at] ?? '')) at++;
  };
  const skipString = () => {
    at++;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at++;
  };
  const skip = (): void => {
    space();
    if (text[at] === '"') {
      skipString();
      return;
    }
    if (text[at] !== '{' && text[at] !== '[') {
      while (at < text.length && !/[,\]}\s]/.test(text[at]!)) at++;
      return;
    }
    let depth = 0;
    do {
      if (text[at] === '"') skipString();
      else {
        if (text[at] === '{' || text[at] === '[') depth++;
        if (text[at] === '}' || text[at] === ']') depth--;
        at++;
      }
    } while (depth > 0 && at < text.length);
  };
  for (const part of path) {
    space();
    const isList = text[at] === '[';
    if (!isList && text[at] !== '{') return undefined;
    at++;
    for (let index = 0; ; index++) {
      space();
      if (at >= text.length || text[at] === ']' || text[at] === '}') return undefined;
      let name: string | number = index;
      if (!isList) {
        const from = at;
        skipString();
        name = JSON.parse(text.slice(from, at)) as string;
        space();
        at++;
      }
      if (name === part) break;
      skip();
      space();
      if (text[at] === ',') at++;
    }
  }
  space();
  return at;
}
