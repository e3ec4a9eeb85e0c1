/** What failed in one place, the newest first. */
export interface Failures<Item> {
  name: string;
  items: Item[];
}

/** Failures by the place in which they happened, in the order of their newest ones. */
export function failuresBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Failures<Item>[] {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    found.set(name, [...(found.get(name) ?? []), item]);
  }
  return [...found].map(([name, its]) => ({ name, items: its }));
}

/** A dialog that failed long ago needs nobody any more: the customer has gone. */
const recentMs = 7 * 86_400_000;
export const isRecent = (at: string) => Date.now() - Date.parse(at) < recentMs;

/** What an item of the readiness is about: `warehouse` of `subscription:warehouse`. */
export const slugOf = (id: string) => id.slice(id.indexOf(':') + 1);
