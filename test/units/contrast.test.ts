import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync('src/console/kit/tokens.css', 'utf8');

/** The colours of a theme, by their names. */
function coloursOf(selector: string): Record<string, string> {
  const begin = css.indexOf(`${selector} {`);
  const block = css.slice(begin, css.indexOf('\n}', begin));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name!, hex!]),
  );
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Words and their grounds, and the least contrast between them: 4.5 for words, 3 for edges and pictures. */
const pairs: [fore: string, grounds: string[], least: number][] = [
  ['text', ['bg', 'sunken', 'raised', 'hover', 'selected'], 7],
  ['muted', ['bg', 'sunken', 'raised', 'hover'], 4.5],
  ['faint', ['bg', 'sunken', 'raised', 'hover'], 4.5],
  ['link', ['bg', 'sunken', 'raised', 'hover', 'selected'], 4.5],
  ['on-accent', ['accent'], 4.5],
  ['on-bad', ['bad'], 4.5],
  ['good', ['good-ground'], 4.5],
  ['warn', ['warn-ground'], 4.5],
  ['bad', ['bad-ground', 'bg', 'raised'], 4.5],
  ['edge', ['bg', 'raised'], 3],
  ['focus', ['bg', 'sunken', 'raised'], 3],
  ...[1, 2, 3].map((n): [string, string[], number] => [`chart-${n}`, ['bg', 'raised'], 4.5]),
];

it.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
])('in the %s theme all words and edges stand out from their grounds', (_theme, selector) => {
  const colours = coloursOf(selector);
  const weak = pairs.flatMap(([fore, grounds, least]) =>
    grounds
      .map((ground) => ({ fore, ground, ratio: contrast(colours[fore]!, colours[ground]!) }))
      .filter(({ ratio }) => !(ratio >= least))
      .map(({ ground, ratio }) => `${fore} on ${ground}: ${ratio.toFixed(2)}, not ${least}`),
  );
  expect(weak).toEqual([]);
});
