import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { expect, expectTypeOf, it } from 'vitest';
import { channels, tasks } from '../../src/dialog/schema.ts';
import { as, asText, excluded, name, names, outer } from '../../src/platform/sql-expressions.ts';
import { types } from '../../src/platform/sql-types.ts';
import { build, statement } from '../../src/platform/statement.ts';

const t = alias(tasks, 't');

it('a parameter that is used twice is one parameter with its type', () => {
  const twice = statement({
    name: 'unit-twice',
    params: { lane: tasks.lane, projectId: tasks.projectId },
    query: ({ lane, projectId }) =>
      sql`SELECT 1 FROM ${tasks} AS ${t} WHERE ${t.projectId} = ${projectId} AND (${t.lane} = ${lane} OR ${lane} = '')`,
  });
  expect(twice.text).toBe(
    'SELECT 1 FROM "dialog"."tasks" AS "t" WHERE "t"."project_id" = $2::uuid AND ("t"."lane" = $1::text OR $1::text = \'\')',
  );
  expect(twice.parameters).toBe(2);
  // It is compiled when it is used first; a test plans every statement of the server.
  const unused = statement({
    name: 'unit-unused',
    params: { lane: tasks.lane },
    query: () => sql`SELECT 1`,
  });
  expect(() => unused.text).toThrow('does not use lane');
});

it('a constant is in the text of a statement, so that a partial index can match', () => {
  const columns = { id: tasks.id };
  const constant = statement({
    name: 'unit-constant',
    params: { projectId: tasks.projectId },
    columns,
    query: ({ projectId }) =>
      build
        .select(columns)
        .from(tasks)
        .where(and(eq(tasks.projectId, projectId), eq(tasks.state, 'queued'), eq(tasks.kind, "it's")))
        .limit(5),
  });
  expect(constant.text).toContain('"state" = \'queued\' and "dialog"."tasks"."kind" = \'it\'\'s\') limit 5');
  const negative = statement({ name: 'unit-negative', query: () => sql`SELECT 1 -${-5}` });
  expect(negative.text).toBe('SELECT 1 -(-5)');
  const dated = statement({ name: 'unit-date', query: () => sql`SELECT ${new Date()}` });
  expect(() => dated.text).toThrow('params');
});

it('two statements cannot have one name, nor a name that Postgres would cut off', () => {
  statement({ name: 'unit-once', query: () => sql`SELECT 1` });
  expect(() => statement({ name: 'unit-once', query: () => sql`SELECT 2` })).toThrow('unit-once');
  expect(() => statement({ name: 'x'.repeat(64), query: () => sql`SELECT 1` })).toThrow('63');
});

it('bare names are used where Postgres accepts no qualified ones', () => {
  const insert = statement({
    name: 'unit-names',
    params: { projectId: tasks.projectId, id: tasks.id, lane: tasks.lane },
    query: (p) => sql`INSERT INTO ${tasks} (${names(tasks.projectId, tasks.id, tasks.lane)})
      VALUES (${p.projectId}, ${p.id}, ${p.lane})
      ON CONFLICT (${names(tasks.projectId, tasks.id)}) DO UPDATE SET ${name(tasks.lane)} = ${excluded(tasks.lane)}`,
  });
  expect(insert.text).toContain('INSERT INTO "dialog"."tasks" ("project_id", "id", "lane")');
  expect(insert.text).toContain('ON CONFLICT ("project_id", "id") DO UPDATE SET "lane" = excluded."lane"');
});

it('parameters and rows have the types of the columns', () => {
  const typed = statement({
    name: 'unit-types',
    params: { projectId: tasks.projectId, lane: tasks.lane },
    columns: ({ lane }) => ({
      id: tasks.id,
      dueAt: tasks.dueAt,
      begunAt: tasks.begunAt,
      payload: asText(tasks.payload),
      result: asText(tasks.result),
      channelName: outer(channels.name),
      n: as(types.bigint, sql`count(*)`),
      isOwn: as(types.boolean, sql`${tasks.lane} = ${lane}`),
    }),
    query: ({ projectId }, columns) =>
      sql`SELECT ${columns} FROM ${tasks} WHERE ${tasks.projectId} = ${projectId}`,
  });
  type Values = Parameters<typeof typed.all>[1];
  expectTypeOf<Values>().toEqualTypeOf<{ readonly projectId: string; readonly lane: string }>();
  expectTypeOf<Awaited<ReturnType<typeof typed.all>>[number]>().toEqualTypeOf<{
    readonly id: string;
    readonly dueAt: Date;
    readonly begunAt: Date | null;
    readonly payload: string;
    readonly result: string | null;
    readonly channelName: string | null;
    readonly n: number;
    readonly isOwn: boolean;
  }>();
});
