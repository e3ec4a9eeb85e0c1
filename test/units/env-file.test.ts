import { describe, expect, it } from 'vitest';
import { readEnvFile } from '../../src/env-file.ts';

const known = ['PORT', 'LOG_LEVEL', 'CATALOG_TOKEN', 'OWNER_PASSWORD', 'DATABASE_URL'];
const read = (...lines: string[]) => readEnvFile(lines.join('\n'), known);
const valuesOf = (...lines: string[]) => {
  const { values, fault } = read(...lines);
  expect(fault).toBeUndefined();
  return Object.fromEntries(values);
};

describe('a .env file', () => {
  it.each<[string, string[], Record<string, string>]>([
    ['plain', ['PORT=1', 'LOG_LEVEL=debug'], { PORT: '1', LOG_LEVEL: 'debug' }],
    ['with comments', ['# a', '', 'PORT=1 # b', '  # c'], { PORT: '1' }],
    [
      'with spaces, tabs and export',
      [' PORT = 1 ', '\tLOG_LEVEL=a', 'export X=2'],
      { PORT: '1', LOG_LEVEL: 'a', X: '2' },
    ],
    ['with empty values', ['PORT=', 'LOG_LEVEL=""'], { PORT: '', LOG_LEVEL: '' }],
    ['with quotes', [`PORT="a b"`, `X='c # d' # e`, 'Y=`f"g`'], { PORT: 'a b', X: 'c # d', Y: 'f"g' }],
    [
      'with several lines in quotes',
      ['X="-----BEGIN', 'a=b', '', 'END-----"', 'PORT=1'],
      { X: '-----BEGIN\na=b\n\nEND-----', PORT: '1' },
    ],
    [
      'with = in a value',
      ['DATABASE_URL=postgres://h/d?sslmode=disable'],
      { DATABASE_URL: 'postgres://h/d?sslmode=disable' },
    ],
    ['from Windows', ['\uFEFFPORT=1\r', 'LOG_LEVEL=a\r'], { PORT: '1', LOG_LEVEL: 'a' }],
  ])('is read: %s', (_name, lines, expected) => {
    expect(valuesOf(...lines)).toEqual(expected);
  });

  it.each<[string, string[], number]>([
    ['no =', ['PORT=1', 'this line is secret', 'CATALOG_TOKEN=secret'], 2],
    ['no name', ['=secret'], 1],
    ['a name with a space', ['', 'CATALOG TOKEN=secret'], 2],
    ['quotes that nothing closes', ['PORT=1', 'OWNER_PASSWORD="secret', 'CATALOG_TOKEN=secret'], 2],
    ['quotes that a later setting closes', ['OWNER_PASSWORD="secret', 'CATALOG_TOKEN="secret"'], 1],
    ['text after the quotes', ['OWNER_PASSWORD="secret"word"'], 1],
  ])('with a broken line is refused, and the line named but not quoted: %s', (_name, lines, number) => {
    const { fault } = read(...lines);
    expect(fault).toMatch(new RegExp(`^\\.env line ${number} `));
    expect(fault).not.toContain('secret');
  });

  it.each<[string, string[], string[]]>([
    [
      'a name that is nearly a setting',
      ['PORT=1', 'LOG_LEVL=debug'],
      ['.env line 2: there is no setting LOG_LEVL; did you mean LOG_LEVEL?'],
    ],
    ['a setting in lower case', ['port=1'], ['.env line 1: there is no setting port; did you mean PORT?']],
    [
      'a name that is like none',
      ['SOMETHING_ELSE=1'],
      ['.env line 1: there is no setting SOMETHING_ELSE; docs/settings.md has all of them'],
    ],
    [
      'a setting that is there twice',
      ['PORT=1', '', 'PORT=2'],
      ['.env has PORT twice, on lines 1 and 3; the last one counts'],
    ],
    [
      'a # inside a value',
      ['OWNER_PASSWORD=pass#word'],
      [
        '.env line 1: the value of OWNER_PASSWORD ends before the #; if the # belongs to it, put it in quotes',
      ],
    ],
    ['nothing in a comment', ['PORT=1 # a#b', 'LOG_LEVEL= # c'], []],
    [
      'nothing in names of other programs',
      ['POSTGRES_PASSWORD=a', 'COMPOSE_PROJECT_NAME=b', 'NODE_OPTIONS=c', 'TZ=UTC'],
      [],
    ],
  ])('warns of %s', (_name, lines, expected) => {
    const { warnings, fault } = read(...lines);
    expect(fault).toBeUndefined();
    expect(warnings).toEqual(expected);
  });

  it('gives the last value of a setting that is there twice', () => {
    expect(valuesOf('PORT=1', 'PORT=2')).toEqual({ PORT: '2' });
  });
});
