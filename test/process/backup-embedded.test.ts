import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { beginInShell, beginParley, parley } from '../fixtures/parley-command.ts';
import { type ServerBuild, sharedBuild } from '../fixtures/server-build.ts';
import { type ServerProcess, startServerProcess } from '../fixtures/server-process.ts';
import { Client } from '../harness/client.ts';
import { createDatabase } from '../harness/database.ts';
import { ownerEmail, ownerPassword } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { openSession } from './database.ts';

/** A newcomer's installation: the database comes with Parley, and its key and files are beside it. */

let build: Omit<ServerBuild, 'remove'>;
let folder: string;
let server: ServerProcess;
let owner: Client;
const dataDir = () => join(folder, 'data');
const file = Buffer.from('the bytes of a file');

const settings = (more: Record<string, string> = {}) => ({
  DATA_DIR: dataDir(),
  OWNER_EMAIL: ownerEmail,
  OWNER_PASSWORD: ownerPassword,
  DEMO: 'false',
  HOME: folder,
  ...more,
});

async function logIn(to: ServerProcess): Promise<Client> {
  const client = new Client(to.url);
  await client.logIn(ownerEmail, ownerPassword);
  return client;
}

const namesOf = async (client: Client): Promise<string[]> =>
  (await client.make('GET', '/projects')).items.map(({ name }: { name: string }) => name);

beforeAll(async () => {
  build = await sharedBuild(inject('build'));
  folder = mkdtempSync(join(tmpdir(), 'parley-backup-embedded-'));
  server = await startServerProcess(build, settings());
  owner = await logIn(server);
  // As the store keeps them: a file in the folder of its project, and the mark of the folder; uploads under way are nobody's yet.
  const files = join(dataDir(), 'files');
  mkdirSync(join(files, 'project'), { recursive: true });
  mkdirSync(join(files, 'incoming'));
  writeFileSync(join(files, 'folder-id'), 'mark\n');
  writeFileSync(join(files, 'project/file'), file);
  writeFileSync(join(files, 'incoming/upload'), 'half of it');
});

afterAll(async () => {
  await server?.kill();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

it('is saved while it runs and is written to: every row of one moment, and its files', async () => {
  let last = 0;
  let isSaving = true;
  const writing = (async () => {
    while (isSaving) {
      last++;
      await owner.make('POST', '/projects', { name: `Project ${last}` });
    }
  })();
  await until(() => last > 5);
  const saving = beginParley(build, ['backup', join(folder, 'saved')], settings());
  const { status, stdout, stderr } = await saving.ended;
  isSaving = false;
  await writing;
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/files +1, 19 bytes\n/);
  expect(stdout).toContain('encryption.key in DATA_DIR, and opens the backup');
  expect(stdout).not.toContain(readFileSync(join(dataDir(), 'encryption.key'), 'utf8'));
  expect(readdirSync(join(folder, 'saved/files')).sort()).toEqual(['folder-id', 'project']);
  const { tables } = JSON.parse(readFileSync(join(folder, 'saved/backup.json'), 'utf8'));
  const rowsOf = (name: string): number =>
    tables.find((table: { name: string; rows: number }) => table.name === name).rows;
  // Each is written in one transaction with its row of members.
  expect(rowsOf('projects')).toBe(rowsOf('members'));
  expect(rowsOf('projects')).toBeLessThan(last);
});

it('is restored into another DATA_DIR, with its key, and not beside a running server', async () => {
  const inUse = await parley(build, ['restore', join(folder, 'saved')], settings());
  expect([inUse.status, inUse.stderr]).toEqual([1, expect.stringContaining('another Parley is running on')]);
  const other = { DATA_DIR: join(folder, 'other') };
  const withoutKey = await parley(build, ['restore', join(folder, 'saved')], settings(other));
  expect([withoutKey.status, withoutKey.stderr]).toEqual([
    1,
    expect.stringContaining(`belongs into ${join(folder, 'other/encryption.key')}`),
  ]);
  expect(readdirSync(folder)).not.toContain('other');
  mkdirSync(other.DATA_DIR, { mode: 0o711 });
  writeFileSync(join(other.DATA_DIR, 'encryption.key'), readFileSync(join(dataDir(), 'encryption.key')));
  // The disk is full, or a file is lost.
  const broken = join(folder, 'saved/files/project');
  rmSync(broken, { recursive: true });
  const failed = await parley(build, ['restore', join(folder, 'saved')], settings(other));
  expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('1 files are missing in')]);
  expect(readdirSync(other.DATA_DIR)).not.toContain('postgres');
  mkdirSync(broken);
  writeFileSync(join(broken, 'file'), file);

  expect(await parley(build, ['restore', join(folder, 'saved')], settings(other))).toMatchObject({
    status: 0,
    stderr: '',
  });
  expect(readFileSync(join(other.DATA_DIR, 'files/project/file'))).toEqual(file);
  const copy = await startServerProcess(build, settings(other));
  expect((await namesOf(await logIn(copy))).length).toBeGreaterThan(0);
  await copy.kill();
});

it('moves to another Postgres by the commands of docs/operations.md', async () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const [, save, load] =
    /### From the embedded[^#]*?```bash\n(.*)\n(.*)\n```/.exec(page) ?? expect.unreachable();
  const database = await createDatabase('template0');
  try {
    await server.stop();
    const saved = await beginInShell(build, save!, settings()).ended;
    expect([saved.status, saved.stderr]).toEqual([0, '']);
    const line = load!
      .replace(/postgres:\/\/\S+/, `'${database.url}'`)
      .replace('data/encryption.key', join(dataDir(), 'encryption.key'));
    const loaded = await beginInShell(build, line, settings()).ended;
    expect([loaded.status, loaded.stderr]).toEqual([0, '']);
    const own = settings({
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: readFileSync(join(dataDir(), 'encryption.key'), 'utf8').trim(),
    });
    const moved = await startServerProcess(build, own);
    const session = await openSession(database.address);
    const [{ n }] = await session.query('SELECT count(*)::int AS n FROM dialog.projects');
    expect((await namesOf(await logIn(moved))).length).toBeGreaterThan(5);
    expect(n).toBeGreaterThan(5);
    await session.close();
    await moved.kill();
  } finally {
    await database.drop();
  }
});
