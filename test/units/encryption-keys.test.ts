import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEncryptionKeys } from '../../src/encryption-keys.ts';
import { SettingsError } from '../../src/settings.ts';

const newKey = () => randomBytes(32).toString('base64');
const [first, second, third] = [newKey(), newKey(), newKey()];

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-keys-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const nothing = {
  encryptionKey: undefined,
  encryptionKeyFile: undefined,
  encryptionKeyPrevious: [],
  databaseUrl: undefined,
};
const read = (given: Partial<Parameters<typeof readEncryptionKeys>[0]>) =>
  readEncryptionKeys({ ...nothing, dataDir, ...given });

/** Makes a file with this text. */
function fileOf(text: string): string {
  const file = join(dataDir, 'keys');
  writeFileSync(file, text);
  return file;
}

describe('encryption keys', () => {
  it('are that of the setting and the previous ones', () => {
    expect(read({ encryptionKey: first, encryptionKeyPrevious: [second] })).toEqual({
      current: first,
      previous: [second],
    });
  });

  it('stand in a file, the current one in its first line', () => {
    const encryptionKeyFile = fileOf(`${first}\r\n\n  ${second}\n`);
    expect(read({ encryptionKeyFile, encryptionKeyPrevious: [third], databaseUrl: 'postgres://x' })).toEqual({
      current: first,
      previous: [second, third],
    });
  });

  it('are made once with the embedded database, for this user only, and replaced in the same way', () => {
    const { current, previous } = read({});
    const file = join(dataDir, 'encryption.key');
    expect([previous, read({}).current]).toEqual([[], current]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, `${first}\n${readFileSync(file, 'utf8')}`);
    expect(read({})).toEqual({ current: first, previous: [current] });
  });

  it.each([
    [
      'is not there',
      () => join(dataDir, 'nowhere'),
      /^ENCRYPTION_KEY_FILE: .*nowhere cannot be read \(ENOENT\)$/,
    ],
    ['is empty', () => fileOf('\n'), /^ENCRYPTION_KEY_FILE: .* is empty; it has one key/],
    ['has a line that is no key', () => fileOf(`${first}\nsecret7\n`), /line 2 is no key; it has one key/],
  ])('in a file that %s stop the start with one line that quotes nothing', (_what, file, line) => {
    let fault: unknown;
    try {
      read({ encryptionKeyFile: file() });
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(SettingsError);
    expect((fault as Error).message).toMatch(line);
    expect((fault as Error).message).not.toMatch(/\n|secret7/);
  });
});
