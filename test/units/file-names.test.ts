import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeFileName } from '../../src/dialog/files/file-name.ts';

it.each([
  ['photo.jpg', 'photo.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ann\\cv.pdf', 'cv.pdf'],
  ['/', 'file'],
  ['', 'file'],
  ['..', 'file'],
  ['.htaccess', 'htaccess'],
  ['a\u0000b\r\nc.txt', 'abc.txt'],
  ['invoice\u202Egnp.exe', 'invoicegnp.exe'],
  ['a<b>:"|?*.txt', 'a_b______.txt'],
  ['Отчёт за май.xlsx', 'Отчёт за май.xlsx'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
  ['name. . .', 'name'],
])('%j is kept as %j', (given, kept) => {
  expect(safeFileName(given)).toBe(kept);
});

it('a long name is cut and keeps its extension', () => {
  const cut = safeFileName(`${'ж'.repeat(500)}.tar.gz`);
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(240);
  expect(cut).toMatch(/^ж+\.gz$/);
});

it('any name can be saved: it has no path and no control character, is not empty and not too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = safeFileName(given);
      expect(name).not.toMatch(/[/\\<>:"|?*]|\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u);
      expect(name).not.toMatch(/^[. ]|[. ]$/);
      expect(name).not.toBe('');
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
      expect(safeFileName(name)).toBe(name);
    }),
  );
});
