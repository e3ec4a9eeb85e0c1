import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase, type Queryable } from '../../src/platform/postgres.ts';
import { sharedBuild } from '../fixtures/server-build.ts';
import { Client } from '../harness/client.ts';
import { createDatabase } from '../harness/database.ts';
import { type FreezingProxy, proxyDatabase } from '../harness/freezing-proxy.ts';
import { type PgBouncer, startPgBouncer } from '../harness/pgbouncer.ts';
import { shouldRunWith } from '../harness/programs.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/** Settings that a pool may have of its own. */
const names = [
  ...['jit', 'statement_timeout', 'idle_in_transaction_session_timeout', 'search_path'],
  ...['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count'],
  ...['plan_cache_mode', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'],
  'max_parallel_workers_per_gather',
];

/** PgBouncers as operators have them: some let parameters of a start pass, and drop them. */
const strict = {};
const ignoring = { ignore_startup_parameters: 'options, extra_float_digits' };

describe.runIf(shouldRunWith('pgbouncer'))('PgBouncer', () => {
  let scene: ProcessScene;
  /** On which PgBouncer, which may not use the embedded database's socket, reaches Postgres. */
  let proxy: Awaited<ReturnType<typeof proxyDatabase>>;
  const bouncers: PgBouncer[] = [];

  beforeAll(async () => {
    scene = await makeProcessScene();
    proxy = await proxyDatabase(scene.database);
  });
  afterEach(async () => {
    await scene.killAll();
    await Promise.all(bouncers.splice(0).map((bouncer) => bouncer.stop()));
  });
  afterAll(async () => {
    await proxy?.close();
    await scene?.close();
  });

  async function bounce(
    settings: Record<string, string>,
    to: FreezingProxy & { database: { url: string } } = proxy,
  ) {
    const bouncer = await startPgBouncer(to.database.url, settings);
    bouncers.push(bouncer);
    return bouncer.url;
  }

  describe.each([
    ['that refuses parameters of a start', strict],
    ['that ignores parameters of a start', ignoring],
  ])('in session mode, %s', (_what, settings) => {
    it.each([
      ['on Redis, if there is one', {}],
      ['on Postgres', { REDIS_URL: '' }],
    ])(
      'delivers messages, with tickets %s, and tells all processes what happens',
      async (_where, tickets) => {
        const environment = { ...tickets, DATABASE_URL: await bounce(settings) };
        const [one, other] = await Promise.all([scene.start(environment), scene.start(environment)]);
        const clients = [new Client(one.url), new Client(other.url)];
        const { status, body } = await clients[0]!.send(scene.project, await scene.identity());
        expect(status).toBe(202);
        expect(await clients[1]!.outcome(scene.project, body.message_id)).toBe('message.sent');
        expect(scene.receiver.received.filter(({ id }) => id === body.message_id)).toHaveLength(1);

        const imported = await fetch(`${one.url}/api/offers/import/`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-ndjson' },
          body: '{"source_name":"Shop","pn_raw":"1","brand_raw":"Bosch","price_raw":"10","price_currency":"EUR"}',
        });
        expect(imported.status).toBe(200);

        // A process keeps keys for a while: only the notice of the other one makes it forget this one.
        const owner = await scene.owner(one);
        const keys = `/projects/${scene.project.id}/keys`;
        const key = await owner.make('POST', keys, { name: 'to revoke', scopes: ['profiles:read'] });
        const ask = async () =>
          (await clients[1]!.call('GET', `/api/v1/projects/${scene.project.id}/profiles`, { key: key.key }))
            .status;
        expect(await ask()).toBe(200);
        await owner.make('DELETE', `${keys}/${key.id}`);
        await until(async () => (await ask()) === 401, 2000);
        await Promise.all([one.stop(), other.stop()]);
      },
    );
  });

  it.each([
    ['strict', strict],
    ['ignoring', ignoring],
  ])('leaves every pool the settings that it has without it (%s)', async (_what, settings) => {
    const database = await createDatabase();
    const way = await proxyDatabase(database);
    const environment = { REDIS_URL: '' };
    const direct = await startTestServer(environment, database);
    const through = await startTestServer(environment, { ...database, url: await bounce(settings, way) });
    try {
      expect(await settingsOf(through)).toEqual(await settingsOf(direct));
      const { hot, searches } = await settingsOf(direct);
      expect(hot).toMatchObject({
        jit: 'off',
        plan_cache_mode: 'force_generic_plan',
        statement_timeout: '1min',
      });
      expect(searches).toMatchObject({ enable_seqscan: 'off', max_parallel_workers_per_gather: '0' });
    } finally {
      await Promise.all([direct.close(), through.close()]);
      await way.close();
      await database.drop();
    }
  });

  it('a read whose client has gone is cancelled', async () => {
    const address = { connectionString: await bounce(strict) };
    const database = openDatabase(address, { connections: 1, onError: () => {} });
    const gone = new AbortController();
    const reading = database.reading(gone.signal).query('SELECT pg_sleep(60)');
    const sleepers = () =>
      scene.session.query(
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep%'`,
      );
    await until(async () => (await sleepers()).length === 1);
    gone.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    expect(await sleepers()).toEqual([]);
    await database.close();
  });

  it.each([
    ['database', 'migrate'],
    ['owner', 'reset-password'],
  ])('parley %s %s refuses transaction mode, too', async (...args) => {
    const url = await bounce({ pool_mode: 'transaction' });
    const { folder } = await sharedBuild(inject('build'));
    const running = promisify(execFile)(process.execPath, [join(folder, 'dist/cli/main.js'), ...args], {
      env: { PATH: process.env.PATH, ...scene.environment, DATABASE_URL: url },
    });
    await expect(running).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('set pool_mode = session in PgBouncer'),
    });
  });

  it.each<[string, Record<string, string>]>([
    ['transaction', {}],
    ['transaction', { default_pool_size: '1' }],
    ['transaction', { server_round_robin: '1' }],
    ['statement', {}],
  ])('a start through %s mode ends with what to set (%o)', async (mode, more) => {
    const settings = { pool_mode: mode, ...more };
    const server = await scene.spawn({ DATABASE_URL: await bounce(settings) });
    expect(await server.end()).toMatchObject({ code: 1 });
    expect(server.stderr).toEqual([
      expect.stringMatching(/^Parley cannot start: DATABASE_URL: .*set pool_mode = session in PgBouncer/),
    ]);
  });
});

/** The settings of a connection of each pool. */
async function settingsOf({ server }: TestServer): Promise<Record<string, Record<string, string>>> {
  const { database, hot, work, searches, upkeep } = server.parts;
  const pools: Record<string, Queryable> = { database, hot, work, searches, upkeep };
  const found = Object.entries(pools).map(async ([name, pool]) => {
    const { rows } = await pool.query<{ name: string; value: string }>(
      'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
      [names],
    );
    return [name, Object.fromEntries(rows.map(({ name, value }) => [name, value]))];
  });
  return Object.fromEntries(await Promise.all(found));
}
