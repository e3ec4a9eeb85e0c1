import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readRowsOfCsv } from '../../src/dialog/tables/csv-import.ts';

const anyRow = { columns: [], enforce: false };

it('a file that is refused by its first line may go on beyond the limit, and the process goes on', {
  timeout: 60_000,
}, async () => {
  const large = Readable.from([Buffer.from('a,a\r\n'), ...Array(33).fill(Buffer.alloc(2 ** 20, '1,2\r\n'))]);
  const ended = new Promise((resolve) => large.on('error', () => {}).on('close', resolve));
  expect((await readRowsOfCsv(large, undefined, anyRow, undefined)).faults).toMatchObject([{ line: 1 }]);
  await ended;
  await new Promise((resolve) => setImmediate(resolve));
});

it('a file has names of at most 100 characters, and rows that are not many times larger than it', {
  timeout: 60_000,
}, async () => {
  const long = Readable.from([Buffer.from(`${'n'.repeat(101)}\r\n1\r\n`)]);
  expect((await readRowsOfCsv(long, undefined, anyRow, undefined)).faults).toMatchObject([{ line: 1 }]);
  const header = Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(100, 'n')).join();
  const row = `${Array(1000).fill('1').join()}\r\n`;
  const wide = Readable.from([Buffer.from(`${header}\r\n`), ...Array(1300).fill(Buffer.from(row))]);
  await expect(readRowsOfCsv(wide, undefined, anyRow, undefined)).rejects.toMatchObject({ status: 413 });
});
