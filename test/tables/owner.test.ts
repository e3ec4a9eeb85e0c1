import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { readSettings } from '../../src/settings.ts';
import { faults, makeScene, numbered, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await makeScene();
});
afterAll(() => scene?.server.close());

const owner = (method: string, slug = '', body?: unknown) =>
  scene.server.owner(method, `/projects/${scene.project.id}/tables${slug && `/${slug}`}`, body);

describe('PUT of a table', () => {
  it('needs only a name, makes a new table and changes an existing one', async () => {
    const made = await scene.put('stock', { name: 'Stock' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: 'stock',
        table_id: 'stock',
        name: 'Stock',
        columns: [],
        enforce: false,
        environments: { sandbox: { rows: 0, revision: 0 }, live: { rows: 0, revision: 0 } },
        created_at: expect.any(String),
        updated_at: made.body.created_at,
      },
    ]);
    await scene.wrote('stock', { rows: numbered(3) });
    const columns = [{ name: 'n', type: 'integer', required: true, description: 'A number' }];
    const changed = await scene.put('stock', { name: 'Store', columns, enforce: true });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'Store', columns, enforce: true, environments: { sandbox: { rows: 3, revision: 1 } } },
    ]);
    expect((await owner('GET', 'stock')).body).toEqual(changed.body);
    const back = await scene.put('stock', { name: 'Store' });
    expect(back.body).toMatchObject({ columns: [], enforce: false });
    const entries = (await scene.server.audit(scene.project)).filter((e) => e.subject.id === 'stock');
    expect(entries.map((e) => e.action)).toEqual([
      'table.created',
      'table.written',
      'table.updated',
      'table.updated',
    ]);
    expect(entries[0]).toMatchObject({ actor: { type: 'owner' }, data: { name: 'Stock' } });
  });

  it('sent twenty times at once makes one table', async () => {
    const answers = await Promise.all(numbered(20).map(() => scene.put('race', { name: 'Race' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  });

  it.each(['Upper', '-a', 'a.b', 'x'.repeat(64), 'é', '%00'])('under the slug %s is a 422', async (slug) => {
    expect(faults(await scene.put(slug, { name: 'x' }))).toEqual([
      422,
      ['path.slug', 'string_pattern_mismatch'],
    ]);
  });

  it.each<[object, ...[string, string][]]>([
    [{}, ['body.name', 'missing']],
    [{ name: '' }, ['body.name', 'string_too_short']],
    [{ name: 'a\0' }, ['body.name', 'value_error']],
    [{ name: 'a', columns: [{}] }, ['body.columns.0.name', 'missing'], ['body.columns.0.type', 'missing']],
    [{ name: 'a', columns: [{ name: 'a', type: 'int' }] }, ['body.columns.0.type', 'literal_error']],
    [
      {
        name: 'a',
        columns: [
          { name: 'a', type: 'text' },
          { name: 'a', type: 'date' },
        ],
      },
      ['body.columns.1.name', 'value_error'],
    ],
    [{ name: 'a', enforce: true }, ['body.enforce', 'value_error']],
    [{ name: 'a', enforce: 'perhaps' }, ['body.enforce', 'bool_parsing']],
  ])('of %j is a 422', async (body, ...expected) => {
    expect(faults(await scene.put('wrong', body))).toEqual([422, ...expected]);
  });
});

describe('the list of tables', () => {
  it('has pages of 100, by slug, for the owner and for a key', async () => {
    const project = await scene.server.makeProject();
    const slugs = numbered(101).map(({ n }) => `t${String(n).padStart(3, '0')}`);
    for (const slug of slugs) {
      await scene.server.make('PUT', `/projects/${project.id}/tables/${slug}`, { name: slug });
    }
    const pages = [
      (query: string) => scene.server.call('GET', `/api/v1/projects/${project.id}/tables${query}`, project),
      (query: string) => scene.server.owner('GET', `/projects/${project.id}/tables${query}`),
    ];
    for (const page of pages) {
      const [first, second] = [await page(''), await page('?offset=100')];
      expect([first.body.next_offset, second.body.next_offset]).toEqual([100, null]);
      const all = [...first.body.items, ...second.body.items];
      expect(all.map((table: any) => table.table_id)).toEqual(slugs);
      expect(faults(await page('?offset=-1'))).toEqual([422, ['query.offset', 'greater_than_equal']]);
    }
  });
});

describe('DELETE of a table', () => {
  it('deletes its rows: at once for readers, and soon from disk', async () => {
    const slug = await scene.table();
    await scene.wrote(slug, { rows: numbered(10) });
    const { database } = scene.server.server.parts;
    const id = (await database.query('SELECT id FROM dialog.tables WHERE slug = $1', [slug])).rows[0]!.id;
    expect((await owner('DELETE', slug)).status).toBe(204);
    for (const answer of [
      await owner('DELETE', slug),
      await owner('GET', slug),
      await owner('GET', 'Never'),
      await scene.read(slug),
      await scene.write(slug, { rows: [] }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'table_not_found']);
    }
    await removeExpired(database, readSettings({}));
    for (const table of ['table_rows', 'table_sheets']) {
      const left = await database.query(`SELECT FROM dialog.${table} WHERE table_id = $1`, [id]);
      expect(left.rowCount).toBe(0);
    }
    expect((await database.query('SELECT FROM dialog.tables WHERE id = $1', [id])).rowCount).toBe(0);
  });
});

describe('a table with columns', () => {
  const columns = [
    { name: 'sku', type: 'text', required: true },
    { name: 'price', type: 'number' },
    { name: 'stock', type: 'integer' },
    { name: 'sold', type: 'boolean' },
    { name: 'since', type: 'date' },
    { name: 'more', type: 'json', required: true },
  ];
  const row = (fields: string) => `{"rows":[{"sku":"a","more":{}},{"sku":"b","more":null${fields}}]}`;

  it.each([
    '',
    ',"price":1.5,"stock":3,"sold":true,"since":"2026-11-20"',
    ',"price":1e400,"stock":12345678901234567890',
    ',"stock":1.0,"since":"2026-11-20T10:00:00+03:00"',
    ',"price":null,"stock":null,"sold":null,"since":null',
    ',"stock":-0,"since":"2024-02-29"',
  ])('accepts a row with %s', async (fields) => {
    const slug = await scene.table({ columns, enforce: true });
    expect((await scene.write(slug, row(fields))).status).toBe(200);
  });

  it.each([
    [',"price":"1.5"', 'price', 'float_type'],
    [',"stock":1.5', 'stock', 'value_error'],
    [',"stock":"3"', 'stock', 'value_error'],
    [',"stock":1.00000000000000000001', 'stock', 'value_error'],
    [',"sold":"yes"', 'sold', 'bool_parsing'],
    [',"sold":null,"since":"2026-02-30"', 'since', 'value_error'],
    [',"since":20261120', 'since', 'value_error'],
    [',"sku":1', 'sku', 'string_type'],
    [',"sku":null', 'sku', 'string_type'],
    [',"colour":"red"', 'colour', 'extra_forbidden'],
  ])('refuses a row with %s, at its column', async (fields, name, type) => {
    const slug = await scene.table({ columns, enforce: true });
    expect(faults(await scene.write(slug, row(fields)))).toEqual([422, [`body.rows.1.${name}`, type]]);
    expect(await scene.readAll(slug)).toEqual([]);
  });

  it('reports missing columns, with at most 100 errors', async () => {
    const slug = await scene.table({ columns, enforce: true });
    const answer = await scene.write(slug, { rows: [{ sku: 'a' }] });
    expect(answer.body.detail).toEqual([
      { type: 'missing', loc: ['body', 'rows', 0, 'more'], msg: 'Field required', input: { sku: 'a' } },
    ]);
    const many = await scene.write(slug, { rows: numbered(5000) });
    expect([many.status, many.body.detail.length]).toEqual([422, 100]);
  });

  it('accepts any row if it does not enforce them', async () => {
    const slug = await scene.table({ columns });
    expect((await scene.write(slug, { rows: [{ colour: 'red', price: 'free' }] })).status).toBe(200);
  });
});
