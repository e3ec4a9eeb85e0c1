import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { showId } from '../../src/platform/ids.ts';
import {
  createVault,
  newSecret,
  openObject,
  SealedShut,
  sameSecret,
  sha256,
} from '../../src/platform/secrets.ts';

const newKey = () => randomBytes(32).toString('base64');
const key = newKey();
const vault = createVault(key);
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
    expect(sealed[0]).toMatch(/^v2\.[\w-]{8}\.[\w-]+$/);
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
    const bytes = Buffer.from(vault.seal(place, 'secret').slice(vault.stamp.length), 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i]! ^= 1;
      expect(() => vault.open(place, vault.stamp + changed.toString('base64url'))).toThrow();
    }
  });

  it('cannot be opened if it was cut, lengthened, or has another form', () => {
    const sealed = vault.seal(place, 'secret');
    const bytes = Buffer.from(sealed.slice(vault.stamp.length), 'base64url');
    const body = bytes.toString('base64url');
    const longer = Buffer.concat([bytes, Buffer.from([0])]).toString('base64url');
    for (const form of ['v1.', vault.stamp]) {
      expect(vault.open(place, form + body)).toBe('secret');
      for (const length of [0, 1, 11, 12, 20, 27, 28, bytes.length - 1]) {
        expect(() => vault.open(place, form + bytes.subarray(0, length).toString('base64url'))).toThrow();
      }
      for (const text of [form + longer, form, form.slice(0, -1), `.${form}${body}`, `${form}${body}.x`]) {
        expect(() => vault.open(place, text)).toThrow(SealedShut);
      }
    }
    for (const text of ['', 'plain', body, `v2.${body}`, `v3.${body}`, `v2.AAAAAAAA.${body}`]) {
      expect(() => vault.open(place, text)).toThrow(SealedShut);
    }
  });

  it('is not shown in the error if it cannot be opened', () => {
    const sealed = vault.seal(place, 'secret');
    try {
      vault.open('elsewhere', sealed);
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain(sealed.slice(vault.stamp.length));
      expect(String(error)).not.toContain('secret');
    }
  });
});

it('what cannot be opened is named by the public id of its record, if that has one', () => {
  const id = '01a22ae9-5f6a-7000-8000-000000000001';
  const fault = (of: string) => {
    try {
      return vault.open(of, 'sealed elsewhere');
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(fault(`channel/${id}`)).toBe(
    `what is sealed for ${showId('channel', id)} belongs to another ENCRYPTION_KEY`,
  );
  for (const other of [`subscription/${id}`, 'channel/1', 'elsewhere']) {
    expect(fault(other)).toContain(`sealed for ${other} belongs`);
  }
});

describe('a replaced key', () => {
  const next = newKey();
  const both = createVault(next, [key]);

  it('still opens what it sealed, in the form with its id and in the one without, and seals nothing', () => {
    const sealed = vault.seal(place, 'secret');
    const old = `v1.${sealed.slice(vault.stamp.length)}`;
    for (const text of [sealed, old]) {
      expect(both.open(place, text)).toBe('secret');
      expect(both.sealedWith(place, text)).toBe(vault.keyIds[0]);
      expect(createVault(next).sealedWith(place, text)).toBeUndefined();
    }
    const fresh = both.seal(place, 'secret');
    expect(fresh.startsWith(both.stamp)).toBe(true);
    expect(both.sealedWith(place, fresh)).toBe(both.keyIds[0]);
    expect(createVault(next).open(place, fresh)).toBe('secret');
    expect(() => vault.open(place, fresh)).toThrow(SealedShut);
  });

  it('counts once if it is given twice', () => {
    expect(createVault(key, [key]).keyIds).toEqual(vault.keyIds);
  });

  it('has an id that is the same in every process and shows nothing of the key', () => {
    expect(createVault(key).keyIds).toEqual(vault.keyIds);
    expect(vault.keyIds[0]).toMatch(/^[\w-]{8}$/);
    const bytes = Buffer.from(key, 'base64');
    expect(bytes.includes(Buffer.from(vault.keyIds[0], 'base64url'))).toBe(false);
  });
});

it('an object without secrets opens with any key, and one with secrets does not', () => {
  const other = createVault(newKey());
  expect(openObject(other, place, vault.seal(place, '{}'))).toEqual({});
  expect(openObject(vault, place, vault.seal(place, '{"a":"b"}'))).toEqual({ a: 'b' });
  expect(() => openObject(other, place, vault.seal(place, '{"a":"b"}'))).toThrow(SealedShut);
});

describe('keys for a purpose', () => {
  it('are the same each time, and differ by purpose and by encryption key', () => {
    const keyFor = (purpose: string, of = vault) => of.keysFor(purpose)[0];
    expect(keyFor('one')).toHaveLength(32);
    expect(keyFor('one').equals(keyFor('one'))).toBe(true);
    expect(keyFor('one').equals(keyFor('two'))).toBe(false);
    expect(keyFor('one', createVault(newKey())).equals(keyFor('one'))).toBe(false);
  });

  it('are there for each encryption key, the present one first', () => {
    const next = newKey();
    expect(createVault(next, [key]).keysFor('one')).toEqual([
      ...createVault(next).keysFor('one'),
      ...vault.keysFor('one'),
    ]);
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
