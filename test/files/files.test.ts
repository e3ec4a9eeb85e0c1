import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FileLinks } from '../../src/dialog/files/links.ts';
import { removeDeletedProjects } from '../../src/dialog/maintenance.ts';
import { readId } from '../../src/platform/ids.ts';
import { type S3, startS3 } from '../fakes/s3.ts';
import type { TestProject } from '../harness/client.ts';
import { head, type RawClient, rawClient } from '../harness/raw-http.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { download, inFolder, png, read, upload } from './scene.ts';

const mebibyte = 2 ** 20;

describe.each(['folder', 'bucket'] as const)('with files in a %s', (kind) => {
  let s3: S3;
  let server: TestServer;
  let project: TestProject;
  const open: RawClient[] = [];

  beforeAll(async () => {
    s3 = await startS3();
    server = await startTestServer({
      FILES_MAX_MB: '2',
      ...(kind === 'bucket' && { FILES_URL: s3.url }),
    });
    project = await server.makeProject();
  });
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    await server?.close();
    await s3?.close();
  });

  /** The number of files whose bytes are stored, and that of uploads under way. */
  const stored = () => (kind === 'bucket' ? s3.objects.size : inFolder(server).files.length);
  const underWay = () => inFolder(server).incoming.length;
  const send = (bytes: string | Buffer, more: Parameters<typeof upload>[3] = {}) =>
    upload(server, project, bytes, more);
  const urlOf = async (id: string): Promise<string> => (await read(server, project, id)).body.url;
  const raw = () => {
    const client = rawClient(server.url);
    open.push(client);
    return client;
  };
  const rawHead = (length?: number) =>
    head('POST', `/api/v1/projects/${project.id}/files`, {
      ...(length !== undefined && { length }),
      authorization: `Bearer ${project.key}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/octet-stream',
    });

  it('an upload comes back byte for byte, with its size, checksum and name', async () => {
    const bytes = randomBytes(1.5 * mebibyte);
    const { status, body } = await send(bytes, { name: '../Отчёт.bin', environment: 'live' });
    expect(status).toBe(201);
    expect(body).toEqual({
      file_id: expect.stringMatching(/^file_/),
      environment: 'live',
      name: 'Отчёт.bin',
      type: 'application/octet-stream',
      size: bytes.length,
      width: null,
      height: null,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: expect.stringMatching(/Z$/),
    });
    const record = await read(server, project, body.file_id);
    expect(record.body).toEqual({
      ...body,
      ...{ status: 'stored', error: null, identity_id: null, message_id: null },
      url: expect.stringContaining(`${server.url}/files/${project.id}/${body.file_id}?`),
      url_expires_at: expect.stringMatching(/Z$/),
    });
    const got = await download(record.body.url);
    expect(got.status).toBe(200);
    expect(got.bytes.equals(bytes)).toBe(true);
    expect(underWay()).toBe(0);
  });

  it('parts of a file can be had, and what a client has already is not sent again', async () => {
    const bytes = randomBytes(100_000);
    const { body } = await send(bytes);
    const url = await urlOf(body.file_id);
    const part = await download(url, { range: 'bytes=1000-1999' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/100000']);
    expect(part.bytes.equals(bytes.subarray(1000, 2000))).toBe(true);
    const last = await download(url, { range: 'bytes=-5' });
    expect(last.bytes.equals(bytes.subarray(-5))).toBe(true);
    const beyond = await download(url, { range: 'bytes=100000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */100000']);
    const tag = part.headers.get('etag')!;
    expect((await download(url, { 'if-none-match': tag })).status).toBe(304);
    expect((await download(url, { range: 'bytes=0-1', 'if-range': tag })).status).toBe(206);
    expect((await download(url, { range: 'bytes=0-1', 'if-range': '"other"' })).bytes.length).toBe(100_000);
    const only = await download(url, {}, 'HEAD');
    expect([only.status, only.headers.get('content-length'), only.bytes.length]).toEqual([200, '100000', 0]);
  });

  it('the bytes say what a file is, and only harmless pictures, sound and film are shown', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const gif = Buffer.concat([
      Buffer.from('GIF89a'),
      Buffer.from('0a000500000000', 'hex'),
      Buffer.from('/*<script>alert(1)</script>*/'),
    ]);
    const cases: [
      what: string,
      bytes: string | Buffer,
      said: string,
      type: string,
      way: string,
      size: unknown,
    ][] = [
      ['a picture', png(40, 30), 'text/html', 'image/png', 'inline', [40, 30]],
      ['a picture with a script behind', gif, 'text/html', 'image/gif', 'inline', [10, 5]],
      ['a text', 'a,b\n1,2\n', 'text/csv; charset=utf-8', 'text/csv', 'attachment', [null, null]],
      [
        'a page',
        '<!doctype html><script>alert(1)</script>',
        'text/html',
        'application/octet-stream',
        'attachment',
        [null, null],
      ],
      ['a drawing', svg, 'image/svg+xml', 'application/octet-stream', 'attachment', [null, null]],
      [
        'a drawing as XML',
        `<?xml version="1.0"?>${svg}`,
        'image/png',
        'application/xml',
        'attachment',
        [null, null],
      ],
      ['a document', '%PDF-1.7\n%âãÏÓ\n', 'image/png', 'application/pdf', 'attachment', [null, null]],
      [
        'no text',
        Buffer.from([0x61, 0x00, 0xff]),
        'text/plain',
        'application/octet-stream',
        'attachment',
        [null, null],
      ],
    ];
    for (const [what, bytes, said, type, way, size] of cases) {
      const { body } = await send(bytes, { type: said, name: 'x' });
      expect([what, body.type, [body.width, body.height]]).toEqual([what, type, size]);
      const { headers } = await download(await urlOf(body.file_id));
      expect([what, headers.get('content-disposition')!.split(';')[0]]).toEqual([what, way]);
      expect(headers.get('content-type')!.split(';')[0]).toBe(type);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; sandbox; frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('an empty file is refused, and so is one that is too large, before or while it is read', async () => {
    const before = stored();
    expect((await send('')).status).toBe(422);
    const announced = raw();
    announced.write(rawHead(3 * mebibyte));
    expect(await announced.status()).toBe(413);
    const endless = raw();
    endless.write(rawHead());
    const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536), Buffer.from('\r\n')]);
    const more = () => {
      while (!endless.isClosed && endless.socket.write(piece));
    };
    endless.socket.on('drain', more);
    more();
    expect(await endless.status()).toBe(413);
    await endless.closed();
    await until(() => underWay() === 0);
    expect(stored()).toBe(before);
  });

  it('a client that leaves in the middle leaves nothing behind', async () => {
    const before = stored();
    const client = raw();
    client.write(rawHead(mebibyte));
    client.write(Buffer.alloc(500_000));
    if (kind === 'folder') await until(() => underWay() === 1);
    client.socket.destroy();
    await until(() => underWay() === 0);
    const short = raw();
    short.write(rawHead(1000));
    short.write(Buffer.alloc(999));
    short.socket.end();
    await short.closed();
    await until(() => underWay() === 0);
    expect(stored()).toBe(before);
  });

  it('a client that has left before the gates let its upload in is not waited for', async () => {
    const { limiter } = server.server.parts;
    const { hit } = limiter;
    const client = raw();
    // The gate that counts requests answers when the client has gone.
    limiter.hit = async (...counted) => {
      client.socket.destroy();
      await until(() => client.isClosed);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return hit.apply(limiter, counted);
    };
    const faults: string[] = [];
    const { files } = server.server.parts;
    const { receive } = files;
    const ends: Promise<unknown>[] = [];
    files.receive = (...given) => {
      const end = receive(...given);
      ends.push(end.catch((error) => faults.push(String(error))));
      return end;
    };
    client.write(rawHead(mebibyte));
    client.write(Buffer.alloc(1000));
    await until(() => ends.length === 1);
    limiter.hit = hit;
    files.receive = receive;
    await Promise.all(ends);
    expect(faults).toEqual([expect.stringContaining('interrupted')]);
    // The interruption may be told before the file has been removed, also that of the upload before this one.
    await until(() => underWay() === 0);
  });

  it('the same key gives the same file once, also to uploads at the same moment, and no other file', async () => {
    const before = stored();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('same bytes', { key })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(3);
    await until(() => stored() === before + 1);
    const other = await send('other bytes', { key });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await send('same bytes', { key, name: 'renamed' })).status).toBe(409);
    expect(stored()).toBe(before + 1);
  });

  it('an address that was changed or has expired gets a sentence and no byte', async () => {
    const { body } = await send('secret bytes');
    const other = await send('other bytes');
    const url = new URL(await urlOf(body.file_id));
    const refused = async (change: (url: URL) => void) => {
      const changed = new URL(url);
      change(changed);
      const answer = await fetch(changed);
      const { code, detail } = (await answer.json()) as { code: string; detail: string };
      expect(detail).toMatch(/\.$/);
      return `${answer.status} ${code}`;
    };
    const wrong = '403 invalid_file_link';
    expect(await refused((to) => to.searchParams.set('expires', '99999999999'))).toBe(wrong);
    expect(await refused((to) => to.searchParams.delete('signature'))).toBe(wrong);
    const signature = url.searchParams.get('signature')!;
    // Not the last one, of which some bits may count for nothing.
    for (const at of [0, Math.floor(signature.length / 2)]) {
      const changed = signature
        .split('')
        .with(at, signature[at] === 'a' ? 'b' : 'a')
        .join('');
      expect(await refused((to) => to.searchParams.set('signature', changed))).toBe(wrong);
    }
    expect(await refused((to) => to.searchParams.delete('expires'))).toBe(wrong);
    expect(await refused((to) => (to.pathname = to.pathname.replace(body.file_id, other.body.file_id)))).toBe(
      wrong,
    );
    const { id: foreign } = await server.makeProject();
    expect(await refused((to) => (to.pathname = to.pathname.replace(project.id, foreign)))).toBe(wrong);
    const links: FileLinks = server.server.parts.fileLinks;
    const ids = [readId('project', project.id)!, readId('file', body.file_id)!] as const;
    const old = links.make(server.url, ...ids, { now: Date.now() - 3_601_000 });
    expect(await refused((to) => (to.href = old.url))).toBe('403 file_link_expired');
    await server.make('DELETE', `/projects/${project.id}/files/${body.file_id}`);
    expect(await refused(() => {})).toBe('404 file_not_found');
  });

  it('the owner lists files from a cursor, and a deleted file is gone with its bytes', async () => {
    const { id } = await server.makeProject();
    const path = `/projects/${id}/files`;
    const before = stored();
    const made: string[] = [];
    for (let n = 0; n < 101; n++) {
      made.push((await server.make('POST', `${path}?name=${n}`, { n })).file_id);
    }
    const first = await server.make('GET', path);
    expect(first.items.map((file: any) => file.file_id)).toEqual(made.slice(1).reverse());
    expect(first.items[0].uploaded_by).toMatchObject({ type: 'owner', name: 'owner@example.com' });
    const second = await server.make('GET', `${path}?cursor=${first.next_cursor}`);
    expect([second.items.map((file: any) => file.file_id), second.next_cursor]).toEqual([[made[0]], null]);
    expect((await server.owner('DELETE', `${path}/${made[1]}`)).status).toBe(204);
    expect((await server.owner('DELETE', `${path}/${made[1]}`)).status).toBe(404);
    expect((await server.owner('GET', `${path}/${made[1]}`)).body.code).toBe('file_not_found');
    expect(stored()).toBe(before + 100);
    const { key } = await server.makeKey(id);
    const actions = (await server.audit({ id, key })).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('file.'))).toEqual([
      ...made.map(() => 'file.created'),
      'file.deleted',
    ]);
  });

  it('a key that is revoked while its file arrives stores nothing', async () => {
    const before = stored();
    const spare = await server.makeKey(project.id);
    const client = raw();
    client.write(rawHead(1000).replace(project.key, spare.key));
    client.write(Buffer.alloc(500));
    if (kind === 'folder') await until(() => underWay() === 1);
    await server.make('DELETE', `/projects/${project.id}/keys/${spare.id}`);
    client.write(Buffer.alloc(500));
    expect(await client.status()).toBe(401);
    await until(() => stored() === before && underWay() === 0);
  });

  it('a deleted project takes its files with it', async () => {
    const before = stored();
    const gone = await server.makeProject();
    for (let i = 0; i < 3; i++) expect((await upload(server, gone, `file ${i}`)).status).toBe(201);
    expect(stored()).toBe(before + 3);
    await server.make('DELETE', `/projects/${gone.id}`);
    const { parts } = server.server;
    await removeDeletedProjects(parts.upkeep, parts.files);
    expect(stored()).toBe(before);
    const { rows } = await parts.database.query('SELECT 1 FROM dialog.projects WHERE id = $1', [
      readId('project', gone.id),
    ]);
    expect(rows).toEqual([]);
  });

  it('nobody but the project itself can read a file, whatever the environment', async () => {
    const { body } = await send('own bytes');
    const other = await server.makeProject();
    expect((await read(server, { ...other, id: project.id }, body.file_id)).status).toBe(403);
    expect((await read(server, other, body.file_id)).body.code).toBe('file_not_found');
  });

  it('the store was called as it demands', () => {
    expect(s3.faults).toEqual([]);
  });
});
