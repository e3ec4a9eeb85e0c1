import { readdirSync, readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoutes } from '../../src/dialog/project-api.ts';
import { scopes, scopesOf } from '../../src/dialog/rights/scopes.ts';

/** Links and file names in the pages have to be right, since newcomers rely on them. */

const files = readdirSync('.', { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => normalize(`${entry.parentPath}/${entry.name}`))
  .filter((path) => !/^(node_modules|dist|data|coverage|\.git)\//.test(path));
const known = new Set(files);
const pages = files.filter(
  (path) => path.endsWith('.md') && path !== 'CHANGELOG.md' && !path.startsWith('docs/decisions/0'),
);

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const headings = withoutCode(readFileSync(path, 'utf8')).matchAll(/^#+ +(.+)$/gm);
  return new Set(
    [...headings].map(([, words = '']) =>
      words
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

const withoutCode = (markdown: string) => markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');

it('a link of a page leads to a file that is there, and to a heading that it has', () => {
  const broken = pages.flatMap((page) =>
    [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : normalize(`${dirname(page)}/${path}`);
      const isFolder = files.some((each) => each.startsWith(`${file.replace(/\/$/, '')}/`));
      if (!known.has(file)) return isFolder ? [] : [`${page} links to ${target}, which is not there`];
      if (anchor === undefined || anchorsOf(file).has(anchor)) return [];
      return [`${page} links to ${target}, but ${file} has no such heading`];
    }),
  );
  expect(broken).toEqual([]);
});

it('a file of the code that a page names is there', () => {
  const missing = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|sql|sh))`/g)].flatMap(
      ([, name = '']) =>
        known.has(name) || files.some((path) => path.endsWith(`/${name}`))
          ? []
          : [`${page} names ${name}, which is not there; a file may be named by the end of its path`],
    ),
  );
  expect(missing).toEqual([]);
});

it('every route of the project API has a row in docs/api.md with its scope, and every scope has one', () => {
  const rows = readFileSync('docs/api.md', 'utf8').split('\n');
  const has = (...parts: string[]) => rows.some((row) => parts.every((part) => row.includes(part)));
  const undocumented = [
    ...projectRoutes
      .filter(
        ({ method, path, gate }) =>
          !has(`| ${method} `, `\`${path}\``, `| \`${scopesOf(gate).join('` or `')}\` |`),
      )
      .map(({ method, path, gate }) => `${method} \`${path}\` | \`${gate}\``),
    ...scopes.filter((scope) => !has(`| \`${scope}\` |`)).map((scope) => `… | \`${scope}\``),
  ];
  expect(
    undocumented.map((row) => `add "| ${row} | …" to the table "The project API" of docs/api.md`),
  ).toEqual([]);
});

it('each of the ten points of docs/threat-model.md names a test that shows it', () => {
  const page = readFileSync('docs/threat-model.md', 'utf8');
  const points = page.slice(page.indexOf('## The ten'), page.indexOf('## What remains')).split(/^\*\*API/m);
  const unshown = points
    .slice(1)
    .map((point) => ({
      name: `API${Number.parseInt(point, 10)}`,
      tests: point.match(/`test\/[\w./-]+\.test\.ts`/g) ?? [],
    }))
    .filter(({ tests }) => !tests.some((test) => known.has(test.slice(1, -1))));
  expect([points.length - 1, unshown]).toEqual([10, []]);
});
