import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { until } from '../harness/until.ts';
import { type Catalog, startCatalog } from './scene.ts';

/** Workbooks of spreadsheets, and ZIP archives. */

let catalog: Catalog;
/** Where the server of this process puts temporary files. */
const folder = mkdtempSync(join(tmpdir(), 'parley-workbooks-'));

beforeAll(async () => {
  vi.stubEnv('TMPDIR', folder);
  catalog = await startCatalog();
});
afterAll(async () => {
  await catalog?.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const zipped = (files: Record<string, string | Uint8Array>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
      ),
    ),
  );

let sources = 0;
async function importing(file: Buffer, query: Record<string, string> = {}, type = xlsx) {
  const source = `Workbook ${sources++}`;
  const parameters = new URLSearchParams({ source, ...query });
  const { status, body } = await catalog.raw('POST', `/offers/import/?${parameters}`, file, type);
  const { results } = (await catalog.get(`/offers/?source_name=${encodeURIComponent(source)}&ordering=id`))
    .body;
  return { status, body, offers: results as any[] };
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** A workbook as Excel packs it. @param sheets by name: the XML of their rows */
function workbook(sheets: Record<string, string>, shared: string[] = []): Buffer {
  const names = Object.keys(sheets);
  return zipped({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
      .map(
        (_, i) =>
          `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${shared.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `${head}<worksheet xmlns="${main}"><dimension ref="A1:F9"/><sheetData>${rows}</sheetData><mergeCells count="1"/></worksheet>`,
      ]),
    ),
  });
}

const prices = workbook(
  {
    Notes: '<row r="1"><c r="A1" t="inlineStr"><is><t>nothing here</t></is></c></row>',
    Прайс: [
      '<row r="1"><c r="A1" t="s"><v>7</v></c></row>',
      '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="s"><v>2</v></c><c r="E3" t="s"><v>6</v></c></row>',
      // A number as a part number, a price with what floating point leaves of it, and a formula with its stored value.
      '<row r="4"><c r="A4"><v>100200300</v></c><c r="B4" s="3"><v>12.300000000000001</v></c><c r="C4"><v>1</v></c><c r="D4" t="s"><v>3</v></c></row>',
      '<row r="5"><c r="A5" t="str"><f>A4&amp;"-x"</f><v>100200300-x</v></c><c r="B5"><f>B4*2</f><v>24.6</v></c><c r="D5" t="s"><v>4</v></c><c r="E5" t="b"><v>1</v></c></row>',
      // Formatted, but empty; then one with an error in a column that is read, and one in a column that is not.
      '<row r="6"><c r="A6" s="1"/><c r="B6" s="1"/></row><row r="7"/>',
      '<row r="8"><c r="A8" t="s"><v>5</v></c><c r="B8" t="e"><v>#N/A</v></c></row>',
      '<row r="9"><c r="A9" t="s"><v>5</v></c><c r="C9" t="e"><v>#REF!</v></c><c r="B9" t="inlineStr"><is><t>1 234,50</t></is></c></row>',
      '<row r="10"><c r="A10" t="inlineStr"><is><t>tiny</t></is></c><c r="B10"><v>1.5E-5</v></c></row>',
    ].join(''),
  },
  [
    '<t>pn_raw</t>',
    '<t>Цена</t>',
    '<t xml:space="preserve"> brand_raw </t>',
    '<r><rPr><b/></rPr><t>Bo</t></r><r><t>sch</t></r>',
    '<t>東</t><rPh sb="0" eb="1"><t>ヒガシ</t></rPh>',
    '<t>A &amp; B</t>',
    '<t>condition_raw</t>',
    '<t>Prices of May</t>',
  ],
);
const asked = { sheet: 'Прайс', header_row: '3', map: '{"Цена":"price_raw"}', decimal: 'comma' };

describe('a workbook', () => {
  it('is read as Excel shows it: numbers, rich texts, stored values of formulas, without empty rows', async () => {
    const { status, body, offers } = await importing(prices, asked);
    expect([status, body]).toEqual([
      200,
      {
        ...{ created: 4, skipped: 0, failed: 1 },
        errors: [
          {
            index: 2,
            line: 8,
            errors: { price_raw: ['The cell has the error #N/A.', 'This is "Цена" of the file.'] },
          },
        ],
      },
    ]);
    const fields = ({ pn_raw, price_raw, brand_raw, condition_raw }: any) => [
      pn_raw,
      price_raw,
      brand_raw,
      condition_raw,
    ];
    expect(offers.map(fields)).toEqual([
      ['100200300', '12.3', 'Bosch', null],
      ['100200300-x', '24.6', '東', 'TRUE'],
      ['A & B', '1234.50', null, null],
      ['tiny', '0.000015', null, null],
    ]);
    const preview = (await importing(prices, { ...asked, sheet: '2', dry_run: 'true' }, 'text/csv')).body;
    expect([preview.found, preview.rows]).toEqual([
      {
        ...{ format: 'xlsx', compressed: true, sheet: 'Прайс', header_row: 3 },
        columns: [
          { column: 'pn_raw', field: 'pn_raw' },
          { column: 'Цена', field: 'price_raw' },
          { column: '', field: null },
          { column: ' brand_raw ', field: 'brand_raw' },
          { column: 'condition_raw', field: 'condition_raw' },
        ],
      },
      5,
    ]);
  });

  it.each([
    [
      { sheet: 'Prices' },
      { sheet: ['The workbook has no sheet "Prices". Its sheets are "Notes", "Прайс".'] },
    ],
    [{}, { non_field_errors: ['Line 1: the column pn_raw is missing.'] }],
    [{ ...asked, header_row: '20' }, { non_field_errors: [expect.stringContaining('The file is empty.')] }],
    [
      { ...asked, map: '{"Preis":"price_raw"}' },
      { map: [expect.stringContaining('Line 3 has no column "Preis"')] },
    ],
  ])('with %j is refused', async (query, errors) => {
    const { status, body } = await importing(prices, query);
    expect([status, body]).toEqual([400, errors]);
  });

  it.each([
    ['that is cut', prices.subarray(0, -200)],
    ['whose sheet is no XML', workbook({ A: '<row r="1"><c' })],
    ['with a document type', docTyped()],
    ['without a list of its sheets', zipped({ '[Content_Types].xml': '<Types/>' })],
  ])('%s is a 400', async (_what, file) => {
    const { status, body } = await importing(file);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringMatching(/cannot be read|none, or breaks off/),
    ]);
  });

  it('with more text than can be kept, or that expands like a bomb, is a 413', async () => {
    const long = workbook(
      { A: '<row r="1"/>' },
      Array.from({ length: 65 }, () => `<t>${randomBytes(2 ** 19).toString('hex')}</t>`),
    );
    expect((await importing(long)).status).toBe(413);
    const bomb = zipped({ 'list.csv': Buffer.alloc(8 * 2 ** 20, '\n') });
    expect((await importing(bomb, {}, 'application/zip')).status).toBe(413);
  });

  it('of many rows is read in steps', async () => {
    const row = (i: number) =>
      `<row r="${i + 2}"><c r="A${i + 2}" t="inlineStr"><is><t>p${i}</t></is></c><c r="B${i + 2}"><v>${i}.5</v></c></row>`;
    const header =
      '<row r="1"><c t="inlineStr"><is><t>pn_raw</t></is></c><c t="inlineStr"><is><t>price_raw</t></is></c></row>';
    const file = workbook({ A: header + Array.from({ length: 12_000 }, (_, i) => row(i)).join('') });
    const { body } = await importing(file);
    expect(body).toEqual({ created: 12_000, skipped: 0, failed: 0, errors: [] });
  });
});

function docTyped(): Buffer {
  const entity = '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa">]>';
  return zipped({
    'xl/workbook.xml': `${head}${entity}<workbook/>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships/>`,
  });
}

describe('a ZIP archive', () => {
  const list = 'pn_raw;brand_raw\nA;x\n';
  it('with one file is read as that file, and with several as the one that is named', async () => {
    const one = zipped({ 'may/prices.csv': list, '__MACOSX/may/._prices.csv': 'x', 'may/.DS_Store': 'x' });
    expect((await importing(one, {}, 'application/zip')).body.created).toBe(1);
    const lines = zipped({ 'list.jsonl': '{"pn_raw":"A"}\n{"pn_raw":"B"}\n' });
    expect((await importing(lines, {}, 'application/zip')).body.created).toBe(2);
    const several = zipped({ 'a.csv': list, 'b.csv': `${list}B;y\n` });
    expect((await importing(several, { file: 'b.csv' }, 'application/zip')).body.created).toBe(2);
    const unsaid = await importing(several, {}, 'application/zip');
    expect([unsaid.status, unsaid.body]).toEqual([
      400,
      { detail: 'The archive has several files: "a.csv", "b.csv". Say which one: file=NAME.' },
    ]);
    const wrong = await importing(several, { file: 'c.csv' }, 'application/zip');
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { detail: 'The archive has no file "c.csv". Its files are "a.csv", "b.csv".' },
    ]);
    expect((await importing(Buffer.from(list), {}, 'application/zip')).body).toEqual({
      detail: 'The file is no ZIP archive.',
    });
    expect((await importing(Buffer.from(list), {}, xlsx)).body).toEqual({
      detail: 'The file is no workbook.',
    });
  });

  it('leaves no temporary file, also if its sender leaves', async () => {
    const kept = () => readdirSync(folder);
    const sending = request(`${catalog.server.url}/api/offers/import/?source=Gone`, {
      method: 'POST',
      headers: { 'content-type': 'application/zip' },
    });
    sending.on('error', () => {});
    sending.write(zipped({ 'a.csv': randomBytes(2 ** 18) }).subarray(0, 2 ** 17));
    await until(() => kept().length === 1 || undefined);
    sending.destroy();
    await until(() => kept().length === 0 || undefined);
  });
});
