import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeJsonText,
  decodeText,
  decodingOf,
  isJsonType,
  readContentType,
  textOfAnswer,
} from '../../src/platform/body-text.ts';
import { inCharsets } from '../fixtures/charsets.ts';

/** Any text that has no halves of pairs and does not begin with a mark. */
const anyText = fc.string({ unit: 'binary' }).filter((text) => !text.startsWith('\ufeff'));
const encodings = [
  ['utf-8', (text: string) => Buffer.from(text)],
  ['utf-16le', (text: string) => Buffer.from(text, 'utf16le')],
  ['utf-16be', (text: string) => Buffer.from(text, 'utf16le').swap16()],
] as const;

describe('a text', () => {
  it.each(inCharsets)('in %s is read', (charset, text, bytes) => {
    expect(decodeText(bytes, charset)).toBe(text);
    expect(decodeText(bytes, charset.toUpperCase())).toBe(text);
  });

  it.each(encodings)(
    'in %s is read whatever it says, with a mark also without the name',
    (charset, write) => {
      fc.assert(
        fc.property(anyText, (text) => {
          expect(decodeText(write(text), charset)).toBe(text);
          expect(decodeText(write(`\ufeff${text}`), undefined)).toBe(text);
          expect(decodeText(write(`\ufeff${text}`), 'windows-1251')).toBe(text);
        }),
      );
    },
  );

  it('is the same in pieces, and may be cut within a character', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.constantFrom(...encodings), (text, place, [charset, write]) => {
        const bytes = write(text);
        const at = place % (bytes.length + 1);
        const decoding = decodingOf(charset);
        const pieces = [
          decoding.next(bytes.subarray(0, at)),
          decoding.next(bytes.subarray(at)),
          decoding.end(),
        ];
        expect(pieces.join('')).toBe(text);
        expect(text.startsWith(decodeText(bytes.subarray(0, at), charset, { isCut: true }))).toBe(true);
      }),
    );
  });

  it.each([
    ['bytes that are not UTF-8', [0x61, 0xff], undefined, 'is not in utf-8'],
    ['half a letter', [0xd0], undefined, 'is not in utf-8'],
    ['half a unit', [0x61], 'utf-16le', 'is not in utf-16le'],
    ['an unknown charset', [0xff], 'klingon', 'names a charset that is not known here'],
  ])('has not %s', (_what, bytes, charset, message) => {
    expect(() => decodeText(Buffer.from(bytes), charset)).toThrow(message);
  });
});

describe('JSON', () => {
  it('is in UTF-8 whatever the header says, and in the named charset if it is not', () => {
    const json = '{"name":"Müller"}';
    expect(decodeJsonText(Buffer.from(json), 'iso-8859-1')).toBe(json);
    expect(decodeJsonText(Buffer.from(json, 'latin1'), 'iso-8859-1')).toBe(json);
    expect(decodeJsonText(Buffer.from(json, 'utf16le'), 'utf-16le')).toBe(json);
    expect(decodeJsonText(Buffer.from('{"a":1}', 'utf16le'), 'utf-16le')).toBe('{"a":1}');
    expect(() => decodeJsonText(Buffer.from(json, 'latin1'), undefined)).toThrow('is not in utf-8');
  });

  it.each([
    ['application/json', true],
    ['text/json', true],
    ['application/vnd.api+json', true],
    ['text/plain', false],
    ['application/json5', false],
    ['', false],
  ])('has the type %s: %s', (media, is) => expect(isJsonType(media)).toBe(is));
});

it.each([
  [undefined, '', undefined],
  ['Text/HTML', 'text/html', undefined],
  ['text/csv; charset=Windows-1251; header=present', 'text/csv', 'windows-1251'],
  ['text/csv;header=present;charset="UTF-8"', 'text/csv', 'utf-8'],
  ['text/csv; charset=', 'text/csv', undefined],
])('the content type %s is %s in %s', (header, media, charset) => {
  expect(readContentType(header)).toEqual({ media, charset });
});

it('an answer that is no text is told to be none, unless it was cut within a character', () => {
  const half = Buffer.from('Её').subarray(0, 3);
  expect(textOfAnswer(half, 'text/plain', true)).toEqual({ body: 'Е' });
  expect(textOfAnswer(half, 'text/plain', false)).toEqual({ body: 'Е\ufffd', noText: 'is not in utf-8' });
});
