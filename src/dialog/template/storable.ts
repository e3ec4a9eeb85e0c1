/** Replaces NUL characters and halves of surrogate pairs, which Postgres cannot store in text, in JSON of any shape. */
export function storable<Value>(value: Value): Value {
  return withTexts(value, (text) => text.replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd'));
}

/** A copy of JSON of any shape with all its texts, the names too, changed in the same way. */
export function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  const changed = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(changed);
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [change(name), changed(item)]));
  };
  return changed(value) as Value;
}
