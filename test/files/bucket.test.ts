import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { removeDeadFiles } from '../../src/dialog/files/removal.ts';
import { fileStoreAnswers } from '../../src/dialog/readiness/files.ts';
import { bucketStore } from '../../src/platform/file-store/bucket.ts';
import { parseBucketAddress } from '../../src/platform/file-store/bucket-address.ts';
import { type BucketManner, bucketName, type S3, startS3 } from '../fakes/s3.ts';
import type { TestProject } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { download, read, upload } from './scene.ts';

let s3: S3;
let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  s3 = await startS3();
  server = await startTestServer({ FILES_URL: s3.url });
  project = await server.makeProject();
});
afterEach(() => {
  s3.manner = () => undefined;
  s3.calls.length = 0;
  expect(s3.faults).toEqual([]);
});
afterAll(async () => {
  await server?.close();
  await s3?.close();
});

/** The bucket does this so often, and then what it should. */
function misbehave(times: number, manner: BucketManner): void {
  let left = times;
  s3.manner = () => (left-- > 0 ? manner : undefined);
}
const query = (text: string) => server.server.parts.database.query(text);
const name = `${'0'.repeat(8)}-0000-7000-8000-000000000000/${'1'.repeat(8)}-0000-7000-8000-000000000000`;
const bucket = () => parseBucketAddress(s3.url);
const storeOf = (more: object = {}, given = bucket()) =>
  bucketStore(given, { receiveIn: tmpdir(), silenceMs: patient(500), ...more });
async function* pieces(bytes: Buffer) {
  yield bytes;
}

describe('a bucket that fails for a moment', () => {
  it.each([
    ['answers 503', { does: 'fail', status: 503 }],
    ['stores a file and closes the connection', { does: 'cut after storing' }],
  ] as const)('and %s is asked again, and the upload succeeds', async (_, manner) => {
    misbehave(2, manner);
    const { status, body } = await upload(server, project, 'some bytes');
    expect(status).toBe(201);
    expect(s3.calls.filter(({ method }) => method === 'PUT')).toHaveLength(3);
    misbehave(2, { does: 'fail', status: 500 });
    const { url } = (await read(server, project, body.file_id)).body;
    expect((await download(url)).bytes.toString()).toBe('some bytes');
  });
});

describe('a bucket that fails for longer', () => {
  it('makes an upload a 503, nobody sees the file, and the same request succeeds later', async () => {
    misbehave(3, { does: 'fail', status: 503 });
    const key = 'one-and-the-same';
    const failed = await upload(server, project, 'some bytes', { key });
    expect([failed.status, failed.body.code, failed.headers.get('retry-after')]).toEqual([
      ...[503, 'files_unavailable', '5'],
    ]);
    const { items } = await server.make('GET', `/projects/${project.id}/files`);
    expect(items.filter((file: any) => file.sha256 === failed.body.sha256)).toEqual([]);
    const again = await upload(server, project, 'some bytes', { key });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('is not asked again where it refuses', async () => {
    misbehave(1, { does: 'fail', status: 403 });
    expect((await upload(server, project, 'some bytes')).status).toBe(503);
    expect(s3.calls).toHaveLength(1);
  });

  it('makes a download a 503', async () => {
    const { body } = await upload(server, project, 'some bytes');
    const { url } = (await read(server, project, body.file_id)).body;
    misbehave(3, { does: 'fail', status: 500 });
    expect((await download(url)).status).toBe(503);
    s3.objects.clear();
    expect((await download(url)).status).toBe(503);
  });

  it('leaves a deleted file for the next removal, and what an upload left is removed after a day', async () => {
    const { body } = await upload(server, project, 'some bytes');
    misbehave(3, { does: 'fail', status: 500 });
    expect((await server.owner('DELETE', `/projects/${project.id}/files/${body.file_id}`)).status).toBe(204);
    expect((await read(server, project, body.file_id)).status).toBe(404);
    expect(s3.objects.size).toBeGreaterThan(0);
    const { parts } = server.server;
    misbehave(1000, { does: 'fail', status: 403 });
    expect(await removeDeadFiles(parts.upkeep, parts.files)).toMatchObject({ files: expect.any(Number) });
    s3.manner = () => undefined;
    expect(await removeDeadFiles(parts.upkeep, parts.files)).toBeUndefined();
    const unfinished = async () =>
      Number((await query(`SELECT count(*) FROM dialog.files WHERE state <> 'stored'`)).rows[0]!.count);
    // What the failed uploads above left.
    expect(await unfinished()).toBeGreaterThan(0);
    await query(`UPDATE dialog.files SET changed_at = now() - interval '25 hours' WHERE state = 'storing'`);
    expect(await removeDeadFiles(parts.upkeep, parts.files)).toBeUndefined();
    expect(await unfinished()).toBe(0);
    const { rows } = await query('SELECT project_id, id FROM dialog.files');
    expect([...s3.objects.keys()].every((object) => rows.some(({ id }) => object.endsWith(id)))).toBe(true);
  });
});

describe('the client of a bucket', () => {
  it('names the bucket in the path or in the host, and both are signed rightly', async () => {
    const origin = `http://s3.test:${s3.port}`;
    const lookup = (_host: string, { all }: { all?: boolean }, done: (...told: any[]) => void) =>
      all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
    for (const isInPath of [true, false]) {
      const store = storeOf({ lookup }, { ...bucket(), origin, isInPath, prefix: 'deep/folder/' });
      const bytes = randomBytes(1000);
      const received = await store.receive(pieces(bytes), 1000, 0);
      await store.keep(name, received);
      expect((await buffer(await store.open(name, 1000, { start: 0, end: 999 }))).equals(bytes)).toBe(true);
      expect(
        (await buffer(await store.open(name, 1000, { start: 9, end: 19 }))).equals(bytes.subarray(9, 20)),
      ).toBe(true);
      await store.remove(name);
      await store.remove(name);
      expect(new Set(s3.calls.map(({ style }) => style))).toEqual(new Set([isInPath ? 'path' : 'host']));
      expect(s3.calls[0]!.name).toBe(`deep/folder/${name}`);
      s3.calls.length = 0;
      await store.close();
    }
    expect(bucketName).toBe(bucket().name);
  });

  it.each([
    ['never answers', { does: 'hang' }, 'cannot be reached'],
    ['sends half of a file', { does: 'half a body' }, 'broke off'],
    ['stops in the middle of a file', { does: 'stall' }, 'broke off'],
    ['sends more than the file has', { does: 'endless body' }, 'more bytes'],
  ] as const)('gives up a bucket that %s', async (_, manner, told) => {
    const store = storeOf({ tries: 1 });
    await store.keep(name, await store.receive(pieces(randomBytes(100_000)), 200_000, 0));
    misbehave(1, manner);
    const reading = store.open(name, 100_000, { start: 0, end: 99_999 }).then(buffer);
    await expect(reading).rejects.toThrow(told);
    await store.close();
  });

  it('cuts the connection of a download that cannot be completed, so that no client takes it for whole', async () => {
    const { body } = await upload(server, project, randomBytes(500_000));
    const { url } = (await read(server, project, body.file_id)).body;
    misbehave(1, { does: 'half a body' });
    await expect(download(url)).rejects.toThrow();
  });
});

describe('readiness', () => {
  const found = async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/readiness`);
    return items.find(({ id }: any) => id === 'file_store');
  };

  it('asks the bucket, changes nothing in it, and keeps the answer for a while', async () => {
    expect([await found(), await found()]).toEqual([undefined, undefined]);
    expect(s3.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  it.each([
    ['is away', () => storeOf({}, { ...bucket(), origin: 'http://127.0.0.1:1' }), 'warning'],
    ['does not exist', () => storeOf({}, { ...bucket(), name: 'nowhere' }), 'blocking'],
    ['does not know the key', () => storeOf({}, { ...bucket(), accessKeyId: 'nobody' }), 'blocking'],
    ['has a wrong secret', () => storeOf({}, { ...bucket(), secretAccessKey: 'wrong' }), 'blocking'],
  ] as const)('says that a bucket %s', async (_, make, status) => {
    const files = make();
    const [item] = await fileStoreAnswers({ files } as never);
    expect(item).toMatchObject({ id: 'file_store', status, detail: expect.stringContaining('the bucket') });
    expect(JSON.stringify(item)).not.toContain(bucket().secretAccessKey);
    s3.faults.length = 0;
    await files.close();
  });
});
