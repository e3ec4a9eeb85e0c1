import { readdirSync, readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { gt, rsort } from 'semver';
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

it('each claim of docs/threat-model.md ends with the tests that show it, and all ten points have some', () => {
  const page = readFileSync('docs/threat-model.md', 'utf8');
  const ten = page.slice(page.indexOf('\n### '), page.indexOf('\n## A walk as an attacker'));
  const points = ten.split(/\n### /).slice(1);
  expect(points.map((point) => point.split(',')[0])).toEqual(
    Array.from({ length: 10 }, (_, i) => `API${i + 1}`),
  );
  const unshown = points.flatMap((point) => {
    const [heading = '', ...claims] = point.split(/\n- |\n\n(?=[^-\n])/);
    if (claims.length === 0) return [heading];
    return claims.filter((claim) => {
      const [, test = ''] = /`(test\/[\w./-]+\.ts)`[^`]{0,80}$/.exec(claim.trim()) ?? [];
      return !known.has(test);
    });
  });
  expect(unshown).toEqual([]);
});

it('the version is that of the newest release, or a later one that is not released yet', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  const changes = readFileSync('CHANGELOG.md', 'utf8');
  const releases = [...changes.matchAll(/^## \[(\d\S*)\] - \d{4}-\d\d-\d\d$/gm)].map(([, name]) => name!);
  expect(releases).toEqual(rsort([...releases]));
  expect(version.endsWith('-dev') ? gt(version, releases[0]!) : version === releases[0]).toBe(true);
});
