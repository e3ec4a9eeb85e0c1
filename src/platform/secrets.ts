import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

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
  /** @throws Error if the text was sealed with another key or for another place, or was changed */
  open(place: string, sealed: string): string;
  /** A key of 32 bytes for one purpose, which tells nothing of the keys for others. The same in every process. */
  keyFor(purpose: string): Buffer;
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** @param key base64 of 32 bytes (`ENCRYPTION_KEY`). Sealed form: `v1.<base64url of nonce, tag and ciphertext>`. */
export function createVault(key: string): Vault {
  const secret = Buffer.from(key, 'base64');
  return {
    seal(place, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(place, sealed) {
      const [stamp, body] = sealed.split('.');
      if (stamp !== version || !body) throw new Error(`the sealed text of ${place} has an unknown form`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    },
    // RFC 5869. The encryption key is random, so no salt is needed.
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `parley/${purpose}`, 32)),
  };
}
