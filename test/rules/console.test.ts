import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actions } from '../../src/console/text/en/actions.ts';
import { readiness as readyEn } from '../../src/console/text/en/readiness.ts';
import { findings as findingsRu } from '../../src/console/text/ru/findings.ts';
import { readiness as readyRu } from '../../src/console/text/ru/readiness.ts';
import { readinessCodes } from '../../src/dialog/readiness/codes.ts';
import { findingWords } from '../../src/dialog/scenario/finding-words.ts';
import { readSources } from './sources.ts';

/** The console's folders from the lowest floor on. A feature is a folder that is not named here. */
const floors = ['text', 'kit', 'api'] as const;
const root = 'src/console/';
const sources = readSources('src/console').filter(({ path }) => !path.endsWith('.d.ts'));

const folderOf = (path: string) =>
  path.startsWith(root) ? path.slice(root.length).split('/')[0]! : undefined;
const heightOf = (folder: string) => {
  const height = (floors as readonly string[]).indexOf(folder);
  return height >= 0 ? height : floors.length;
};

it('imports of the console point down its floors: text, kit, api, features, and the tables of pages and routes', () => {
  const faults = sources.flatMap(({ path, links }) => {
    const from = folderOf(path)!;
    // main.tsx, routes.tsx and pages.ts stand above everything; the frame reads the table of pages.
    if (from.includes('.')) return [];
    return links.flatMap(({ to }) => {
      const target = folderOf(to);
      if (/^src\/dialog\/rights\/(?:roles|scopes)\.ts$/.test(to) && from === 'api') return [];
      if (target === undefined) return [`${path} imports ${to}, which is not of the console`];
      if (target === 'pages.ts' && from === 'shell') return [];
      if (target === from || heightOf(target) < heightOf(from)) return [];
      const isFeature = heightOf(target) === floors.length && heightOf(from) === floors.length;
      if (isFeature && (target === 'shell' || to === `${root}${target}/index.ts`)) return [];
      return [`${path} imports ${to}, which is not below it; features import each other's index.ts only`];
    });
  });
  expect(faults).toEqual([]);
});

it('no file of the console has more than 250 lines', () => {
  const long = sources
    .filter(({ lines }) => lines.length > 251)
    .map(({ path, lines }) => `${path}: ${lines.length - 1}`);
  expect(long).toEqual([]);
});

it('no file of the styles of the console has more than 250 lines', () => {
  const styles = readdirSync('src/console', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  const lengthOf = (name: string) => readFileSync(`${root}${name}`, 'utf8').split('\n').length - 1;
  expect(styles.length).toBeGreaterThan(50);
  expect(styles.filter((name) => lengthOf(name) > 250)).toEqual([]);
});

it('every text is used somewhere, and nothing shows words that are not among the texts', () => {
  const keys = readdirSync('src/console/text/en').flatMap((name) =>
    [...readFileSync(`src/console/text/en/${name}`, 'utf8').matchAll(/^ {2}'([\w.]+)':/gm)].map(
      ([, key]) => key!,
    ),
  );
  const code = sources
    .filter(({ path }) => !path.startsWith(`${root}text/en`) && !path.startsWith(`${root}text/ru`))
    .map(({ text }) => text)
    .join('\n');
  // Texts of a group are named by a word of the API: `role.${role}`, word('role', …), textFor('problem', …).
  const groups = [...code.matchAll(/`([\w.]+?)\$\{|(?:word|textFor)\('(\w+)'/g)].map(
    ([, begin, group]) => begin ?? `${group}.`,
  );
  const isUsed = (key: string) => code.includes(`'${key}'`) || groups.some((begin) => key.startsWith(begin));
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  const spoken = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:label|title|placeholder|aria-label)="([^"]+)"/g)].map(
      ([, words]) => `${path}: ${words}`,
    ),
  );
  expect(spoken).toEqual([]);
});

it('a language of the console is a folder of texts and a line in their table, and nothing asks which one it is', () => {
  const table = JSON.parse(readFileSync(`${root}text/languages.json`, 'utf8'));
  const folders = readdirSync(`${root}text`, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(table).sort());
  const [english = [], ...others] = Object.keys(table).map((name) => readdirSync(`${root}text/${name}`));
  for (const files of others) expect(files).toEqual(expect.arrayContaining(english));
  const asking = sources.filter(({ text }) => /language === |[=!]== '(?:en|ru)(?:-\w+)?'/.test(text));
  expect(asking.map(({ path }) => path)).toEqual([]);
});

it('the frame, the navigation and the overview show only texts that are loaded at the beginning', () => {
  const textsOf = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/^ {2}'([\w.]+)':/gm)].map(([, key]) => key!);
  const first = [...readFileSync('src/console/text/en/first.ts', 'utf8').matchAll(/from '\.\/(\w+\.ts)'/g)]
    .flatMap(([, path]) => textsOf(`src/console/text/en/${path}`))
    .join('\n');
  const begins = ['shell', 'overview', 'first-run', 'projects', 'kit', 'api', 'pages.ts'];
  const spoken = sources
    .filter(({ path }) => begins.includes(folderOf(path)!))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?:\bt\(|name: )['`]([a-z_]+\.\w*)/g)].map(([, key]) => ({ path, key: key! })),
    );
  expect(spoken.length).toBeGreaterThan(100);
  // What makes the sample project loads its own texts before anything else.
  const ofSample = textsOf('src/console/text/en/sample.ts').join('\n');
  const maker = 'src/console/first-run/sample.ts';
  expect(readFileSync(maker, 'utf8')).toMatch(/makeSample\(\)[^{]*{\n {2}await loadTextsOf\('sample'\);/);
  const isLoaded = ({ path, key }: { path: string; key: string }) =>
    first.includes(key) ||
    ([maker, maker.replace('.ts', '-visitors.ts')].includes(path) && ofSample.includes(key));
  const late = spoken.filter((each) => !isLoaded(each)).map(({ path, key }) => `${path}: ${key}`);
  expect(late).toEqual([]);
});

it('the console says everything that the check of a definition may find in Russian too, with what it names', () => {
  const named = (text: string) =>
    [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!))].sort();
  const reasons = Object.entries(findingWords);
  expect(reasons.length).toBeGreaterThan(70);
  expect(Object.keys(findingsRu).sort()).toEqual(reasons.map(([reason]) => `finding.${reason}`).sort());
  const strange = reasons.filter(([reason, text]) => {
    const known = named(text.replaceAll(/\{\{.*?\}\}/g, ''));
    return named(findingsRu[`finding.${reason}`]!).some((name) => !known.includes(name));
  });
  expect(strange.map(([reason]) => reason)).toEqual([]);
});

it('the console says everything that the readiness may find, in both languages, and nothing else', () => {
  const said = (texts: Record<string, string>) =>
    Object.keys(texts)
      .filter((key) => key.startsWith('ready_found.'))
      .map((key) => key.replace('ready_found.', ''))
      .sort();
  const codes = [...readinessCodes].sort();
  expect(codes.length).toBeGreaterThan(50);
  expect(said(readyEn)).toEqual(codes);
  expect(said(readyRu)).toEqual(codes);
  // A text names nothing that it is not given: the same in both languages.
  const named = (text: string) =>
    [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!))].sort();
  const faults = Object.entries(readyEn).filter(
    ([key, text]) => named(readyRu[key as keyof typeof readyRu]).join() !== named(text).join(),
  );
  expect(faults.map(([key]) => key)).toEqual([]);
});

it('the console has words for everything that the audit log tells', () => {
  const written = readSources('src/dialog').flatMap(({ text }) => [
    ...text.matchAll(/\baction: (?:\w+ \? )?'(\w+)\.(\w+)'/g),
  ]);
  const documented = readFileSync('docs/webhooks.md', 'utf8')
    .split('\n')
    .flatMap((line) => [...(/^\| (`.*?`) \|/.exec(line)?.[1] ?? '').matchAll(/`(\w+)\.(\w+)`/g)]);
  expect([written.length > 40, documented.length > 40]).toEqual([true, true]);
  const silent = [...written, ...documented].filter(
    ([, record, happened]) => !(`action_of.${record}` in actions && `action_did.${happened}` in actions),
  );
  expect(silent.map(([, record, happened]) => `${record}.${happened}`)).toEqual([]);
});
