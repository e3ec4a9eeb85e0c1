import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { sha256 } from '../../src/platform/secrets.ts';
import { beginInShell, beginParley, parley, type Said } from '../fixtures/parley-command.ts';
import { type ServerBuild, sharedBuild } from '../fixtures/server-build.ts';
import { Client } from '../harness/client.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { type Restored, restore as restoreDump } from '../upgrades/restore.ts';
import { allRows, allSequences } from './all-rows.ts';
import { openSession, type Session } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/** The unchanged commands of docs/operations.md. */
const commands = [
  ...readFileSync('docs/operations.md', 'utf8').matchAll(
    /^(node dist\/cli\/main\.js (?:backup|restore) .+)$/gm,
  ),
].map(([, command]) => command!);

let build: Omit<ServerBuild, 'remove'>;
let folder: string;
const opened: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  build = await sharedBuild(inject('build'));
  folder = mkdtempSync(join(tmpdir(), 'parley-backup-'));
});

afterAll(() => folder && rmSync(folder, { recursive: true }));

/** A database with nothing in it, and a session there. */
async function emptyDatabase(): Promise<{ database: TestDatabase; session: Session }> {
  const database = await createDatabase('template0');
  const session = await openSession(database.address);
  opened.push(async () => {
    await session.close();
    await database.drop();
  });
  return { database, session };
}

const closeAll = () => Promise.all(opened.splice(0).map((close) => close()));

describe('the documented backup', () => {
  let scene: ProcessScene;
  let restored: TestDatabase;

  beforeAll(async () => {
    scene = await makeProcessScene({ DATA_DIR: join(folder, 'data') });
    restored = await createDatabase('template0');
  });

  afterAll(async () => {
    await scene?.killAll();
    await scene?.close();
    await restored?.drop();
  });

  it('is restored by the documented command, and the copy has all data and carries out queued tasks', async () => {
    expect(commands.map((command) => command.split(' ')[2])).toEqual([
      'backup',
      'restore',
      'restore',
      'backup',
    ]);
    const original = await scene.start({ ROLE: 'api' });
    const { body } = await new Client(original.url).send(scene.project, await scene.identity());
    const environment = { ...scene.environment, HOME: folder };
    const [save, load] = commands as [string, string];
    expect(await beginInShell(build, save, environment).ended).toMatchObject({ status: 0, stderr: '' });
    expect(
      await beginInShell(build, load, { ...environment, DATABASE_URL: restored.url }).ended,
    ).toMatchObject({ status: 0, stderr: '' });
    // With the same Redis, as the page allows.
    const copy = await scene.start({ DATABASE_URL: restored.url });
    const owner = await scene.owner(copy);
    expect((await owner.make('GET', '/projects')).items.map(({ id }: { id: string }) => id)).toEqual([
      scene.project.id,
    ]);
    const session = await openSession(restored.address);
    await until(async () => (await session.task(body.message_id)).state === 'succeeded');
    await session.close();
    expect(scene.receiver.received.filter(({ id }) => id === body.message_id)).toHaveLength(1);
    // The original is unchanged, and still has the message queued.
    expect((await scene.session.task(body.message_id)).state).toBe('queued');
  });

  it.runIf(inject('backend').redisUrl)(
    'makes a copy with its own tickets on the Redis of the original',
    async () => {
      await scene.start({ ROLE: 'worker' });
      const { redisUrl } = inject('backend');
      const redis = new Redis(redisUrl!);
      const [{ id }] = (await scene.session.query('SELECT id FROM dialog.installation')) as [{ id: string }];
      const queues = await until(async () => {
        const found = await redis.keys(`{parley:${id}:*}:lanes:meta`);
        return found.length >= 2 && found;
      });
      redis.disconnect();
      expect(queues).toHaveLength(2);
    },
  );

  it.runIf(inject('backend').redisUrl)(
    'makes a copy that counts the requests of a key by itself on the Redis of the original',
    async () => {
      const servers = [
        await scene.start({ ROLE: 'api' }),
        await scene.start({ ROLE: 'api', DATABASE_URL: restored.url }),
      ];
      const redis = new Redis(inject('backend').redisUrl!);
      const [{ id }] = (await scene.session.query('SELECT id FROM dialog.installation')) as [{ id: string }];
      const counts = await until(async () => {
        for (const { url } of servers) {
          await new Client(url).call('GET', `/api/v1/projects/${scene.project.id}/profiles`, scene.project);
        }
        const found = await redis.keys(`{parley:${id}*:rate}:key:*`);
        return found.length >= 2 && found;
      });
      redis.disconnect();
      expect(counts).toHaveLength(2);
    },
  );
});

describe('a backup of an installation of 0.12.0 with work of every kind', () => {
  let dump: Restored;
  let original: Session;
  let saved: string;
  let environment: Record<string, string>;

  const run = (args: string[], more: Record<string, string> = {}): Promise<Said> =>
    parley(build, args, { ...environment, ...more });

  beforeAll(async () => {
    dump = await restoreDump('0.12.0');
    original = await openSession(dump.database.address);
    environment = {
      DATABASE_URL: dump.database.url,
      ENCRYPTION_KEY: dump.record.encryptionKey,
      DATA_DIR: join(folder, 'old-data'),
    };
    saved = join(folder, 'old');
    expect(await run(['backup', saved])).toMatchObject({ status: 0, stderr: '' });
  });

  afterAll(async () => {
    await original?.close();
    await dump?.outside.close();
    await dump?.database.drop();
  });

  afterEach(closeAll);

  /** Of tables in which a migration notes when it ran, only how many rows they have. */
  const upgraded = (rows: Record<string, string>) => ({
    ...rows,
    ...Object.fromEntries(
      ['conversations', 'dialogs', 'profile_refills', 'sessions']
        .map((name) => `dialog.${name}`)
        .map((name) => [name, rows[name]!.split(' ')[0]]),
    ),
  });

  it('is restored as an upgrade would have left it, in every table', async () => {
    const { database, session } = await emptyDatabase();
    expect(await run(['restore', saved], { DATABASE_URL: database.url })).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(await run(['database', 'migrate'])).toMatchObject({ status: 0 });
    expect(upgraded(await allRows(session))).toEqual(upgraded(await allRows(original)));
  });

  it('of its tables of today has every row, computed columns, and sequences that go on', async () => {
    const { database, session } = await emptyDatabase();
    const now = join(folder, 'now');
    expect(await run(['backup', now])).toMatchObject({ status: 0, stderr: '' });
    expect(await run(['restore', now], { DATABASE_URL: database.url })).toMatchObject({ status: 0 });
    expect(await allRows(session)).toEqual(await allRows(original));
    expect(await allSequences(session)).toEqual(await allSequences(original));
    const [{ seq }] = await original.query('SELECT max(seq) AS seq FROM dialog.tasks');
    const [{ next }] = await session.query("SELECT nextval('dialog.tasks_seq_seq') AS next");
    expect(BigInt(next)).toBeGreaterThan(BigInt(seq));
    const triggers = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'";
    expect(await session.query(triggers)).toEqual([]);
  });

  const noTables = "SELECT tablename FROM pg_tables WHERE schemaname IN ('dialog', 'catalog', 'drizzle')";

  it('is not restored with a wrong key or none: the line names the key, and nothing is changed', async () => {
    const { database, session } = await emptyDatabase();
    const { probe } = JSON.parse(readFileSync(join(saved, 'backup.json'), 'utf8'));
    for (const key of ['', Buffer.alloc(32).toString('base64')]) {
      const { status, stderr } = await run(['restore', saved], {
        DATABASE_URL: database.url,
        ENCRYPTION_KEY: key,
      });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^Nothing was restored: no encryption key of these settings opens .*\n$/),
      ]);
      expect(stderr).toContain(`the id ${probe.key} belongs into ENCRYPTION_KEY`);
    }
    expect(await session.query(noTables)).toEqual([]);
    const without = ['restore', saved, '--without-key'];
    expect(await run(without, { DATABASE_URL: database.url, ENCRYPTION_KEY: '' })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--accept-lost-secrets'),
    });
  });

  it('says in which setting the key is that opens it, also one that a newer key replaces, in both commands', async () => {
    const { database } = await emptyDatabase();
    const replaced = {
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      ENCRYPTION_KEY_PREVIOUS: dump.record.encryptionKey,
    };
    const made = await run(['backup', join(folder, 'replaced')], replaced);
    expect(made.stdout).toContain('It is in ENCRYPTION_KEY_PREVIOUS, and opens the backup');
    const restored = await run(['restore', saved], { ...replaced, DATABASE_URL: database.url });
    expect([restored.status, restored.stdout]).toEqual([
      0,
      expect.stringMatching(
        /\nThe key in ENCRYPTION_KEY_PREVIOUS opens the secrets \(\S+\): .* keep it there until readiness says/,
      ),
    ]);
  });

  it('with a file whose bytes were changed is refused with its name before a row counts, and restored when it is mended', async () => {
    const { database, session } = await emptyDatabase();
    const [file, unknown] = [newId(), newId()];
    const bytes = Buffer.from('the bytes of a file');
    const [{ id: project }] = (await original.query('SELECT id FROM dialog.projects LIMIT 1')) as [
      { id: string },
    ];
    await original.query(
      `INSERT INTO dialog.files (project_id, id, state, environment, name, type, size, sha256, actor_type)
       VALUES ($1, $2, 'stored', 'live', 'a.txt', 'text/plain', $3, $4, 'system')`,
      [project, file, bytes.length, sha256(bytes)],
    );
    const source = join(environment.DATA_DIR!, 'files', project);
    mkdirSync(source, { recursive: true });
    writeFileSync(join(source, file), bytes);
    // No record has a digest of it.
    writeFileSync(join(source, unknown), bytes);
    const made = join(folder, 'with-files');
    expect(await run(['backup', made])).toMatchObject({ status: 0, stderr: '' });
    // Other tests compare all rows with those of the backup before.
    await original.query('DELETE FROM dialog.files WHERE id = $1', [file]);
    await original.query('DELETE FROM dialog.file_usage WHERE project_id = $1', [project]);
    rmSync(source, { recursive: true });
    const to = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data-with-files') };
    const [inBackup, inTarget] = [made, to.DATA_DIR].map((place) => join(place, 'files', project));
    const damaged = Buffer.from('the bytes of a fild');
    writeFileSync(join(inBackup!, file), damaged);
    // As an earlier build, which did not compare, may have left it there.
    mkdirSync(inTarget!, { recursive: true });
    writeFileSync(join(inTarget!, file), damaged);
    const { status, stderr } = await run(['restore', made], to);
    expect([status, stderr]).toEqual([1, `Nothing was restored: ${join(inBackup!, file)} is damaged.\n`]);
    expect(await session.query(noTables)).toEqual([]);
    writeFileSync(join(inBackup!, file), bytes);
    expect(await run(['restore', made], to)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(inTarget!).sort()).toEqual([file, unknown].sort());
    expect(readFileSync(join(inTarget!, file))).toEqual(bytes);
  });

  it('that no key of the settings opens is made, and the exit status and a line say so', async () => {
    const wrong = { ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
    const made = await run(['backup', join(folder, 'wrong-key')], wrong);
    expect([made.status, made.stderr]).toEqual([
      2,
      expect.stringContaining('no key in ENCRYPTION_KEY opens'),
    ]);
    const none = await run(['backup', join(folder, 'no-key')], { ENCRYPTION_KEY: '' });
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('was not checked')]);
    expect(
      await run(['backup', join(folder, 'without-key'), '--without-key'], { ENCRYPTION_KEY: '' }),
    ).toMatchObject({ status: 0, stderr: '' });
  });

  /** A copy of the backup whose manifest says something else. */
  function changed(change: (manifest: any) => void): string {
    const copy = mkdtempSync(join(folder, 'changed-'));
    cpSync(saved, copy, { recursive: true });
    const path = join(copy, 'backup.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    change(manifest);
    writeFileSync(path, JSON.stringify(manifest));
    return copy;
  }

  it.each([
    ['format', (manifest: any) => Object.assign(manifest, { format: 2, version: '9.1.0', tables: 'new' })],
    [
      'migration',
      (manifest: any) => {
        manifest.version = '9.1.0';
        manifest.migrations.__catalog_migrations.push('of the future');
      },
    ],
  ])('of a newer version, by its %s, is refused with both versions', async (_what, change) => {
    const { database, session } = await emptyDatabase();
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { status, stderr } = await run(['restore', changed(change)], { DATABASE_URL: database.url });
    expect(status).toBe(1);
    expect(stderr).toContain(
      `made by Parley 9.1.0, and has tables that this Parley ${version} does not know`,
    );
    expect(await session.query(noTables)).toEqual([]);
  });

  it('that is damaged, or not whole, is refused before anything is changed', async () => {
    const { database, session } = await emptyDatabase();
    const copy = changed(() => {});
    const path = join(copy, 'database/dialog.tasks.copy.gz');
    writeFileSync(path, gzipSync(`${gunzipSync(readFileSync(path))}\n`));
    const to = { DATABASE_URL: database.url };
    expect((await run(['restore', copy], to)).stderr).toBe(`Nothing was restored: ${path} is damaged.\n`);
    rmSync(join(copy, 'backup.json'));
    expect((await run(['restore', copy], to)).stderr).toBe(
      `Nothing was restored: ${copy} is no whole backup: it has no backup.json.\n`,
    );
    expect(await session.query(noTables)).toEqual([]);
  });

  it('is not restored into a database that has rows, or tables of others', async () => {
    const before = await allRows(original);
    const { status, stderr } = await run(['restore', saved]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^Nothing was restored: the database .* is not empty: there are rows in catalog\./,
      ),
    ]);
    expect(stderr).not.toContain('postgres@');
    expect(await allRows(original)).toEqual(before);
    const { database, session } = await emptyDatabase();
    await session.query('CREATE SCHEMA dialog; CREATE TABLE dialog.ours (id integer)');
    expect((await run(['restore', saved], { DATABASE_URL: database.url })).stderr).toContain(
      'have tables that no Parley made: dialog.ours.',
    );
  });

  it('is restored again after it failed half-way, also into tables that were just made', async () => {
    const { database, session } = await emptyDatabase();
    const to = { DATABASE_URL: database.url };
    // What a restore of a row finds at the end: a file that says more rows than there are.
    const broken = changed((manifest) => {
      manifest.tables.find(({ name }: { name: string }) => name === 'workflow_steps').rows++;
    });
    expect((await run(['restore', broken], to)).stderr).toMatch(
      /^Nothing was restored: .*workflow_steps has/,
    );
    expect(await session.query(noTables)).toEqual([]);
    expect(await run(['database', 'migrate'], to)).toMatchObject({ status: 0 });
    expect(await run(['restore', broken], to)).toMatchObject({ status: 1 });
    expect(await run(['restore', saved], to)).toMatchObject({ status: 0, stderr: '' });
    expect(upgraded(await allRows(session))).toEqual(upgraded(await allRows(original)));
  });

  it('leaves an empty database when its restore is killed before the end, and is restored again', async () => {
    const { database, session } = await emptyDatabase();
    const to = { ...environment, DATABASE_URL: database.url };
    const copy = changed(() => {});
    // A file that cannot be read to its end, so that the restore stands still when all rows are there.
    mkdirSync(join(copy, 'files/project'), { recursive: true });
    execFileSync('mkfifo', [join(copy, 'files/project/file')]);
    const { child, ended } = beginParley(build, ['restore', copy], to);
    const isLoaded = `SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'parley restore' AND state = 'idle in transaction'
      AND state_change < now() - interval '1 second'`;
    await until(async () => (await session.query(isLoaded)).length === 1, 30_000);
    child.kill('SIGKILL');
    await ended;
    await until(async () => {
      const [{ open }] = await session.query(
        "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parley restore'",
      );
      return open === 0;
    });
    expect(await session.query(noTables)).toEqual([]);
    expect(await parley(build, ['restore', saved], to)).toMatchObject({ status: 0, stderr: '' });
  });

  it('is not restored while a server runs on the database', async () => {
    const { database } = await emptyDatabase();
    const server = await openSession({ ...database.address });
    await server.query("SET application_name = 'parley'");
    const { stderr } = await run(['restore', saved], { DATABASE_URL: database.url });
    await server.close();
    expect(stderr).toContain('a server is running on this database; stop it first');
  });

  it('never gets its name before it is whole, however it ends', async () => {
    // Somebody changes a table, so the backup waits in its midst.
    await original.query('BEGIN; LOCK TABLE dialog.workflows IN ACCESS EXCLUSIVE MODE');
    const name = 'killed';
    const inFolder = () => readdirSync(folder).filter((each) => each.startsWith(name));
    const { child, ended } = beginParley(build, ['backup', join(folder, name)], environment);
    await until(() => inFolder().length > 0);
    child.kill('SIGKILL');
    await ended;
    expect(inFolder()).toEqual([expect.stringMatching(/^killed\.unfinished-/)]);
    const unfinished = join(folder, inFolder()[0]!);
    const stopped = beginParley(build, ['backup', join(folder, name)], environment);
    await until(() => inFolder().length === 2);
    stopped.child.kill('SIGTERM');
    await stopped.ended;
    expect(inFolder()).toHaveLength(1);
    await original.query('ROLLBACK');
    expect((await run(['restore', unfinished])).stderr).toContain('is no whole backup');
    expect(await run(['backup', join(folder, name)])).toMatchObject({ status: 0 });
  });

  it('is refused where something is already', async () => {
    const full = mkdtempSync(join(folder, 'full-'));
    copyFileSync('package.json', join(full, 'something'));
    for (const [name, why] of [
      [full, 'is not empty; name a new folder'],
      [join(full, 'something'), 'is a file; name a new folder'],
      [join(full, 'not/there'), 'no folder can be made in'],
    ] as const) {
      const { status, stderr } = await run(['backup', name]);
      expect([status, stderr]).toEqual([1, expect.stringContaining(why)]);
    }
  });
});
