import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { heldBackKinds } from '../../src/dialog/restored.ts';
import { readId, showId } from '../../src/platform/ids.ts';
import { parley, type Said } from '../fixtures/parley-command.ts';
import { sharedBuild } from '../fixtures/server-build.ts';
import { createDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import type { TaskRecord } from '../upgrades/record.ts';
import { type Restored, restore } from '../upgrades/restore.ts';
import { serve } from '../upgrades/scene.ts';

/** A backup with unfinished work of every kind, restored with `--queued-as unknown` beside the world that knows what the original did. */

let dump: Restored;
let served: Awaited<ReturnType<typeof serve>>;
let folder: string;
let said: Said;
const once = ['message', 'job', 'refund'];

const of = (kind: string): TaskRecord[] => dump.record.tasks.filter((task) => task.kind === kind);

beforeAll(async () => {
  const build = await sharedBuild(inject('build'));
  folder = mkdtempSync(join(tmpdir(), 'parley-queued-'));
  dump = await restore('0.12.0');
  const restored = await createDatabase('template0');
  const settings = {
    DATABASE_URL: dump.database.url,
    ENCRYPTION_KEY: dump.record.encryptionKey,
    DATA_DIR: join(folder, 'data'),
  };
  expect(await parley(build, ['backup', join(folder, 'saved')], settings)).toMatchObject({ status: 0 });
  await dump.database.drop();
  said = await parley(build, ['restore', join(folder, 'saved'), '--queued-as', 'unknown'], {
    ...settings,
    DATABASE_URL: restored.url,
  });
  served = await serve({ ...dump, database: restored });
  // The worker has looked at everything: what it follows has come to the end of the log.
  await until(async () => {
    const [{ waiting, behind }] = await served.query(
      `SELECT (SELECT count(*)::int FROM dialog.audit_inbox) AS waiting,
         (SELECT count(*)::int FROM dialog.subscriptions AS s JOIN dialog.audit_heads AS h USING (project_id)
          WHERE s.cursor < h.last AND s.state = 'enabled') AS behind`,
    );
    return waiting === 0 && behind === 0;
  }, 60_000);
  await until(async () => {
    const [{ open }] = await served.query(
      "SELECT count(*)::int AS open FROM dialog.tasks WHERE state IN ('queued', 'running')",
    );
    return open === 0;
  }, 60_000);
});

afterAll(async () => {
  await served?.close();
  if (folder) rmSync(folder, { recursive: true });
});

it('says what is unknown, what is not done and what is not sent', () => {
  expect([said.status, said.stderr]).toEqual([0, '']);
  expect(said.stdout).toMatch(/\n {2}unknown {3}.*message \d+.*; owners find them/);
  expect(said.stdout).toMatch(/\n {2}failed {4}.*delivery \d+/);
});

it('nothing that was still to be done is sent or done', () => {
  const { receivers, target, bots, shop } = dump.outside;
  expect(receivers.customers.received.map(({ body }) => body.text)).toEqual([]);
  expect(receivers.hook.received).toEqual([]);
  expect(target.arrivals).toEqual([]);
  for (const bot of Object.values(bots)) expect(bot.calls.map(({ method }) => method)).toEqual([]);
  expect(shop.shop.payments).toHaveLength(dump.record.outside.shop.payments.length);
  expect(shop.shop.refunds).toHaveLength(dump.record.outside.shop.refunds.length);
  // The subscription hears what is new: outcomes that became unknown or failed.
  const words = receivers.told.received.map(({ body }) => [body.type, body.data.error?.code]);
  expect(words.filter(([, code]) => code !== 'restored')).toEqual([]);
});

it('every unfinished task that acts once is among the unknown outcomes, with an entry in the audit log', async () => {
  const rows = await served.query('SELECT id, kind, state, error FROM dialog.tasks');
  const found = new Map(rows.map((row) => [row.id, row]));
  const stateOf = ({ id }: TaskRecord) => found.get(id)?.state;
  // The provider knows what became of payments and refunds, and says so.
  const unsure = [...of('message'), ...of('job')].filter(({ type }) => type !== 'payment');
  expect(unsure.map((task) => [task.kind, task.left, stateOf(task)])).toEqual(
    unsure.map((task) => [task.kind, task.left, 'unknown']),
  );
  const others = dump.record.tasks.filter(({ kind }) => ![...once, 'reconcile'].includes(kind));
  expect(others.map((task) => [task.kind, task.left, stateOf(task)])).toEqual(
    others.map((task) => [task.kind, task.left, 'failed']),
  );
  const entries = await served.query(
    `SELECT subject_id FROM dialog.audit_log
     WHERE action IN ('message.unknown', 'job.unknown') AND data -> 'error' ->> 'code' = 'restored'`,
  );
  const held = unsure.filter(({ left }) => left !== 'unknown');
  expect(entries.map(({ subject_id: id }) => id)).toEqual(
    expect.arrayContaining(held.map(({ kind, id }) => showId(kind as 'message' | 'job', id))),
  );
  const [{ unfinished }] = await served.query(
    'SELECT coalesce(sum(unfinished), 0)::int AS unfinished FROM dialog.project_counters',
  );
  expect(unfinished).toBe(0);
});

it('an owner settles one with a retry, and it is sent once', async () => {
  const { client } = served;
  const { customers } = dump.outside.receivers;
  const { project } = dump.record;
  const { mark } = of('message').find(({ type, left }) => type === 'webhook' && left === 'queued')!;
  const { items } = await client.make('GET', `/projects/${project.id}/unsettled`);
  expect(items.map(({ id }: { id: string }) => id)).toContain(mark);
  await client.make('POST', `/projects/${project.id}/unsettled/${mark}/settle`, { outcome: 'retry' });
  await until(async () => {
    const [{ state }] = await served.query('SELECT state FROM dialog.tasks WHERE id = $1', [
      readId('message', mark),
    ]);
    return state === 'succeeded';
  });
  expect(customers.received.filter(({ id }) => id === mark)).toHaveLength(1);
  expect(customers.received).toHaveLength(1);
});

it('knows every kind of task', () => {
  const { kinds } = served.server.parts;
  // They read, and nothing leaves the server through them.
  expect(Object.keys(kinds).filter((kind) => !heldBackKinds.includes(kind))).toEqual(['reconcile', 'fetch']);
});
