import type { Finding } from '../finding.ts';

/** Names that templates can read, by what they are names of. */
export interface Readable {
  state?: readonly string[];
  vars?: readonly string[];
  steps?: readonly string[];
  table?: readonly string[];
  /** The words with which a read can begin. */
  namespaces?: readonly string[];
}

/** How many suggestions are sought in one definition, and among how many names each: a definition may have thousands of both. */
export const mostSuggestions = 50;
const mostNames = 500;
const longestName = 40;

const kinds = ['state', 'vars', 'steps', 'table'] as const;

/** How many letters of a name may be wrong: one of short names, two of others. */
const mostWrong = (name: string) => (name.length < 4 ? 0 : name.length < 6 ? 1 : 2);

/**
 * What was probably meant by a read of what there is not: the same name where there is one, or else the nearest one.
 * @param read the first parts of what is read: `['city']`, `['state', 'citty']`
 */
export function suggestionFor(
  [first = '', second]: readonly (string | undefined)[],
  names: Readable,
): Finding['suggestion'] {
  const { namespaces = [] } = names;
  const isKind = (kinds as readonly string[]).includes(first);
  const name = isKind ? (second ?? '') : first;
  // Of `stat.city` only the beginning is wrong.
  const beginning = isKind ? undefined : nearest(first, namespaces);
  const of = (kind: (typeof kinds)[number]) => (names[kind] ?? []).filter((each) => isWritten.test(each));
  const ordered = isKind ? [...kinds].sort((one) => (one === first ? -1 : 0)) : kinds;
  const same = ordered.find((kind) => kind !== 'steps' && of(kind).includes(name));
  if (same !== undefined) return suggest(isKind, first, name, `${same}.${name}`);
  if (beginning !== undefined && second !== undefined) return { read: first, instead: beginning };
  for (const kind of isKind ? [first as (typeof kinds)[number]] : kinds) {
    const near = nearest(name, of(kind));
    if (near !== undefined) return suggest(isKind, first, name, `${kind}.${near}`);
  }
  return undefined;
}

/** Names that stand in a template as they are. */
const isWritten = /^[A-Za-z_][\w-]*$/;

const suggest = (isKind: boolean, first: string, name: string, instead: string) => ({
  read: isKind ? `${first}.${name}` : name,
  instead,
});

/** The name with the fewest wrong letters; undefined if all have too many. */
export function nearest(wanted: string, names: readonly string[]): string | undefined {
  const most = mostWrong(wanted);
  if (most === 0 || wanted.length > longestName) return undefined;
  const far = names
    .filter((name) => Math.abs(name.length - wanted.length) <= most)
    .slice(0, mostNames)
    .map((name) => ({ name, wrong: wrongLetters(wanted, name) }))
    .filter(({ name, wrong }) => wrong <= most && name !== wanted)
    .sort((one, other) => one.wrong - other.wrong);
  return far[0]?.name;
}

/** How many letters must be put in, left out, replaced or exchanged with their neighbour to make one name of another. */
function wrongLetters(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
