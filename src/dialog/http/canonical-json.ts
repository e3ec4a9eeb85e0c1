import { scalarEnd, skipSpace, stringEnd } from './json-scan.ts';

/**
 * Writes every text of the same document in the same way: members sorted by name, the last of equal names kept, no white
 * space, escapes as `JSON.stringify` writes them. Numbers keep their text, so `1` and `1.0`, or two integers beyond 2^53, are
 * never equal.
 *
 * It copies from the text and not from a parsed value, because a double does not know how it was written.
 *
 * @param text accepted by `parseJsonBody`, so it is valid and not too deep for recursion
 */
export function canonicalJson(text: string): string {
  let at = 0;
  /** Counts what differs between the text so far and its canonical spelling: what does not differ is copied as it is. */
  let changes = 0;
  let lastNames: string[] = [];
  let lastOrder: number[] = [];

  function space(): void {
    const start = at;
    at = skipSpace(text, at);
    if (at > start) changes++;
  }

  function string(): string {
    const start = at;
    at = stringEnd(text, start);
    const sent = text.slice(start, at);
    if (!sent.includes('\\')) return sent;
    const written = JSON.stringify(JSON.parse(sent));
    if (written !== sent) changes++;
    return written;
  }

  function object(): string {
    const start = at;
    const changesBefore = changes;
    const names: string[] = [];
    const members: string[] = [];
    let isOrdered = true;
    do {
      at++;
      space();
      if (text.charCodeAt(at) === closingBrace) break;
      const name = string();
      space();
      at++;
      if (names.length > 0 && names[names.length - 1]! >= name) isOrdered = false;
      names.push(name);
      members.push(value());
    } while (text.charCodeAt(at) === comma);
    at++;
    if (isOrdered && changes === changesBefore) return text.slice(start, at);
    if (!isOrdered) changes++;
    let canonical = '{';
    for (const i of isOrdered ? names.keys() : orderOf(names)) {
      if (canonical.length > 1) canonical += ',';
      canonical += `${names[i]}:${members[i]}`;
    }
    return `${canonical}}`;
  }

  /** The places of the names in their order, the last of equal ones. The items of a list mostly have the same names. */
  function orderOf(names: string[]): number[] {
    if (haveSameItems(names, lastNames)) return lastOrder;
    lastNames = names;
    lastOrder = names.length > fewNames ? sortedPlaces(names) : insertedPlaces(names);
    return lastOrder;
  }

  function array(): string {
    const start = at;
    const changesBefore = changes;
    const items: string[] = [];
    do {
      at++;
      space();
      if (text.charCodeAt(at) === closingBracket) break;
      items.push(value());
    } while (text.charCodeAt(at) === comma);
    at++;
    if (changes === changesBefore) return text.slice(start, at);
    return `[${items.join()}]`;
  }

  function scalar(): string {
    const start = at;
    at = scalarEnd(text, start);
    return text.slice(start, at);
  }

  function value(): string {
    space();
    const first = text.charCodeAt(at);
    const canonical =
      first === quote
        ? string()
        : first === openingBrace
          ? object()
          : first === openingBracket
            ? array()
            : scalar();
    space();
    return canonical;
  }

  return value();
}

const quote = 0x22;
const comma = 0x2c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/** Up to so many names are put in order fastest by inserting one after the other. */
const fewNames = 12;

function haveSameItems(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false;
  return true;
}

function sortedPlaces(names: readonly string[]): number[] {
  const places = new Map(names.map((name, i) => [name, i]));
  return [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, i]) => i);
}

function insertedPlaces(names: readonly string[]): number[] {
  const places: number[] = [];
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    let before = places.length;
    while (before > 0 && names[places[before - 1]!]! > name) before--;
    const isRepeated = before > 0 && names[places[before - 1]!] === name;
    if (isRepeated) places[before - 1] = i;
    else places.splice(before, 0, i);
  }
  return places;
}
