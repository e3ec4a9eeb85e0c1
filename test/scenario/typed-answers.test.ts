import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read } from './read-form.ts';

/** Zero widths, marks of direction, a byte order mark, a soft hyphen, a joiner, a variation selector. */
const unseen = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u202a',
  '\u202c',
  '\u202e',
].concat([...['\u2060', '\u2066', '\u2069', '\ufeff', '\u00ad', '\u034f', '\u180e', '\ufe0e', '\ufe0f']]);
const dashes = [
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2015',
  '\u2212',
  '\ufe58',
  '\ufe63',
  '\uff0d',
].concat(...['\u02d7', '\u2043', '\u207b', '\u2796', '\ufe31', '\ufe32']);

/** Answers as they are usually typed: by a form, what is typed and what is kept. */
const plain: [form: object, typed: string, kept: string][] = [
  [{ type: 'number' }, '-3,5', '-3.5'],
  [{ type: 'integer' }, '-12', '-12'],
  [{ type: 'amount', min: -1000 }, '-12.50 €', '-12.50'],
  [{ type: 'amount' }, '1 234,56 ₽', '1234.56'],
  [{ type: 'phone' }, '+49 151-123-45-67', '+491511234567'],
  [{ type: 'phone', country: 'RU' }, '8 912 345-67-89', '+79123456789'],
  [{ type: 'email' }, 'ann-maria@shop-one.example', 'ann-maria@shop-one.example'],
  [{ type: 'date' }, '2026-11-20', '2026-11-20'],
  [{ type: 'date', order: 'dmy' }, '20-11-2026', '2026-11-20'],
  [{ type: 'time' }, '9:30 pm', '21:30'],
  [{ type: 'datetime' }, '2026-11-20 14:30', '2026-11-20T14:30:00+00:00'],
  [{ type: 'location' }, '-59.93, 30.31', '-59.93,30.31'],
];

describe('what nobody sees, and which dash was typed, does not matter to an answer', () => {
  const numRuns = 60;

  it.each(plain)('%j: %s is kept as %s', (form, typed, kept) => {
    expect(read(typed, form)).toBe(kept);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(typed.length), fc.constantFrom(...unseen)), { maxLength: 5 }),
        fc.constantFrom('-', ...dashes),
        (put, dash) => {
          let text = typed;
          for (const [at, sign] of put) text = text.slice(0, at) + sign + text.slice(at);
          expect(read(text.replaceAll('-', dash), form)).toBe(kept);
        },
      ),
      { numRuns },
    );
  });

  it.each(unseen.concat(unseen.join('')))('%j alone is no answer', (sign) => {
    for (const [form] of plain) expect(read(sign, form)).toBeNull();
  });

  it('is not said of web addresses, of whose dashes each is another', () => {
    expect(read('\u200eexample.com/a-b\ufeff', { type: 'url' })).toBe('https://example.com/a-b');
    expect(read('example.com/a\u2013b', { type: 'url' })).toBe('https://example.com/a%E2%80%93b');
  });

  it('is not said of words, which are kept as they were sent', () => {
    const words = `I${unseen[0]} said \u2013 no\ufe0f`;
    expect(read(words, { type: 'text' })).toBe(words);
    expect(read(words, { type: 'text', max: words.length })).toBe(words);
    expect(read(words, { type: 'text', max: words.length - 1 })).toBeNull();
  });
});

describe('an address of e-mail', () => {
  const ann = 'ann@example.com';
  it.each([
    ...[ann, ` ${ann}\n`, `${ann},`, `${ann};`, `${ann}.`, `${ann} ;`, `${ann}!`, `${ann}, `],
    ...[`<${ann}>`, `<${ann}>,`, `(${ann})`, `[${ann}].`, `"${ann}"`, `'${ann}'`, `«${ann}»`, `“${ann}”`],
    ...[`Ann <${ann}>`, `"Smith, Ann" <${ann}>;`, `Анна <${ann}>`, `Ann<${ann}>`, `<mailto:${ann}>`],
    ...[
      `mailto:${ann}`,
      `MAILTO:${ann}`,
      `mailto:${ann}?subject=Hi`,
      `Ann <mailto:${ann}>`,
      `<<${ann}>>`.slice(1, -1),
    ],
  ])('%j is ann@example.com', (text) => expect(read(text, { type: 'email' })).toBe(ann));

  it.each([
    'Ann.Smith+shop@mail.example.co.uk',
    'ann_smith@example.com',
    "o'neil@example.com",
    'анна@пример.рф',
    'ann@xn--e1afmkfd.xn--p1ai',
    'a@b.io',
    `${'x'.repeat(64)}@example.com`,
  ])('%s is kept as it was sent', (text) => expect(read(text, { type: 'email' })).toBe(text));

  it.each([
    ...['', '@', 'ann', 'ann@', '@example.com', 'ann@example', 'ann@@example.com', 'ann@example.com@x.com'],
    ...[
      'ann smith@example.com',
      'ann@exam ple.com',
      'ann,@example.com',
      'ann@example,com',
      '<ann@example.com',
    ],
    ...['ann@example.com>', '.ann@example.com', 'ann.@example.com', 'an..n@example.com', 'ann@-example.com'],
    ...['ann@example-.com', 'ann@.example.com', 'ann@example..com', 'ann@127.0.0.1', 'ann@[127.0.0.1]'],
    ...[
      'ann@example.com, bob@example.com',
      'Ann <ann@example.com>, Bob <bob@example.com>',
      'ann@example.com bob',
    ],
    ...[
      'mailto:',
      'mailto:ann%40example.com',
      'mailto:a%2Bb@example.com',
      '<>',
      'Ann <>',
      'e-mail: ann@example.com',
    ],
    ...['[ann@example.com](mailto:ann@example.com)', '*ann@example.com*', 'https://ann@example.com/'],
    `${'x'.repeat(65)}@example.com`,
    `ann@${'x'.repeat(64)}.com`,
    `ann@${'x.'.repeat(130)}com`,
    `${' '.repeat(900)}x`.repeat(3),
    ','.repeat(3000),
  ])('%j is none, or not one', (text) => expect(read(text, { type: 'email' })).toBeNull());

  it('never has in it what may stand around it', () => {
    const signs = [...'<>()[]"«»“”,;: \n', '\u200b', '\ufeff'];
    const some = (all: string[]) =>
      fc.array(fc.constantFrom(...all), { maxLength: 6 }).map((each) => each.join(''));
    fc.assert(
      fc.property(some([...signs, 'mailto:', 'Ann ']), some(signs), (before, behind) => {
        expect([ann, null]).toContain(read(before + ann + behind, { type: 'email' }));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a phone number', () => {
  it.each([
    ['RU', '8 912 345-67-89', '+79123456789'],
    ['RU', '8 (912) 345 67 89', '+79123456789'],
    ['RU', '8(912)345\u201167\u201189', '+79123456789'],
    ['RU', '912 345 67 89', '+79123456789'],
    ['RU', '7 912 345 67 89', '+79123456789'],
    ['RU', '+7 912 345-67-89', '+79123456789'],
    ['ru', '8.912.345.67.89', '+79123456789'],
    ['RU', '+49 151 12345678', '+4915112345678'],
    ['RU', '8 10 49 151 12345678', '+4915112345678'],
    ['DE', '0151 12345678', '+4915112345678'],
    ['DE', '0049 151 12345678', '+4915112345678'],
    ['DE', '00 7 912 345 67 89', '+79123456789'],
    ['GB', '+44 (0)20 7946 0958', '+442079460958'],
    ['US', '(212) 555-0123', '+12125550123'],
    ['IT', '06 6988 2323', '+390669882323'],
  ])('in %s: %s is kept as %s', (country, text, kept) =>
    expect(read(text, { type: 'phone', country })).toBe(kept),
  );

  it.each([
    ['RU', '12345'],
    ['RU', '8 912 345-67-8'],
    ['RU', '8 912 345-67-890'],
    ['RU', '+7 912 345-67-8'],
    ['RU', 'call 8 912 345-67-89'],
    ['RU', '8 912 345-67-89 ext. 5'],
    ['RU', '8 912 345-67-89, 8 912 345-67-80'],
    ['DE', '110'],
    ['US', '555-0123'],
    ['US', '(555) 123-4567'],
    ['US', '1-800-FLOWERS'],
    ['RU', '+999 123 456 789'],
    ['RU', ''],
  ])('in %s: "%s" is none', (country, text) => expect(read(text, { type: 'phone', country })).toBeNull());

  it('without a country is kept as its digits', () => {
    expect(read('8 912 345-67-89', { type: 'phone' })).toBe('89123456789');
    expect(read('+7 (912) 345-67-89', { type: 'phone' })).toBe('+79123456789');
    expect(read('1234', { type: 'phone' })).toBeNull();
    expect(read('1234567890123456', { type: 'phone' })).toBeNull();
  });

  it('of a country is one form, however it is grouped', () => {
    const sign = fc.constantFrom('', ' ', '-', '\u00a0', '\u2013', '.', '\u200b', ') ', ' (');
    fc.assert(
      fc.property(fc.array(sign, { minLength: 11, maxLength: 11 }), (signs) => {
        const text = [...'89123456789'].map((digit, i) => digit + signs[i]!).join('');
        expect(read(text, { type: 'phone', country: 'RU' })).toBe('+79123456789');
      }),
      { numRuns: 200 },
    );
  });
});

it('one of some texts is named whatever its case, without variation selectors and what nobody sees', () => {
  const form = { type: 'one_of', texts: [{ text: '❤️ Love', also: ['Straße', 'ΟΔΟΣ'] }, '✔︎'] };
  const typed = ['❤ love', '\u200b❤\ufe0e LOVE\ufeff', 'STRASSE', 'οδος', 'οδοσ', '✔', '✔️', '\ufe0f', ''];
  expect(typed.map((text) => read(text, form))).toEqual([
    ...['❤️ Love', '❤️ Love', '❤️ Love', '❤️ Love', '❤️ Love', '✔︎', '✔︎', null, null],
  ]);
});
