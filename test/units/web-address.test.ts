import { describe, expect, it } from 'vitest';
import { readWebAddress } from '../../src/dialog/http/web-address.ts';

describe('a web address', () => {
  it.each([
    'https://example.org',
    'HTTP://Example.org:8080/a.png',
    'https://user:password@example.org/?a=[1]&b=%20#c',
    'http://192.0.2.1/',
    'http://[2606:4700::1111]/',
    'https://пример.example/картинка.png',
    'https://example.org/red shoes.png?q=a\u00a0b',
  ])('is what begins with http:// or https:// and can be read as it is written: %s', (address) => {
    expect(readWebAddress(address)?.href).toBe(new URL(address).href);
  });

  // The URL parser itself refuses none of these.
  it.each([
    ['a line break at its end', 'https://example.org/\n'],
    ['a line break inside', 'https://exam\r\nple.org/'],
    ['a tab in its scheme', 'ht\ttps://example.org/'],
    ['a space in front', ' https://example.org/'],
    ['a space at its end', 'https://example.org/ '],
    ['a no-break space at its end', 'https://example.org/\u00a0'],
    ['a line separator', 'https://example.org/\u2028a'],
    ['a control character in front', '\u0001https://example.org/'],
    ['a control character inside', 'https://example.org/\u001b[31m'],
    ['a DEL', 'https://example.org/\u007f'],
    ['a C1 control character', 'https://example.org/\u0085'],
    ['a backslash', 'https://example.org\\@example.com/'],
    ['backslashes for slashes', 'https:\\\\example.org/'],
    ['no slashes', 'https:example.org/'],
    ['one slash', 'https:/example.org/'],
    ['another scheme', 'ftp://example.org/'],
  ])('is refused with %s', (_what, text) => {
    expect(URL.canParse(text)).toBe(true);
    expect(readWebAddress(text)).toBeUndefined();
  });

  it.each(['', 'https://', 'https://:80/', 'http://a b/', 'http://[::1', 'https://example.org:99999/'])(
    'is refused if the URL parser cannot read it: %j',
    (text) => {
      expect(readWebAddress(text)).toBeUndefined();
    },
  );
});
