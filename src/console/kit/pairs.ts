/** A name and a value that stand beside each other. */
export type Pair = readonly [name: string, value: string];

/** As an object; of two with the same name the later one. */
export const pairsAsObject = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs.filter(([name]) => name.trim() !== '').map(([name, value]) => [name.trim(), value]),
  );
