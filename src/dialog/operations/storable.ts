/** Replaces NUL characters and halves of surrogate pairs, which Postgres cannot store in text, in JSON of any shape. */
export function storable<Value>(value: Value): Value {
  return cleaned(value) as Value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleaned);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [cleaned(name), cleaned(item)]));
}
