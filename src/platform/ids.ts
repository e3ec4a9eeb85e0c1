import { randomFillSync } from 'node:crypto';

/**
 * Identifiers are UUIDv7, stored as `uuid` and shown as TypeIDs (a prefix that names the record, `_`, base32):
 * https://github.com/jetify-com/typeid
 */
const prefixes = {
  owner: 'own',
  session: 'ses',
  passkey: 'psk',
  invitation: 'inv',
  project: 'prj',
  key: 'key',
  profile: 'prof',
  identity: 'idn',
  channel: 'ch',
  message: 'msg',
  event: 'evt',
  turn: 'trn',
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
  press: 'prs',
  revision: 'rev',
  disconnection: 'dcn',
  file: 'file',
  approval: 'apr',
  installationEntry: 'ent',
  personalToken: 'tok',
  transform: 'trf',
  mail: 'mail',
  team: 'team',
  note: 'note',
  pushBrowser: 'brw',
} as const;

export type RecordKind = keyof typeof prefixes;

/** Whether records that are called so have public ids. */
export const isRecordKind = (text: string): text is RecordKind => Object.hasOwn(prefixes, text);

/** Whether a text is a UUID as Postgres writes it. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** The nil UUID, RFC 9562, section 5.9: no record has it, and it is less than all others. */
export const noId = '00000000-0000-0000-0000-000000000000';

/** The max UUID, RFC 9562, section 5.10: no record has it, and it is greater than all others. */
export const maxId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Where ids get their randomness: 32 bits at a time, which nobody can foresee. */
export type Random = () => number;

/** Randomness for many ids at once: to ask the system for it takes longer than to make an id. */
function pooledRandom(): Random {
  const pool = new Uint32Array(1024);
  let next = pool.length;
  return () => {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    return pool[next++]!;
  };
}

/** 42 of the bits of a UUIDv7 are a counter here. */
const mostCounted = 2 ** 42 - 1;
/** A clock that went back by less is waited for; by more, somebody has set it. */
const rollbackMs = 10_000;

/**
 * Makes UUIDv7 in their usual text form, each greater than the one before: RFC 9562, section 6.2, method 1. The counter begins
 * at random in every millisecond; 32 random bits follow it.
 */
export function idGenerator(random: Random = pooledRandom(), now: () => number = Date.now): () => string {
  let ms = -1;
  let counter = 0;
  const begin = (at: number) => {
    ms = at;
    counter = random() * 2 ** 10 + (random() & 0x3ff);
  };
  return () => {
    const at = now();
    if (at > ms || at + rollbackMs < ms) begin(at);
    else if (++counter > mostCounted) begin(ms + 1);
    return uuidText(
      Math.floor(ms / 2 ** 16),
      ((ms & 0xffff) << 16) | 0x7000 | Math.floor(counter / 2 ** 30),
      0x80000000 | (counter & 0x3fffffff),
      random(),
    );
  };
}

/** A new UUIDv7 in its usual text form, growing with time. */
export const newId: () => string = idGenerator();

/** Below every id that was made at this moment or later: a UUIDv7 begins with 48 bits of milliseconds. */
export function idsSince(at: Date): string {
  const ms = at.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}

const hexDigits = '0123456789abcdef';
/** As Crockford chose them, in the order of their values. */
const base32Digits = '0123456789abcdefghjkmnpqrstvwxyz';
/** Two digits, by the byte or the ten bits that they stand for. */
const hexPairs = pairsOf(hexDigits);
const base32Pairs = pairsOf(base32Digits);
/** Of what is no digit. */
const noDigit = 0xff;
/** By character code. */
const hexValues = valuesOf(hexDigits);
const base32Values = valuesOf(base32Digits);

function pairsOf(digits: string): string[] {
  return [...digits].flatMap((first) => [...digits].map((second) => first + second));
}

function valuesOf(digits: string): Uint8Array {
  const values = new Uint8Array(128).fill(noDigit);
  for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value;
  return values;
}

/** The text of a UUID, given as four words of 32 bits. */
function uuidText(a: number, b: number, c: number, d: number): string {
  return (
    `${hexPairs[a >>> 24]!}${hexPairs[(a >>> 16) & 255]!}${hexPairs[(a >>> 8) & 255]!}${hexPairs[a & 255]!}` +
    `-${hexPairs[b >>> 24]!}${hexPairs[(b >>> 16) & 255]!}-${hexPairs[(b >>> 8) & 255]!}${hexPairs[b & 255]!}` +
    `-${hexPairs[c >>> 24]!}${hexPairs[(c >>> 16) & 255]!}-${hexPairs[(c >>> 8) & 255]!}${hexPairs[c & 255]!}` +
    `${hexPairs[d >>> 24]!}${hexPairs[(d >>> 16) & 255]!}${hexPairs[(d >>> 8) & 255]!}${hexPairs[d & 255]!}`
  );
}

/** 16 bits from four hex digits; more where one of them is none. */
function hex16(text: string, at: number): number {
  const one = hexValues[text.charCodeAt(at)] ?? noDigit;
  const two = hexValues[text.charCodeAt(at + 1)] ?? noDigit;
  const three = hexValues[text.charCodeAt(at + 2)] ?? noDigit;
  const four = hexValues[text.charCodeAt(at + 3)] ?? noDigit;
  return (one | two | three | four) > 15 ? noDigit << 16 : (one << 12) | (two << 8) | (three << 4) | four;
}

/** 20 bits from four digits of base32; more where one of them is none. */
function base32Bits(text: string, at: number): number {
  const one = base32Values[text.charCodeAt(at)] ?? noDigit;
  const two = base32Values[text.charCodeAt(at + 1)] ?? noDigit;
  const three = base32Values[text.charCodeAt(at + 2)] ?? noDigit;
  const four = base32Values[text.charCodeAt(at + 3)] ?? noDigit;
  return (one | two | three | four) > 31 ? noDigit << 20 : (one << 15) | (two << 10) | (three << 5) | four;
}

/** 20 bits as four digits of base32. */
const base32Text = (bits: number): string => base32Pairs[bits >>> 10]! + base32Pairs[bits & 1023]!;

/**
 * The public form of a stored id, such as `msg_01m7w6xcejevjsjvszn2j3kxdt`.
 * @param uuid as Postgres writes it
 */
export function showId(kind: RecordKind, uuid: string): string {
  const one = hex16(uuid, 0);
  const two = hex16(uuid, 4);
  const three = hex16(uuid, 9);
  const four = hex16(uuid, 14);
  const five = hex16(uuid, 19);
  const six = hex16(uuid, 24);
  const seven = hex16(uuid, 28);
  const eight = hex16(uuid, 32);
  if ((one | two | three | four | five | six | seven | eight) > 0xffff || uuid.length !== 36) {
    throw new Error(`"${uuid}" is no UUID`);
  }
  // 128 bits are a byte in two digits, and six times 20 bits in four.
  return (
    `${prefixes[kind]}_${base32Pairs[one >>> 8]!}` +
    base32Text(((one & 0xff) << 12) | (two >>> 4)) +
    base32Text(((two & 0xf) << 16) | three) +
    base32Text((four << 4) | (five >>> 12)) +
    base32Text(((five & 0xfff) << 8) | (six >>> 8)) +
    base32Text(((six & 0xff) << 12) | (seven >>> 4)) +
    base32Text(((seven & 0xf) << 16) | eight)
  );
}

/** The stored form of a public id; undefined when the text is no id of this kind, so that callers answer 404. */
export function readId(kind: RecordKind, text: string): string | undefined {
  const prefix = prefixes[kind];
  const at = prefix.length + 1;
  if (text.length !== at + 26 || !text.startsWith(prefix) || text[prefix.length] !== '_') return undefined;
  const high = base32Values[text.charCodeAt(at)] ?? noDigit;
  const low = base32Values[text.charCodeAt(at + 1)] ?? noDigit;
  const one = base32Bits(text, at + 2);
  const two = base32Bits(text, at + 6);
  const three = base32Bits(text, at + 10);
  const four = base32Bits(text, at + 14);
  const five = base32Bits(text, at + 18);
  const six = base32Bits(text, at + 22);
  // 26 digits hold two bits more than a UUID has.
  if (high > 7 || low > 31 || (one | two | three | four | five | six) > 0xfffff) return undefined;
  const b = (two << 16) | (three >>> 4);
  const c = (three << 28) | (four << 8) | (five >>> 12);
  // Other versions and variants than those of RFC 9562 name no record.
  const version = (b >>> 12) & 15;
  if (version < 1 || version > 8 || c >>> 30 !== 2) return undefined;
  return uuidText((high << 29) | (low << 24) | (one << 4) | (two >>> 16), b, c, (five << 20) | six);
}
