import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { isRecordKind, isUuid, showId } from './ids.ts';

/** SHA-256 of a text or of bytes. It is enough for random keys of 256 bits, which nobody can guess; passwords need Argon2id. */
export function sha256(text: string | Buffer): Buffer {
  return Buffer.from(sha256Name(text), 'latin1');
}

/**
 * The same as a string with one character for each byte, as the key of a map. Node makes a string in half the time that it
 * takes for bytes with memory of their own.
 */
export function sha256Name(text: string | Buffer): string {
  return hash('sha256', text, 'binary');
}

/** Makes a random secret: `bytes` of randomness in base64url, after a prefix that names its kind. */
export function newSecret(prefix: string, bytes = 32): string {
  return prefix + randomBytes(bytes).toString('base64url');
}

/** Compares two texts in constant time. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** Encryption of secrets at rest: AES-256-GCM, with every text bound to its place. */
export interface Vault {
  /** @param place such as `channel/<uuid>`: a text copied to another place cannot be opened there */
  seal(place: string, text: string): string;
  /** @throws SealedShut if the text was sealed with a key that is not here, or for another place, or was changed */
  open(place: string, sealed: string): string;
  /** The id of the key that opens a text; undefined if none does. */
  sealedWith(place: string, sealed: string): string | undefined;
  /** What every text that is sealed now begins with. */
  stamp: string;
  /** The ids of all keys. The first seals; every one opens. They tell nothing of the keys. */
  keyIds: readonly [string, ...string[]];
  /** A key of 32 bytes for one purpose from each key, in the same order. It tells nothing of the keys for other purposes. */
  keysFor(purpose: string): readonly [Buffer, ...Buffer[]];
}

/** A sealed text that no key of this server opens. */
export class SealedShut extends Error {
  /** @param place for which it was sealed */
  constructor(place: string) {
    super(`what is sealed for ${shownPlace(place)} belongs to another ENCRYPTION_KEY`);
  }
}

/** A place by the public id of its record, if that has one. */
function shownPlace(place: string): string {
  const [kind = '', id = ''] = place.split('/');
  return isRecordKind(kind) && isUuid(id) ? showId(kind, id) : place;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Sealed forms: `v2.<id of the key>.<base64url of nonce, tag and ciphertext>`; `v1.<the same>` without an id, from before keys
 * could be replaced.
 * @param current base64 of 32 bytes: it seals
 * @param previous keys in the same form, which only open
 */
export function createVault(current: string, previous: readonly string[] = []): Vault {
  const first = keyOf(current);
  const keys = [first, ...previous.map(keyOf).filter(({ id }) => id !== first.id)] as const;
  const stamp = `v2.${first.id}.`;
  return {
    seal(place, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', first.secret, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return stamp + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(place, sealed) {
      const opened = tryKeys(place, sealed);
      if (opened) return opened.text;
      throw new SealedShut(place);
    },
    sealedWith: (place, sealed) => tryKeys(place, sealed)?.id,
    stamp,
    keyIds: each(keys, ({ id }) => id),
    // RFC 5869. The encryption keys are random, so no salt is needed.
    keysFor: (purpose) => each(keys, ({ secret }) => derive(secret, purpose, 32)),
  };

  function tryKeys(place: string, sealed: string): { id: string; text: string } | undefined {
    const { id: wanted, bytes } = takeApart(sealed);
    for (const { id, secret } of keys) {
      if (wanted !== undefined && wanted !== id) continue;
      const text = tryOpen(secret, place, bytes);
      if (text !== undefined) return { id, text };
    }
    return undefined;
  }
}

/** @returns the id of the key, if the form has one, and nonce, tag and ciphertext, which are empty in an unknown form */
function takeApart(sealed: string): { id: string | undefined; bytes: Buffer } {
  const [, id, body = ''] = /^(?:v1|v2\.([\w-]+))\.([\w-]+)$/.exec(sealed) ?? [];
  return { id, bytes: Buffer.from(body, 'base64url') };
}

/**
 * Opens a sealed JSON object. An empty one is known by its length, so it opens without its key: nothing is lost with it.
 * @throws SealedShut
 */
export function openObject(vault: Vault, place: string, sealed: string): Record<string, string> {
  if (isEmptyObject(sealed)) return {};
  return JSON.parse(vault.open(place, sealed)) as Record<string, string>;
}

const isEmptyObject = (sealed: string) =>
  takeApart(sealed).bytes.length === nonceBytes + tagBytes + '{}'.length;

function tryOpen(secret: Buffer, place: string, bytes: Buffer): string | undefined {
  try {
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

const idBytes = 6;

function keyOf(text: string): { id: string; secret: Buffer } {
  const secret = Buffer.from(text, 'base64');
  return { id: derive(secret, 'key id', idBytes).toString('base64url'), secret };
}

function derive(secret: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `parley/${purpose}`, bytes));
}

function each<From, To>(
  [first, ...rest]: readonly [From, ...From[]],
  map: (value: From) => To,
): readonly [To, ...To[]] {
  return [map(first), ...rest.map(map)];
}
