import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { readId } from '../../src/platform/ids.ts';
import { readSettings } from '../../src/settings.ts';
import { faults, makeScene, numbered, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await makeScene();
});
afterAll(() => scene?.server.close());

const told = ({ status, body }: { status: number; body: any }) => [status, body.code];

describe('a write of rows', () => {
  it('appends, counts and raises the revision by one', async () => {
    const slug = await scene.table();
    const first = await scene.write(slug, { rows: [{ a: 1 }, { a: 2 }] });
    expect([first.status, first.body]).toEqual([
      200,
      { table_id: slug, environment: 'sandbox', inserted: 2, total: 2, revision: 1 },
    ]);
    expect(Object.keys(first.body)).toEqual(['table_id', 'environment', 'inserted', 'total', 'revision']);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const second = await scene.wrote(slug, { rows: [{ a: 3 }], environment: 'sandbox', replace: 'no' });
    expect(second).toMatchObject({ inserted: 1, total: 3, revision: 2 });
    expect(await scene.wrote(slug, { rows: [] })).toMatchObject({ inserted: 0, total: 3, revision: 3 });
    expect(await scene.readAll(slug)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });

  it('replaces all rows of the revision that the client has seen', async () => {
    const slug = await scene.table();
    await scene.wrote(slug, { rows: numbered(5) });
    const replaced = await scene.wrote(slug, { rows: [{ n: 'new' }], replace: true, revision: 1 });
    expect(replaced).toMatchObject({ inserted: 1, total: 1, revision: 2 });
    expect(await scene.readAll(slug)).toEqual([{ n: 'new' }]);
    expect(await scene.wrote(slug, { rows: [], replace: true, revision: 2 })).toMatchObject({ total: 0 });
    expect(await scene.readAll(slug)).toEqual([]);
    await scene.wrote(slug, { rows: [{ n: 'again' }] });
    expect(await scene.readAll(slug)).toEqual([{ n: 'again' }]);
  });

  it('refuses to replace another revision, and names the present one', async () => {
    const slug = await scene.table();
    await scene.wrote(slug, { rows: numbered(3) });
    for (const revision of [0, 2, -1, Number.MAX_SAFE_INTEGER, '0']) {
      const answer = await scene.write(slug, { rows: [], replace: true, revision });
      expect([answer.status, answer.body]).toEqual([
        409,
        { detail: expect.stringContaining('revision 1'), code: 'revision_conflict', revision: 1 },
      ]);
    }
    expect(await scene.readAll(slug)).toEqual(numbered(3));
    const fresh = await scene.table();
    expect(await scene.wrote(fresh, { rows: [{}], replace: true, revision: 0 })).toMatchObject({
      revision: 1,
    });
  });

  it('accepts 5,000 rows at once, in their order, in a body of megabytes', async () => {
    const slug = await scene.table();
    const rows = numbered(5000).map((row) => ({ ...row, text: 'é'.repeat(300) }));
    expect(await scene.wrote(slug, { rows })).toMatchObject({ inserted: 5000, total: 5000 });
    expect(await scene.readAll(slug)).toEqual(rows);
  });

  it('is logged in the audit log', async () => {
    const slug = await scene.table();
    const { headers } = await scene.write(slug, { rows: [{}, {}], environment: 'live' });
    const entries = (await scene.server.audit(scene.project)).filter((e) => e.subject.id === slug);
    expect(entries.map((e) => e.action)).toEqual(['table.created', 'table.written']);
    expect(entries[1]).toMatchObject({
      actor: { type: 'key', id: scene.project.keyId, name: 'Test key' },
      subject: { type: 'table', id: slug },
      environment: 'live',
      request_id: headers.get('x-request-id'),
      data: { rows: 2, replaced: false, revision: 1 },
    });
  });
});

describe('the environments of a table', () => {
  it('have separate rows, revisions and totals; by default writes go to sandbox and reads to live', async () => {
    const slug = await scene.table();
    await scene.wrote(slug, { rows: [{ in: 'sandbox' }] });
    expect((await scene.read(slug)).body).toEqual({ rows: [], revision: 0, total: 0, next_offset: null });
    await scene.wrote(slug, { rows: numbered(2), environment: 'live' });
    await scene.wrote(slug, { rows: [{ in: 'live' }], environment: 'live', replace: true, revision: 1 });
    expect(await scene.readAll(slug, 'sandbox')).toEqual([{ in: 'sandbox' }]);
    expect((await scene.read(slug)).body).toMatchObject({ rows: [{ in: 'live' }], revision: 2, total: 1 });
    const { body } = await scene.server.call(
      'GET',
      `/api/v1/projects/${scene.project.id}/tables`,
      scene.project,
    );
    expect(body.items.find((t: any) => t.table_id === slug)).toEqual({
      table_id: slug,
      name: 'Test',
      columns: [],
      environments: { sandbox: { rows: 1, revision: 1 }, live: { rows: 1, revision: 2 } },
    });
  });
});

describe('pages of rows', () => {
  it('have 100 rows by default, oldest first, and end with next_offset null', async () => {
    const slug = await scene.table();
    await scene.wrote(slug, { rows: numbered(150), environment: 'live' });
    await scene.wrote(slug, { rows: numbered(100, 150), environment: 'live' });
    const page = async (query: string) => {
      const { body } = await scene.read(slug, query);
      return [body.rows.map((row: any) => row.n), body.next_offset, body.total, body.revision];
    };
    const range = (from: number, to: number) => numbered(to - from, from).map(({ n }) => n);
    expect(await page('')).toEqual([range(0, 100), 100, 250, 2]);
    expect(await page('?offset=100')).toEqual([range(100, 200), 200, 250, 2]);
    expect(await page('?offset=200')).toEqual([range(200, 250), null, 250, 2]);
    expect(await page('?offset=149&limit=2')).toEqual([[149, 150], 151, 250, 2]);
    expect(await page('?offset=250')).toEqual([[], null, 250, 2]);
    expect(await page(`?offset=${'9'.repeat(30)}&limit=500`)).toEqual([[], null, 250, 2]);
  });

  it('begin at the first row left after a replacement, before and after the old rows are deleted', async () => {
    const slug = await scene.table();
    const { database } = scene.server.server.parts;
    await scene.wrote(slug, { rows: numbered(30) });
    await scene.wrote(slug, { rows: numbered(20, 100), replace: true, revision: 1 });
    await scene.wrote(slug, { rows: numbered(10, 120) });
    const stored = async () => {
      const { rows } = await database.query(
        `SELECT count(*)::int AS n FROM dialog.table_rows AS r JOIN dialog.tables AS t ON t.id = r.table_id
         WHERE t.slug = $1`,
        [slug],
      );
      return rows[0]!.n;
    };
    const before = (await scene.read(slug, '?environment=sandbox&offset=15&limit=10')).text;
    expect(JSON.parse(before).rows).toEqual(numbered(10, 115));
    expect(await stored()).toBe(60);
    await removeExpired(database, readSettings({}));
    expect(await stored()).toBe(30);
    expect((await scene.read(slug, '?environment=sandbox&offset=15&limit=10')).text).toBe(before);
  });
});

describe('an unknown table', () => {
  it.each(['nothing', 'UPPER', '%00', 'a%2Fb', 'x'.repeat(64), '-', '%F0%9F%98%80'])(
    'is a 404: %s',
    async (slug) => {
      const wanted = [404, 'table_not_found'];
      expect(told(await scene.read(slug))).toEqual(wanted);
      expect(told(await scene.write(slug, { rows: [] }))).toEqual(wanted);
    },
  );

  it("is reported after errors of the request's form", async () => {
    expect((await scene.read('nothing', '?limit=0')).status).toBe(422);
    expect((await scene.write('nothing', { rows: 1 })).status).toBe(422);
  });
});

describe('a rows request of the wrong form', () => {
  it.each([
    ['?environment=prod', 'environment', 'literal_error'],
    ['?environment=', 'environment', 'literal_error'],
    ['?offset=-1', 'offset', 'greater_than_equal'],
    ['?offset=1.5', 'offset', 'int_parsing'],
    ['?limit=0', 'limit', 'greater_than_equal'],
    ['?limit=501', 'limit', 'less_than_equal'],
    ['?limit=x', 'limit', 'int_parsing'],
  ])('GET %s is a 422', async (query, field, type) => {
    expect(faults(await scene.read('any', query))).toEqual([422, [`query.${field}`, type]]);
  });

  const deep = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

  it.each<[string, string, ...[string, string][]]>([
    ['no rows', '{}', ['body.rows', 'missing']],
    ['null', '{"rows":null}', ['body.rows', 'list_type']],
    ['an object', '{"rows":{}}', ['body.rows', 'list_type']],
    [
      'rows that are not objects',
      '{"rows":[{},1,"x",null,[]]}',
      ['body.rows.1', 'dict_type'],
      ['body.rows.2', 'dict_type'],
      ['body.rows.3', 'dict_type'],
      ['body.rows.4', 'dict_type'],
    ],
    ['5,001 rows', JSON.stringify({ rows: numbered(5001) }), ['body.rows', 'too_long']],
    ['another environment', '{"rows":[],"environment":"prod"}', ['body.environment', 'literal_error']],
    ['environment null', '{"rows":[],"environment":null}', ['body.environment', 'literal_error']],
    ['replace null', '{"rows":[],"replace":null}', ['body.replace', 'bool_type']],
    ['replace with another word', '{"rows":[],"replace":"maybe"}', ['body.replace', 'bool_parsing']],
    ['a revision as text', '{"rows":[],"revision":"x"}', ['body.revision', 'int_parsing']],
    ['a fractional revision', '{"rows":[],"revision":1.5}', ['body.revision', 'int_from_float']],
    ['replace without a revision', '{"rows":[],"replace":true}', ['body', 'value_error']],
    ['replace with revision null', '{"rows":[],"replace":true,"revision":null}', ['body', 'value_error']],
    ['a NUL', '{"rows":[{},{"a":"x\\u0000"}]}', ['body.rows.1.a', 'value_error']],
    [
      'half a surrogate pair, nested deeper',
      '{"rows":[{"a":{"b":["\\ud800"]}}]}',
      ['body.rows.0.a.b.0', 'value_error'],
    ],
    ['a NUL in a name', '{"rows":[{"a\\u0000":1}]}', ['body.rows.0.a\0', 'value_error']],
    [
      'a NUL hidden by a second member of the same name',
      '{"rows":[{"a":"\\u0000","a":1}]}',
      ['body.rows.0', 'value_error'],
    ],
    ['a row of 101 levels', `{"rows":[{},${deep(101)}]}`, ['body.rows.1', 'value_error']],
  ])('POST with %s is a 422', async (_name, body, ...expected) => {
    expect(faults(await scene.write('any', body))).toEqual([422, ...expected]);
  });

  it('names the missing fields as FastAPI does', async () => {
    const answer = await scene.write('any', { rows: [{}], replace: true });
    expect(answer.body.detail).toEqual([
      {
        type: 'value_error',
        loc: ['body'],
        msg: 'Value error, revision is required when replace is true',
        input: { rows: [{}], replace: true },
        ctx: { error: {} },
      },
    ]);
  });

  it('is not one with 100 levels, escaped surrogate pairs, or unknown fields', async () => {
    const slug = await scene.table();
    const body = `{"rows":[${deep(100)},{"a":"\\ud83d\\ude00"}],"unknown":"\\u0000"}`;
    expect(await scene.wrote(slug, body)).toMatchObject({ inserted: 2 });
  });

  it('is a 413 over 32 MiB, and not below', async () => {
    const slug = await scene.table();
    const of = (bytes: number) => `{"rows":[{"a":"${'x'.repeat(bytes - 19)}"}]}`;
    expect(told(await scene.write(slug, of(32 * 2 ** 20 + 1)))).toEqual([413, 'body_too_large']);
    expect((await scene.write(slug, of(32 * 2 ** 20))).status).toBe(200);
  });
});

it('a revoked key writes no rows, even at a process that missed the notice', async () => {
  const slug = await scene.table();
  const { key, id } = await scene.server.makeKey(scene.project.id, ['data:write']);
  expect((await scene.write(slug, { rows: [{}] }, { by: key })).status).toBe(200);
  const { database } = scene.server.server.parts;
  await database.query('UPDATE dialog.project_keys SET revoked_at = now() WHERE id = $1', [
    readId('key', id),
  ]);
  const refused = await scene.write(slug, { rows: [{}] }, { by: key });
  expect(told(refused)).toEqual([401, 'invalid_api_key']);
  expect(await scene.readAll(slug)).toHaveLength(1);
});
