import type { Json } from '../template/json.ts';

/** What a step was given, as it stands on record: bounded, and without what looks like a secret. */

/** Most characters of all that a step was given, and of one text in it. */
const mostCharacters = 4000;
const longestText = 1000;

/** Secrets of connections and settings never get into a flow at all. */
const secretName =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|pass(?:word|wd|phrase|code)?|pin|cvc|cvv|.*(?:api|private|signing|secret|access)[-_ ]?key|.*secret|.*token|.*signature)$/i;

/** Whether the value of a field of this name is not recorded. */
export const isSecretName = (name: string): boolean => secretName.test(name);

const hidden = '[hidden]';
const cutOff = '…';

/** A copy for the record. What does not fit is cut off, which `…` shows. */
export function onRecord(given: Json): Json {
  return copyOf(given, { left: mostCharacters });
}

/** A copy of JSON with `[hidden]` for the values of fields that are named like a secret. */
export function withoutSecretFields(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecretFields);
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    isSecretName(name) && field !== null ? hidden : withoutSecretFields(field),
  ]);
  return Object.fromEntries(fields);
}

function copyOf(value: Json, room: { left: number }): Json {
  if (typeof value === 'string') return shortened(value, room);
  if (typeof value !== 'object' || value === null) {
    room.left -= 8;
    return value;
  }
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      if (room.left <= 0) return [...items, cutOff];
      items.push(copyOf(item, room));
    }
    return items;
  }
  const fields: [string, Json][] = [];
  for (const [name, field] of Object.entries(value)) {
    if (room.left <= 0) return Object.fromEntries([...fields, [cutOff, cutOff]]);
    const shown = shortened(name, room);
    fields.push([shown, isSecretName(name) && field !== null ? hidden : copyOf(field, room)]);
  }
  return Object.fromEntries(fields);
}

function shortened(text: string, room: { left: number }): string {
  const most = Math.max(0, Math.min(longestText, room.left));
  room.left -= Math.min(text.length, most) + 2;
  // The cut must not leave half of a character, which Postgres does not store.
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') + cutOff;
}
