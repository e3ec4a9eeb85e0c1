import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

/** How the files of a source are written, kept for its next imports. */

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const pathOf = (id: number) => `/sources/${id}/import-format/`;
const importing = (file: string | Buffer, query: Record<string, string>, type = 'text/csv') =>
  catalog.raw('POST', `/offers/import/?${new URLSearchParams(query)}`, file, type);
const shown = async (source: number) =>
  (await catalog.get(`/offers/?source=${source}&ordering=id`)).body.results.map(
    ({ pn_raw, brand_raw, price_raw, price_currency }: any) => [pn_raw, brand_raw, price_raw, price_currency],
  );

const format = {
  map: { Артикул: 'pn_raw', Цена: 'price_raw', Бренд: 'brand_raw' },
  set: { price_currency: 'RUB' },
  ...{ delimiter: 'semicolon', decimal: 'comma', charset: 'windows-1251', header_row: 2 },
};
const list = (row: string) => iconv.encode(`Прайс\nАртикул;Бренд;Цена\n${row}\n`, 'windows-1251');

describe('the format of a source', () => {
  it('is empty until one is put, replaced as a whole, and may be deleted again and again', async () => {
    const { id } = await catalog.source();
    expect((await catalog.get(pathOf(id))).body).toEqual({});
    expect((await catalog.send('PUT', pathOf(id), format)).body).toEqual(format);
    expect((await catalog.get(pathOf(id))).body).toEqual(format);
    const put = await catalog.send('PUT', pathOf(id), { header_row: '3', sheet: 2, decimal: null });
    expect([put.status, put.body]).toEqual([200, { header_row: 3, sheet: '2' }]);
    for (const _ of [1, 2]) expect((await catalog.send('DELETE', pathOf(id))).status).toBe(204);
    expect((await catalog.get(pathOf(id))).body).toEqual({});
  });

  it.each(['GET', 'PUT', 'DELETE'])('of a source that does not exist is a 404 for %s', async (method) => {
    const { status, body } = await catalog.send(
      method,
      pathOf(999_999),
      method === 'PUT' ? format : undefined,
    );
    expect([status, body]).toEqual([404, { detail: 'No Source matches the given query.' }]);
  });

  it.each([
    [
      { delimeter: 'semicolon' },
      { delimeter: [expect.stringContaining('has no such member. It may have map, set')] },
    ],
    [{ delimiter: 'x' }, { delimiter: [expect.stringContaining('comma, semicolon, tab or pipe')] }],
    [{ map: { A: 'part' } }, { map: ['"part", to which "A" is mapped, is no field of an offer.'] }],
    [{ map: 'A' }, { map: [expect.stringContaining('JSON object')] }],
    [{ charset: 'klingon' }, { charset: ['"klingon" is no charset.'] }],
    [{ header_row: 0 }, { header_row: ['Ensure this value is greater than or equal to 1.'] }],
    [{ dry_run: true }, { dry_run: [expect.stringContaining('no such member')] }],
    [[], { non_field_errors: [expect.stringContaining('Expected a dictionary')] }],
  ])('%j is refused, and what was kept stays', async (body, errors) => {
    const { id } = await catalog.source();
    await catalog.send('PUT', pathOf(id), { decimal: 'comma' });
    const refused = await catalog.send('PUT', pathOf(id), body);
    expect([refused.status, refused.body]).toEqual([400, errors]);
    expect((await catalog.get(pathOf(id))).body).toEqual({ decimal: 'comma' });
  });

  it('goes with its source', async () => {
    const { id } = await catalog.source();
    await catalog.send('PUT', pathOf(id), format);
    expect((await catalog.send('DELETE', `/sources/${id}/`)).status).toBe(204);
    expect(await catalog.query('SELECT 1 FROM catalog.source_formats WHERE source_id = $1', [id])).toEqual(
      [],
    );
  });
});

describe('an import of a source', () => {
  it('takes from its format what the request does not say, however it names the source', async () => {
    const { id, name } = await catalog.source({ url: `https://saved-${Date.now()}.example` });
    await catalog.send('PUT', pathOf(id), format);
    const { url } = (await catalog.get(`/sources/${id}/`)).body;
    for (const [at, source] of [name, url, String(id)].entries()) {
      expect((await importing(list(`A-${at};Бош;12,5${at}`), { source })).body).toMatchObject({ created: 1 });
    }
    expect(await shown(id)).toEqual([0, 1, 2].map((at) => [`A-${at}`, 'Бош', `12.5${at}`, 'RUB']));
    const { body } = await importing(list('B;Бош;1'), { source: name, dry_run: 'true' });
    expect(body.found).toMatchObject({ delimiter: 'semicolon', charset: 'windows-1251', header_row: 2 });
    expect(body.saved.sort()).toEqual(Object.keys(format).sort());
    const own = { source: name, dry_run: 'true', decimal: 'point', charset: 'windows-1251' };
    expect((await importing(list('B;Бош;1'), own)).body.saved.sort()).toEqual(
      ['map', 'set', 'delimiter', 'header_row'].sort(),
    );
  });

  it('takes what the request says before it, and the charset that the content type names', async () => {
    const { id, name } = await catalog.source();
    await catalog.send('PUT', pathOf(id), format);
    const said = {
      source: name,
      header_row: '1',
      decimal: 'point',
      map: '{}',
      set: '{"price_currency":"EUR"}',
    };
    const file = Buffer.from('pn_raw;brand_raw;price_raw\nA;Бош;1,234.50\n');
    expect((await importing(file, said, 'text/csv; charset=utf-8')).body).toMatchObject({ created: 1 });
    expect(await shown(id)).toEqual([['A', 'Бош', '1234.50', 'EUR']]);
  });

  it('is refused if the file does not have the columns any more, and imports of others are as before', async () => {
    const { id, name } = await catalog.source();
    await catalog.send('PUT', pathOf(id), format);
    const { status, body } = await importing(Buffer.from('x\npn_raw;Цена\nA;1\n'), { source: name });
    expect([status, Object.keys(body)]).toEqual([400, ['map']]);
    const other = await catalog.source();
    expect((await importing('pn_raw,price_raw\nA,1.5\n', { source: other.name })).body.created).toBe(1);
    const unsaid = await importing(`source_identifier,pn_raw,price_raw\n${name},C,1.5\n`, {});
    expect(unsaid.body).toEqual({ created: 1, skipped: 0, failed: 0, errors: [] });
  });
});
