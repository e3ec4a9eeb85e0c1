import { expect, it } from 'vitest';
import { checkUpload } from '../../src/dialog/channels/webchat/upload-rules.ts';

const isTaken = (name: string, type = 'text/plain') => {
  try {
    checkUpload({ name, type }, undefined);
    return true;
  } catch {
    return false;
  }
};

it.each([
  'setup.exe',
  'run.SH',
  'tool.py',
  'driver.deb',
  'link.url',
  'sheet.xlsm',
  'x.exe\u200c',
  'x.e\u00adxe',
  'x.ps1\u{e0001}',
])('a name that a computer would carry out is not taken: %j', (name) => {
  expect(isTaken(name)).toBe(false);
});

it.each(['notes.txt', 'exe', 'my.exe.txt', 'plan.docx', 'می‌خواهم.pdf', '👩‍👧.png'])(
  'other names are: %j',
  (name) => {
    expect(isTaken(name)).toBe(true);
  },
);
