import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

const root = 'src/widget/';
/** Each folder of the chat, and those whose files it may import. */
const below: Record<string, readonly string[]> = {
  text: [],
  rich: [],
  loader: ['text', 'contract.ts', 'colour.ts', 'enter.ts'],
  chat: ['text', 'rich', 'contract.ts', 'colour.ts', 'enter.ts'],
  // Nothing: it is published by itself.
  module: [],
  'contract.ts': ['colour.ts'],
  'colour.ts': [],
  'enter.ts': [],
};
const sources = readSources('src/widget');
const folderOf = (path: string) =>
  path.startsWith(root) ? path.slice(root.length).split('/')[0]! : undefined;

it('the loader and the body of the chat import neither each other nor anything of the server or the console', () => {
  const faults = sources.flatMap(({ path, links, packages }) => {
    const from = folderOf(path)!;
    const strange = [...links.map(({ to }) => to), ...packages].filter((to) => {
      const target = folderOf(to);
      return target === undefined || (target !== from && !below[from]?.includes(target));
    });
    return strange.map((to) => `${path} imports ${to}`);
  });
  expect(sources.length).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

it('no file of the chat has more than 250 lines', () => {
  const long = sources
    .filter(({ lines }) => lines.length > 251)
    .map(({ path, lines }) => `${path}: ${lines.length - 1}`);
  expect(long).toEqual([]);
});

it('every text of the chat is used somewhere, and each language is one file', () => {
  const english = readFileSync(`${root}text/en.ts`, 'utf8');
  const keys = [...english.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key!);
  const code = sources
    .filter(({ path }) => !path.startsWith(`${root}text/`))
    .map(({ text }) => text)
    .join('\n');
  expect(keys.length).toBeGreaterThan(30);
  expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(code))).toEqual([]);
  expect(readdirSync(`${root}text`).sort()).toEqual(['en.ts', 'launcher.ts', 'ru.ts', 'texts.ts']);
});

it('the chat is made of elements and texts only, and styles itself as a strict policy allows', () => {
  const forbidden =
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|new Function|createElement\('style'\)|setAttribute\('style')/;
  expect(sources.filter(({ text }) => forbidden.test(text)).map(({ path }) => path)).toEqual([]);
});
