import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { armed, csvRow, defused, defusedCell, defusedJson } from '../../src/platform/csv.ts';
import { CsvFault, readCsv } from '../../src/platform/csv-reader.ts';

async function rowsOf(file: string | Buffer, pieceBytes = 3): Promise<{ rows: any[]; fault?: CsvFault }> {
  const bytes = Buffer.from(file as string);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, n) =>
    bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes),
  );
  const rows: any[] = [];
  try {
    for await (const row of readCsv(Readable.from(pieces))) rows.push(row);
  } catch (fault) {
    if (!(fault instanceof CsvFault)) throw fault;
    return { rows, fault };
  }
  return { rows };
}

describe('CSV', () => {
  it('is read as it was written, whatever is in its cells', async () => {
    const cell = fc.string({ unit: 'binary' }).filter((text) => !/[\0\uFEFF]/.test(text));
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 5 }),
        fc.integer({ min: 1, max: 20 }),
        async (given, size) => {
          const { rows } = await rowsOf(
            given.map((cells) => csvRow(cells, { defuse: false })).join(''),
            size,
          );
          expect(rows.map(({ cells }) => cells)).toEqual(given);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has for each row the line on which it begins', async () => {
    const { rows } = await rowsOf('\uFEFFa,b\r\n"one\ntwo",2\r\n\r\n3,4\n');
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['one\ntwo', '2'] },
      { line: 5, cells: ['3', '4'] },
    ]);
  });

  it.each([
    ['a\r\n1\r\n"2', 3, 'never closed'],
    ['a\n1\n"2"x\n', 3, 'closing quote'],
    ['a\n1\n2"x\n', 3, 'inside of a cell'],
    [Buffer.concat([Buffer.from('a\n1\n'), Buffer.from([0xff, 0x0a])]), 1, 'UTF-8'],
    [`a\n1\n"${'x'.repeat(2 ** 20 + 100)}"\n`, 3, '1 MiB'],
  ])('that is broken is read up to there, and the line is named', async (file, line, words) => {
    const { rows, fault } = await rowsOf(file, 70_000);
    expect(rows.length).toBeLessThanOrEqual(2);
    expect([fault?.line, fault?.message]).toEqual([line, expect.stringContaining(words)]);
  });

  it('computes nothing in a spreadsheet, and gives the texts back', () => {
    for (const text of ['=1+1', '+1', '-1', '@x', '\tx', "'=1", "''-1"]) {
      expect(defused(text)[0]).toBe("'");
      expect(armed(defused(text))).toBe(text);
    }
    for (const text of ['', 'a', "'a", '1', ' =1', 'a;b', 'a\r\nb', 'a\n\nb', "it's; 5"])
      expect([defused(text), armed(text)]).toEqual([text, text]);
  });

  it('computes nothing in a spreadsheet that splits at semicolons either, whatever stands before', () => {
    // What such a spreadsheet makes of a line: no quote counts that does not begin a cell.
    const cellsOf = (line: string) => line.split(/[;\t\r\n]/).map((cell) => cell.replace(/^"+/, ''));
    for (const text of [
      ";=cmd|' /C calc'!A0;",
      'a;@SUM(A1)',
      '\t+1',
      'a\n-1',
      ';"=1',
      ';\'"=1',
      ";'=1;''=2",
      '＝1',
      ';＝1',
      '=1;=2',
    ]) {
      expect(armed(defused(text))).toBe(text);
      const line = csvRow(['prof_1', text, 'active'], { defuse: true });
      for (const cell of cellsOf(line))
        expect([text, cell]).toEqual([text, expect.not.stringMatching(/^[=+\-@＝＋－＠]/)]);
    }
    const json = JSON.stringify({ a: ';=1', b: [';;-1', 'c;d'] });
    expect(cellsOf(csvRow([defusedJson(json)], { defuse: false })).join()).not.toMatch(/,[=-]/);
    expect(JSON.parse(defusedJson(json))).toEqual(JSON.parse(json));
    expect(defusedCell('-12.5')).toBe('-12.5');
  });
});
