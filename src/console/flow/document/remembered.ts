/** Remembers what was found of values that never change, for as long as these are there: of an edited document most parts are those of before. */
export function remembered<Of extends object, Found>(find: (of: Of) => Found): (of: Of) => Found {
  const known = new WeakMap<Of, Found>();
  return (of) => {
    if (known.has(of)) return known.get(of)!;
    const found = find(of);
    known.set(of, found);
    return found;
  };
}
