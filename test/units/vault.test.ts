import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault, newSecret, sameSecret, sha256 } from '../../src/platform/secrets.ts';

const vault = createVault(randomBytes(32).toString('base64'));
const place = 'channel/1';

describe('a sealed text', () => {
  it.each(['', 'whsec_abc', '😀 é \n', 'x'.repeat(100_000)])('can be opened at its place: %#', (text) => {
    const sealed = vault.seal(place, text);
    expect(vault.open(place, sealed)).toBe(text);
    if (text !== '') expect(sealed).not.toContain(text);
  });

  it('is different every time, and shows nothing of the text', () => {
    const sealed = Array.from({ length: 100 }, () => vault.seal(place, 'the same'));
    expect(new Set(sealed).size).toBe(100);
    expect(sealed[0]).toMatch(/^v1\.[\w-]+$/);
  });

  it('cannot be opened at another place', () => {
    const sealed = vault.seal(place, 'secret');
    for (const other of ['channel/2', 'channel/', 'channel/1 ', '', 'connection/1']) {
      expect(() => vault.open(other, sealed)).toThrow();
    }
  });

  it('cannot be opened with another key', () => {
    const other = createVault(randomBytes(32).toString('base64'));
    expect(() => other.open(place, vault.seal(place, 'secret'))).toThrow();
  });

  it('cannot be opened if one bit of nonce, tag or text was changed', () => {
    const [stamp, body] = vault.seal(place, 'secret').split('.') as [string, string];
    const bytes = Buffer.from(body, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i]! ^= 1;
      expect(() => vault.open(place, `${stamp}.${changed.toString('base64url')}`)).toThrow();
    }
  });

  it('cannot be opened if it was cut, lengthened, or has another form', () => {
    const sealed = vault.seal(place, 'secret');
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (const length of [0, 1, 11, 12, 20, 27, 28, bytes.length - 1]) {
      expect(() => vault.open(place, `v1.${bytes.subarray(0, length).toString('base64url')}`)).toThrow();
    }
    const longer = Buffer.concat([bytes, Buffer.from([0])]).toString('base64url');
    for (const text of [`v1.${longer}`, '', 'v1', 'v1.', 'plain', sealed.replace('v1', 'v2'), `.${sealed}`]) {
      expect(() => vault.open(place, text)).toThrow();
    }
  });

  it('is not shown in the error if it cannot be opened', () => {
    const sealed = vault.seal(place, 'secret');
    try {
      vault.open('elsewhere', sealed);
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain(sealed.slice(3));
      expect(String(error)).not.toContain('secret');
    }
  });
});

describe('keys for a purpose', () => {
  it('are the same each time, and differ by purpose and by encryption key', () => {
    expect(vault.keyFor('one')).toHaveLength(32);
    expect(vault.keyFor('one').equals(vault.keyFor('one'))).toBe(true);
    expect(vault.keyFor('one').equals(vault.keyFor('two'))).toBe(false);
    const other = createVault(randomBytes(32).toString('base64'));
    expect(other.keyFor('one').equals(vault.keyFor('one'))).toBe(false);
  });
});

describe('secrets', () => {
  it('are random, with the requested prefix', () => {
    const made = Array.from({ length: 1000 }, () => newSecret('pk_'));
    expect(new Set(made).size).toBe(1000);
    for (const secret of made) expect(secret).toMatch(/^pk_[\w-]{43}$/);
  });

  it('can be compared as texts of any length', () => {
    expect(sameSecret('abc', 'abc')).toBe(true);
    for (const other of ['abd', 'ab', 'abcd', '', 'ABC']) expect(sameSecret('abc', other)).toBe(false);
  });

  it('are hashed with SHA-256', () => {
    expect(sha256('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
