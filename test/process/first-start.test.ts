import { execFile, spawn as spawnProgram } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { showLock } from '../../src/dialog/projects/first-start.ts';
import { migrationLock } from '../../src/platform/migrations.ts';
import { freePort } from '../fixtures/ports.ts';
import { type ServerBuild, sharedBuild } from '../fixtures/server-build.ts';
import { type ServerProcess, spawnServer } from '../fixtures/server-process.ts';
import { Client } from '../harness/client.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { encryptionKey, ownerEmail } from '../harness/server.ts';
import { totpCode } from '../harness/totp.ts';
import { until } from '../harness/until.ts';
import { openSession, type Session } from './database.ts';

/** For tests that start the embedded database themselves: on both backends they would be the same test twice. */
const itOnce = it.runIf(inject('backend').name === 'embedded');

let build: Omit<ServerBuild, 'remove'>;
let database: TestDatabase;
let session: Session;
let dataDir: string;
const servers: ServerProcess[] = [];

beforeEach(async () => {
  build = await sharedBuild(inject('build'));
  database = await createDatabase();
  session = await openSession(database.address);
  dataDir = join(mkdtempSync(join(tmpdir(), 'parley-first-')), 'data');
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
  await session.close();
  await database.drop();
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

function environment(more: Record<string, string> = {}): Record<string, string> {
  const { redisUrl } = inject('backend');
  return {
    DATABASE_URL: database.url,
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
    ENCRYPTION_KEY: encryptionKey,
    DATA_DIR: dataDir,
    ...more,
  };
}

function spawn(more: Record<string, string> = {}): ServerProcess {
  const server = spawnServer(build, environment(more));
  servers.push(server);
  return server;
}

async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = spawn(more);
  await server.ready();
  return server;
}

/** Another program on a port whose neighbours nobody takes either. */
async function takePort(): Promise<{ other: Server; port: number }> {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  return { other, port };
}

interface Shown {
  password: string;
  projectId: string;
  key: string;
}

/** The secrets that a process printed for its owner; undefined before it has printed them. */
function shownBy({ stdout }: ServerProcess): Shown | undefined {
  const text = stdout.join('\n');
  const read = (name: string) => new RegExp(`^ {4}${name} +(.+)$`, 'm').exec(text)?.[1];
  const [password, projectId, key] = [read('password'), read('project'), read('key')];
  return password && projectId && key ? { password, projectId, key } : undefined;
}

const shown = (server: ServerProcess) => until(() => shownBy(server));

/** Status of a login, and of a request with the key. */
async function tryOut(server: ServerProcess, { password, projectId, key }: Shown): Promise<[number, number]> {
  const client = new Client(server.url);
  const login = await client.call('POST', '/api/owner/session', { body: { email: ownerEmail, password } });
  const read = await client.call('GET', `/api/v1/projects/${projectId}/profiles`, { key });
  return [login.status, read.status];
}

const untilMarked = () =>
  until(async () => (await session.query('SELECT unshown FROM dialog.installation'))[0]?.unshown === null);
const untilWaitingToShow = (count: number) =>
  until(async () => {
    const rows = await session.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [showLock],
    );
    return rows.length === count;
  });

describe('a first start on a port that is taken', () => {
  it('changes nothing and prints a command with the next free port, and that command prints everything', async () => {
    const { other, port } = await takePort();
    const refused = spawn({ PORT: String(port) });
    expect(await refused.end()).toEqual({ code: 1, signal: null });
    expect(refused.stderr).toHaveLength(1);
    const [, free, command] = /is free: PORT=(\d+) (.+)$/.exec(refused.stderr[0]!) ?? [];
    expect(refused.stderr[0]).toContain(`PORT ${port} on 127.0.0.1 is in use by another program`);
    expect(command).toBe(`DATA_DIR=${dataDir} node dist/main.js`);
    expect(await session.query('SELECT 1 FROM dialog.installation')).toEqual([]);
    expect(await session.query('SELECT 1 FROM dialog.owners')).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);

    const server = await start({ PORT: free! });
    expect(server.port).toBe(Number(free));
    expect(await tryOut(server, await shown(server))).toEqual([200, 200]);
    await new Promise((resolve) => other.close(resolve));
  });

  itOnce(
    'by this Parley itself, which runs on the same data, names its process and no other port',
    async () => {
      const embedded = { DATABASE_URL: '', REDIS_URL: '', ENCRYPTION_KEY: '' };
      const running = await start(embedded);
      const again = spawn({ ...embedded, PORT: String(running.port) });
      expect((await again.end()).code).toBe(1);
      expect(again.stderr).toEqual([
        `Parley cannot start: another Parley is running on ${dataDir} (process ${running.child.pid}); stop it or set DATA_DIR`,
      ]);
      // With other data the port is the problem, and the command with another port keeps that data.
      const other = `${dataDir} of mine`;
      const elsewhere = spawn({ ...embedded, PORT: String(running.port), DATA_DIR: other });
      expect((await elsewhere.end()).code).toBe(1);
      expect(elsewhere.stderr[0]).toMatch(/in use by another program; \d+ is free: PORT=\d+ DATA_DIR='/);
      expect(elsewhere.stderr[0]).toContain(`DATA_DIR='${other}' node dist/main.js`);
      expect(existsSync(other)).toBe(false);
      await running.stop();
    },
  );

  itOnce('makes no folder where the embedded database would lie', async () => {
    const { other, port } = await takePort();
    for (const name of ['PORT', 'METRICS_PORT']) {
      const refused = spawn({ DATABASE_URL: '', REDIS_URL: '', ENCRYPTION_KEY: '', [name]: String(port) });
      expect((await refused.end()).code).toBe(1);
      expect(existsSync(dataDir)).toBe(false);
    }
    await new Promise((resolve) => other.close(resolve));
  });

  it('a wrong OUTBOUND_ALLOW or TRUST_PROXY is reported before anything is made', async () => {
    for (const [name, value] of [
      ['OUTBOUND_ALLOW', '999.1.1.1/99'],
      ['TRUST_PROXY', '0.0.0.0/0'],
    ] as const) {
      const refused = spawn({ [name]: value });
      expect((await refused.end()).code).toBe(1);
      expect(refused.stderr[0]).toContain(name);
    }
    expect(await session.query('SELECT 1 FROM dialog.installation')).toEqual([]);
  });
});

describe('a first start on a database server', () => {
  it("makes no data folder if none was named, and prints the receiver's command with its secret", async () => {
    const folder = join(dataDir, '..');
    const server = spawnServer(build, environment({ DATA_DIR: '' }), folder);
    servers.push(server);
    await server.ready();
    await shown(server);
    const command = /^ {4}cd .* && node (\S+) --port 4000 --secret whsec_\S+$/m;
    const [, program] = await until(() => command.exec(server.stdout.join('\n')) ?? undefined);
    expect(program).toBe(join(build.folder, 'dist/receive.js'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('from a folder without the build prints commands that work there', async () => {
    const { other, port } = await takePort();
    const folder = join(dataDir, '..');
    const refused = spawnServer(build, environment({ PORT: String(port) }), folder);
    servers.push(refused);
    expect((await refused.end()).code).toBe(1);
    expect(refused.stderr[0]).toContain(` node ${build.main}`);
    await new Promise((resolve) => other.close(resolve));

    const RECEIVE_PORT = String(await freePort());
    const server = spawnServer(build, environment({ RECEIVE_PORT }), folder);
    servers.push(server);
    await server.ready();
    const command = /^ {4}(cd .* && .*node .*receive\.js.*)$/m;
    const [, receive] = await until(() => command.exec(server.stdout.join('\n')) ?? undefined);
    const receiver = spawnProgram('sh', ['-c', receive!.replace(' && ', ' && exec env ')], { cwd: tmpdir() });
    const output: string[] = [];
    receiver.stdout.on('data', (text) => output.push(String(text)));
    await until(() => output.join('').includes(`Receiving on http://127.0.0.1:${RECEIVE_PORT}/`));
    receiver.kill();
  });
});

describe('the secrets of the first start are printed', () => {
  it('as new ones by the next start, if the first one was killed before it recorded that it had printed them', async () => {
    // The record has to wait, so the process dies between the two.
    await session.query(
      `CREATE FUNCTION dialog.wait_long() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN IF NEW.unshown IS NULL THEN PERFORM pg_sleep(60); END IF; RETURN NEW; END'`,
    );
    await session.query(
      'CREATE TRIGGER wait_long BEFORE UPDATE ON dialog.installation FOR EACH ROW EXECUTE FUNCTION dialog.wait_long()',
    );
    const first = await start();
    const lost = await shown(first);
    expect(await tryOut(first, lost)).toEqual([200, 200]);
    await first.kill();
    await session.cut();
    await session.query('DROP TRIGGER wait_long ON dialog.installation');

    const second = await start();
    const secrets = await shown(second);
    expect(await tryOut(second, secrets)).toEqual([200, 200]);
    // The secrets that the killed process may have printed are invalid now.
    expect(await tryOut(second, lost)).toEqual([401, 401]);
    await untilMarked();
    await second.stop();
    // Once: a later start prints nothing, and what was printed stays.
    const third = await start();
    expect(await tryOut(third, secrets)).toEqual([200, 200]);
    expect(await third.stop()).toEqual({ code: 0, signal: null });
    expect(shownBy(third)).toBeUndefined();
  });

  it('by exactly one of two processes that start at the same time', async () => {
    const both = await Promise.all([start(), start()]);
    await untilMarked();
    const secrets = await until(() => both.map(shownBy).find((each) => each));
    // When both have stopped, both have finished printing.
    for (const server of both) expect(await tryOut(server, secrets!)).toEqual([200, 200]);
    await Promise.all(both.map((server) => server.stop()));
    expect(both.filter(shownBy)).toHaveLength(1);
  });

  it('by the other of two processes, if the one that was about to is killed', async () => {
    await session.query('SELECT pg_advisory_lock($1)', [showLock]);
    const [one, two] = [spawn(), spawn()];
    await untilWaitingToShow(2);
    await one.kill();
    await session.query('SELECT pg_advisory_unlock($1)', [showLock]);
    await two.ready();
    expect(await tryOut(two, await shown(two))).toEqual([200, 200]);
  });

  it('by a process that answers requests, and not by a worker', async () => {
    const worker = await start({ ROLE: 'worker' });
    const api = await start({ ROLE: 'api' });
    expect(await tryOut(api, await shown(api))).toEqual([200, 200]);
    await worker.stop();
    expect(shownBy(worker)).toBeUndefined();
  });

  it('without a chosen OWNER_PASSWORD, which stays the same even if the start was killed', async () => {
    const chosen = 'a password of my own';
    await session.query('SELECT pg_advisory_lock($1)', [showLock]);
    const first = spawn({ OWNER_PASSWORD: chosen });
    await untilWaitingToShow(1);
    await first.kill();
    await session.query('SELECT pg_advisory_unlock($1)', [showLock]);

    const second = await start();
    const secrets = await shown(second);
    expect(secrets.password).toContain('OWNER_PASSWORD');
    expect(await tryOut(second, { ...secrets, password: chosen })).toEqual([200, 200]);
  });
});

describe('while the server starts', () => {
  it('its port answers 503 in the form of every error, and /healthz says that it is alive', async () => {
    await session.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const port = await freePort();
    const server = spawn({ PORT: String(port) });
    const client = new Client(`http://127.0.0.1:${port}`);
    const answer = await until(() => client.call('GET', '/readyz').catch(() => undefined));
    expect([answer!.status, answer!.headers.get('retry-after'), answer!.headers.get('content-type')]).toEqual(
      [503, '1', 'application/json; charset=utf-8'],
    );
    expect(answer!.body).toEqual({ detail: expect.stringContaining('starting'), code: 'starting' });
    expect(answer!.headers.get('x-request-id')).toMatch(/.{8,}/);
    const write = await client.call('POST', '/api/v1/projects/prj_1/messages', {
      body: { text: 'a'.repeat(1e6) },
    });
    expect([write.status, write.body.code]).toEqual([503, 'starting']);
    expect((await client.call('GET', '/healthz')).status).toBe(200);

    await session.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
    await server.ready();
    await until(async () => (await client.call('GET', '/readyz')).status === 200);
  });
});

describe('parley owner reset-password', () => {
  // While it runs this process goes on, so that it hears of connections that the server ends as idle.
  const parley = async (args: string[], settings: Record<string, string>) => {
    const { PATH = '', HOME = '/', TMPDIR } = process.env;
    const words = [join(build.folder, 'dist/cli/main.js'), 'owner', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      cwd: build.folder,
      env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...settings },
    });
    return stdout;
  };
  const passwordIn = (output: string) => /^password +(\S+)$/m.exec(output)![1]!;

  it("makes a new password while the server runs, without the encryption key, and ends the owner's sessions", async () => {
    const server = await start();
    const secrets = await shown(server);
    await untilMarked();
    const client = new Client(server.url);
    await client.logIn(ownerEmail, secrets.password);
    await expect(parley(['reset-password', '--email', 'nobody@example.com'], environment())).rejects.toThrow(
      /There is no owner nobody@example\.com\. The owners are: owner@example\.com\./,
    );
    expect((await client.owner('GET', '/session')).status).toBe(200);
    const password = passwordIn(await parley(['reset-password'], environment({ ENCRYPTION_KEY: '' })));
    expect((await client.owner('GET', '/session')).status).toBe(401);
    expect(await tryOut(server, secrets)).toEqual([401, 200]);
    expect(await tryOut(server, { ...secrets, password })).toEqual([200, 200]);
  });

  it('says that a second factor stands, and removes it if it is told to', async () => {
    const server = await start();
    const secrets = await shown(server);
    await untilMarked();
    const client = new Client(server.url);
    await client.logIn(ownerEmail, secrets.password);
    const { secret } = await client.make('POST', '/second-factors/totp', { password: secrets.password });
    await client.make('POST', '/second-factors/totp/confirm', { code: totpCode(secret) });
    const login = (password: string) =>
      client.call('POST', '/api/owner/session', { body: { email: ownerEmail, password } });

    const stays = await parley(['reset-password'], environment());
    expect(stays).toContain(`parley owner remove-second-factors ${ownerEmail}`);
    expect((await login(passwordIn(stays))).body.code).toBe('second_factor_required');

    const removed = await parley(['reset-password', '--remove-second-factors'], environment());
    expect(removed).toContain(`Removed the app of ${ownerEmail}, and the recovery codes.`);
    expect(removed).not.toContain('A second factor of this owner stands');
    expect((await login(passwordIn(removed))).status).toBe(200);
    await client.logIn(ownerEmail, passwordIn(removed));
    const { items } = await client.make('GET', '/audit?kind=factor.removed');
    expect(items).toMatchObject([{ by: null, data: { kind: 'all', totp: true, passkeys: 0 } }]);

    const without = await parley(['reset-password'], environment());
    expect(without).not.toContain('second factor');
  });

  it('prints the error of Postgres if the database does not exist', async () => {
    const missing = new URL(environment().DATABASE_URL!);
    missing.pathname = '/no_such_database';
    await expect(
      parley(['reset-password'], { ...environment(), DATABASE_URL: missing.href }),
    ).rejects.toThrow(/database "no_such_database" does not exist/);
  });

  itOnce('works on the embedded database while its server runs, and while it is stopped', async () => {
    const embedded = { DATABASE_URL: '', REDIS_URL: '', ENCRYPTION_KEY: '' };
    await expect(parley(['reset-password'], { DATA_DIR: dataDir })).rejects.toThrow(
      /There is no database in .*DATA_DIR/,
    );
    const server = await start(embedded);
    const secrets = await shown(server);
    const beside = passwordIn(await parley(['reset-password'], { DATA_DIR: dataDir }));
    expect(await tryOut(server, { ...secrets, password: beside })).toEqual([200, 200]);
    await server.stop();
    const alone = passwordIn(await parley(['reset-password'], { DATA_DIR: dataDir }));
    const again = await start(embedded);
    expect(await tryOut(again, { ...secrets, password: alone })).toEqual([200, 200]);
    await again.stop();
  });
});
