import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import {
  type Opening,
  openPage,
  press,
  role,
  row,
  server,
  useConsole,
  visit,
} from '../harness/console-scene.ts';
import { join } from '../harness/people.ts';
import { until } from '../harness/until.ts';

let project: TestProject;

useConsole();
beforeAll(async () => {
  project = await server.makeProject();
});

const open = (path: string, opening?: Opening) => openPage(`p/${project.id}/${path}`, opening);

const make = (method: string, path: string, body?: unknown) =>
  server.make(method, `/projects/${project.id}${path}`, body);
const shown = (text: string | RegExp) => visit.page.getByText(text).first();

/** The rows of a table as text, so that numbers keep their digits. */
async function textOf(slug: string): Promise<string> {
  const { text } = await server.call(
    'GET',
    `/api/v1/projects/${project.id}/tables/${slug}/rows?environment=live`,
    {
      key: project.key,
    },
  );
  return text;
}

const stock = [
  { name: 'sku', type: 'text', required: true },
  { name: 'price', type: 'number' },
  { name: 'left', type: 'integer' },
];

/** A table with these rows in live, given as JSON texts. */
async function makeTable(slug: string, name: string, ...rows: string[]): Promise<void> {
  await make('PUT', `/tables/${slug}`, { name, columns: stock, enforce: true });
  if (rows.length === 0) return;
  const { status, text } = await server.call('POST', `/api/v1/projects/${project.id}/tables/${slug}/rows`, {
    key: project.key,
    raw: `{"environment":"live","rows":[${rows.join()}]}`,
    headers: { 'idempotency-key': `rows-of-${slug}`, 'content-type': 'application/json' },
  });
  if (status !== 200) throw new Error(text);
}

it('a table is made with its columns, rows are added, and a cell is written by keys alone: it shows what was saved, digit by digit', async () => {
  await open('tables');
  await shown('No tables yet').waitFor();
  await expectAccessible(visit, 'tables-none');
  await visit.click(role('button', 'New table'));
  await visit.write('Stock in Riga');
  await visit.click(role('textbox', 'Column 1: Name'));
  await visit.type('sku');
  await visit.click(role('button', 'Add a column'));
  await visit.click(role('textbox', 'Column 2: Name'));
  await visit.type('price');
  await visit.click(role('button', /Column 2: Type/));
  await press('ArrowDown', 'Enter');
  await expectAccessible(visit, 'table-new');
  await visit.click(role('button', 'Make the table'));
  await shown('No rows in Live yet').waitFor();
  expect((await make('GET', '/tables/stock-in-riga')).columns).toMatchObject([
    { name: 'sku', type: 'text' },
    { name: 'price', type: 'number' },
  ]);
  await visit.click(role('button', 'Add a row'));
  await visit.type('A-1');
  await press('Tab');
  await visit.type('cheap');
  await press('Enter');
  // What the column does not take is said at its field.
  visit.expectFault(/status of 422/);
  await role('dialog')
    .getByText(/number/)
    .nth(1)
    .waitFor();
  await press('Control+a');
  await visit.type('1.10');
  await press('Enter');
  await row('A-1').filter({ hasText: '1.10' }).waitFor();
  expect(await textOf('stock-in-riga')).toContain('"price":1.10');
  await visit.tabTo('div "Stock in Riga"');
  await press('ArrowRight', 'Enter', 'Control+a');
  await visit.write('12345678901234567890.10');
  await press('Enter');
  await row('12345678901234567890.10').waitFor();
  await until(async () => (await textOf('stock-in-riga')).includes('"price":12345678901234567890.10'));
  // A letter begins to write; the server's sentence stands at the cell, and what was written stays in it.
  await visit.type('many');
  await press('Enter');
  await role('alert').filter({ hasText: 'number' }).waitFor();
  await shown('1 cell was not saved.').waitFor();
  await row('many').waitFor();
  await expectAccessible(visit, 'table-refused');
  expect(await textOf('stock-in-riga')).not.toContain('many');
  await press('Escape');
  await row('12345678901234567890.10').waitFor();
});

it('a cell that somebody else changes meanwhile is not written over: both values are said, and it is written after all by two presses', async () => {
  const path = `/projects/${project.id}/tables/shared/rows/1?environment=live`;
  await makeTable('shared', 'Shared', '{"sku":"A-1","price":1,"left":5}', '{"sku":"B-2","left":1}');
  await open('tables/shared');
  await row('A-1').waitFor();
  visit.expectFault(/status of 409/);
  await visit.tabTo('div "Shared"');
  await press('ArrowRight', 'ArrowRight', 'Enter', 'Control+a');
  await visit.type('7');
  // Another cell of the row: nobody loses anything, and nobody is asked.
  await server.make('PATCH', path, { set: { price: 2 } });
  await press('Enter');
  await until(async () => (await textOf('shared')).includes('"left":7'));
  expect(await textOf('shared')).toContain('"price":2');
  await press('ArrowUp', 'Enter', 'Control+a');
  await visit.type('8');
  await server.make('PATCH', path, { set: { left: 3 } });
  await press('Enter', 'ArrowUp');
  await role('alert').filter({ hasText: 'Somebody else has written “3” here meanwhile' }).waitFor();
  await role('alert').filter({ hasText: 'Yours, “8”, was not saved' }).waitFor();
  await expectAccessible(visit, 'table-clash');
  expect(await textOf('shared')).toContain('"left":3');
  await press('Enter', 'Enter');
  await until(async () => (await textOf('shared')).includes('"left":8'));
});

it('a cell may be written again while it is being saved: its own last value is not said to be somebody else’s', async () => {
  await makeTable('slow', 'Slow', '{"sku":"A-1","price":1}');
  await open('tables/slow');
  await row('A-1').waitFor();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await visit.page.route('**/rows/1?**', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await visit.tabTo('div "Slow"');
  await press('ArrowRight', 'Enter', 'Control+a');
  await visit.type('5');
  await press('Enter');
  await until(async () => (await textOf('slow')).includes('"price":5'));
  // What was written is in the field, not what the page had read.
  await press('Enter');
  expect(await role('textbox', 'price').inputValue()).toBe('5');
  await press('Control+a');
  await visit.type('many');
  const answered = visit.page.waitForResponse('**/rows/1?**');
  answer();
  await answered;
  await visit.page.unroute('**/rows/1?**');
  visit.expectFault(/status of 422/);
  await press('Enter');
  await role('alert').filter({ hasText: 'number' }).waitFor();
  await press('Enter', 'Control+a');
  await visit.type('6');
  await press('Enter');
  await until(async () => (await textOf('slow')).includes('"price":6'));
});

it('cells are copied and pasted as a spreadsheet has them, also below the last row; emptied, sorted, filtered, selected and deleted', async () => {
  await makeTable(
    'prices',
    'Prices',
    '{"sku":"A-1","price":1.10,"left":5}',
    '{"sku":"B-2","price":9,"left":1}',
    '{"sku":"C-3","price":4.5}',
  );
  await open('tables');
  await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit.click(row('Prices').getByRole('link'));
  await row('A-1').waitFor();
  await expectAccessible(visit, 'table');
  await visit.tabTo('div "Prices"');
  await press('Shift+ArrowRight', 'Shift+ArrowDown', 'Control+c');
  expect(await visit.page.evaluate('navigator.clipboard.readText()')).toBe('A-1\t1.10\nB-2\t9');
  await visit.screenshot('table-range');
  await visit.page.evaluate(`navigator.clipboard.writeText('C-4\\t7.70\\t2\\nD-5\\t8\\t3\\n')`);
  await press('ArrowDown', 'ArrowLeft', 'Control+v');
  await until(async () => {
    const { rows } = JSON.parse(await textOf('prices'));
    return rows.length === 4 && rows[2].sku === 'C-4' && rows[3].sku === 'D-5';
  });
  expect(await textOf('prices')).toContain('{"sku":"C-4","price":7.70,"left":2}');
  await row('D-5').waitFor();
  // Emptied: the row no longer has the column.
  await press('End', 'Delete');
  await until(async () => (await textOf('prices')).includes('{"sku":"C-4","price":7.70}'));
  await visit.click(role('button', 'price'));
  await visit.page.waitForURL(/sort=price/);
  const first = () => visit.page.locator('[data-index="0"]').innerText();
  await until(async () => (await first()).includes('A-1'));
  await visit.click(role('button', 'price'));
  await until(async () => (await first()).includes('B-2'));
  await visit.click(role('button', 'Filter'));
  await visit.click(role('button', /Column/));
  await visit.type('price');
  await press('Enter');
  await visit.click(role('button', /Comparison/));
  await visit.type('above');
  await press('Enter');
  await visit.click(role('textbox', 'Value'));
  await visit.type('7.75');
  await press('Enter');
  await row('A-1').waitFor({ state: 'detached' });
  await shown('2 of 4 rows').waitFor();
  await visit.page.reload();
  await shown('2 of 4 rows').waitFor();
  await visit.click(row('D-5').getByRole('checkbox'));
  await role('toolbar', '1 row selected').waitFor();
  await visit.screenshot('table-selected');
  await visit.click(role('button', 'Delete 1 row'));
  expect(await visit.focused()).toBe('button "Cancel"');
  await visit.click(role('alertdialog').getByRole('button', { name: 'Delete 1 row' }));
  await shown('1 of 3 rows').waitFor();
  expect(JSON.parse(await textOf('prices')).rows).toHaveLength(3);
});

it('a file is looked at first; a whole replacement says what goes, and after a write of somebody else it does nothing and says why', async () => {
  await makeTable('menu', 'Menu', '{"sku":"tea","price":2}');
  await open('tables/menu');
  await row('tea').waitFor();
  const choose = async (text: string) => {
    const choosing = visit.page.waitForEvent('filechooser');
    await visit.click(role('button', /^(?:Choose a file)$/));
    await (await choosing).setFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await visit.click(role('button', 'Import'));
  await visit.click(role('button', /The rows of the file/));
  await press('End', 'Enter');
  // More than the server takes is not sent at all.
  await choose(`sku\n${'x'.repeat(32 * 2 ** 20)}\n`);
  await shown('menu.csv is too large; nothing was written').waitFor();
  await choose('sku,left\ncake,two\n,1\n');
  await shown('menu.csv has faults; nothing was written').waitFor();
  await row('Line 2').filter({ hasText: 'left' }).waitFor();
  await expectAccessible(visit, 'table-import-faults');
  await visit.click(role('button', 'Another file'));
  await choose('sku,price\ncake,3.50\npie,4.10\n');
  await shown('2 rows were read in menu.csv').waitFor();
  await role('cell', '3.50').waitFor();
  await shown('The one row that is in Live now is deleted.').waitFor();
  await expectAccessible(visit, 'table-import');
  await make('POST', '/tables/menu/rows?environment=live', { data: { sku: 'coffee' } });
  visit.expectFault(/status of 409/);
  await visit.click(role('button', 'Replace all by 2 rows'));
  await shown('Somebody has written since you looked; nothing was written').waitFor();
  await visit.screenshot('table-import-conflict');
  expect(JSON.parse(await textOf('menu')).rows).toHaveLength(2);
  expect(await role('button', 'Replace all by 2 rows').count()).toBe(0);
  await visit.click(role('button', 'Look again'));
  await shown('All 2 rows that are in Live now are deleted.').waitFor();
  await visit.click(role('button', 'Replace all by 2 rows'));
  await row('pie').filter({ hasText: '4.10' }).waitFor();
  expect(JSON.parse(await textOf('menu')).rows.map(({ sku }: any) => sku)).toEqual(['cake', 'pie']);
  const loading = visit.page.waitForEvent('download');
  await visit.click(role('link', 'Export'));
  expect((await loading).suggestedFilename()).toBe('menu-live.csv');
  // What others write shows by itself.
  await make('POST', '/tables/menu/rows?environment=live', { data: { sku: 'juice' } });
  await row('juice').waitFor();
  await visit.click(role('button', 'More'));
  await visit.click(role('menuitem', 'Name and columns'));
  await visit.click(role('button', 'Add a column'));
  await visit.click(role('textbox', 'Column 4: Name'));
  await visit.type('note');
  await visit.click(role('dialog').getByRole('button', { name: 'Save' }));
  await role('columnheader', 'note').waitFor();
  await visit.click(role('button', 'More'));
  await visit.click(role('menuitem', 'Delete the table'));
  await shown('Its rows go for ever: 3 in live, 0 in the sandbox.').waitFor();
  // The page hears of the deletion, too, and may look once more before it leaves.
  visit.expectFault(/status of 404/);
  await visit.click(role('alertdialog').getByRole('button', { name: 'Delete the table' }));
  await shown('“Menu” was deleted').waitFor();
  await row('Menu').waitFor({ state: 'detached' });
});

it('on a phone the sheet scrolls in itself, in Russian everything fits, and a role that may only look has nothing to write with', async () => {
  await makeTable('lager', 'Остатки на складе', '{"sku":"A-1","price":1.10,"left":5}');
  await open('tables/lager', { width: 390, height: 844, touch: true, language: 'ru' });
  await row('A-1').waitFor();
  await expectAccessible(visit, 'table-phone');
  await expectNothingSideways(visit);
  await visit.close();
  await open('tables/lager', { as: await join(server, project.id, 'operator') });
  await row('A-1').waitFor();
  expect(await role('button', 'Import').count()).toBe(0);
  expect(await role('checkbox').count()).toBe(0);
  await visit.tabTo('div "Остатки на складе"');
  await press('Enter');
  expect(await visit.page.locator('[role=grid] textarea').count()).toBe(0);
  await visit.close();
  await open('tables/lager', { as: await join(server, project.id, 'analyst') });
  await shown('Your role sees the columns of a table, and not its rows.').waitFor();
  await expectAccessible(visit, 'table-analyst');
});

it('ten thousand rows scroll with few elements drawn', async () => {
  await makeTable('many', 'Many');
  const lines = Array.from({ length: 10_000 }, (_, i) => `S-${i},${i}.50,${i}`).join('\n');
  const answer = await server.owner(
    'POST',
    `/projects/${project.id}/tables/many/rows.csv?environment=live&mode=append`,
    `sku,price,left\n${lines}\n`,
    { 'content-type': 'text/csv' },
  );
  expect(answer.status).toBe(200);
  await open('tables/many');
  await row('S-0').waitFor();
  await shown('10,000 rows').waitFor();
  await visit.tabTo('div "Many"');
  await until(async () => {
    await press('Control+End');
    return (await visit.page.locator('[data-index="399"]').count()) === 1;
  });
  expect(await visit.page.getByRole('gridcell').count()).toBeLessThan(300);
  await visit.screenshot('table-many');
});
