import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isNameOfOthers } from '../../src/env-file.ts';
import { settingNames } from '../../src/settings.ts';

/** Each setting's default in the code; empty if it has none. */
function defaultsInCode(): Map<string, string> {
  const source = readFileSync('src/environment.ts', 'utf8');
  const start = source.indexOf('const environment = z.object({');
  const block = source.slice(start, source.indexOf('\n});', start));
  const found = new Map<string, string>();
  for (const entry of block.split(/\n {2}(?=[A-Z_]+:)/).slice(1)) {
    const name = entry.slice(0, entry.indexOf(':'));
    const literal = /\.default\(([^)]*)\)/.exec(entry)?.[1] ?? '';
    found.set(name, literal.replace(/^'(.*)'$/, '$1').replaceAll(/(?<=\d)_(?=\d)/g, ''));
  }
  return found;
}

/** The rows of the tables of docs/settings.md: `| NAME | default | what for |`. */
function defaultsInTable(): Map<string, string> {
  const rows = readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \| [^|]+ \|$/gm);
  // A default in words, such as "none", says that the code has none.
  return new Map(
    [...rows].map(([, name, cell]) => [name!, /^`([^`]*)`$/.exec(cell!.trim())?.[1] ?? ''] as const),
  );
}

/** The lines of .env.example, all of them comments: `# NAME=default`. */
function defaultsInExample(): Map<string, string> {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^# ?([A-Z_]+)=(.*)$/gm);
  return new Map([...lines].map(([, name, value]) => [name!, value!]));
}

describe('every setting is documented with its default', () => {
  const code = defaultsInCode();

  it('in src/environment.ts, which this test can read', () => {
    expect([...code.keys()]).toEqual(settingNames);
  });

  it.each([
    ['docs/settings.md', defaultsInTable()],
    ['.env.example', defaultsInExample()],
  ])('in %s', (file, documented) => {
    const missing = settingNames.filter((name) => !documented.has(name));
    const unknown = [...documented.keys()].filter(
      (name) => !settingNames.includes(name) && !isNameOfOthers(name),
    );
    const differing = settingNames
      .filter((name) => documented.has(name) && documented.get(name) !== code.get(name))
      .map(
        (name) => `${name} is "${documented.get(name)}" there and "${code.get(name)}" in src/environment.ts`,
      );
    expect({ missing, unknown, differing }, `correct ${file}`).toEqual({
      missing: [],
      unknown: [],
      differing: [],
    });
  });

  it('and what only docker-compose.yml reads causes no warning in .env', () => {
    const names = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{([A-Z_]+)/g)].map(
      ([, n]) => n!,
    );
    expect(names.filter((name) => !settingNames.includes(name) && !isNameOfOthers(name))).toEqual([]);
  });

  it('and .env.example has only comments, so it sets none', () => {
    const active = readFileSync('.env.example', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(active).toEqual([]);
  });
});
