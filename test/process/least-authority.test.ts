import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { removeDeletedProjects, removeExpired } from '../../src/dialog/maintenance.ts';
import { applyRetention } from '../../src/dialog/retention/remove.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { startReceiver } from '../fakes/receiver.ts';
import { sharedBuild } from '../fixtures/server-build.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { encryptionKey, startTestServer } from '../harness/server.ts';

const script = readFileSync('migrations/roles/roles.sql', 'utf8');
const denied = '42501';

// Roles belong to a whole database server, which other tests use too.
const suffix = randomBytes(6).toString('hex');
const migrator = `parley_migrator_${suffix}`;
const serverRole = `parley_server_${suffix}`;

let program: string;
let empty: TestDatabase;
let grown: TestDatabase;
/** One that the roles do not know. */
let other: TestDatabase;

beforeAll(async () => {
  program = join((await sharedBuild(inject('build'))).folder, 'dist/cli/main.js');
  empty = await createDatabase('template0');
  grown = await createDatabase();
  other = await createDatabase('template0');
});

afterAll(async () => {
  await empty?.drop();
  await grown?.drop();
  await other?.drop();
  const admin = new pg.Client(inject('backend').admin);
  await admin.connect();
  await admin.query(`DROP ROLE IF EXISTS ${migrator}; DROP ROLE IF EXISTS ${serverRole}`);
  await admin.end();
});

/** Runs statements one after the other, as another role if one is given. */
async function inDatabase(database: TestDatabase, statements: string[], role?: string): Promise<any[]> {
  const client = new pg.Client(role ? { connectionString: urlOf(database, role) } : database.address);
  await client.connect();
  try {
    let rows: any[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const urlOf = ({ url }: TestDatabase, role: string) => url.replace(/\/\/[^@]+@/, `//${role}@`);

const makeRoles = (database: TestDatabase) =>
  inDatabase(database, [
    `SET parley.migrator = '${migrator}'`,
    `SET parley.server = '${serverRole}'`,
    script,
  ]);

function parley(args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const startAsServer = (database: TestDatabase) =>
  startTestServer(
    // Without Redis, so that the queue has to do with this role as well.
    { MIGRATE_AT_START: 'false', OUTBOUND_ALLOW: '127.0.0.1', REDIS_URL: '' },
    {
      ...database,
      url: urlOf(database, serverRole),
    },
  );

const reasonOf = (start: Promise<unknown>) =>
  start.then(
    () => expect.unreachable(),
    ({ message }: Error) => message,
  );

it('a table that a migration makes is granted to the servers when it is made, and no later', async () => {
  const database = await createDatabase();
  try {
    await makeRoles(database);
    // Now everything would be made again, which fails: what is there after that was there before.
    await inDatabase(database, ['DELETE FROM drizzle.__drizzle_migrations']);
    const { status } = parley(['database', 'migrate', '--server-role', serverRole], {
      MIGRATION_DATABASE_URL: urlOf(database, migrator),
    });
    expect(status).toBe(1);
    for (const schema of ['dialog', 'catalog', 'bullmq']) {
      const [rights] = await inDatabase(
        database,
        [
          `CREATE TABLE ${schema}.later (id bigserial)`,
          `SELECT bool_and(has_table_privilege('${serverRole}', '${schema}.later', kind)) AS rows,
             has_table_privilege('${serverRole}', '${schema}.later', 'TRUNCATE') AS all_rows,
             has_sequence_privilege('${serverRole}', '${schema}.later_id_seq', 'USAGE') AS sequence
           FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS kind`,
        ],
        migrator,
      );
      expect(rights).toEqual({ rows: true, all_rows: false, sequence: true });
    }
  } finally {
    await database.drop();
  }
});

describe.each([
  ['an empty database', () => empty],
  ['a database that a server with all rights has made', () => grown],
])('with a role that may not change tables, on %s', (_what, database) => {
  it('the server starts when another role has migrated, and not before', async () => {
    await makeRoles(database());
    // Somebody runs it again.
    await makeRoles(database());
    expect(await reasonOf(startAsServer(database()))).toMatch(
      /^DATABASE_URL: the database .* cannot be used \(.*run "parley database migrate/,
    );
    const migrated = parley(['database', 'migrate', '--server-role', serverRole], {
      MIGRATION_DATABASE_URL: urlOf(database(), migrator),
    });
    expect([migrated.stderr, migrated.status]).toEqual(['', 0]);
    expect(migrated.stdout).toBe(`The database has this version, and ${serverRole} may change its rows.\n`);
    await (await startAsServer(database())).close();
  });

  it('everything belongs to the role that migrates', async () => {
    const owners = await inDatabase(database(), [
      `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
       WHERE relnamespace::regnamespace::text IN ('dialog', 'catalog', 'bullmq', 'drizzle')`,
    ]);
    expect(owners).toEqual([{ owner: migrator }]);
  });

  it.each([
    'CREATE TABLE public.mine (id integer)',
    'CREATE TABLE dialog.mine (id integer)',
    'CREATE TEMPORARY TABLE mine (id integer)',
    'CREATE SCHEMA mine',
    'CREATE FUNCTION dialog.mine() RETURNS integer LANGUAGE sql RETURN 1',
    'ALTER TABLE dialog.tasks ADD COLUMN mine text',
    'ALTER TABLE dialog.tasks DISABLE TRIGGER ALL',
    'TRUNCATE dialog.audit_log',
    'DROP TABLE dialog.audit_log',
    'DROP SCHEMA catalog CASCADE',
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', 1)",
    'DELETE FROM bullmq.migration',
    'CREATE ROLE mine',
  ])('the role of the server may not: %s', async (statement) => {
    await expect(inDatabase(database(), [statement], serverRole)).rejects.toMatchObject({ code: denied });
  });

  it('messages are delivered, offers are imported, and what was deleted is removed', async () => {
    const secret = newSigningSecret();
    const receiver = await startReceiver(secret);
    const server = await startAsServer(database());
    try {
      const project = await server.makeProject();
      const channel = await server.makeChannel(project.id, receiver.url, { signing_secret: secret });
      const identity = await server.makeIdentity(project.id, channel.id);
      const { status, body } = await server.send(project, identity.id);
      expect(status).toBe(202);
      expect(await server.outcome(project, body.message_id)).toBe('message.sent');
      // A pause needs a delayed ticket, for which BullMQ on Postgres makes a sequence.
      const slow = await server.send(project, identity.id, { typing_seconds: 1 });
      expect(await server.outcome(project, slow.body.message_id)).toBe('message.sent');
      const sequences = "SELECT 1 FROM pg_class WHERE relkind = 'S' AND relname LIKE 'bullmq\\_jid\\_%'";
      expect(await inDatabase(database(), [sequences])).not.toEqual([]);

      const offers = Array.from({ length: 50 }, (_, n) => ({
        source_name: 'Shop',
        pn_raw: `part ${n}`,
        brand_raw: 'Bosch',
        price_raw: '10',
        price_currency: 'EUR',
      }));
      const imported = await fetch(`${server.url}/api/offers/import/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: offers.map((offer) => JSON.stringify(offer)).join('\n'),
      });
      expect([imported.status, await imported.json()]).toMatchObject([200, { created: 50 }]);
      const { body: sources } = await server.call('GET', '/api/sources/');
      const source = sources.results[0].id;
      const deleted = await fetch(`${server.url}/api/sources/${source}/`, { method: 'DELETE' });
      expect(deleted.status).toBe(204);

      await server.make('DELETE', `/projects/${project.id}`);
      const { upkeep, files, settings } = server.server.parts;
      await removeDeletedProjects(upkeep, files);
      await removeExpired(upkeep, settings);
      await applyRetention(upkeep, settings, new Date());
      expect(await inDatabase(database(), ['SELECT id FROM dialog.projects'], serverRole)).toEqual([]);
    } finally {
      await server.close();
      await receiver.close();
    }
  });
});

it('the role of the server saves the database, and the one that migrates restores it for that role', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-roles-'));
  const saved = join(folder, 'saved');
  const restored = await createDatabase('template0');
  const settings = { ENCRYPTION_KEY: encryptionKey, DATA_DIR: join(folder, 'data') };
  try {
    const asServer = { ...settings, DATABASE_URL: urlOf(grown, serverRole) };
    expect(parley(['backup', saved], asServer)).toMatchObject({ status: 0, stderr: '' });
    await makeRoles(restored);
    // The role of the server may not do it, which changes nothing; a role that may change tables is no role of servers.
    const target = { ...settings, DATABASE_URL: urlOf(restored, serverRole) };
    expect(parley(['restore', saved], target)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^Nothing was restored: .*may not change tables; name the role that owns the tables/,
      ),
    });
    const migrating = { ...target, MIGRATION_DATABASE_URL: urlOf(restored, migrator) };
    expect(parley(['restore', saved, '--server-role', migrator], migrating)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has the rights of the role that migrates'),
    });
    // Without the role of the servers it says what they still need.
    const unnamed = parley(['restore', saved], migrating);
    expect(unnamed).toMatchObject({ status: 0, stderr: '' });
    expect(unnamed.stdout).toContain(
      `All tables belong to ${migrator}. A server with another role cannot start`,
    );
    const [, next] = /: parley (.*) NAME\n$/.exec(unnamed.stdout) ?? expect.unreachable();
    expect(parley([...next!.split(' '), serverRole], migrating)).toMatchObject({ status: 0, stderr: '' });
    await (await startAsServer(restored)).close();
    await inDatabase(restored, ['DROP SCHEMA dialog, catalog, bullmq, drizzle CASCADE']);
    await makeRoles(restored);
    expect(parley(['restore', saved, '--server-role', serverRole], migrating)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining(`${serverRole} may change the rows`),
    });
    await (await startAsServer(restored)).close();
    const owners = await inDatabase(restored, [
      `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
       WHERE relnamespace::regnamespace::text IN ('dialog', 'catalog', 'bullmq', 'drizzle')`,
    ]);
    expect(owners).toEqual([{ owner: migrator }]);
  } finally {
    await restored.drop();
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ['does not exist', () => 'nobody_here', 'there is no role "nobody_here"'],
  ['migrates', () => migrator, `"${migrator}" has the rights of the role that migrates`],
])('a role of servers that %s is refused before anything is changed', (_what, role, reason) => {
  const { status, stderr } = parley(['database', 'migrate', '--server-role', role()], {
    MIGRATION_DATABASE_URL: urlOf(empty, migrator),
  });
  expect([status, stderr]).toEqual([
    1,
    `Nothing was changed: ${reason}. Name the role of the servers; migrations/roles/roles.sql makes one.\n`,
  ]);
});

it('a role that may not migrate is named, with the way to name another', async () => {
  const { status, stderr } = parley(['database', 'migrate', '--database-url', urlOf(other, serverRole)]);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`the role "${serverRole}" may not change tables; name the role that owns`),
  ]);
});

it.each([
  ['migrate', ['database', 'migrate']],
  ['restore', ['restore', 'folder']],
])('what is no address of a database is said so by %s', (_what, args) => {
  for (const given of ['parley', 'http://parley:secret@host/parley']) {
    const { status, stderr } = parley([...args, '--database-url', given]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The address of the database, .* must be a URL that begins with postgres.*\n$/),
    ]);
    expect(stderr).not.toContain('secret');
  }
  const { status } = parley(args, { MIGRATION_DATABASE_URL: 'parley' });
  expect(status).toBe(1);
});

it('without a database to migrate, the command says how to name one', () => {
  const { status, stderr } = parley(['database', 'migrate']);
  expect([status, stderr]).toEqual([1, expect.stringContaining('--database-url or MIGRATION_DATABASE_URL')]);
});

it('the key that encrypts secrets is not needed to migrate', () => {
  const { status } = parley(['database', 'migrate', '--database-url', urlOf(empty, migrator)]);
  expect(status).toBe(0);
});
