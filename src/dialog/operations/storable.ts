import type { Json } from '../scenario/template.ts';

/** A value in which NUL characters and halves of surrogate pairs, which no text of Postgres can hold, are replaced. */
export function storable(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [storable(name), storable(item)]));
}
