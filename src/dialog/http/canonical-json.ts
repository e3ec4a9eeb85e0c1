import { scalarEnd, skipSpace, stringEnd } from '../../platform/json-scan.ts';

/** A member of the outermost object: its name as JSON, and the place of its value in the text. */
export type FoundMember = (name: string, start: number, end: number) => void;

/** The names of an object as JSON, in the order in which they were sent; and their places in canonical order. */
interface Names {
  sent: string[];
  places: number[];
  isOrdered: boolean;
}

/**
 * Writes every text of the same document in the same way: members sorted by name, the last of equal names kept, no white
 * space, escapes as `JSON.stringify` writes them. Numbers keep their text, so `1` and `1.0`, or two integers beyond 2^53, are
 * never equal.
 *
 * It copies from the text and not from a parsed value, because a double does not know how it was written. Bodies have up to
 * 32 MB, so nothing is made of what is canonical already: it stays a place in the text until something around it is copied.
 *
 * @param text accepted by `parseJsonBody`, so it is valid and not too deep for recursion
 * @param found is called with each member of the outermost object, so that a caller need not read the text once more
 */
export function canonicalJson(text: string, found?: FoundMember): string {
  let at = 0;
  let depth = 0;
  /** By depth, the names of the last object: the items of a list mostly have the same. */
  const known: Names[] = [];
  /** The next backslash in the text, unless it is before `at`. */
  let backslash = -1;

  /** Each reader moves past what it reads. @returns the canonical text if it is another than was sent */
  function value(): string | undefined {
    const first = text.charCodeAt(at);
    if (first === quote) return string();
    if (first === openingBrace) return object();
    if (first === openingBracket) return array();
    at = scalarEnd(text, at);
    return undefined;
  }

  function string(): string | undefined {
    const start = at;
    if (backslash < start) {
      backslash = text.indexOf('\\', start);
      if (backslash < 0) backslash = text.length;
    }
    at = text.indexOf('"', start + 1) + 1;
    if (at <= backslash) return undefined;
    at = stringEnd(text, start);
    const sent = text.slice(start, at);
    const written = JSON.stringify(JSON.parse(sent));
    return written === sent ? undefined : written;
  }

  function object(): string | undefined {
    const before = known[depth] ?? { sent: [], places: [], isOrdered: true };
    const isOutermost = depth === 0;
    depth++;
    let sent = before.sent;
    let n = 0;
    let isSpaced = false;
    /** The start and the end of each member. */
    const bounds: number[] = [];
    let rewritten: Map<number, string> | undefined;
    do {
      at++;
      const bound = at;
      at = skipSpace(text, at);
      if (at > bound) isSpaced = true;
      if (text.charCodeAt(at) === closingBrace) break;
      const nameStart = at;
      let name: string;
      let isRewritten = false;
      if (sent === before.sent && n < sent.length && text.startsWith(sent[n]!, at)) {
        name = sent[n]!;
        at += name.length;
      } else {
        const written = string();
        name = written ?? text.slice(nameStart, at);
        isRewritten = written !== undefined;
        if (sent === before.sent) sent = sent.slice(0, n);
        sent.push(name);
      }
      const colon = at + 1;
      at = skipSpace(text, skipSpace(text, at) + 1);
      const valueStart = at;
      const written = value();
      if (isOutermost) found?.(name, valueStart, at);
      bounds.push(nameStart, at);
      if (isRewritten || written !== undefined || valueStart > colon) {
        rewritten ??= new Map();
        rewritten.set(n, `${name}:${written ?? text.slice(valueStart, at)}`);
      }
      n++;
      const end = at;
      at = skipSpace(text, at);
      if (at > end) isSpaced = true;
    } while (text.charCodeAt(at) === comma);
    at++;
    depth--;
    const names = sent === before.sent && n === sent.length ? before : namesOf(sent.slice(0, n));
    known[depth] = names;
    if (names.isOrdered && !isSpaced && rewritten === undefined) return undefined;
    let canonical = '';
    for (const place of names.places) {
      canonical += canonical === '' ? '{' : ',';
      canonical += rewritten?.get(place) ?? text.slice(bounds[2 * place], bounds[2 * place + 1]);
    }
    return canonical === '' ? '{}' : `${canonical}}`;
  }

  function array(): string | undefined {
    /** The parts before `copied`; undefined while they are canonical. */
    let parts: string[] | undefined;
    let copied = at;
    depth++;
    do {
      at++;
      const before = at;
      at = skipSpace(text, at);
      if (at > before) {
        parts ??= [];
        parts.push(text.slice(copied, before));
        copied = at;
      }
      if (text.charCodeAt(at) === closingBracket) break;
      const start = at;
      const written = value();
      if (written !== undefined) {
        parts ??= [];
        parts.push(text.slice(copied, start), written);
        copied = at;
      }
      const after = at;
      at = skipSpace(text, at);
      if (at > after) {
        parts ??= [];
        parts.push(text.slice(copied, after));
        copied = at;
      }
    } while (text.charCodeAt(at) === comma);
    at++;
    depth--;
    if (!parts) return undefined;
    parts.push(text.slice(copied, at));
    return parts.join('');
  }

  at = skipSpace(text, at);
  const start = at;
  return value() ?? text.slice(start, at);
}

function namesOf(sent: string[]): Names {
  const isOrdered = sent.every((name, i) => i === 0 || sent[i - 1]! < name);
  if (isOrdered) return { sent, places: [...sent.keys()], isOrdered };
  return { sent, places: sent.length > fewNames ? sortedPlaces(sent) : insertedPlaces(sent), isOrdered };
}

const quote = 0x22;
const comma = 0x2c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/** Up to so many names are put in order fastest by inserting one after the other. */
const fewNames = 12;

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
