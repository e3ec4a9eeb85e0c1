import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type S3, startS3 } from '../fakes/s3.ts';
import { download, read, upload } from '../files/scene.ts';
import { Client } from '../harness/client.ts';
import { head, rawClient } from '../harness/raw-http.ts';
import { until } from '../harness/until.ts';
import { openSession } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;
let folder: string;
let s3: S3;

beforeAll(async () => {
  scene = await makeProcessScene();
  folder = mkdtempSync(join(tmpdir(), 'parley-files-'));
  s3 = await startS3();
});
afterEach(() => scene.killAll());
afterAll(async () => {
  await scene?.close();
  await s3?.close();
  rmSync(folder, { recursive: true, force: true });
});

const query = (text: string) => scene.session.query(text);
const states = async () =>
  (await query('SELECT state FROM dialog.files ORDER BY id')).map(({ state }) => state);
/** As if a day had passed: then nobody can be storing these any more. */
const letADayPass = () =>
  query(`UPDATE dialog.files SET changed_at = now() - interval '25 hours' WHERE state <> 'stored'`);
const incoming = () => {
  const path = join(folder, 'files', 'incoming');
  return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [];
};
/** Whether a process has a file of an upload open that has no name any more: https://man7.org/linux/man-pages/man5/proc.5.html */
const hasNamelessFile = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return /\/parley-[\da-f-]+ \(deleted\)$/.test(readlinkSync(`/proc/${pid}/fd/${fd}`));
    } catch {
      return false; // It was closed meanwhile.
    }
  });
const storedIn = (place: 'folder' | 'bucket') =>
  place === 'bucket'
    ? s3.objects.size
    : readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).filter((path) =>
        /^[\da-f-]{36}\/[\da-f-]{36}$/.test(path),
      ).length;

describe.each(['folder', 'bucket'] as const)('a process that is killed during an upload to a %s', (place) => {
  const settings = () => ({ DATA_DIR: folder, ...(place === 'bucket' && { FILES_URL: s3.url }) });

  it('while the file arrives leaves nothing that anybody could have, and its remains are removed', async () => {
    const server = await scene.start(settings());
    const before = await states();
    const client = rawClient(server.url);
    const path = `/api/v1/projects/${scene.project.id}/files`;
    const headers = { authorization: `Bearer ${scene.project.key}`, 'idempotency-key': randomUUID() };
    client.write(head('POST', path, { length: 100_000, ...headers }));
    client.write(Buffer.alloc(50_000));
    if (place === 'folder') await until(() => incoming().length === 1);
    else await until(() => hasNamelessFile(server.child.pid!));
    await server.kill();
    client.socket.destroy();
    expect(await states()).toEqual(before);
    // In a bucket's case the file had no name, so it went with its process.
    expect(incoming()).toHaveLength(place === 'folder' ? 1 : 0);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const file of incoming()) utimesSync(file, longAgo, longAgo);
    await scene.start(settings());
    await until(() => incoming().length === 0);
  });

  it('between storing the bytes and showing the file shows nothing, and the same request stores it once', async () => {
    const server = await scene.start(settings());
    const before = storedIn(place);
    const key = randomUUID();
    // The transaction that shows the file waits for this lock.
    const blocker = await openSession(scene.database.address);
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE dialog.request_keys IN SHARE MODE');
    const sending = upload(new Client(server.url), scene.project, 'the bytes', { key }).catch(
      () => 'no answer',
    );
    await until(() => storedIn(place) === before + 1);
    expect(await states()).toContain('storing');
    await server.kill();
    expect(await sending).toBe('no answer');
    await blocker.query('COMMIT');
    await blocker.close();

    const second = await scene.start(settings());
    const client = new Client(second.url);
    const owner = await scene.owner(second);
    const path = `/projects/${scene.project.id}/files`;
    const shown = (await owner.make('GET', path)).items.length;
    const again = await upload(client, scene.project, 'the bytes', { key });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect((await owner.make('GET', path)).items).toHaveLength(shown + 1);
    const { url } = (await read(client, scene.project, again.body.file_id)).body;
    expect((await download(url)).bytes.toString()).toBe('the bytes');
    expect(storedIn(place)).toBe(before + 2);
    await second.kill();

    await letADayPass();
    await scene.start(settings());
    // The bytes go first, and then the record.
    await until(
      async () => storedIn(place) === before + 1 && (await states()).every((state) => state === 'stored'),
    );
  });
});

describe('two processes', () => {
  const filesOf = async (owner: Client) => {
    const { items } = await owner.make('GET', `/projects/${scene.project.id}/readiness`);
    return items.find(({ id }: { id: string }) => id === 'files');
  };

  it('with a folder each are not ready, and with the same folder or bucket they are', async () => {
    const other = mkdtempSync(join(tmpdir(), 'parley-files-'));
    // Processes that were killed count as present for a while, and all that ran before were killed.
    await query('DELETE FROM dialog.processes');
    const first = await scene.start({ DATA_DIR: folder, ROLE: 'api' });
    const owner = await scene.owner(first);
    await until(async () => (await filesOf(owner)) === undefined);
    const second = await scene.start({ DATA_DIR: other });
    expect(await filesOf(owner)).toMatchObject({
      status: 'blocking',
      detail: '2 processes keep files in 2 different places, so each can find only some of them.',
      action: expect.stringContaining('FILES_URL'),
    });
    await second.stop();
    await scene.start({ DATA_DIR: folder });
    expect(await filesOf(owner)).toBeUndefined();
    const { body } = await upload(new Client(first.url), scene.project, 'for both');
    expect((await read(new Client(first.url), scene.project, body.file_id)).status).toBe(200);
    rmSync(other, { recursive: true, force: true });
  });
});
