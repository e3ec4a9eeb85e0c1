import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ownerRoutes } from '../../src/dialog/owner-api.ts';
import { readSettings } from '../../src/settings.ts';

/** The table "Lists" of docs/api.md is what a console is built from, so it says of every list what the routes say. */

const heading = '### Lists of the owner API';
/** What leads from page to page; every other parameter is a filter or an order. */
const steps = ['cursor', 'offset', 'limit'];

interface List {
  path: string;
  parameters: string[];
}

/** Every GET of the owner API whose answer has items or rows. */
const lists: List[] = ownerRoutes(readSettings({})).flatMap(({ method, path, endpoint: { told } }) => {
  const answer = told.answers?.[200];
  const isList =
    answer instanceof z.ZodObject &&
    ['items', 'rows'].some((name) => answer.shape[name] instanceof z.ZodArray);
  if (method !== 'GET' || !isList) return [];
  const query = told.querystring instanceof z.ZodObject ? Object.keys(told.querystring.shape) : [];
  return [{ path: path.replace('/projects/{project_id}', '…'), parameters: query }];
});

const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const wordsOf = (cell: string) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, word]) => word!);

const page = readFileSync('docs/api.md', 'utf8');
const section = page.slice(page.indexOf(heading)).split('\n### ')[0]!;
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map(cellsOf);

it('every list of the owner API stands in docs/api.md with its filters and with what leads to the next page', () => {
  const filtersOf = ({ parameters }: List) => parameters.filter((name) => !steps.includes(name));
  const stepsOf = ({ parameters }: List) => parameters.filter((name) => steps.includes(name));
  const wrong = lists.flatMap((list) => {
    const row = rows.find(([path]) => path === `\`${list.path}\``);
    const [, filters = '', , next = ''] = row ?? [];
    const isTold =
      row !== undefined &&
      wordsOf(filters).sort().join() === filtersOf(list).sort().join() &&
      wordsOf(next).sort().join() === stepsOf(list).sort().join();
    const told = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
    return isTold
      ? []
      : [
          `| \`${list.path}\` | ${told(filtersOf(list))} | <its order> | ${told(stepsOf(list))} | <how it is counted> |`,
        ];
  });
  expect(wrong, `rows for the table "${heading}"`).toEqual([]);
});

it('the table of lists names no list that is gone, and says of each how it is sorted and counted', () => {
  const paths = lists.map(({ path }) => `\`${path}\``);
  expect(rows.filter(([path]) => !paths.includes(path!)).map(([path]) => path)).toEqual([]);
  expect(rows.filter(([, , order, , count]) => !order || !count).map(([path]) => path)).toEqual([]);
});
