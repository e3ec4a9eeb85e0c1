import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RowsChange, writeRows } from '../../src/dialog/tables/change.ts';
import { type RowCondition, type RowQuery, readRows } from '../../src/dialog/tables/query.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Database } from '../../src/platform/postgres.ts';
import { makeScene, numbered, type Scene } from './scene.ts';

let scene: Scene;
let database: Database;
let projectId: string;

beforeAll(async () => {
  scene = await makeScene();
  database = scene.server.server.parts.database;
  projectId = readId('project', scene.project.id)!;
});
afterAll(() => scene?.server.close());

const change = (table: string, action: RowsChange['action'], rows: unknown[], ...key: string[]) =>
  database.transaction((tx) =>
    writeRows(tx, {
      projectId,
      table,
      environment: 'sandbox',
      action,
      key,
      rows: rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))),
    }),
  );

async function query(table: string, more: Partial<RowQuery> = {}): Promise<any[]> {
  const found = await readRows(database, { projectId, table, environment: 'sandbox', ...more });
  if (!found.ok) throw new Error(found.message);
  return found.rows.map((row) => JSON.parse(row));
}

describe('a step that writes rows', () => {
  it('appends rows like a project key, with all digits', async () => {
    const slug = await scene.table();
    await scene.wrote(slug, { rows: [{ n: 0 }] });
    const row = '{"b":12345678901234567890,"a":1.10}';
    expect(await change(slug, 'append', [row, { n: 2 }])).toEqual({
      ...{ ok: true, written: 2, revision: 2 },
      ...{ added: 2, last: 3 },
    });
    const { text, body } = await scene.read(slug, '?environment=sandbox');
    expect(text).toContain(`{"n":0},${row},{"n":2}`);
    expect([body.total, body.revision]).toEqual([3, 2]);
  });

  it('replaces rows with the same key, adds the others, and uses the later of two equal keys', async () => {
    const slug = await scene.table();
    const rows = [{ id: 1, at: 'x', v: 'old' }, { id: 1, at: 'y' }, { id: 2, at: 'x' }, { v: 'no key' }];
    await change(slug, 'append', rows);
    const written = await change(
      slug,
      'upsert',
      [
        { id: 3, at: 'x', v: 'first' },
        { at: 'x', id: 1 },
        { id: 3, at: 'x', v: 'second' },
        { id: '2', at: 'x' },
      ],
      'id',
      'at',
    );
    expect(written).toEqual({ ok: true, written: 3, revision: 2, added: 1, last: 5 });
    expect(await scene.readAll(slug)).toEqual([
      { at: 'x', id: 1 },
      { id: 1, at: 'y' },
      { id: '2', at: 'x' },
      { v: 'no key' },
      { id: 3, at: 'x', v: 'second' },
    ]);
  });

  it('deletes by key, and every page is still right after deletions', async () => {
    const slug = await scene.table();
    await scene.wrote(slug, { rows: numbered(20), replace: true, revision: 0 });
    const gone = [0, 3, 4, 11, 19, 77].map((n) => ({ n }));
    expect(await change(slug, 'delete', gone, 'n')).toEqual({
      ...{ ok: true, written: 5, revision: 2 },
      ...{ added: 0, last: 20 },
    });
    const left = numbered(20).filter(({ n }) => !gone.some((row) => row.n === n));
    for (const offset of [0, 1, 2, 7, 13, 14, 15, 20]) {
      const { body } = await scene.read(slug, `?environment=sandbox&offset=${offset}&limit=3`);
      expect(body).toEqual({
        rows: left.slice(offset, offset + 3),
        revision: 2,
        total: 15,
        next_offset: offset + 3 < 15 ? offset + 3 : null,
      });
    }
    await change(slug, 'append', [{ n: 'last' }]);
    expect(await scene.readAll(slug)).toEqual([...left, { n: 'last' }]);
    expect(await change(slug, 'delete', [...left, { n: 'last' }], 'n')).toMatchObject({ written: 16 });
    await change(slug, 'append', numbered(3));
    const { rows } = await database.query(
      `SELECT s.total = s.last - s.floor AS dense FROM dialog.table_sheets AS s
       JOIN dialog.tables AS t ON t.id = s.table_id WHERE t.slug = $1 AND s.environment = 'sandbox'`,
      [slug],
    );
    expect([rows, await scene.readAll(slug)]).toEqual([[{ dense: true }], numbered(3)]);
  });

  it('raises the revision even if no row matches, and changes nothing if its transaction fails', async () => {
    const slug = await scene.table();
    expect(await change(slug, 'delete', [{ n: 1 }], 'n')).toEqual({
      ...{ ok: true, written: 0, revision: 1 },
      ...{ added: 0, last: 0 },
    });
    const failing = database.transaction(async (tx) => {
      await writeRows(tx, { projectId, table: slug, environment: 'sandbox', action: 'append', rows: ['{}'] });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect((await scene.read(slug, '?environment=sandbox')).body).toMatchObject({ total: 0, revision: 1 });
  });

  it('takes turns with other writers', async () => {
    const slug = await scene.table();
    await Promise.all([
      ...numbered(10).map(({ n }) => change(slug, 'upsert', [{ id: 'one', n }], 'id')),
      ...numbered(10).map(({ n }) => scene.wrote(slug, { rows: [{ id: `row ${n}` }] })),
    ]);
    const { body } = await scene.read(slug, '?environment=sandbox');
    expect([body.total, body.revision, body.rows.length]).toEqual([11, 20, 11]);
  });

  it.each<[string, RowsChange['action'], unknown[], string[], string]>([
    ['a row that is not an object', 'append', [1], [], 'Row 1 is not an object.'],
    ['no rows', 'append', [], [], 'Between 1 and 5000 rows are written at once.'],
    ['a NUL', 'append', [{}, { a: '\0' }], [], 'Row 2 holds a NUL character or half a surrogate pair.'],
    ['no key', 'upsert', [{}], [], 'To upsert rows, name the columns of their key.'],
    [
      'no value in the key',
      'delete',
      [{ a: null }],
      ['a'],
      'Row 1 lacks the key column a, or it is no text, number or boolean.',
    ],
    ['a misfit', 'append', [{ n: 1 }, { n: 'x' }], [], 'Row 2, column n: Input should be a valid number.'],
  ])('is refused for %s', async (_name, action, rows, key, message) => {
    const slug = await scene.table({ columns: [{ name: 'n', type: 'number' }], enforce: true });
    expect(await change(slug, action, rows, ...key)).toEqual({ ok: false, code: 'rows_invalid', message });
    expect((await scene.read(slug, '?environment=sandbox')).body.revision).toBe(0);
  });
});

describe('a step that reads rows', () => {
  let slug: string;
  const rows = [
    '{"id":1,"price":9,"name":"Ab","tags":["x","y"]}',
    '{"id":2,"price":10.0,"name":"b","tags":[]}',
    '{"id":3,"price":"10","name":"","more":{}}',
    '{"id":4,"price":1e400,"name":null}',
    '{"id":5,"price":-1.5e3,"name":"a b","tags":[ ]}',
    '{"id":6,"name":"10%\'\\"; DROP TABLE x; --","price":true}',
    '{"id":7,"price":1e200000,"tags":"x"}',
  ];
  beforeAll(async () => {
    slug = await scene.table();
    await change(slug, 'append', rows);
  });
  const ids = async (where: RowCondition[], more: Partial<RowQuery> = {}) =>
    (await query(slug, { where, ...more })).map((row) => row.id);

  it.each<[RowCondition, number[]]>([
    [{ column: 'price', op: 'eq', value: 10 }, [2, 3]],
    [{ column: 'price', op: 'eq', value: '1e1' }, [2]],
    [{ column: 'price', op: 'ne', value: 10 }, [1, 4, 5, 6, 7]],
    [{ column: 'price', op: 'gt', value: 9 }, [2, 4, 6]],
    [{ column: 'price', op: 'gte', value: '9' }, [1, 2, 4, 6]],
    [{ column: 'price', op: 'lt', value: 9.5 }, [1, 3, 5, 7]],
    [{ column: 'price', op: 'lte', value: -1500 }, [5]],
    [{ column: 'price', op: 'eq', value: true }, [6]],
    [{ column: 'name', op: 'eq', value: null }, [4, 7]],
    [{ column: 'name', op: 'ne', value: null }, [1, 2, 3, 5, 6]],
    [{ column: 'name', op: 'gt', value: null }, []],
    [{ column: 'name', op: 'lt', value: 'a' }, [1, 3, 6]],
    [{ column: 'name', op: 'contains', value: 'b' }, [1, 2, 5]],
    [{ column: 'name', op: 'contains', value: '%' }, [6]],
    [{ column: 'tags', op: 'contains', value: 'x' }, [1, 7]],
    [{ column: 'name', op: 'eq', value: '10%\'"; DROP TABLE x; --' }, [6]],
    [{ column: "name' OR true --", op: 'eq', value: 'a' }, []],
    [{ column: 'id', op: 'in', value: [1, '3', 'x', null] }, [1, 3]],
    [{ column: 'name', op: 'in', value: [null, 'b'] }, [2, 4, 7]],
    [{ column: 'id', op: 'in', value: [] }, []],
    [{ column: 'name', op: 'in', value: 'b' }, [2]],
    [{ column: 'tags', op: 'eq', value: ['x', 'y'] }, [1]],
    [{ column: 'more', op: 'lt', value: { a: '\0' } }, []],
    [{ column: 'name', op: 'eq' }, [4, 7]],
    [{ column: 'name', op: 'is_empty' }, [3, 4, 7]],
    [{ column: 'tags', op: 'is_empty' }, [2, 3, 4, 5, 6]],
    [{ column: 'more', op: 'not_empty' }, []],
    [{ column: 'price', op: 'not_empty' }, [1, 2, 3, 4, 5, 6, 7]],
  ])('finds the rows where %j', async (condition, expected) => {
    expect(await ids([condition])).toEqual(expected);
  });

  it('sorts numbers, then texts, then what is missing, in both directions, and stops at its limit', async () => {
    expect(await ids([], { sort: [{ column: 'price', direction: 'asc' }] })).toEqual([5, 1, 2, 4, 3, 7, 6]);
    expect(await ids([], { sort: [{ column: 'price', direction: 'desc' }] })).toEqual([4, 2, 1, 5, 6, 7, 3]);
    const byName = { sort: [{ column: 'name', direction: 'desc' as const }], limit: 3 };
    expect(await ids([], byName)).toEqual([2, 5, 1]);
    expect(await ids([{ column: 'id', op: 'gt', value: 2 }], { limit: 2 })).toEqual([3, 4]);
  });

  it('returns the texts as they were written, with the revision', async () => {
    const found = await readRows(database, { projectId, table: slug, environment: 'sandbox' });
    expect(found).toEqual({ ok: true, rows, revision: 1 });
    const live = await readRows(database, { projectId, table: slug, environment: 'live' });
    expect(live).toEqual({ ok: true, rows: [], revision: 0 });
  });

  it('names a missing table, and finds nothing for a NUL', async () => {
    const wanted = { projectId, environment: 'sandbox' as const };
    expect(await readRows(database, { ...wanted, table: 'none' })).toMatchObject({ code: 'table_not_found' });
    const where: RowCondition[] = [{ column: 'a', op: 'eq', value: '\0' }];
    expect(await readRows(database, { ...wanted, table: slug, where })).toMatchObject({
      code: 'value_invalid',
    });
    expect(await change('none', 'append', [{}])).toMatchObject({ ok: false, code: 'table_not_found' });
  });
});
