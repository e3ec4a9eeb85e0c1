import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { freePort } from '../fixtures/ports.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { Client } from '../harness/client.ts';
import { type FreezingProxy, proxyDatabase } from '../harness/freezing-proxy.ts';
import { ownerEmail, ownerPassword } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { describeNewcomer } from './newcomer.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;

beforeAll(async () => {
  scene = await makeProcessScene();
});

afterEach(() => scene.killAll());
afterAll(() => scene?.close());

/** Expects exit code 1 and one line that says why and names the setting. */
async function expectRefusal(server: ServerProcess, setting: RegExp, code = 1): Promise<void> {
  const started = server.ready().then(() => 'the server started');
  expect(await Promise.race([server.ended, started])).toEqual({ code, signal: null });
  expect(server.stderr).toHaveLength(1);
  expect(server.stderr[0]).toMatch(/^Parley cannot start: /);
  expect(server.stderr[0]).toMatch(setting);
}

describe('a wrong setting stops the start with one line that names it:', () => {
  // test/units/settings.test.ts has the others; first-start has a port in use, encryption-key a wrong key.
  it('a port that is not a number', async () => {
    await expectRefusal(await scene.spawn({ PORT: 'abc' }), /PORT/);
  });

  it('an unknown word of the command line, which names the flags', async () => {
    const server = await scene.spawn({}, undefined, ['now']);
    await expectRefusal(
      server,
      /"now", which is no flag of the server; the flags are: --accept-lost-secrets\./,
      2,
    );
  });

  it.each([
    [
      'a database that does not exist',
      { pathname: '/no_such' },
      /"no_such" does not exist; make it first, with createdb/,
    ],
    [
      'a user that does not exist',
      { username: 'nobody_here' },
      /; (?:make that user with createuser|correct the user)/,
    ],
  ])('%s, and what to do', async (_name, part, advice) => {
    const url = Object.assign(new URL(scene.database.url), part);
    await expectRefusal(await scene.spawn({ DATABASE_URL: url.href }), advice);
  });

  it('a DATA_DIR that is a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-file-'));
    const DATA_DIR = join(folder, 'data');
    writeFileSync(DATA_DIR, '');
    const server = await scene.spawn({ DATA_DIR, DATABASE_URL: '', REDIS_URL: '' });
    await expectRefusal(server, /data is a file, not a folder for the database; set DATA_DIR/);
    rmSync(folder, { recursive: true });
  });
});

describe('a start waits for its database', () => {
  const linesOf = ({ stdout }: ServerProcess, text: string) => stdout.filter((line) => line.includes(text));
  const saysThatItWaits = (server: ServerProcess) =>
    until(() => linesOf(server, 'the start waits for the database')[0], 40_000);

  it('that nobody has started, names it without its password, and can be stopped meanwhile', async () => {
    const DATABASE_URL = `postgresql://parley:secret-of-mine@127.0.0.1:${await freePort()}/parley?sslmode=require`;
    const server = await scene.spawn({ DATABASE_URL });
    expect(await saysThatItWaits(server)).toMatch(
      /the database 127\.0\.0\.1:\d+\/parley: .*ECONNREFUSED.*; nothing listens there: start Postgres/,
    );
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    // Nor the warning of the driver about sslmode.
    expect(server.stderr).toEqual([]);
    expect(server.stdout.join()).not.toContain('secret-of-mine');
  });

  it('at a host that has no address yet', async () => {
    const url = Object.assign(new URL(scene.database.url), { hostname: 'no-such-host.invalid' });
    url.searchParams.delete('host');
    expect(await saysThatItWaits(await scene.spawn({ DATABASE_URL: url.href }))).toMatch(
      /; no host is known by this name/,
    );
  });

  it.each([
    ['resets its connections', (proxy: FreezingProxy) => proxy.cut(), (proxy: FreezingProxy) => proxy.mend()],
    [
      'is frozen',
      (proxy: FreezingProxy) => proxy.freezeNew(true),
      (proxy: FreezingProxy) => {
        proxy.freezeNew(false);
      },
    ],
  ])('that %s: clients get a 503 meanwhile, and it goes on afterwards', async (_how, fail, mend) => {
    const proxy = await proxyDatabase(scene.database);
    onTestFinished(() => proxy.close());
    fail(proxy);
    const PORT = String(await freePort());
    const server = await scene.spawn({ DATABASE_URL: proxy.database.url, PORT });
    await saysThatItWaits(server);
    const client = new Client(`http://127.0.0.1:${PORT}`);
    expect((await client.call('GET', '/healthz')).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/readyz'],
      ['POST', `/api/v1/projects/${scene.project.id}/messages`],
    ] as const) {
      const { status, body } = await client.call(method, path);
      expect([path, status, body.code]).toEqual([path, 503, 'starting']);
    }
    mend(proxy);
    await server.ready();
    expect(linesOf(server, 'the start goes on: the database ')).toHaveLength(1);
    // Once, however often it has tried.
    expect(linesOf(server, 'the start waits for the database')).toHaveLength(1);
    expect(server.stderr).toEqual([]);
    await scene.owner(server);
  });

  it('that has no connection left for it', async () => {
    const { role, url } = await scene.limitedRole(0);
    const server = await scene.spawn({ DATABASE_URL: url });
    expect(await saysThatItWaits(server)).toMatch(/too many connections for role/);
    await scene.session.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
    await server.ready();
  });
});

it('a login for which this machine lacks something is a 500, and ends nothing', async () => {
  // As while a new version is installed in the folder of the running one.
  const hook = `export const resolve = (name, context, next) => {
    if (name === '@node-rs/argon2') throw new Error('it is gone');
    return next(name, context);
  }`;
  const asUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(asUrl(hook))});`;
  const server = await scene.start({ NODE_OPTIONS: `--import=${asUrl(register)}` });
  const client = new Client(server.url);
  for (let times = 0; times < 2; times++) {
    const body = { email: ownerEmail, password: ownerPassword };
    expect((await client.call('POST', '/api/owner/session', { body })).status).toBe(500);
  }
  expect((await client.call('GET', '/readyz')).status).toBe(200);
  expect(server.stderr).toEqual([]);
});

describe('a database of a newer version', () => {
  const of = (schema: string) => `drizzle.__${schema}_migrations`;

  it.each(['drizzle', 'catalog'])('stops the start with a line that says so: %s', async (set) => {
    await scene.session.query(
      `INSERT INTO ${of(set)} (hash, created_at) SELECT 'of a later version', max(created_at) + 1 FROM ${of(set)}`,
    );
    onTestFinished(async () => {
      await scene.session.query(`DELETE FROM ${of(set)} WHERE hash = 'of a later version'`);
    });
    for (const MIGRATE_AT_START of ['true', 'false']) {
      await expectRefusal(
        await scene.spawn({ MIGRATE_AT_START }),
        /DATABASE_URL: the database .* cannot be used \(a newer version of Parley than this one, \d+\.\d+\.\d+\S*, has migrated it/,
      );
    }
  });
});

describe('a .env file', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-env-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('with a broken line stops the start, so that no setting after it is lost unnoticed', async () => {
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=info\nthis line is broken\nCATALOG_TOKEN=secretsecret\n');
    const server = await scene.spawn({}, folder);
    await expectRefusal(server, /: \.env line 2 is not NAME=value/);
    expect(server.stderr[0]).not.toContain('broken');
  });

  it('is read below the variables, and what is probably a mistake in it leaves a warning', async () => {
    writeFileSync(
      join(folder, '.env'),
      'CATALOG_TOKEN=one-token\nCATALOG_TOKEN="another-token"\nLOG_LEVL=debug\nOWNER_EMAIL=another@example.com\n',
    );
    const server = await scene.spawn({ ROLE: 'api' }, folder);
    await server.ready();
    const statusWith = async (token: string) =>
      (await fetch(`${server.url}/api/offers/`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await statusWith('another-token'), await statusWith('one-token')]).toEqual([200, 401]);
    // The first start's secrets are text between the log's lines.
    const logged = server.stdout.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    const warnings = logged.filter(({ level }) => level === 40);
    expect(warnings.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        '.env has CATALOG_TOKEN twice, on lines 1 and 2; the last one counts',
        '.env line 3: there is no setting LOG_LEVL; did you mean LOG_LEVEL?',
      ]),
    );
    await scene.owner(server);
  });
});

it.each([
  ['behind a proxy', { PUBLIC_URL: 'https://chat.example.com' }, 'https://chat.example.com'],
  ['in a network', { HOST: '0.0.0.0' }, '0.0.0.0'],
])('a catalog without a token that others reach %s leaves a warning', async (_where, settings, address) => {
  const server = await scene.spawn({ ROLE: 'api', ...settings });
  await server.ready();
  expect(server.stdout.join('\n')).toContain(
    `anybody who can reach ${address} may read and change the offer catalog`,
  );
});

if (inject('backend').name === 'embedded') describeNewcomer();
