import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { type FilesScene, makeFilesScene } from '../channels/heard-files.ts';
import { type FileHost, type Serving, startFileHost } from '../fakes/file-host.ts';
import { download, png } from '../files/scene.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { until } from '../harness/until.ts';
import { openSession } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/** A process is killed at each step of a file's way in, and another one goes on: the file is there, once. */
let scene: ProcessScene;
let host: FileHost;
let folder: string;
let server: ServerProcess;
let files: FilesScene;
const bytes = png(30, 20);

beforeAll(async () => {
  [scene, host] = await Promise.all([makeProcessScene(), startFileHost()]);
  folder = mkdtempSync(join(tmpdir(), 'parley-customers-'));
  await restart();
});
afterEach(() => expect(host.faults).toEqual([]));
afterAll(async () => {
  await scene?.close();
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process, after the one before was killed. */
async function restart(): Promise<void> {
  server = await scene.start({ DATA_DIR: folder });
  files = await makeFilesScene(await scene.owner(server), {
    project: scene.project,
    ...(files && { same: files }),
  });
}
const put = (...servings: [Serving, ...Serving[]]) => host.put(`/${randomUUID()}/photo.png`, ...servings);
const send = async (url: string) => {
  const externalId = randomUUID();
  const body = { external_id: externalId, message_id: randomUUID(), text: 'look', attachments: [{ url }] };
  expect((await files.say(body)).status).toBe(202);
  return { externalId, body };
};
const askedFor = (url: string) => host.asked.filter((path) => url.endsWith(path)).length;
const stateOf = async (id: string) => {
  const [row] = await scene.session.query(
    `SELECT state FROM dialog.files WHERE id = '${readId('file', id)}'`,
  );
  return row?.state;
};
const fileOf = async (externalId: string): Promise<string> =>
  (await files.timeLine(externalId))[0]!.attachments[0].file_id;
const storedFiles = () =>
  readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^[\da-f-]{36}\/[\da-f-]{36}$/.test(path),
  ).length;

/** What must be so in the end, whenever the process died. */
async function expectOnce(externalId: string, body: object, fileId: string, messages = 1): Promise<void> {
  expect((await files.say({ ...body, external_id: externalId })).body.duplicate).toBe(true);
  expect(await files.arrived(externalId)).toMatchObject([
    { file_id: fileId, status: 'stored', media_type: 'image/png', width: 30, height: 20 },
  ]);
  expect(await files.timeLine(externalId)).toHaveLength(messages);
  const { url } = (await files.file(fileId)).body;
  expect((await download(url)).bytes.equals(bytes)).toBe(true);
  const created = await until(async () => {
    const entries = await files.audit('file.created');
    return entries.some(({ subject }) => subject.id === fileId) && entries;
  });
  expect(created.filter(({ subject }) => subject.id === fileId)).toHaveLength(1);
  const unknown = await scene.session.query(
    `SELECT id FROM dialog.tasks WHERE kind = 'fetch' AND state = 'unknown'`,
  );
  expect(unknown).toEqual([]);
}

it('killed before the other side answers, the next process fetches the file', async () => {
  const url = put({ does: 'hang' }, { does: 'serve', bytes });
  const { externalId, body } = await send(url);
  const id = await fileOf(externalId);
  await until(() => askedFor(url) === 1);
  expect(await stateOf(id)).toBe('awaited');
  await server.kill();
  await restart();
  await expectOnce(externalId, body, id);
});

it('killed while the bytes arrive, the next process fetches all of them', async () => {
  const url = put(
    { does: 'stand still', bytes: bytes.subarray(0, 20).toString('latin1') },
    { does: 'serve', bytes },
  );
  const { externalId, body } = await send(url);
  const id = await fileOf(externalId);
  await until(() => readdirSync(join(folder, 'files', 'incoming')).length > 0);
  await server.kill();
  await restart();
  await expectOnce(externalId, body, id);
});

it('killed between storing the bytes and showing the file, the next process shows it', async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const url = put({ does: 'serve', bytes, after }, { does: 'serve', bytes });
  const { externalId, body } = await send(url);
  const id = await fileOf(externalId);
  await until(() => askedFor(url) === 1);
  const before = storedFiles();
  // The transaction that shows the file writes an entry last, and waits for this lock.
  const blocker = await openSession(scene.database.address);
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE dialog.audit_inbox IN SHARE MODE');
  answer();
  await until(() => storedFiles() === before + 1);
  expect(await stateOf(id)).toBe('fetching');
  expect((await files.file(id)).body).toMatchObject({ status: 'waiting', url: null });
  await server.kill();
  await blocker.query('COMMIT');
  await blocker.close();
  await restart();
  await expectOnce(externalId, body, id);
  expect(storedFiles()).toBe(before + 1);
});

it('killed between showing the file and ending the task, the next process has nothing left to do', async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const url = put({ does: 'serve', bytes, after });
  const { externalId, body } = await send(url);
  const id = await fileOf(externalId);
  await until(() => askedFor(url) === 1);
  const blocker = await openSession(scene.database.address);
  await blocker.query('BEGIN');
  await blocker.query(`SELECT 1 FROM dialog.tasks WHERE id = '${readId('file', id)}' FOR UPDATE`);
  answer();
  await until(async () => (await stateOf(id)) === 'stored');
  await server.kill();
  await blocker.query('COMMIT');
  await blocker.close();
  await restart();
  await until(async () => {
    const [task] = await scene.session.query(
      `SELECT state FROM dialog.tasks WHERE id = '${readId('file', id)}'`,
    );
    return task?.state === 'succeeded';
  });
  await expectOnce(externalId, body, id);
  expect(askedFor(url)).toBe(1);
});

it('a file that was stored by a process that died and is gone at the other side by then leaves no bytes', async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const url = put({ does: 'serve', bytes, after }, { does: 'answer', status: 404 });
  const { externalId } = await send(url);
  const id = await fileOf(externalId);
  await until(() => askedFor(url) === 1);
  const before = storedFiles();
  const blocker = await openSession(scene.database.address);
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE dialog.audit_inbox IN SHARE MODE');
  answer();
  await until(() => storedFiles() === before + 1);
  await server.kill();
  await blocker.query('COMMIT');
  await blocker.close();
  await restart();
  expect(await files.arrived(externalId)).toMatchObject([
    { file_id: id, status: 'failed', error: { code: 'http_404' } },
  ]);
  expect(storedFiles()).toBe(before);
});

it('a message whose acceptance did not commit is accepted anew, with files that nobody saw before', async () => {
  const url = put({ does: 'serve', bytes });
  const externalId = randomUUID();
  const body = { external_id: externalId, message_id: randomUUID(), attachments: [{ url }] };
  await files.say({ external_id: externalId, text: 'hello' });
  const blocker = await openSession(scene.database.address);
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE dialog.audit_inbox IN SHARE MODE');
  const sending = files.say(body).catch(() => 'no answer');
  await until(async () => {
    const waiting = await scene.session.query(
      `SELECT 1 FROM pg_locks WHERE relation = 'dialog.audit_inbox'::regclass AND NOT granted`,
    );
    return waiting.length > 0;
  });
  await server.kill();
  expect(await sending).toBe('no answer');
  await blocker.query('COMMIT');
  await blocker.close();
  await restart();
  expect((await files.say(body)).body).toMatchObject({ status: 'queued', duplicate: false });
  // The customer said hello before.
  await expectOnce(externalId, body, await fileOf(externalId), 2);
  expect(askedFor(url)).toBe(1);
});
