import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable, writeTable } from '../../src/dialog/flows/tables.ts';
import { TurnGroup } from '../../src/dialog/flows/turn-group.ts';
import type { RowsChange } from '../../src/dialog/tables/change.ts';
import { HeldSheets } from '../../src/dialog/tables/held.ts';
import { readRows } from '../../src/dialog/tables/query.ts';
import { Outbox } from '../../src/dialog/tasks/outbox.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../src/platform/postgres.ts';
import { makeScene, type Scene } from './scene.ts';

let scene: Scene;
let database: Database;
let projectId: string;

beforeAll(async () => {
  scene = await makeScene();
  database = scene.server.server.parts.database;
  projectId = readId('project', scene.project.id)!;
});
afterAll(() => scene?.server.close());

const environment = 'sandbox';
const sheetOf = (table: string) => ({ projectId, table, environment }) as const;

/** The steps of flows, in one group of turns that has locked these tables. */
function inGroup<Result>(
  tables: string[],
  work: (steps: ReturnType<typeof stepsOf>, tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const group = new TurnGroup(tx, new Outbox());
    await group.sheets.lock(tables.map(sheetOf));
    const result = await work(stepsOf(group), tx);
    await group.settle();
    return result;
  });
}

function stepsOf(group: TurnGroup) {
  const caller = { projectId, environment } as Parameters<typeof readTable>[2];
  const write = async (table: string, action: RowsChange['action'], rows: object[], more: object = {}) => {
    const call = { kind: 'table_write', table, action, rows, ...more } as never;
    const answer = (await writeTable(group, call, caller)) as any;
    return answer.result ?? answer.error.code;
  };
  return {
    write,
    async read(table: string) {
      const call = { kind: 'table_read', table, where: [], sort: [], limit: 100 } as never;
      const { rows, revision } = ((await readTable(group, call, caller)) as any).result;
      return { rows, revision };
    },
  };
}

describe('a sheet that a group of turns has locked', () => {
  it('shows a read what was appended before it, again and again', async () => {
    const table = await scene.table();
    await inGroup([table], async ({ write, read }) => {
      expect(await write(table, 'append', [{ n: 1 }])).toEqual({ written: 1, revision: 1 });
      expect(await read(table)).toEqual({ rows: [{ n: 1 }], revision: 1 });
      await write(table, 'append', [{ n: 2 }, { n: 3 }]);
      await write(table, 'append', [{ n: 4 }]);
      expect(await read(table)).toEqual({ rows: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }], revision: 3 });
    });
    const { body } = await scene.read(table, '?environment=sandbox');
    expect([body.rows.map(({ n }: any) => n), body.total, body.revision]).toEqual([[1, 2, 3, 4], 4, 3]);
  });

  it.each([
    [
      'upsert',
      [{ id: 'a', n: 10 }],
      [
        { id: 'a', n: 10 },
        { id: 'b', n: 2 },
      ],
    ],
    [
      'increment',
      [{ id: 'a', n: 10 }],
      [
        { id: 'a', n: 11 },
        { id: 'b', n: 2 },
      ],
    ],
    ['delete', [{ id: 'a' }], [{ id: 'b', n: 2 }]],
  ] as const)('lets %s find what was appended, and appends after it in order', async (action, rows, left) => {
    const table = await scene.table();
    await inGroup([table], async ({ write, read }) => {
      await write(table, 'append', [{ id: 'a', n: 1 }]);
      await write(table, 'append', [{ id: 'b', n: 2 }]);
      expect(await write(table, action, [...rows], { key: ['id'] })).toEqual({ written: 1, revision: 3 });
      expect(await write(table, 'append', [{ id: 'c' }])).toEqual({ written: 1, revision: 4 });
      expect(await write(table, action, [{ id: 'c' }], { key: ['id'] })).toMatchObject({ revision: 5 });
      await write(table, 'append', [{ id: 'd' }]);
      const last = action === 'delete' ? [] : [{ id: 'c' }];
      expect(await read(table)).toEqual({ rows: [...left, ...last, { id: 'd' }], revision: 6 });
    });
    const { body } = await scene.read(table, '?environment=sandbox');
    expect([body.total, body.revision]).toEqual([body.rows.length, 6]);
  });

  it('compares if_revision with the revision that its own appends have made', async () => {
    const table = await scene.table();
    await inGroup([table], async ({ write }) => {
      await write(table, 'append', [{ id: 1 }]);
      expect(await write(table, 'append', [{ id: 2 }], { if_revision: 0 })).toBe('revision_conflict');
      expect(await write(table, 'append', [{ id: 3 }], { if_revision: 1 })).toMatchObject({ revision: 2 });
      const key = ['id'];
      expect(await write(table, 'upsert', [{ id: 4 }], { key, if_revision: 1 })).toBe('revision_conflict');
      expect(await write(table, 'upsert', [{ id: 4 }], { key, if_revision: 2 })).toMatchObject({
        revision: 3,
      });
      expect(await write(table, 'append', [{ id: 5 }], { if_revision: 2 })).toBe('revision_conflict');
      expect(await write(table, 'append', [{ id: 5 }], { if_revision: 3 })).toMatchObject({ revision: 4 });
    });
    expect((await scene.readAll(table)).map(({ id }) => id)).toEqual([1, 3, 4, 5]);
  });

  it('keeps the rows of several tables apart, and those of a table that was not locked', async () => {
    const [a, b, free] = [await scene.table(), await scene.table(), await scene.table()];
    await scene.wrote(b, { rows: [{ n: 0 }] });
    await inGroup([a, b], async ({ write, read }) => {
      for (const n of [1, 2, 3]) for (const table of [a, b, free]) await write(table, 'append', [{ n }]);
      await write(a, 'delete', [{ n: 2 }], { key: ['n'] });
      for (const table of [a, b, free]) await write(table, 'append', [{ n: 4 }]);
      expect(await read(free)).toMatchObject({ revision: 4 });
    });
    const found = await Promise.all(
      [a, b, free].map(async (t) => (await scene.readAll(t)).map(({ n }) => n)),
    );
    expect(found).toEqual([
      [1, 3, 4],
      [0, 1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
  });

  it('refuses a bad row without a trace, and keeps what was appended before', async () => {
    const table = await scene.table({ columns: [{ name: 'n', type: 'number' }], enforce: true });
    await inGroup([table], async ({ write, read }) => {
      await write(table, 'append', [{ n: 1 }]);
      expect(await write(table, 'append', [{ n: 2 }, { n: 'two' }])).toBe('rows_invalid');
      expect(await write(table, 'append', [{ n: 3 }])).toEqual({ written: 1, revision: 2 });
      expect(await read(table)).toEqual({ rows: [{ n: 1 }, { n: 3 }], revision: 2 });
    });
  });

  it('leaves nothing of a group that is rolled back', async () => {
    const table = await scene.table();
    const rolledBack = inGroup([table], async ({ write, read }) => {
      await write(table, 'append', [{ n: 1 }]);
      await read(table);
      await write(table, 'append', [{ n: 2 }]);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    const { body } = await scene.read(table, '?environment=sandbox');
    expect([body.rows, body.total, body.revision]).toEqual([[], 0, 0]);
  });

  it('writes many small appends at once, and does not collect large ones in memory', async () => {
    const table = await scene.table();
    const sent: string[] = [];
    await database.transaction(async (tx) => {
      const query: Queryable['query'] = (text, values) => {
        sent.push((text as { name: string }).name);
        return tx.query(text as never, values as never) as never;
      };
      const sheets = new HeldSheets({ orm: tx.orm, query });
      await sheets.lock([sheetOf(table)]);
      const append = (row: object) =>
        sheets.append({ ...sheetOf(table), action: 'append', rows: [JSON.stringify(row)] });
      for (let n = 0; n < 200; n++) await append({ n });
      expect(sent).toEqual(['sheets-lock']);
      for (let n = 0; n < 30; n++) await append({ text: 'x'.repeat(100_000) });
      expect(sent).toEqual(['sheets-lock', ...Array(3).fill('sheets-append')]);
      await sheets.settle();
      const read = await readRows(tx, { ...sheetOf(table), limit: 500 });
      expect(read.ok && [read.rows.length, read.revision]).toEqual([230, 230]);
    });
  });
});
