import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { makeScene, numbered, type Scene } from './scene.ts';

let scene: Scene;
/** A second instance on the same database. */
let twin: TestServer;

beforeAll(async () => {
  scene = await makeScene();
  twin = await startTestServer({}, scene.server.database);
});
afterAll(async () => {
  await twin?.close();
  await scene?.server.close();
});

const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed');
const told = ({ status, body }: Answer) => [status, body.code];
const either = (i: number) => (i % 2 ? scene.server : twin);

describe('the same Idempotency-Key and body for rows', () => {
  it('get the first answer again, with a header that says so, and write nothing, however the rows have changed since', async () => {
    const slug = await scene.table();
    const key = randomUUID();
    const body = { rows: [{ a: 1 }], replace: true, revision: 0 };
    const first = await scene.write(slug, body, { key });
    expect([first.status, replayed(first)]).toEqual([200, null]);
    await scene.wrote(slug, { rows: [{ a: 2 }] });
    const spelling = '{ "revision" :0,"replace":true,  "rows":[{"\\u0061":1}]}';
    for (const [again, at] of [
      [body, scene.server],
      [spelling, twin],
    ] as const) {
      const answer = await scene.write(slug, again, { key, at });
      expect([answer.status, answer.text, replayed(answer)]).toEqual([200, first.text, 'true']);
    }
    expect(await scene.readAll(slug)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('get the same answer after the table was deleted, and after another replaced it', async () => {
    const slug = await scene.table();
    const key = randomUUID();
    const first = await scene.write(slug, { rows: [{}] }, { key });
    await scene.server.make('DELETE', `/projects/${scene.project.id}/tables/${slug}`);
    expect(told(await scene.write(slug, { rows: [{}] }))).toEqual([404, 'table_not_found']);
    expect((await scene.write(slug, { rows: [{}] }, { key })).text).toBe(first.text);
    await scene.put(slug, { name: 'Again' });
    const again = await scene.write(slug, { rows: [{}] }, { key });
    expect([again.text, replayed(again)]).toEqual([first.text, 'true']);
    expect(await scene.readAll(slug)).toEqual([]);
    expect(await scene.wrote(slug, { rows: [{}] })).toMatchObject({ revision: 1, total: 1 });
  });

  it.each([
    ['appending', { rows: numbered(50) }],
    ['replacing', { rows: numbered(50), replace: true, revision: 0 }],
  ])('(%s), sent 20 times at once to two instances, write once', async (_name, body) => {
    const slug = await scene.table();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => scene.write(slug, body, { key, at: either(i) })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(await scene.readAll(slug)).toEqual(numbered(50));
    expect((await scene.read(slug, '?environment=sandbox')).body.revision).toBe(1);
  });
});

describe('the same Idempotency-Key with another body for rows', () => {
  it.each([
    ['another row', '{"rows":[{"a":1}]}', '{"rows":[{"a":2}]}'],
    ['another spelling of a number', '{"rows":[{"a":1}]}', '{"rows":[{"a":1.0}]}'],
    [
      'two integers that are equal as doubles',
      '{"rows":[{"a":9007199254740993}]}',
      '{"rows":[{"a":9007199254740992}]}',
    ],
    ['another environment', '{"rows":[]}', '{"rows":[],"environment":"live"}'],
  ])('is a 409: %s', async (_name, first, second) => {
    const slug = await scene.table();
    const key = randomUUID();
    expect((await scene.write(slug, first, { key })).status).toBe(200);
    for (const at of [scene.server, twin]) {
      const refused = await scene.write(slug, second, { key, at });
      expect([...told(refused), replayed(refused)]).toEqual([409, 'idempotency_key_reused', null]);
    }
  });

  it('at the same instant for both environments: one is written, the other refused', async () => {
    const slug = await scene.table();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        scene.write(
          slug,
          { rows: [{}], environment: i % 4 < 2 ? 'live' : 'sandbox' },
          { key, at: either(i) },
        ),
      ),
    );
    const written = answers.filter(({ status }) => status === 200);
    expect(written).toHaveLength(10);
    expect(new Set(written.map(({ text }) => text)).size).toBe(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['idempotency_key_reused']));
    const [sandbox, live] = [await scene.readAll(slug, 'sandbox'), await scene.readAll(slug, 'live')];
    expect(sandbox.length + live.length).toBe(1);
  });
});

it('an Idempotency-Key belongs to one table only', async () => {
  const [one, two] = [await scene.table(), await scene.table()];
  const key = randomUUID();
  for (const slug of [one, two]) {
    const answer = await scene.write(slug, { rows: [{ slug: 1 }] }, { key });
    expect([answer.status, replayed(answer), answer.body.table_id]).toEqual([200, null, slug]);
  }
});

it('a rejected request does not use up its key, whatever the reason', async () => {
  const slug = await scene.table({ columns: [{ name: 'a', type: 'number' }], enforce: true });
  const key = randomUUID();
  const rejected = [
    await scene.write(slug, '{', { key }),
    await scene.write(slug, { rows: 1 }, { key }),
    await scene.write(slug, { rows: [{ a: 'x' }] }, { key }),
    await scene.write(slug, { rows: [], replace: true, revision: 9 }, { key }),
    await scene.write(slug, { rows: [] }, { key, by: 'pk_wrong' }),
  ];
  expect(rejected.map(({ status }) => status)).toEqual([422, 422, 422, 409, 401]);
  const written = await scene.write(slug, { rows: [{ a: 1 }] }, { key });
  expect([written.status, replayed(written)]).toEqual([200, null]);
});

it('20 writers that append and replace at two instances leave the rows of their writes in the order of revisions', async () => {
  const slug = await scene.table();
  const writes: { revision: number; total: number; rows: object[]; replace: boolean }[] = [];
  const write = async (writer: number, turn: number) => {
    const rows = numbered(1 + ((writer + turn) % 4)).map(({ n }) => ({ writer, turn, n }));
    const replace = (writer + turn) % 3 === 0;
    for (let revision = 0; ; ) {
      const body = replace ? { rows, replace, revision } : { rows };
      const answer = await scene.write(slug, body, { at: either(writer) });
      if (answer.status === 200) {
        writes.push({ ...answer.body, rows, replace });
        return;
      }
      expect(told(answer)).toEqual([409, 'revision_conflict']);
      expect(answer.body.revision).toBeGreaterThanOrEqual(revision);
      revision = answer.body.revision;
    }
  };
  await Promise.all(
    Array.from({ length: 20 }, async (_, writer) => {
      for (let turn = 0; turn < 4; turn++) await write(writer, turn);
    }),
  );
  const inTurn = writes.sort((a, b) => a.revision - b.revision);
  expect(inTurn.map(({ revision }) => revision)).toEqual(numbered(80, 1).map(({ n }) => n));
  let expected: object[] = [];
  for (const { rows, replace, total } of inTurn) {
    expected = replace ? rows : [...expected, ...rows];
    expect(total).toBe(expected.length);
  }
  expect(await scene.readAll(slug)).toEqual(expected);
});

it('a table that is deleted during writes takes each write before the deletion or refuses it, and a new table is empty', async () => {
  const slug = await scene.table();
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, (_, i) => scene.write(slug, { rows: [{}] }, { at: either(i) }))),
    scene.server.make('DELETE', `/projects/${scene.project.id}/tables/${slug}`),
  ]);
  for (const { status } of answers) expect([200, 404]).toContain(status);
  await scene.put(slug, { name: 'New' });
  expect((await scene.read(slug, '?environment=sandbox')).body).toMatchObject({ total: 0, revision: 0 });
});
