import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import { openPage as open, press, role, row, server, useConsole, visit } from '../harness/console-scene.ts';

/** Lists of suppliers, imported by a person in the console: as they come, month after month. */

useConsole();

const shown = (text: string | RegExp) => visit.page.getByText(text).first();
const choose = async (name: string, buffer: Buffer) => {
  const choosing = visit.page.waitForEvent('filechooser');
  await visit.click(role('button', 'Choose a file'));
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
};
/** The dialog is longer than the window. */
const reach = async (target: ReturnType<typeof shown>) => {
  await target.evaluate((element: any) => element.scrollIntoView({ block: 'center' }));
  await visit.click(target);
};
/** A button of the dialog, once nothing is being read. */
const ready = (name: RegExp) =>
  role('dialog').locator('button:not([data-pending]):not([data-disabled])').filter({ hasText: name });
const offersOf = async (source: string) =>
  (
    await server.make(
      'GET',
      `/catalog/offers/search?source_name=${encodeURIComponent(source)}&page_size=1000`,
    )
  ).results as { pn_raw: string; price_raw: string }[];
const setField = async (name: string, text: string) => {
  await reach(role('textbox', name));
  await press('Control+a');
  await visit.write(text);
};
/** Says what a column is, by its list. */
const columnIs = async (column: string, field: string) => {
  await reach(role('button', new RegExp(`${column} is`)));
  await visit.click(role('option', field));
};

const list = (rows: string[]) =>
  iconv.encode(['Прайс-лист;;', 'Артикул;Производитель;"Цена, руб."', ...rows].join('\r\n'), 'windows-1251');
const rows = Array.from({ length: 40 }, (_, n) => `О-${n};Завод;${n},5`);

it('a list with columns of its own is mapped, read again next month without a word, asks before it replaces, and is taken back', async () => {
  await open('catalog/imports');
  await shown('No imports yet').waitFor();
  await open('catalog/offers');
  await visit.click(role('button', 'Import').first());
  await choose('price.csv', list([...rows, 'О-40;Завод;по запросу']));
  // The title above is taken for the names of the columns.
  await shown('Say what the columns are').waitFor();
  await reach(shown('How the file is read'));
  await setField('Line of the column names', '2');
  await role('button', /Артикул is/).waitFor();
  await setField('Source', 'Омега');
  await columnIs('Артикул', 'Part number');
  await columnIs('Производитель', 'Brand');
  await columnIs('Цена, руб.', 'Price');
  await shown('41 rows, 41 of them with faults').waitFor();
  await reach(role('button', 'Read the comma'));
  await shown('41 rows, 1 of them with faults').waitFor();
  await shown(/CSV · windows-1251 · cells end with a semicolon · column names in line 2/).waitFor();
  await row('Line 43').filter({ hasText: 'по запросу' }).waitFor();
  await row('О-7').filter({ hasText: '7.5' }).waitFor();
  await expectAccessible(visit, 'catalog-import-columns');
  await visit.screenshot('catalog-import-columns');
  await reach(shown('Read the next lists of Омега like this'));
  await visit.click(ready(/^Import$/));
  await shown('40 offers of price.csv were stored').waitFor();
  expect(await offersOf('Омега')).toHaveLength(40);

  // The next month: half of it is gone, and one price is another.
  await visit.click(role('button', 'Another file'));
  await setNext();
  await visit.click(ready(/^Show the figures$/));
  await shown('1 new, 1 changed, 18 unchanged, 21 gone from Омега').waitFor();
  expect(await offersOf('Омега')).toHaveLength(40);
  await expectAccessible(visit, 'catalog-import-asks');
  await visit.screenshot('catalog-import-asks');
  await visit.click(role('button', 'Replace the list'));
  await shown('Gone: 21.').waitFor();
  expect((await offersOf('Омега')).map(({ pn_raw }) => pn_raw)).toHaveLength(20);
  await visit.click(role('dialog').getByRole('button', { name: 'Close' }));

  await visit.click(role('navigation', 'Catalog').getByRole('link', { name: 'Imports' }));
  await row('Gone 21').filter({ hasText: 'Омега' }).filter({ hasText: 'done' }).waitFor();
  await expectAccessible(visit, 'catalog-imports');
  await visit.screenshot('catalog-imports');
  await visit.click(row('Gone 21').getByRole('button', { name: 'Омега' }));
  await visit.click(role('button', 'Undo'));
  await visit.click(role('alertdialog').getByRole('button', { name: 'Undo' }));
  await shown('Undone: 1 removed, 1 as before, 21 back, 0 changed since and left').waitFor();
  await row('Gone 21').filter({ hasText: 'undone' }).waitFor();
  expect(await offersOf('Омега')).toHaveLength(40);
});

/** Chooses the list of the next month, which replaces. */
async function setNext(): Promise<void> {
  await choose('next.csv', list(['О-0;Завод;99', ...rows.slice(1, 19), 'О-50;Завод;1']));
  await shown('Kept for this source, and used here: map, decimal, header_row.').waitFor();
  await shown('20 rows, 0 of them with faults').waitFor();
  await reach(shown('Replace the whole list of the source'));
}

it('a workbook in an archive is imported by keys alone, on a phone nothing is cut off, and a list that waits is found again', async () => {
  const cells = (values: string[]) =>
    values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('');
  const sheet = [
    ['pn_raw', 'price_raw'],
    ['W-1', '10'],
    ['W-2', '20'],
  ]
    .map((each) => `<row>${cells(each)}</row>`)
    .join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const book = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Прайс" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
    ),
    'xl/worksheets/s.xml': strToU8(`<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`),
  });
  await open('catalog/offers');
  await role('button', 'Import').first().focus();
  await press('Enter');
  const choosing = visit.page.waitForEvent('filechooser');
  await role('button', 'Choose a file').focus();
  await press('Enter');
  await (await choosing).setFiles({
    name: 'book.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync({ 'book.xlsx': book })),
  });
  await shown('Line 1: the column source_identifier is missing.').waitFor();
  await role('textbox', 'Source').focus();
  await visit.write('Keys');
  await shown('2 rows, 0 of them with faults').waitFor();
  await press('Tab', 'ArrowDown', 'ArrowDown');
  await ready(/^Show the figures$/).focus();
  await press('Enter');
  await shown('2 new, 0 changed, 0 unchanged, 0 gone from Keys').waitFor();
  // Closed without an answer, it waits.
  await press('Escape');
  await open('catalog/imports', { width: 390, height: 844 });
  await visit.click(row('Keys').filter({ hasText: 'waits for you' }).getByRole('button', { name: 'Keys' }));
  await role('dialog', /Import \d+/).waitFor();
  await expectNothingSideways(visit);
  await visit.screenshot('catalog-import-waits');
  await visit.click(role('button', 'Replace the list'));
  await shown('The list was applied').waitFor();
  expect((await offersOf('Keys')).map(({ pn_raw, price_raw }) => `${pn_raw} ${price_raw}`).sort()).toEqual([
    'W-1 10',
    'W-2 20',
  ]);
});
