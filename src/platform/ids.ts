import { TypeID } from 'typeid-js';
import { uuidv7 } from 'uuidv7';

/**
 * Identifiers are UUIDv7, stored as `uuid` and shown as TypeIDs (a prefix that names the record, `_`, base32):
 * https://github.com/jetify-com/typeid
 */
const prefixes = {
  owner: 'own',
  project: 'prj',
  key: 'key',
  profile: 'prof',
  identity: 'idn',
  channel: 'ch',
  message: 'msg',
  event: 'evt',
  job: 'job',
  run: 'run',
  order: 'ord',
  refund: 'rfd',
  connection: 'con',
  receiver: 'rcv',
  delivery: 'dlv',
  link: 'lnk',
  linkCode: 'lco',
  visitor: 'vis',
  methodKey: 'mky',
  callback: 'cbk',
  disconnection: 'dcn',
} as const;

export type RecordKind = keyof typeof prefixes;

/** A new UUIDv7 in its usual text form, growing with time. */
export const newId: () => string = uuidv7;

/** Below every id that was made at this moment or later: a UUIDv7 begins with 48 bits of milliseconds. */
export function idsSince(at: Date): string {
  const ms = at.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}

/** The public form of a stored id, such as `msg_01m7w6xcejevjsjvszn2j3kxdt`. */
export function showId(kind: RecordKind, uuid: string): string {
  return TypeID.fromUUID(prefixes[kind], uuid).toString();
}

/** The stored form of a public id; undefined when the text is no id of this kind, so that callers answer 404. */
export function readId(kind: RecordKind, text: string): string | undefined {
  const prefix = prefixes[kind];
  if (text.length !== prefix.length + 27) return undefined;
  try {
    return TypeID.fromString(text, prefix).toUUID();
  } catch {
    return undefined;
  }
}
