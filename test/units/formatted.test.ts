import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFormatted } from '../../src/dialog/content/formatted/read.ts';
import { formattedFor, type ShownPart } from '../../src/dialog/content/formatted/shown.ts';
import { textOf } from '../../src/dialog/content/formatted/tree.ts';
import { processorMs } from '../harness/patience.ts';

const formats = ['plain', 'markdown', 'html'] as const;
const shown = (text: string, format: (typeof formats)[number] = 'plain') => formattedFor(text, format);
const link = (url: string, ...children: ShownPart[]): ShownPart => ({ type: 'link', url, children });
/** The links of a text, as `text → address`, or the text alone where both are the same. */
const links = (text: string, format: (typeof formats)[number] = 'plain') =>
  marksIn(shown(text, format) ?? [])
    .filter(({ type }) => type === 'link')
    .map(({ url, children }) =>
      textOf(children as []) === url ? url : `${textOf(children as [])} → ${url}`,
    );

type Mark = Exclude<ShownPart, string>;
function marksIn(parts: readonly ShownPart[]): Mark[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...marksIn(part.children)]));
}
const depthOf = (parts: readonly ShownPart[]): number =>
  Math.max(0, ...parts.map((part) => (typeof part === 'string' ? 0 : 1 + depthOf(part.children))));

describe('a message in the web chat', () => {
  it.each<[(typeof formats)[number], string, ShownPart[]]>([
    [
      'markdown',
      'a **b *c***',
      ['a ', { type: 'bold', children: ['b ', { type: 'italic', children: ['c'] }] }],
    ],
    ['markdown', '```js\nx\n```', [{ type: 'code_block', children: ['x'] }]],
    ['markdown', '[shop](https://a.example)', [link('https://a.example', 'shop')]],
    [
      'html',
      '<u>a</u><s>b</s> &amp; <code class="language-c">c</code>',
      [
        { type: 'underline', children: ['a'] },
        { type: 'strike', children: ['b'] },
        ' & ',
        { type: 'code', children: ['c'] },
      ],
    ],
    ['html', '<blockquote expandable>a<br>b</blockquote>', [{ type: 'quote', children: ['a\nb'] }]],
    ['html', '<tg-spoiler>a</tg-spoiler>', [{ type: 'spoiler', children: ['a'] }]],
    ['html', '<a href="tel:+123">call</a>', [link('tel:+123', 'call')]],
    ['html', 'a &lt; b', ['a < b']],
  ])('has the formatting of %s: %j', (format, text, expected) => {
    expect(shown(text, format)).toEqual(expected);
  });

  it.each<[(typeof formats)[number], string]>([
    ['plain', '**a** <b>b</b>'],
    ['markdown', 'nothing here'],
    ['html', 'nothing <here>'],
  ])('is its text alone if there is nothing else to show: %s %j', (format, text) => {
    expect(shown(text, format)).toBeUndefined();
  });

  it('leaves out what only Telegram has, and keeps the text of it', () => {
    expect(shown('<tg-emoji emoji-id="5">👍</tg-emoji><a href="tg://user?id=1">Ann</a>', 'html')).toEqual([
      '👍Ann',
    ]);
  });
});

describe('an address in a text becomes a link', () => {
  it.each([
    ['See https://a.example/x.', ['https://a.example/x']],
    ['(https://a.example/x_(y)), then', ['https://a.example/x_(y)']],
    ['«https://a.example», “https://b.example”…', ['https://a.example', 'https://b.example']],
    ['https://a.example/?q=1&r=2#s; next', ['https://a.example/?q=1&r=2#s']],
    [
      'www.shop.com, or shop.com/prices!',
      ['www.shop.com → https://www.shop.com', 'shop.com/prices → https://shop.com/prices'],
    ],
    [
      '(www.blumen.example), www.a.example/@ann or www.blumen.example.',
      [
        'www.blumen.example → https://www.blumen.example',
        'www.a.example/@ann → https://www.a.example/@ann',
        'www.blumen.example → https://www.blumen.example',
      ],
    ],
    [
      'www.a.example,www.b.example: shop.com',
      [
        'www.a.example → https://www.a.example',
        'www.b.example → https://www.b.example',
        'shop.com → https://shop.com',
      ],
    ],
    // The library takes it for the host www.bank, since there is a domain of that name.
    ['www.bank.example!', ['www.bank.example → https://www.bank.example']],
    ['write to ann@shop.com.', ['ann@shop.com → mailto:ann@shop.com']],
    ['https://пример.рф/путь', ['https://пример.рф/путь']],
  ])('without the marks around it: %j', (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  it.each([
    ['Thanks.In a week'],
    ['version 1.2.3 costs 10.50'],
    ['docs/api.md and README.md'],
    ['/etc/hosts.com'],
    ['localhost:3000'],
    ['javascript:alert(1)'],
    ['ftp://a.example'],
    ['data:text/html,x'],
    ['https://bank.example@evil.example/'],
    ['e.g. this'],
    ['www.blumen and www. or www.a.'],
    ['www.blumen.example@evil.example'],
    ['/var/www.blumen.example'],
  ])('but not every text with a dot or a colon: %j', (text) => {
    expect(links(text)).toEqual([]);
  });

  it('in formatted text too, except in code and in other links', () => {
    expect(links('**www.a.com** `www.b.com` [www.c.com](https://d.com)', 'markdown')).toEqual([
      'www.a.com → https://www.a.com',
      'www.c.com → https://d.com',
    ]);
  });
});

describe('for any text', () => {
  const pieces = fc.constantFrom(
    ...[
      '*',
      '**',
      '~~',
      '`',
      '```\n',
      '[',
      '](https://a.b)',
      '](javascript:alert(1))',
      '\\',
      '\n',
      '\n\n',
      ' ',
      'a',
      '👍',
    ],
    ...[
      '<b>',
      '</b>',
      '<i>',
      '<a href="https://a.b">',
      '<a href="javascript:alert(1)">',
      '<a href="&#106;avascript:x">',
    ],
    ...[
      '<a href="tg://x">',
      '</a>',
      '<pre>',
      '<code>',
      '</code>',
      '<blockquote>',
      '<tg-spoiler>',
      '</tg-spoiler>',
      '&amp;',
    ],
    ...[
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<b onclick="x">',
      'www.a.com',
      'https://a.b/c.',
      '@',
    ],
    ...['java\nscript:', 'data:text/html,', 'vbscript:x', 'mailto:a@b.co', '«', '…'],
  );
  const source = fc.oneof(
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 80 }),
  );

  it('its formatted form has the same text, and only links that a chat may open', () => {
    fc.assert(
      fc.property(source, fc.constantFrom(...formats), (text, format) => {
        const parts = shown(text, format) ?? [text];
        expect(textOf(parts as [])).toBe(textOf(readFormatted(text, format)));
        for (const { type, url, children } of marksIn(parts)) {
          expect(children.length).toBeGreaterThan(0);
          expect(url !== undefined).toBe(type === 'link');
          if (url !== undefined) expect(new URL(url).protocol).toMatch(/^(https?|mailto|tel):$/);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    '<b>',
    '<b><i>a',
    '*a* ',
    '**a *b* c** ',
    '<a href="https://a.b">x',
    'a.co ',
    'a@b.co ',
    '((a.co',
    '👍a.co',
    'a_1_.',
    '//a.',
    '> <blockquote>',
  ])('a long one has few and flat parts, and is read quickly: %j', (piece) => {
    const text = piece.repeat(3000 / piece.length);
    const spent = processorMs(() => {
      for (const format of formats) {
        const parts = shown(text, format) ?? [];
        expect(marksIn(parts).length).toBeLessThanOrEqual(300);
        expect(depthOf(parts)).toBeLessThanOrEqual(10);
        expect(JSON.stringify(parts).length).toBeLessThan(64_000);
      }
    });
    expect(spent).toBeLessThan(1000);
  });
});
