/** JSON values that never change: an edit makes a new one that shares what it did not touch. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}
export type Path = readonly (string | number)[];

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a path leads to or into what another one leads to. */
export const startsWith = (path: Path, beginning: Path): boolean =>
  beginning.every((part, i) => path[i] === part);

/** The value at a path; undefined if there is none. */
export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, Json>)[part];
  }
  return value;
}

/**
 * A value with another one at a path. Names keep their order, new ones come last.
 * @param value undefined: takes it away; of a list the later items move up
 */
export function withValue<Root extends Json>(root: Root, path: Path, value: Json | undefined): Root {
  return changed(root, path, value) as Root;
}

function changed(root: Json | undefined, path: Path, value: Json | undefined): Json | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  const parent = root ?? (typeof part === 'number' ? [] : {});
  if (typeof parent !== 'object' || parent === null) return changed(undefined, path, value);
  const before = Object.hasOwn(parent, part) ? (parent as Record<string | number, Json>)[part] : undefined;
  const after = changed(before, rest, value);
  if (after === before) return root;
  if (Array.isArray(parent)) {
    const items = [...(parent as Json[])];
    if (after === undefined) items.splice(Number(part), 1);
    else items[Number(part)] = after;
    return items;
  }
  const object = parent as JsonObject;
  if (after !== undefined) return { ...object, [part]: after };
  const { [part]: _, ...others } = object;
  return others;
}

/** A list with something put in before an index. */
export const inserted = <Item>(items: readonly Item[], index: number, ...more: Item[]): Item[] => [
  ...items.slice(0, index),
  ...more,
  ...items.slice(index),
];

/** A value with every string replaced. Parts without a change are shared. @param change gets the path of the string, too */
export function mapStrings(value: Json, change: (text: string, path: Path) => string, path: Path = []): Json {
  if (typeof value === 'string') return change(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: Json, i) => mapStrings(item, change, [...path, i]));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  const entries = Object.entries(value as JsonObject);
  const mapped = entries.map(([name, part]) => [name, mapStrings(part, change, [...path, name])] as const);
  return mapped.some(([, part], i) => part !== entries[i]![1]) ? Object.fromEntries(mapped) : value;
}

export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Items by a name that each has. */
export function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}
