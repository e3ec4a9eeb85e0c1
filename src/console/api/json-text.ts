/** JSON as it was written: a number keeps all its digits, which `JSON.parse` would lose. */

const space = /\s*/y;
const scalar = /[^\s,\]}]+/y;

function skip(text: string, at: number): number {
  space.lastIndex = at;
  return at + space.exec(text)![0].length;
}

/** Where the string ends that begins at a place. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Where the value ends that begins at a place. */
function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  if (text[start] !== '{' && text[start] !== '[') {
    scalar.lastIndex = start;
    return start + (scalar.exec(text)?.[0].length ?? 1);
  }
  let depth = 0;
  let at = start;
  do {
    const sign = text[at];
    if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
    at = sign === '"' ? stringEnd(text, at) : at + 1;
  } while (depth > 0 && at < text.length);
  return at;
}

/** The members of an object with the texts of their values; of a name that occurs twice the last one. @param text valid JSON */
export function membersOf(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = skip(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const nameEnd = stringEnd(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const start = skip(text, skip(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    members.set(name, text.slice(start, end));
    at = skip(text, end);
    if (text[at] === ',') at = skip(text, at + 1);
  }
  return members;
}

/** The texts of the values of an array. @param text valid JSON */
export function itemsOf(text: string): string[] {
  const items: string[] = [];
  let at = skip(text, text.indexOf('[') + 1);
  while (at < text.length && text[at] !== ']') {
    const end = valueEnd(text, at);
    items.push(text.slice(at, end));
    at = skip(text, end);
    if (text[at] === ',') at = skip(text, at + 1);
  }
  return items;
}

/** An object of these members. */
export const objectOf = (members: Iterable<readonly [string, string]>): string =>
  `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
