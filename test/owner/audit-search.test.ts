import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBy, auditFilters, mostLooked } from '../../src/dialog/audit/search.ts';
import { readId } from '../../src/platform/ids.ts';
import { join, type Person } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer;
let project: { id: string; key: string };
let helper: Person;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.makeProject();
  helper = await join(server, project.id, 'developer');
  await helper.client.make('PUT', `/projects/${project.id}/tables/stock`, { name: 'Stock' });
  await helper.client.make('PUT', `/projects/${project.id}/tables/stock`, { name: 'The stock' });
  await server.make('DELETE', `/projects/${project.id}/tables/stock`);
});
afterAll(() => server?.close());

const search = async (query: Record<string, string>, of = project.id) =>
  (await server.make('GET', `/projects/${of}/audit?${new URLSearchParams(query)}`)) as {
    items: any[];
    next_cursor: string | null;
  };
const actions = ({ items }: { items: any[] }) => items.map(({ action }) => action);

describe('the audit log for owners', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ subject_id: 'stock' }, ['table.deleted', 'table.updated', 'table.created']],
    [{ subject_id: 'stock', action: 'table.updated' }, ['table.updated']],
    [{ action: 'table.*' }, ['table.deleted', 'table.updated', 'table.created']],
    [{ action: 'table.*', actor_id: 'HELPER' }, ['table.updated', 'table.created']],
    [{ actor_id: 'own_none' }, []],
    [{ subject_type: 'table', actor_type: 'owner' }, ['table.deleted', 'table.updated', 'table.created']],
    [{ subject_type: 'table', environment: 'live' }, []],
    [
      { subject_id: 'stock', from: '2020-01-01T00:00:00Z' },
      ['table.deleted', 'table.updated', 'table.created'],
    ],
    [{ to: '2020-01-01T00:00:00Z' }, []],
    [{ request_id: 'none' }, []],
  ])('has by %j what that names, the newest first', async (query, expected) => {
    const real = Object.entries(query).map(([name, value]) => [name, value.replace('HELPER', helper.id)]);
    expect(actions(await search(Object.fromEntries(real)))).toEqual(expected);
  });

  it('shows an owner what they did a moment ago, with them as the actor', async () => {
    await server.make('PUT', `/projects/${project.id}/tables/fresh`, { name: 'Fresh' });
    const { items } = await search({ subject_id: 'fresh' });
    expect(items).toMatchObject([
      { action: 'table.created', actor: { type: 'owner' }, data: { name: 'Fresh' } },
    ]);
  });

  it('has nothing of another project', async () => {
    const other = await server.makeProject();
    expect(actions(await search({ subject_id: 'stock' }, other.id))).toEqual([]);
  });

  it.each([
    ['action=nonsense', 'string_pattern_mismatch'],
    ['actor_type=robot', 'literal_error'],
    ['cursor=x', 'value_error'],
    ['cursor=0', 'value_error'],
    ['from=yesterday', 'value_error'],
  ])('refuses %s with the place of the fault', async (query, type) => {
    const answer = await server.owner('GET', `/projects/${project.id}/audit?${query}`);
    expect([answer.status, answer.body.detail[0].type]).toEqual([422, type]);
  });
});

describe('a long audit log', () => {
  const count = 2.5 * mostLooked;
  let id: string;
  let stored: string;
  /** The times of entries: one a second, up to now. */
  const start = Date.parse('2026-01-01T00:00:00Z');
  const at = (n: number) => new Date(start + n * 1000).toISOString();

  beforeAll(async () => {
    const made = await server.makeProject();
    id = made.id;
    stored = readId('project', id)!;
    const { database } = server.server.parts;
    // What made the project has numbers; these follow.
    await search({}, id);
    await database.query(`DELETE FROM dialog.audit_log WHERE project_id = $1`, [stored]);
    await database.query(
      `INSERT INTO dialog.audit_log (project_id, id, at, actor_type, actor_id, action, subject_type, subject_id)
       SELECT $1, n, $2::timestamptz + make_interval(secs => n), CASE WHEN n = 7 THEN 'owner' ELSE 'system' END,
         CASE WHEN n = 7 THEN $3 END, CASE WHEN n = 5 THEN 'job.failed' ELSE 'message.sent' END,
         CASE WHEN n = 5 THEN 'job' ELSE 'message' END, CASE WHEN n = 5 THEN 'job_1' ELSE 'msg_' || n END
       FROM generate_series(1, $4::int) AS n`,
      [stored, new Date(start), helper.id, count],
    );
    await database.query(
      `INSERT INTO dialog.audit_heads (project_id, last) VALUES ($1, $2)
       ON CONFLICT (project_id) DO UPDATE SET last = $2`,
      [stored, count],
    );
    await database.query('ANALYZE dialog.audit_log');
  });

  it('is read to its end by pages of a filter that few entries pass, each of which looks at so many entries', async () => {
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof search>> = await search({ action: 'job.failed', cursor }, id);
      pages.push(actions(page));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual([[], [], ['job.failed']]);
  });

  it('finds at once what happened to a record and what a person did, however long ago', async () => {
    expect(await search({ subject_id: 'job_1' }, id)).toMatchObject({
      items: [{ id: 5 }],
      next_cursor: null,
    });
    expect(await search({ actor_id: helper.id }, id)).toMatchObject({
      items: [{ id: 7 }],
      next_cursor: null,
    });
  });

  it('goes to a time at once, and to exactly its entries', async () => {
    const found = await search({ from: at(1000), to: at(1004) }, id);
    expect(found).toMatchObject({ items: [1003, 1002, 1001, 1000].map((id) => ({ id })), next_cursor: null });
    expect((await search({ to: at(4) }, id)).items.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect((await search({ from: at(count) }, id)).items.map(({ id }) => id)).toEqual([count]);
  });

  it('goes on where the page before ended', async () => {
    const first = await search({}, id);
    const second = await search({ cursor: first.next_cursor! }, id);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      Array.from({ length: 200 }, (_, n) => count - n),
    );
  });

  it.each([
    [{ subject_id: 'job_1' }, 'audit_by_subject'],
    [{ actor_id: 'HELPER' }, 'audit_by_person'],
  ])('reads a page by %j through an index', async (query, index) => {
    const given = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, value.replace('HELPER', helper.id)]),
    );
    const { text, values } = auditBy(stored, auditFilters.parse(given), { after: 0, upTo: count });
    const { rows } = await server.server.parts.database.query<any>(`EXPLAIN (FORMAT JSON) ${text}`, values);
    expect(/"Index Name": ?"(\w+)"/.exec(JSON.stringify(rows))?.[1]).toBe(index);
  });
});
