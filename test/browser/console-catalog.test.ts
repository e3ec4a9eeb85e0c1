import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import {
  localhost,
  openPage as open,
  press,
  role,
  row,
  server,
  useConsole,
  visit,
} from '../harness/console-scene.ts';
import { join } from '../harness/people.ts';
import { until } from '../harness/until.ts';

// Globals for code that is evaluated in the page.
declare const document: any;
declare const innerHeight: number;
declare const requestAnimationFrame: (call: () => void) => void;

const seeded = 20_000;

const catalog = (method: string, path: string, body?: unknown) =>
  server.make(method, `/catalog${path}`, body);

/** Offers from a CSV, as another program would send it. */
async function importCsv(text: string): Promise<void> {
  const answer = await server.owner('POST', '/catalog/offers/import', text, { 'content-type': 'text/csv' });
  if (answer.status !== 200) throw new Error(answer.text);
}

useConsole({ hasScrollBars: true });
beforeAll(async () => {
  const lines = Array.from(
    { length: seeded },
    (_, n) => `Bulk ${n % 3},P-${String(n).padStart(5, '0')},${n}.50,EUR,new,B${n % 4}`,
  );
  await importCsv(
    ['source_identifier,pn_raw,price_raw,price_currency,condition_raw,brand_raw', ...lines, ''].join('\n'),
  );
});

const shown = (text: string | RegExp) => visit.page.getByText(text).first();
const counted = (text: string) => role('status').filter({ hasText: text }).waitFor();
const chooseFile = async (name: string, text: string) => {
  const choosing = visit.page.waitForEvent('filechooser');
  await visit.click(role('button', 'Choose a file'));
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
};

/** Once the file was looked at. */
const importNow = () =>
  visit.click(
    role('dialog')
      .locator('button:not([data-pending]):not([data-disabled])')
      .filter({ hasText: /^Import$/ }),
  );

/** The rows that are seen: where each stands in the list, and its part number; none while some are still being read. */
const inView = () =>
  visit.page.evaluate(() => {
    const isSeen = (element: any) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    const [grid] = document.querySelectorAll('[role=grid]');
    const shapes = [...grid.querySelectorAll('[aria-hidden=true][style]')];
    if (shapes.some(isSeen)) return [];
    return [...grid.querySelectorAll('[data-index]')].filter(isSeen).map((row: any) => ({
      index: Number(row.dataset.index),
      number: row.querySelector('button:not([role])').textContent,
      top: Math.round(row.getBoundingClientRect().top),
    }));
  });

/** Waits until the rows at a place are there, and sees that they stand one below the other, each at its place. */
async function expectRowsAt(isThere: (index: number) => boolean): Promise<number> {
  let found: Awaited<ReturnType<typeof inView>> = [];
  const rows = await until(async () => {
    found = await inView();
    return found.some(({ index }) => isThere(index)) && found;
  }).catch((error) => {
    throw new Error(`seen last: rows ${found.map(({ index }) => index)}; ${error.message}`);
  });
  const first = rows[0]!;
  const expected = rows.map((_, down) => ({
    index: first.index + down,
    number: `P-${String(first.index + down).padStart(5, '0')}`,
    top: first.top + down * 40,
  }));
  expect(rows).toEqual(expected);
  expect(await visit.page.getByRole('row').count()).toBeLessThan(60);
  return first.index;
}

/**
 * Waits until the last turn of the wheel is over, since a browser goes on with it also after a key, and until a picture shows it: the
 * scroll bar is where it was drawn last.
 */
async function comesToRest(): Promise<void> {
  let last = '';
  await until(async () => {
    const before = last;
    last = JSON.stringify(await inView());
    await visit.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
    );
    return last === before && last !== '[]';
  });
}

it('twenty thousand offers stand where wheel, keys and scroll bar lead, none twice and none missing, and only those are read', async () => {
  const asked = new Set<string>();
  await open('catalog/offers');
  visit.page.on('request', (request) => {
    if (request.url().includes('/offers/search')) asked.add(request.url());
  });
  await counted('20,000 offers');
  await expectRowsAt((index) => index === 0);
  // The wheel goes by pixels, here and in the middle.
  const turn = async (times: number) => {
    const before = (await inView())[0]!.index;
    for (let n = 0; n < times; n++)
      await visit.scroll(role('grid', 'Offers').locator('[data-index]').nth(12), 400);
    return before;
  };
  const top = await turn(10);
  await expectRowsAt((index) => index >= top + 10 * 10 + 10);
  await press('j', 'End');
  await expectRowsAt((index) => index === seeded - 1);
  await press('PageUp', 'PageUp', 'PageUp');
  await expectRowsAt((index) => index === seeded - 40);
  await press('Home');
  await expectRowsAt((index) => index === 0);
  await comesToRest();
  // The thumb stands at the top, below the arrow.
  await visit.drag({ x: 1273, y: 22 }, { x: 1273, y: 400 });
  const middle = await expectRowsAt((index) => Math.abs(index - seeded / 2) < seeded / 20);
  await turn(3);
  // Three notches of 400 pixels are thirty rows, although the list is higher than what is drawn of it.
  expect(await expectRowsAt((index) => index >= middle + 30)).toBeLessThan(middle + 40);
  await visit.screenshot('catalog-middle');
  await comesToRest();
  await press('j');
  await expectRowsAt((index) => index === 1);
  // Twenty thousand offers are two hundred pages.
  expect(asked.size).toBeLessThan(40);
});

it('offers are found by words, facets, filters and order', async () => {
  await server.makeProject();
  await open('projects');
  await visit.click(role('link', 'Catalog'));
  await counted('20,000 offers');
  await row('P-00000').waitFor();
  await expectAccessible(visit, 'catalog-offers');
  await visit.click(role('button', /^Bulk 1/));
  await counted('6,667 offers');
  await visit.click(role('searchbox', 'Search offers'));
  await visit.type('p-00001');
  await counted('1 offer');
  await visit.page.reload();
  await counted('1 offer');
  await row('P-00001').filter({ hasText: '1.50 EUR' }).waitFor();
  await visit.click(role('button', 'Clear filters'));
  await visit.click(role('button', 'Clear the search'));
  await counted('20,000 offers');
  await visit.click(role('button', 'Filter'));
  await visit.type('Price from');
  await press('ArrowDown', 'Enter');
  await role('textbox', 'Price from').waitFor();
  await visit.type('19998');
  await press('Enter');
  await counted('2 offers');
  await visit.click(role('button', 'Price'));
  await visit.page.waitForURL(/order=price_raw/);
  const first = () => visit.page.locator('[data-index="0"]').innerText();
  await until(async () => (await first()).includes('P-19998'));
  await visit.click(role('button', 'Price'));
  await until(async () => (await first()).includes('P-19999'));
  const loading = visit.page.waitForEvent('download');
  await visit.click(role('link', 'Export what fits'));
  const chunks: Buffer[] = [];
  for await (const chunk of await (await loading).createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString().trim().split('\r\n')).toHaveLength(3);
});

it('the catalog is a page of the console: the navigation of the project that was open last stays, and leads on', async () => {
  const project = await server.makeProject();
  // High enough for all of the navigation.
  await open(`p/${project.id}/team`, { width: 1280, height: 1100 });
  const main = role('navigation', 'Main');
  await visit.click(main.getByRole('link', { name: 'Catalog' }));
  await counted('20,000 offers');
  const current = () => main.locator('[aria-current=page]').allInnerTexts();
  expect(await current()).toEqual(['Catalog']);
  await role('button', 'Project: Test').waitFor();
  expect(await role('group', 'Environment').count()).toBe(0);
  await visit.screenshot('catalog-in-frame');
  await visit.click(role('navigation', 'Catalog').getByRole('link', { name: 'Sources' }));
  // Offers name their source, too: these are gone first.
  await role('heading', 'Sources').waitFor();
  await row('Bulk 0').waitFor();
  expect(await current()).toEqual(['Catalog']);
  await visit.page.reload();
  await row('Bulk 0').waitFor();
  await visit.click(main.getByRole('link', { name: 'People' }));
  await role('heading', 'People').waitFor();
  expect(new URL(visit.page.url()).pathname).toBe(`/console/p/${project.id}/team`);
  await role('group', 'Environment').waitFor();
});

it('an offer gets another price and another source, and goes after a question; what the catalog refuses stays in the field', async () => {
  await importCsv(
    'source_identifier,pn_raw,price_raw,price_currency\nAcme,ONE-1,12.50,EUR\nAcme,ONE-2,3,EUR\n',
  );
  await open('catalog/offers?q=one-');
  await visit.click(row('ONE-1').getByRole('button', { name: 'ONE-1' }));
  const field = role('textbox', 'Price in EUR');
  await field.waitFor();
  await expectAccessible(visit, 'catalog-offer');
  await visit.click(field);
  await press('Control+a');
  await visit.type('cheap');
  visit.expectFault(/status of 422/);
  await press('Enter');
  await role('dialog').locator('[aria-invalid="true"]').waitFor();
  await press('Control+a');
  await visit.type('12.75');
  await press('Enter');
  await shown('The price was changed').waitFor();
  const [one] = (await catalog('GET', '/offers/search?q=one-1')).results;
  expect(one.price_raw).toBe('12.75');
  await visit.click(role('textbox', 'Source'));
  await press('Control+a');
  await visit.write('Acme South');
  await press('Enter');
  await shown('The source was changed').waitFor();
  await visit.click(role('dialog').getByRole('button', { name: 'Close' }));
  await row('ONE-1').filter({ hasText: 'Acme South' }).filter({ hasText: '12.75 EUR' }).waitFor();
  await visit.click(row('ONE-1').getByRole('checkbox'));
  await visit.click(row('ONE-2').getByRole('checkbox'));
  await role('toolbar', '2 offers selected').waitFor();
  await visit.screenshot('catalog-selected');
  await visit.click(role('button', 'Delete 2 offers'));
  await role('alertdialog', 'Delete 2 offers?').waitFor();
  await visit.click(role('alertdialog').getByRole('button', { name: 'Delete 2 offers' }));
  await shown('2 offers were deleted').waitFor();
  await shown('No offer fits these filters.').waitFor();
});

it('a file is imported with its errors by line, the same one again skips what is there, and the next one updates it', async () => {
  await open('catalog/offers?q=file-');
  await visit.click(role('button', 'Import').first());
  await expectAccessible(visit, 'catalog-import');
  const file =
    'source_identifier,pn_raw,price_raw\nFiles,FILE-1,1\nFiles,,2\nFiles,FILE-3,much\nFiles,FILE-4,4\n';
  await chooseFile('offers.csv', file);
  await shown('4 rows, 2 of them with faults').waitFor();
  await importNow();
  await shown('2 offers of offers.csv were stored').waitFor();
  await row('Line 3').filter({ hasText: 'pn_raw' }).waitFor();
  await row('Line 4').filter({ hasText: 'price_raw' }).waitFor();
  await expectAccessible(visit, 'catalog-imported');
  await visit.click(role('button', 'Another file'));
  await chooseFile('offers.csv', file);
  await importNow();
  await shown('Skipped, since they are there already: 2. Refused: 2.').waitFor();
  await visit.click(role('button', 'Another file'));
  await chooseFile('next.csv', 'source_identifier;pn_raw;price_raw\nFiles;FILE-1;1\nFiles;FILE-4;4 400,5\n');
  await shown('2 rows, 1 of them with faults').waitFor();
  await visit.click(shown('Update them'));
  await visit.click(shown('Numbers have a decimal comma'));
  await shown('2 rows, 0 of them with faults').waitFor();
  await visit.screenshot('catalog-import-updates');
  await importNow();
  await shown('New: 0. Updated: 1. Unchanged: 1. Refused: 0.').waitFor();
  await visit.click(role('dialog').getByRole('button', { name: 'Close' }));
  await row('FILE-4')
    .filter({ hasText: /4,?400\.5/ })
    .waitFor();
});

it('a file whose connection breaks off is sent again by one press, says what was kept, and can be stopped', async () => {
  await open('catalog/offers?q=cut-');
  await visit.click(role('button', 'Import').first());
  const file = 'source_identifier,pn_raw\nCut,CUT-1\nCut,CUT-2\n';
  const arriving = (url: URL) => url.pathname.endsWith('/offers/import') && !url.searchParams.has('dry_run');
  visit.expectFault(/ERR_CONNECTION_RESET/);
  await visit.page.route(arriving, (route) => route.abort('connectionreset'));
  await chooseFile('cut.csv', file);
  await importNow();
  await shown('The connection broke off while cut.csv was being sent').waitFor();
  await shown('What was stored until then stays.').waitFor();
  await expectAccessible(visit, 'catalog-import-broken');
  // One that does not end is stopped; nothing of it arrived.
  await visit.page.unroute(arriving);
  await visit.page.route(arriving, () => {});
  await visit.click(role('button', 'Send it again'));
  await visit.click(role('button', 'Stop'));
  await shown('Stopped. What was stored until then stays').waitFor();
  await visit.page.unroute(arriving);
  await importNow();
  await shown('2 offers of cut.csv were stored').waitFor();
});

it('sources are renamed, made one, and deleted with their offers after a question that says how many', async () => {
  await importCsv(
    'source_identifier,pn_raw,price_raw,price_currency\nNord,N-1,1,EUR\nNord,N-2,2,EUR\nNord Ltd,N-2,3,EUR\nNord Ltd,N-3,4,EUR\nNord East,N-4,1,EUR\n',
  );
  await open('catalog/sources?q=nord');
  await row('Nord Ltd').filter({ hasText: '2' }).waitFor();
  await expectAccessible(visit, 'catalog-sources');
  await visit.click(row('Nord East').getByRole('button', { name: 'Nord East' }));
  await role('textbox', 'Name').waitFor();
  await press('Control+a');
  await visit.type('Nord Ost');
  await press('Enter');
  await row('Nord Ost').waitFor();
  await visit.click(row('Nord Ost').getByRole('checkbox'));
  await visit.click(row('Nord Ltd').getByRole('checkbox'));
  await visit.click(row(/^Nord(?! Ost| Ltd)/).getByRole('checkbox'));
  await visit.click(role('button', 'Make one source'));
  await visit.click(role('button', /What stays/));
  await visit.type('Nord (');
  await press('Enter');
  await shown('3 offers move to “Nord”').waitFor();
  await expectAccessible(visit, 'catalog-merge');
  await visit.click(role('dialog').getByRole('button', { name: 'Make one source' }));
  // Both had N-2: it stays where it was, and with it its source.
  await shown('1 offer stayed: “Nord” has it already').waitFor();
  await visit.screenshot('catalog-merge-kept');
  await visit.click(role('button', 'Close'));
  await row('Nord Ost').waitFor({ state: 'detached' });
  await row('Nord Ltd').filter({ hasText: '1' }).waitFor();
  const of = async (name: string) =>
    (await catalog('GET', `/offers/search?source_name=${encodeURIComponent(name)}&ordering=pn_raw`)).results;
  expect((await of('Nord Ltd')).map(({ pn_raw }: any) => pn_raw)).toContain('N-2');
  expect((await catalog('GET', '/offers?search=N-')).results.length).toBeGreaterThan(0);
  await visit.click(row('Nord Ltd').getByRole('checkbox'));
  await visit.click(role('button', 'Delete the source'));
  await shown('Its one offer goes too, for ever.').waitFor();
  await visit.click(role('alertdialog').getByRole('button', { name: 'Delete the source' }));
  await shown('1 source was deleted').waitFor();
  await row('Nord Ltd').waitFor({ state: 'detached' });
});

it('on a phone and in Russian the catalog fits, and who may not make projects sees nothing of it', async () => {
  await open('catalog/offers', { width: 390, height: 844, touch: true, language: 'ru' });
  await row('P-00000').waitFor();
  await expectAccessible(visit, 'catalog-phone');
  await expectNothingSideways(visit);
  await visit.click(role('navigation', 'Главное меню').getByRole('button', { name: 'Ещё' }));
  await role('dialog').locator('[aria-current=page]').filter({ hasText: 'Каталог' }).waitFor();
  await visit.open(`${localhost()}/console/catalog/sources`);
  await row('Bulk 0').waitFor();
  await expectAccessible(visit, 'catalog-sources-phone');
  await expectNothingSideways(visit);
  await visit.close();
  const project = await server.makeProject();
  const developer = await join(server, project.id, 'developer');
  await open('projects', { as: developer });
  await role('link', 'Test').waitFor();
  expect(await role('link', 'Catalog').count()).toBe(0);
  expect(await role('button', 'New project').count()).toBe(0);
  await visit.click(role('button', 'Account'));
  await role('menuitem', 'Your account').waitFor();
  await visit.press('Escape');
  await visit.click(role('link', 'Test'));
  await visit.page.getByRole('navigation').getByRole('link', { name: 'Overview' }).waitFor();
  expect(await role('link', 'Catalog').count()).toBe(0);
  await visit.click(role('button', 'Project: Test'));
  await role('menuitem', 'All projects').waitFor();
  expect(await role('menuitem', 'New project').count()).toBe(0);
  await visit.press('Escape');
  await visit.page.goto(`${localhost()}/console/catalog/sources`);
  await shown('The catalog belongs to no project.').waitFor();
});
