import { nearest } from '../../../platform/nearest-name.ts';
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

/** How many suggestions are sought in one definition, which may have thousands of faults. */
export const mostSuggestions = 50;

const kinds = ['state', 'vars', 'steps', 'table'] as const;

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
