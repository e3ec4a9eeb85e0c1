import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDialogScene } from '../dialogs/scene.ts';
import type { TestProject } from '../harness/client.ts';
import { wholeSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
/** A second server on the same database. */
let other: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({}, server.database);
  project = await server.makeProject();
});
afterAll(async () => {
  await other?.close();
  await server?.close();
});

const path = (below: string) => `/projects/${project.id}${below}`;

async function table(rows: object[] = []): Promise<string> {
  const slug = `t-${randomUUID().slice(0, 8)}`;
  await server.make('PUT', path(`/tables/${slug}`), { name: slug });
  if (rows.length > 0) {
    const answer = await server.call('POST', `/api/v1/projects/${project.id}/tables/${slug}/rows`, {
      ...{ key: project.key, body: { rows }, headers: { 'idempotency-key': randomUUID() } },
    });
    expect(answer.status).toBe(200);
  }
  return slug;
}
const rowsOf = async (slug: string) =>
  (
    await server.call('GET', `/api/v1/projects/${project.id}/tables/${slug}/rows?environment=sandbox`, {
      key: project.key,
    })
  ).body.rows;

async function workflow(steps: object[], more: object = {}): Promise<string> {
  const slug = `w-${randomUUID().slice(0, 8)}`;
  await server.make('PUT', path(`/workflows/${slug}`), { name: slug, definition: { ...more, steps } });
  await server.make('POST', path(`/workflows/${slug}/publish`));
  return slug;
}

/** Runs workflows all at once, on both servers. @returns the runs as they ended. */
async function runAll(slugs: string[], input: object = {}): Promise<any[]> {
  const started = await Promise.all(
    slugs.map((slug, i) =>
      (i % 2 === 0 ? server : other).call('POST', `/api/v1/projects/${project.id}/workflows/${slug}/run`, {
        ...{ key: project.key, body: { input }, headers: { 'idempotency-key': randomUUID() } },
      }),
    ),
  );
  // One after the other: when the first has ended, most others have.
  const ended: any[] = [];
  for (const { body } of started) {
    const run = await until(async () => {
      const { body: run } = await server.call('GET', body.status_url, { key: project.key });
      return run.finished_at !== null && run;
    }, 25_000);
    ended.push(run);
  }
  return ended;
}

const plusOne = (read: string, written = read) => [
  { id: 'find', type: 'table_read', table: read, where: [{ column: 'id', op: 'eq', value: 'c' }] },
  {
    id: 'keep',
    type: 'table_write',
    table: written,
    action: 'upsert',
    key: ['id'],
    row: { id: 'c', n: '{{ steps.find.first.n | plus: 1 }}' },
  },
];

describe('a counter in a table that many flows raise at once', () => {
  it('is exact if each flow reads it and writes it back in one turn', async () => {
    const counter = await table();
    const slug = await workflow(plusOne(counter));
    const runs = await runAll(Array(20).fill(slug));
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['succeeded']));
    expect(await rowsOf(counter)).toEqual([{ id: 'c', n: 20 }]);
  });

  it('is exact if a template reads it', async () => {
    const counter = await table([{ n: 0, id: 'c' }]);
    const slug = await workflow([
      {
        ...{ id: 'keep', type: 'table_write', table: counter, action: 'upsert', key: ['id'] },
        row: { id: 'c', n: `{{ table.${counter}.first.n | plus: 1 }}` },
      },
    ]);
    await runAll(Array(16).fill(slug));
    expect(await rowsOf(counter)).toEqual([{ id: 'c', n: 16 }]);
  });

  it('is exact if on_error leads there, from a step that may not fail', async () => {
    const counter = await table();
    const slug = await workflow(
      [
        { id: 'fails', type: 'message', text: 'To nobody.' },
        { id: 'done', type: 'end' },
        ...plusOne(counter),
      ],
      { on_error: 'find' },
    );
    const runs = await runAll(Array(20).fill(slug));
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['succeeded']));
    expect(await rowsOf(counter)).toEqual([{ id: 'c', n: 20 }]);
  });

  it('is exact in dialogs where an answer raises it', async () => {
    const scene = await makeDialogScene(server, project);
    const counter = await table();
    await scene.publish({
      triggers: [{ type: 'event' }],
      steps: [{ id: 'ask', type: 'question', text: 'Well?', field: 'a' }, ...plusOne(counter)],
    });
    const identities = await Promise.all(Array.from({ length: 20 }, () => scene.identity()));
    await Promise.all(identities.map((identity) => scene.event(identity, 'hi')));
    await Promise.all(identities.map((identity) => scene.event(identity, 'yes')));
    for (const identity of identities) await scene.settled(identity);
    expect(await rowsOf(counter)).toEqual([{ id: 'c', n: 20 }]);
  });

  it('is exact in two tables that flows use in different orders, without a deadlock', async () => {
    const [a, b] = [await table(), await table()];
    const there = await workflow([
      ...plusOne(a),
      ...plusOne(b).map((step) => ({ ...step, id: `${step.id}2`, ...(step.row && { row: rowOf('find2') }) })),
    ]);
    const back = await workflow([
      ...plusOne(b),
      ...plusOne(a).map((step) => ({ ...step, id: `${step.id}2`, ...(step.row && { row: rowOf('find2') }) })),
    ]);
    const deadlocks = await deadlocksSoFar();
    await runAll(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? there : back)));
    expect([await rowsOf(a), await rowsOf(b)]).toEqual([[{ id: 'c', n: 20 }], [{ id: 'c', n: 20 }]]);
    expect(await deadlocksSoFar()).toBe(deadlocks);
  });
});

const rowOf = (found: string) => ({ id: 'c', n: `{{ steps.${found}.first.n | plus: 1 }}` });

async function deadlocksSoFar(): Promise<number> {
  const { rows } = await server.server.parts.database.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]!.deadlocks);
}

describe('increment', () => {
  const add = (slug: string, row: object | undefined, more: object = {}) =>
    workflow([
      { id: 'add', type: 'table_write', table: slug, action: 'increment', key: ['page'], row, ...more },
      { id: 'end', type: 'end', output: '{{ steps.add }}' },
    ]);

  it('adds to the numbers of a row, keeps all its other digits, and adds the row if it is missing', async () => {
    const slug = await table([
      { page: 'a', note: 'kept', n: 1.5, big: 12345678901234567890n.toString(), none: null },
    ]);
    const one = await add(slug, { page: 'a', n: 1, none: 2, fresh: -3 });
    const [run] = await runAll([one]);
    expect([run.status, run.output.written]).toEqual(['succeeded', 1]);
    await runAll([await add(slug, { page: 'b', n: 7 })]);
    expect(await rowsOf(slug)).toEqual([
      { page: 'a', note: 'kept', n: 2.5, big: '12345678901234567890', none: 2, fresh: -3 },
      { page: 'b', n: 7 },
    ]);
  });

  it('counts many rows at once, and both rows with the same key', async () => {
    const slug = await table();
    const rows = [
      { page: 'a', n: 1 },
      { page: 'b', n: 2 },
      { page: 'a', n: 3, m: 1 },
    ];
    await runAll(Array(10).fill(await add(slug, undefined, { rows })));
    expect(await rowsOf(slug)).toEqual([
      { page: 'a', n: 40, m: 10 },
      { page: 'b', n: 20 },
    ]);
  });

  it('fails if there is no number to add, or no number to add to', async () => {
    const slug = await table([{ page: 'a', n: 'many' }]);
    const [text] = await runAll([await add(slug, { page: 'b', n: 'one' })]);
    const [stored] = await runAll([await add(slug, { page: 'a', n: 1 })]);
    for (const run of [text, stored])
      expect([run.status, run.error.code]).toEqual(['failed', 'rows_invalid']);
    expect(await rowsOf(slug)).toEqual([{ page: 'a', n: 'many' }]);
  });
});

describe('if_revision', () => {
  const guarded = (slug: string, more: object = {}) => [
    { id: 'find', type: 'table_read', table: slug },
    // Long enough for all to have read before the first of them writes.
    { id: 'wait', type: 'delay', seconds: wholeSeconds(1) },
    {
      ...{ id: 'keep', type: 'table_write', table: slug, action: 'append', row: { by: '{{ input.by }}' } },
      ...{ if_revision: '{{ steps.find.revision }}', ...more },
    },
  ];

  it('writes only if the table has not been written since, and fails otherwise', async () => {
    const slug = await table([{ by: 'nobody' }]);
    const runs = await runAll(Array(5).fill(await workflow(guarded(slug))), { by: 'me' });
    expect(runs.map(({ status, error }) => error?.code ?? status).sort()).toEqual([
      ...Array(4).fill('revision_conflict'),
      'succeeded',
    ]);
    expect(await rowsOf(slug)).toEqual([{ by: 'nobody' }, { by: 'me' }]);
  });

  it('leads to on_conflict, where the flow can read the table again', async () => {
    const slug = await table();
    const runs = await runAll(Array(3).fill(await workflow(guarded(slug, { on_conflict: 'find' }))), {
      by: 'me',
    });
    expect(runs.map(({ status }) => status)).toEqual(Array(3).fill('succeeded'));
    expect(await rowsOf(slug)).toHaveLength(3);
  });
});
