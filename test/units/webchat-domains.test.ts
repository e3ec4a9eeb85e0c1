import { describe, expect, it } from 'vitest';
import { frameAncestors, isAllowedOrigin, normalDomain } from '../../src/dialog/channels/webchat/domains.ts';

describe('an allowed domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['WWW.Example.COM', 'www.example.com'],
    ['localhost', 'localhost'],
    ['localhost:08080', 'localhost:8080'],
    ['*.example.com', '*.example.com'],
    ['*.example.com:444', '*.example.com:444'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['192.0.2.1:3000', '192.0.2.1:3000'],
    ['[2001:DB8::1]:80', '[2001:db8::1]:80'],
  ])('%s is kept as %s', (given, kept) => {
    expect(normalDomain(given)).toBe(kept);
    expect(normalDomain(kept)).toBe(kept);
  });

  it.each([
    ...[
      '',
      '*',
      '*.',
      '*.com',
      '*:80',
      '**.example.com',
      'a.*.example.com',
      '*.192.0.2.1',
      '*.[::1]',
      '[::1',
    ],
    ...[
      'https://example.com',
      'example.com/',
      'example.com/path',
      'user@example.com',
      'example.com?x',
      'a#b',
    ],
    ...[
      'example.com:0',
      'example.com:65536',
      'example.com:',
      'example.com:80:80',
      ':80',
      'a..b',
      '.a.b',
      'a.b.',
    ],
    ...[
      'a b',
      ' a.b',
      'a.b\n',
      'a.b;c',
      "a.b' 'unsafe-inline'",
      'a.b,c.d',
      '-a.b',
      'a%2eb',
      `${'a'.repeat(64)}.b`,
    ],
  ])('%j is refused', (given) => {
    expect(normalDomain(given)).toBeUndefined();
  });
});

describe('an origin', () => {
  it.each<[string, string[], boolean]>([
    ['https://example.com', ['example.com'], true],
    ['http://example.com', ['example.com'], true],
    ['https://example.com', ['example.com:443'], true],
    ['http://example.com', ['example.com:443'], false],
    ['https://example.com:8443', ['example.com'], false],
    ['https://example.com:8443', ['example.com:8443'], true],
    ['https://www.example.com', ['example.com'], false],
    ['https://www.example.com', ['*.example.com'], true],
    ['https://a.b.example.com', ['*.example.com'], true],
    ['https://example.com', ['*.example.com'], false],
    ['https://badexample.com', ['*.example.com'], false],
    ['https://www.example.com:444', ['*.example.com:444'], true],
    ['https://example.com.evil.test', ['example.com', '*.example.com'], false],
    ['http://[2001:db8::1]:3000', ['[2001:db8::1]:3000'], true],
    ['http://[2001:db8::1]', ['[2001:db8::1]'], true],
    ['https://example.com', [], false],
    ['null', ['null'], false],
    ['https://example.com/', ['example.com'], false],
    ['https://example.com https://evil.test', ['example.com'], false],
    ['HTTPS://EXAMPLE.COM', ['example.com'], false],
    ['ftp://example.com', ['example.com'], false],
    ['file://', ['example.com'], false],
  ])('%s on pages of %j: %s', (origin, domains, allowed) => {
    expect(isAllowedOrigin(origin, domains)).toBe(allowed);
  });

  it('that may frame the page is listed for both schemes', () => {
    expect(frameAncestors([])).toBe("'self'");
    expect(frameAncestors(['a.example'])).toBe("'self' https://a.example http://a.example");
  });
});
