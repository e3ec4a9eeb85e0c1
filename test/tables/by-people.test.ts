import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowRules } from '../../src/dialog/tables/columns.ts';
import { importRows } from '../../src/dialog/tables/csv-import.ts';
import { findTable } from '../../src/dialog/tables/store.ts';
import { readId } from '../../src/platform/ids.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;
let project: { id: string; key: string };
let tables = 0;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
});
afterAll(() => server?.close());

const columns = [
  { name: 'sku', type: 'text', required: true },
  { name: 'left', type: 'integer' },
  { name: 'price', type: 'number' },
  { name: 'open', type: 'boolean' },
  { name: 'more', type: 'json' },
];

/** A table with these rows in `live`. @returns its path */
async function makeTable(texts: string[] = [], more: object = {}): Promise<string> {
  const slug = `table-${tables++}`;
  const path = `/projects/${project.id}/tables/${slug}`;
  await server.make('PUT', path, { name: slug, ...more });
  if (texts.length > 0) {
    const { status } = await server.call('POST', `/api/v1/projects/${project.id}/tables/${slug}/rows`, {
      key: project.key,
      raw: `{"environment": "live", "rows": [${texts.join()}]}`,
      headers: { 'idempotency-key': `rows-of-${slug}`, 'content-type': 'application/json' },
    });
    expect(status).toBe(200);
  }
  return path;
}

const list = async (path: string, query: { where?: unknown; sort?: unknown; offset?: number } = {}) => {
  const words = Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]);
  return server.owner('GET', `${path}/rows?${new URLSearchParams(Object.fromEntries(words))}`);
};
const importCsv = (path: string, raw: string | Buffer, query = '') =>
  server.owner('POST', `${path}/rows.csv?environment=live&${query}`, raw, { 'content-type': 'text/csv' });

describe('rows for people', () => {
  it('are found by conditions and sorted by typed columns, each with its place and all its digits', async () => {
    const path = await makeTable([
      '{"sku": "b", "left": 10, "price": 1.10}',
      '{"sku": "a", "left": 9}',
      '{"sku": "c"}',
    ]);
    const all = await list(path);
    expect(all.text).toContain('{"sku": "b", "left": 10, "price": 1.10}');
    expect(all.body).toMatchObject({ revision: 1, total: 3, next_offset: null });
    expect(all.body.rows.map(({ row }: any) => row)).toEqual([1, 2, 3]);
    const skus = async (query: object) =>
      (await list(path, query)).body.rows.map(({ data }: any) => data.sku);
    expect(await skus({ sort: [{ column: 'left' }] })).toEqual(['a', 'b', 'c']);
    expect(await skus({ sort: [{ column: 'sku', direction: 'desc' }] })).toEqual(['c', 'b', 'a']);
    expect(
      await skus({
        where: [
          { column: 'left', op: 'gte', value: 9 },
          { column: 'sku', op: 'ne', value: 'a' },
        ],
      }),
    ).toEqual(['b']);
    expect(await skus({ where: [{ column: 'sku', op: 'in', value: ['a', 'c'] }] })).toEqual(['a', 'c']);
    expect(await skus({ where: [{ column: 'left', op: 'is_empty' }] })).toEqual(['c']);
    expect(await skus({ offset: 2 })).toEqual(['c']);
  });

  it('are found by a number with all its digits, also beyond 2^53, in the list and in the file', async () => {
    const ids = ['9007199254740992', '9007199254740993', '0.1234567890123456789', '0.12345678901234567'];
    const path = await makeTable(ids.map((id) => `{"id":${id},"sku":"s${id}"}`));
    const found = async (op: string, value: string) => {
      const where = encodeURIComponent(`[{"column":"id","op":"${op}","value":${value}}]`);
      const rows = await server.owner('GET', `${path}/rows?where=${where}`);
      const file = await server.owner('GET', `${path}/rows.csv?where=${where}`);
      const skus = rows.body.rows.map(({ data }: any) => data.sku);
      expect(file.text.match(/s\d[\d.]*/g) ?? []).toEqual(skus);
      return skus;
    };
    for (const id of ids) {
      expect(await found('eq', id)).toEqual([`s${id}`]);
      expect(await found('in', `[5, ${id}]`)).toEqual([`s${id}`]);
    }
    expect(await found('gt', ids[0]!)).toEqual([`s${ids[1]}`]);
    expect(await found('eq', '9007199254740994')).toEqual([]);
  });

  it.each([
    ['where=x', ['query', 'where']],
    ['where={}', ['query', 'where']],
    ['where=[{"column":"a","op":"like","value":1}]', ['query', 'where', 0, 'op']],
    ['sort=[{"column":"a","direction":"up"}]', ['query', 'sort', 0, 'direction']],
  ])('refuse %s with the place of the fault', async (query, loc) => {
    const path = await makeTable();
    const answer = await server.owner('GET', `${path}/rows?${encodeURI(query)}`);
    expect([answer.status, answer.body.detail?.[0].loc]).toEqual([422, loc]);
  });

  it('are changed in single columns, and the others keep their digits', async () => {
    const path = await makeTable(['{"sku": "a", "price": 1.10, "ean": 40063813339310000001}']);
    const answer = await server.owner('PATCH', `${path}/rows/1?environment=live`, {
      set: { left: 2 },
      unset: ['none'],
    });
    expect([answer.status, answer.body.revision]).toEqual([200, 2]);
    expect((await list(path)).text).toContain('{"sku":"a","price":1.10,"ean":40063813339310000001,"left":2}');
    const entries = await server.make(
      'GET',
      `${path.split('/tables')[0]}/audit?subject_id=${path.split('/').at(-1)}`,
    );
    expect(entries.items[0]).toMatchObject({
      action: 'table.written',
      actor: { type: 'owner' },
      data: { row: 1, rows: 1, added: 0, revision: 2 },
    });
  });

  it('are changed only if nobody has written since the revision that was seen', async () => {
    const path = await makeTable(['{"n": 1}', '{"n": 2}']);
    expect(
      (await server.owner('PUT', `${path}/rows/1?environment=live`, { data: { n: 3 }, if_revision: 1 }))
        .status,
    ).toBe(200);
    const late = await server.owner('PUT', `${path}/rows/1?environment=live`, {
      data: { n: 4 },
      if_revision: 1,
    });
    expect([late.status, late.body.code, late.body.revision]).toEqual([409, 'revision_conflict', 2]);
    expect(late.body.data).toEqual({ n: 3 });
    expect((await server.owner('DELETE', `${path}/rows/1?environment=live&if_revision=2`)).status).toBe(204);
    // What is gone is a 404 before any 409, also for who has not seen the write that deleted it: there is no row to compare.
    for (const stale of [{}, { if_revision: 2 }]) {
      const { status, body } = await server.owner('PATCH', `${path}/rows/1?environment=live`, {
        ...{ set: { n: 5 }, ...stale },
      });
      expect([status, body.code]).toEqual([404, 'row_not_found']);
    }
    const again = await server.owner('DELETE', `${path}/rows/1?environment=live&if_revision=2`);
    expect([again.status, again.body.code]).toEqual([404, 'row_not_found']);
    expect((await list(path)).body).toMatchObject({
      total: 1,
      revision: 3,
      rows: [{ row: 2, data: { n: 2 } }],
    });
  });

  it('are another row in the other environment', async () => {
    const path = await makeTable(['{"n": 1}']);
    expect(
      (await server.owner('PATCH', `${path}/rows/1?environment=sandbox`, { set: { n: 2 } })).status,
    ).toBe(404);
    expect((await server.owner('PATCH', `${path}/rows/1`, { set: { n: 2 } })).status).toBe(422);
  });

  it('fit the columns of a table that enforces them', async () => {
    const path = await makeTable(['{"sku": "a"}'], { columns, enforce: true });
    const wrong = await server.owner('PATCH', `${path}/rows/1?environment=live`, { set: { left: 1.5 } });
    expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['body', 'set', 'left']]);
    const lacking = await server.owner('POST', `${path}/rows?environment=live`, { data: { left: 1 } });
    expect([lacking.status, lacking.body.detail[0].loc]).toEqual([422, ['body', 'data', 'sku']]);
    const added = await server.owner('POST', `${path}/rows?environment=live`, { data: { sku: 'b' } });
    expect([added.status, added.body]).toEqual([
      201,
      { row: 2, environment: 'live', data: { sku: 'b' }, revision: 2 },
    ]);
  });

  it('keep their counts when the last one is deleted and another is added', async () => {
    const path = await makeTable(['{"n": 1}']);
    await server.make('DELETE', `${path}/rows/1?environment=live`);
    expect((await list(path)).body).toMatchObject({ total: 0, rows: [] });
    await server.make('POST', `${path}/rows?environment=live`, { data: { n: 2 } });
    expect((await list(path)).body).toMatchObject({ total: 1, rows: [{ row: 2 }] });
  });
});

describe('a CSV of rows', () => {
  const odd = [
    '{"sku":"=1+1","left":3,"price":1.10,"open":true,"more":{"a":[1.50]}}',
    '{"sku":"two\\nlines, \\"quoted\\"","price":-5}',
    '{"sku":"\'-x"}',
  ];

  it('goes out and comes back the same, and computes nothing in a spreadsheet', async () => {
    const path = await makeTable(odd, { columns });
    const file = await server.owner('GET', `${path}/rows.csv?environment=live`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="table-\d+-live\.csv"$/);
    expect(file.text).toBe(
      'sku,left,price,open,more\r\n' +
        '\'=1+1,3,1.10,true,"{""a"":[1.50]}"\r\n' +
        '"two\nlines, ""quoted""",,-5,,\r\n' +
        "''-x,,,,\r\n",
    );
    const other = await makeTable([], { columns, enforce: true });
    const { status, body } = await importCsv(other, file.text);
    expect([status, body]).toMatchObject([200, { rows: 3, written: 3, total: 3, revision: 1, faults: [] }]);
    const rowsOf = async (of: string) => (await list(of)).text.match(/"data":\{.*?\}(?=\}[,\]])/gs);
    expect(await rowsOf(other)).toEqual(await rowsOf(path));
  });

  it('has the columns that only rows have behind those of the table, and only the rows that were asked for', async () => {
    const path = await makeTable(['{"z":1,"sku":"a"}', '{"y":2}'], { columns: columns.slice(0, 1) });
    expect((await server.owner('GET', `${path}/rows.csv`)).text).toBe('sku,z,y\r\na,1,\r\n,,2\r\n');
    const where = encodeURIComponent('[{"column":"y","op":"not_empty"}]');
    expect((await server.owner('GET', `${path}/rows.csv?where=${where}`)).text).toBe('sku,z,y\r\n,,2\r\n');
  });

  it('is shown with its faults by line and column before anything is written, and with a fault nothing is', async () => {
    const path = await makeTable([], { columns, enforce: true });
    const file = 'sku,left\r\na,1\r\n,2\r\nc,x\r\nd\r\n';
    const { body } = await importCsv(path, file, 'dry_run=true');
    expect(body).toMatchObject({ rows: 1, written: 0, revision: 0, preview: [{ sku: 'a', left: 1 }] });
    expect(body.faults.map(({ line, column }: any) => [line, column])).toEqual([
      [3, 'sku'],
      [4, 'left'],
      [5, null],
    ]);
    const refused = await importCsv(path, file);
    expect([refused.status, refused.body.detail.map(({ loc }: any) => loc)]).toEqual([
      422,
      [
        ['body', 'line 3', 'sku'],
        ['body', 'line 4', 'left'],
        ['body', 'line 5'],
      ],
    ]);
    expect((await list(path)).body.total).toBe(0);
  });

  it('replaces all rows only at the revision that was seen', async () => {
    const path = await makeTable(['{"n": 1}', '{"n": 2}']);
    expect((await importCsv(path, 'n\r\n3\r\n', 'mode=replace')).status).toBe(422);
    const done = await importCsv(path, 'n\r\n3\r\n', 'mode=replace&revision=1');
    expect(done.body).toMatchObject({ written: 1, total: 1, revision: 2 });
    const late = await importCsv(path, 'n\r\n4\r\n', 'mode=replace&revision=1');
    expect([late.status, late.body.code, late.body.revision]).toEqual([409, 'revision_conflict', 2]);
    expect((await list(path)).body.rows).toEqual([{ row: 3, data: { n: '3' } }]);
  });

  it('replaces rows with the same key and adds the others', async () => {
    const path = await makeTable(['{"sku": "a", "left": 1}', '{"sku": "b", "left": 2}'], { columns });
    const { body } = await importCsv(path, 'sku,left\r\nb,7\r\nc,8\r\n', 'mode=upsert&key=sku');
    expect(body).toMatchObject({ written: 2, total: 3, revision: 2 });
    expect((await list(path)).body.rows.map(({ data }: any) => [data.sku, data.left])).toEqual([
      ['a', 1],
      ['b', 7],
      ['c', 8],
    ]);
    expect((await importCsv(path, 'left\r\n1\r\n', 'mode=upsert&key=sku')).status).toBe(422);
  });

  it('gives back any JSON in a column of JSON as it was', async () => {
    const values = ['"text"', '"=1+1"', 'null', '-5', '1.10', 'true', '{"a": [1, "b"]}', '"null"', '""'];
    const rows = values.map((value, n) => `{"sku": "${n}", "more": ${value}}`);
    const path = await makeTable(rows, { columns });
    const file = (await server.owner('GET', `${path}/rows.csv`)).text;
    const before = (await list(path)).text;
    const { body } = await importCsv(path, file, 'mode=upsert&key=sku');
    expect([body.faults, body.written]).toEqual([[], values.length]);
    expect((await server.owner('GET', `${path}/rows.csv`)).text).toBe(file);
    const dataOf = (text: string) => text.replaceAll(/"revision":\d+|\s/g, '');
    expect(dataOf((await list(path)).text)).toBe(dataOf(before));
  });

  it('is not written if it was read by columns that the table does not have any more', async () => {
    const path = await makeTable(['{"sku": "a", "left": 1}'], { columns });
    const [projectId, table] = [readId('project', project.id)!, path.split('/').at(-1)!];
    const { database } = server.server.parts;
    const before = (await findTable(database, projectId, table))!;
    await server.make('PUT', path, {
      name: 'Stock',
      columns: [{ name: 'left', type: 'boolean' }],
      enforce: true,
    });
    const write = (rules: RowRules) =>
      database.transaction((tx) =>
        importRows(tx, {
          ...{ projectId, table, environment: 'live', mode: 'append', key: undefined, ifRevision: undefined },
          ...{ texts: ['{"sku":"b","left":2}'], rules, requestId: 'r' },
          actor: { type: 'system', id: null, name: null },
        }),
      );
    await expect(write(before)).rejects.toMatchObject({ status: 409, code: 'table_changed' });
    expect((await list(path)).body.total).toBe(1);
    expect((await write((await findTable(database, projectId, table))!)).written).toBe(1);
  });

  it('of many rows is written in one revision and read in pages', async () => {
    const path = await makeTable();
    const count = 12_345;
    const file = `n\r\n${Array.from({ length: count }, (_, n) => `${n}\r\n`).join('')}`;
    expect((await importCsv(path, file)).body).toMatchObject({ written: count, total: count, revision: 1 });
    expect((await server.owner('GET', `${path}/rows.csv`)).text).toBe(file);
  });

  it.each([
    ['', 'line 1'],
    ['a,a\r\n1,2\r\n', 'line 1'],
    ['a,\r\n1,2\r\n', 'line 1'],
    ['a\r\n"1', 'line 2'],
    [Buffer.from([0x61, 0x0a, 0xff, 0x0a]), 'line 1'],
    ['a\r\n\0\r\n', 'line 2'],
  ])('that is none is refused with its line: %j', async (file, line) => {
    const path = await makeTable();
    const { status, body } = await importCsv(path, file);
    expect([status, body.detail?.[0].loc[1]]).toEqual([422, line]);
  });
});
