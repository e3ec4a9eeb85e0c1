import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../src/dialog/content/formatted/markdown.ts';
import { Allowance, render, TemplateError } from '../../src/dialog/template/liquid.ts';
import { readDay } from '../../src/dialog/template/written-days.ts';

const value = (expression: string, scope = {}, rules: 1 | 2 = 2) =>
  render(`{{ ${expression} }}`, scope, new Allowance(1000, rules));

const family = '👨‍👩‍👧';
const thumb = '👍🏽';
const flag = '🇩🇪';
/** An e and an acute accent of its own. */
const accented = 'e\u0301';

describe('what a reader sees as one character is never cut', () => {
  it.each([
    ['text | split: ""', [accented, family, 'b', flag, thumb]],
    ['text | split: "" | size', 5],
    ['text | slice: 0', accented],
    ['text | slice: 1, 2', `${family}b`],
    ['text | slice: -1', thumb],
    ['text | slice: -2, 1', flag],
    ['text | slice: -6', ''],
    ['text | slice: 9', ''],
    ['text | slice: 1, 99', `${family}b${flag}${thumb}`],
    ['text | truncate: 2, ""', `${accented}${family}`],
    ['text | truncate: 3, "…"', `${accented}${family}…`],
    ['text | truncate: 5', `${accented}${family}b${flag}${thumb}`],
    ['text | truncate: 1', '...'],
    ['"abcdef" | truncate: 1', '...'],
    ['"abcdef" | truncate: 4', 'a...'],
    ['"abcdef" | slice: 1, -1', ''],
    ['text | slice: 1, -1', ''],
    ['text | replace: "", "-"', `${accented}-${family}-b-${flag}-${thumb}`],
    ['"a-b" | replace: "-", "+"', 'a+b'],
    ['text | first', accented],
    ['text | last', thumb],
    ['"Привет, мир" | truncate: 8', 'Приве...'],
    ['"Привет" | slice: -3, 2', 'ве'],
    ['"a,b" | split: ","', ['a', 'b']],
    ['list | slice: 1, 2', [2, 3]],
    ['list | slice: -2, 2', [2, 3]],
    ['list | first', 1],
    ['12345 | truncate: 9', 12345],
    ['nothing | slice: 0', []],
  ])('%s is %j', (expression, result) => {
    const text = `${accented}${family}b${flag}${thumb}`;
    expect(value(expression, { text, list: [1, 2, 3] })).toEqual(result);
  });

  const anyText = fc.string({ unit: 'grapheme' });

  it('pieces of a text are the text, whatever it is made of', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect((value('text | split: ""', { text }) as string[]).join('')).toBe(text);
      }),
    );
  });

  it('a slice is made of the pieces', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 12 }), fc.nat({ max: 12 }), (text, begin, length) => {
        const pieces = value('text | split: ""', { text }) as string[];
        const scope = { text, begin, length, back: -begin - 1 };
        expect(value('text | slice: begin, length', scope)).toBe(
          pieces.slice(begin, begin + length).join(''),
        );
        const from = pieces.length - begin - 1;
        const behind = from < 0 ? [] : pieces.slice(from, from + length);
        expect(value('text | slice: back, length', scope)).toBe(behind.join(''));
      }),
    );
  });
});

describe('escape_markdown', () => {
  it.each([
    ['*a*', '\\*a\\*'],
    ['snake_case', 'snake\\_case'],
    ['[a](https://b.c)', '\\[a\\](https://b.c)'],
    ['1.5 (plain) - #1 > 0', '1.5 (plain) - #1 > 0'],
  ])('%s', (text, escaped) => {
    expect(value('text | escape_markdown', { text })).toBe(escaped);
  });

  it('makes any text readable as it is, also inside of a mark', () => {
    const marks = fc.constantFrom(...'*_~`[]()!\\<>\n ab', 'https://a.b/c_d', '](https://a.b)');
    fc.assert(
      fc.property(fc.array(marks, { minLength: 1, maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const escaped = value('text | escape_markdown', { text }) as string;
        expect(readMarkdown(escaped)).toEqual([text]);
        expect(readMarkdown(`**x${escaped}x**`)).toEqual(
          /\n[ \t]*\n/.test(text) ? [`**x${text}x**`] : [{ type: 'bold', children: [`x${text}x`] }],
        );
      }),
    );
  });

  it('takes numbers and nothing, as other filters do', () => {
    expect([value('5 | escape_markdown'), value('nothing | escape_markdown')]).toEqual(['5', '']);
  });
});

describe('date', () => {
  it.each([
    ['31.12.2026', '2026-12-31 00:00'],
    ['3.4.2026', '2026-04-03 00:00'],
    ['03/04/2026', '2026-04-03 00:00'],
    ['2026-12-31', '2026-12-31 00:00'],
    ['31.12.2026 14:30', '2026-12-31 14:30'],
    ['31.12.2026, 9 pm', '2026-12-31 21:00'],
    ['31.12.2026 9:05:07', '2026-12-31 09:05'],
    ['2026-12-31T10:00:00Z', '2026-12-31 10:00'],
    ['2026-12-31T10:00:00.123+03:00', '2026-12-31 07:00'],
    ['2026-12-31 10:00:00+03', '2026-12-31 07:00'],
    ['2026-12-31 10:00', '2026-12-31 10:00'],
    ['Thu, 31 Dec 2026 23:30:00 -0500', '2027-01-01 04:30'],
    ['31 December 2026 10:00 UTC', '2026-12-31 10:00'],
    [' 31.12.2026 ', '2026-12-31 00:00'],
    ['29.02.2028', '2028-02-29 00:00'],
    ['1798675200', '2026-12-31 00:00'],
    ['31', '1970-01-01 00:00'],
    ['soon', 'soon'],
    ['none', 'none'],
    ['01.02.26', '01.02.26'],
    ['31.12.2026 in the morning', '31.12.2026 in the morning'],
    ['', ''],
  ])('reads %j', (day, read) => {
    expect(value('day | date: "%Y-%m-%d %H:%M"', { day })).toBe(read);
  });

  it.each([
    '31.02.2026',
    '29.02.2027',
    '12/31/2026',
    '2026-02-31',
    '2026-13-01',
    '2026-2-31',
    '31 February 2026',
    'Feb 30, 2026 10:00',
    '31.04.2026 10:00',
    '2026-12-31T25:00:00Z',
    '31.12.2026 10:61',
  ])('refuses %j, which does not exist, and does not quote it', (day) => {
    for (const filter of ['date: "%d"', 'date_to_string', 'date_to_xmlschema']) {
      const words = new TemplateError(`${filter.split(':')[0]}: there is no such day or time`);
      expect(() => value(`day | ${filter}`, { day })).toThrow(words);
      expect(() => value(`day | ${filter}`, { day }, 1)).not.toThrow();
    }
  });

  it('reads every day as a question does', () => {
    const day = fc.tuple(
      fc.integer({ min: 1, max: 32 }),
      fc.integer({ min: 1, max: 13 }),
      fc.integer({ min: 1900, max: 2100 }),
      fc.constantFrom('.', '/', '-', ' '),
    );
    fc.assert(
      fc.property(day, ([d, m, y, sign]) => {
        const written = [d, m, y].join(sign);
        const read = () => value('day | date: "%Y-%m-%d"', { day: written });
        const known = readDay(written, 'dmy');
        if (known === null) expect(read).toThrow('there is no such day or time');
        else expect(read()).toBe(known);
      }),
    );
  });

  it('by the rules of before it reads the month first, and makes 3 March of 31 February', () => {
    expect(value('day | date: "%m-%d"', { day: '03/04/2026' }, 1)).toBe('03-04');
    expect(value('day | date: "%m-%d"', { day: '2026-02-31T00:00:00Z' }, 1)).toBe('03-03');
    expect(value('day | date: "%m-%d"', { day: '31.12.2026' }, 1)).toBe('31.12.2026');
  });

  it('still shows the clocks of a time zone, and takes numbers', () => {
    expect(value('day | date: "%H:%M", "Europe/Berlin"', { day: '31.12.2026 12:00' })).toBe('13:00');
    expect(value('day | date: "%Y"', { day: 1798675200 })).toBe('2026');
    expect(value('"now" | date: "%Y"')).toBe(String(new Date().getUTCFullYear()));
  });
});
