import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf, membersOf, objectOf } from '../../src/console/api/json-text.ts';
import { pasted } from '../../src/console/kit/grid-cells.ts';
import { fromTsv, toTsv } from '../../src/console/kit/tsv.ts';
import { readConditions, whereOf } from '../../src/console/tables/conditions.ts';
import { shownOf, valueFor } from '../../src/console/tables/values.ts';

describe('values of rows in the console', () => {
  it('keep every digit, and the last one of a name that is there twice', () => {
    const text = '{"a": 1.10, "b":12345678901234567890,"c":{"x":[1,{"y":"}"}]} , "d\\"":"\\\\", "a":1e400}';
    expect(Object.fromEntries(membersOf(text))).toEqual({
      a: '1e400',
      b: '12345678901234567890',
      c: '{"x":[1,{"y":"}"}]}',
      'd"': '"\\\\"',
    });
    expect(itemsOf('[ 1.10 , "a,]" , [2] ]')).toEqual(['1.10', '"a,]"', '[2]']);
    expect([itemsOf('[]'), [...membersOf('{}')]]).toEqual([[], []]);
  });

  it('are found as JSON.parse finds them, whatever they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (row) => {
        const members = membersOf(JSON.stringify(row, null, 1));
        const read = [...members].map(([name, value]) => [name, JSON.parse(value)]);
        expect(Object.fromEntries(read)).toEqual(JSON.parse(JSON.stringify(row)));
        expect(JSON.parse(objectOf(members))).toEqual(JSON.parse(JSON.stringify(row)));
      }),
    );
  });

  it('become of what somebody writes what the column takes, and otherwise a text that the server judges', () => {
    expect(valueFor('1.10', 'number', undefined)).toBe('1.10');
    expect(valueFor('12345678901234567890', 'integer', '1')).toBe('12345678901234567890');
    expect(valueFor('many', 'number', '1')).toBe('"many"');
    expect(valueFor('007', 'text', undefined)).toBe('"007"');
    expect(valueFor('true', 'boolean', undefined)).toBe('true');
    expect(valueFor('{"a":1.0}', 'json', undefined)).toBe('{"a":1.0}');
    expect(valueFor('', 'text', '"x"')).toBeUndefined();
    // Without a type a text stays a text, and a number a number.
    expect(valueFor('5', undefined, '"4"')).toBe('"5"');
    expect(valueFor('5', undefined, '4')).toBe('5');
    expect(valueFor('five', undefined, '4')).toBe('"five"');
    expect([shownOf('"a\\nb"'), shownOf('1.10'), shownOf(undefined)]).toEqual(['a\nb', '1.10', '']);
  });

  it('are asked for by conditions of the address, as numbers only where the column has such', () => {
    const columns = [{ name: 'sku', type: 'text' as const, description: '' }];
    const given = [['sku', 'eq', '5'], ['left', 'lt', '5.10'], ['note', 'is_empty'], ['x', 'like', 'y'], 7];
    expect(whereOf(readConditions(given), columns)).toBe(
      '[{"column":"sku","op":"eq","value":"5"},{"column":"left","op":"lt","value":5.10},{"column":"note","op":"is_empty"}]',
    );
    expect(whereOf(readConditions('none'), columns)).toBe('');
  });
});

describe('cells on the clipboard', () => {
  it('are those of a spreadsheet, with line breaks, tabs and quotes inside', () => {
    expect(
      toTsv([
        ['a', 'b\nc'],
        ['"d"', ''],
      ]),
    ).toBe('a\t"b\nc"\n"""d"""\t');
    expect(fromTsv('a\t"b\nc"\r\n"""d"""\t\r\n')).toEqual([
      ['a', 'b\nc'],
      ['"d"', ''],
    ]);
    expect(fromTsv('')).toEqual([['']]);
  });

  it('come back as they were, whatever they are', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'я') });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
    fc.assert(
      fc.property(table, (rows) => {
        expect(fromTsv(toTsv(rows))).toEqual(rows);
      }),
    );
  });

  it('are pasted from the active cell on, one value into a whole range, and what is below the last row is added', () => {
    const at = { top: 1, bottom: 1, left: 1, right: 1 };
    expect(
      pasted(
        [
          ['1', '2'],
          ['3', '4'],
        ],
        at,
        ['r1', 'r2'],
        ['a', 'b'],
      ),
    ).toEqual({
      writes: [{ row: 'r2', column: 'b', text: '1' }],
      added: [{ b: '3' }],
    });
    const range = { top: 0, bottom: 1, left: 0, right: 1 };
    expect(pasted([['x']], range, ['r1', 'r2'], ['a', 'b']).writes).toHaveLength(4);
  });
});
