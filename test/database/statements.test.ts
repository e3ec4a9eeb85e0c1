import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { alias, getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { as, asText, name, rowsOf, value } from '../../src/platform/sql-expressions.ts';
import { jsonOf, listOf, orNull, types } from '../../src/platform/sql-types.ts';
import { allStatements, search, statement } from '../../src/platform/statement.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { allColumns, loadStatements } from '../harness/statements.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createDatabase();
  database = openDatabase(test.address, { connections: 2, onError: () => {} });
});
afterAll(async () => {
  await database?.close();
  await test?.drop();
});

it('Postgres plans every statement against the migrated database', async () => {
  await loadStatements();
  const all = [...allStatements()].filter(({ name }) => !name.startsWith('test-'));
  expect(all.length).toBeGreaterThan(5);
  const faults: string[] = [];
  for (const { name, text, parameters } of all) {
    await database
      .transaction(async (tx) => {
        await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
        await tx.query(`PREPARE planned AS ${text}`);
        const nulls = Array.from({ length: parameters }, () => 'NULL').join(', ');
        await tx.query(`EXPLAIN EXECUTE planned${parameters > 0 ? ` (${nulls})` : ''}`);
      })
      .catch((error: Error) => faults.push(`${name}: ${error.message}\n${text}`))
      .finally(() => database.query('DEALLOCATE ALL').catch(() => {}));
  }
  expect(faults).toEqual([]);
});

/** Statements that read or write rows of many projects at once, and what for. All others could run where projects are apart. */
const acrossProjects: Record<string, string> = {
  'audit-backlog': 'counts for the metrics how many entries have no number yet',
  'audit-ends': 'finds the first and the last project whose entries have no number yet',
  'audit-waiting': 'finds the projects between them',
  'dialogs-due-forget': 'holds back what a restored database would do by itself',
  'expired-arrivals': 'deletes by age',
  'expired-daily_active': 'deletes by age',
  'expired-link_attempts': 'deletes by age',
  'expired-link_codes': 'deletes by age',
  'expired-notifications': 'deletes by age',
  'expired-request_keys': 'deletes by age',
  'expired-run_debounces': 'deletes by age',
  'expired-step_figures': 'deletes by age',
  'expired-tag_active': 'deletes by age',
  'expired-tag_figures': 'deletes by age',
  'expired-tag_revenue': 'deletes by age',
  'expired-test_conversations': 'deletes by age',
  'expired-webchat_visitors': 'deletes by age',
  'expired-webhook_attempts': 'deletes by age',
  'expired-workflow_versions': 'deletes by age',
  'pushes-forget': 'holds back what a restored database would send',
  'runs-due-forget': 'holds back what a restored database would do by itself',
  'tasks-by-kind': 'counts all tasks for the metrics',
};

it('a statement names the project whose rows it reads or writes, or stands in the list of those that concern many', async () => {
  await loadStatements();
  const ofProjects = new Set(
    (await allColumns())
      .filter((column) => column.name === 'project_id')
      .map(({ table }) => `"${getTableConfig(table as PgTable).schema}"."${getTableName(table)}"`),
  );
  expect(ofProjects.size).toBeGreaterThan(30);
  const namesProject = /"?project_id"? (=|IN)|"project_id"[,)] /;
  const across = [...allStatements()]
    .filter(({ name, text }) => !name.startsWith('test-') && !namesProject.test(text))
    .filter(({ text }) => [...text.matchAll(/"\w+"\."\w+"/g)].some(([table]) => ofProjects.has(table)));
  expect(across.map(({ name }) => name).sort()).toEqual(Object.keys(acrossProjects));
});

const i = rowsOf('i', { id: types.uuid, due: orNull(types.instant), name: types.text });
const echo = statement({
  name: 'test-echo',
  params: { rows: i, ids: listOf(types.uuid), flag: types.boolean, day: orNull(types.date) },
  columns: (p) => ({
    n: i.n,
    id: i.at.id,
    due: i.at.due,
    name: i.at.name,
    isListed: as(types.boolean, sql`${i.at.id} = ANY (${p.ids})`),
    flag: as(types.boolean, p.flag),
    day: as(orNull(types.date), p.day),
    object: as(jsonOf<{ name: string }>(), sql`json_build_object('name', ${i.at.name})`),
  }),
  query: (p, columns) => sql`SELECT ${columns} FROM ${p.rows} ORDER BY ${i.n}`,
});

describe('a statement', () => {
  const id = '019aa0ee-0000-7000-8000-000000000001';
  const other = '019aa0ee-0000-7000-8000-000000000002';
  const due = new Date('2026-11-22T10:11:12.345Z');

  it('takes records and lists as arrays, and returns them unchanged', async () => {
    const rows = [
      { id, due, name: 'with "quotes", a \\ and {braces}' },
      { id: other, due: null, name: 'NULL' },
    ];
    const found = await echo.all(database, { rows, ids: [other], flag: true, day: '2026-11-22' });
    expect(found).toEqual(
      rows.map((row, k) => ({
        n: k + 1,
        ...row,
        isListed: k === 1,
        flag: true,
        day: '2026-11-22',
        object: { name: row.name },
      })),
    );
  });

  it('runs in a transaction, and for a reader that may go away', async () => {
    const given = { rows: [{ id, due, name: 'a' }], ids: [], flag: false, day: null };
    const inTransaction = await database.transaction((tx) => echo.one(tx, given));
    const reading = await echo.first(database.reading(new AbortController().signal), given);
    expect(inTransaction).toEqual(reading);
    expect(await echo.first(database, { ...given, rows: [] })).toBeUndefined();
    await expect(echo.one(database, { ...given, rows: [] })).rejects.toThrow('"test-echo" gave no row');
  });

  it('is prepared under its name, unless it is marked as not prepared', async () => {
    const seldom = statement({
      name: 'test-seldom',
      prepared: false,
      columns: { one: as(types.int, sql`1`) },
      query: (_, columns) => sql`SELECT ${columns}`,
    });
    await database.transaction(async (tx) => {
      await echo.all(tx, { rows: [], ids: [], flag: false, day: null });
      await seldom.one(tx);
      const names = await search(
        tx,
        { name: as(types.text, sql`name`) },
        (columns) => sql`SELECT ${columns} FROM pg_prepared_statements`,
      );
      expect(names).toContainEqual({ name: 'test-echo' });
      expect(names).not.toContainEqual({ name: 'test-seldom' });
    });
  });
});

it('every JSON column keeps strings that look like other values, and all digits in its text', async () => {
  const strings = ['10.5', 'true', 'null', '{}', '[1]', '"', ''];
  const digits = '123456789012345678901234567890';
  const columns = (await allColumns()).filter((column) => /^jsonb?$/.test(column.getSQLType()));
  expect(columns.length).toBeGreaterThan(30);
  for (const column of columns) {
    const label = `${getTableName(column.table)}.${column.name}`;
    const t = alias(column.table, 't');
    const copy = Object.values(getTableColumns(t)).find(({ name }) => name === column.name)! as PgColumn;
    await database.transaction(async (tx) => {
      // Of the type that the migrations gave it, and without the other columns that a whole row would need.
      await tx.orm.execute(
        sql`CREATE TEMP TABLE probe ON COMMIT DROP AS SELECT ${name(column)} FROM ${column.table} LIMIT 0`,
      );
      const read = () =>
        search(tx, { json: copy, text: asText(copy) }, (list) => sql`SELECT ${list} FROM probe AS ${t}`);
      for (const given of [...strings, { price: '10.5' }, 10.5, true]) {
        await tx.orm.execute(sql`INSERT INTO probe VALUES (${value(column, given)})`);
        expect((await read())[0]!.json, label).toEqual(given);
        expect(column.mapFromDriverValue(given), `${label} by Drizzle's own reading`).toEqual(given);
        await tx.orm.execute(sql`TRUNCATE probe`);
      }
      await tx.orm.execute(sql`INSERT INTO probe VALUES (${value(types.jsonText, digits)})`);
      expect((await read())[0]!.text, label).toBe(digits);
    });
  }
});
