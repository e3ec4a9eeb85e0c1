import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAwaitedFile } from '../../src/dialog/files/customer-files.ts';
import { giveUpFile } from '../../src/dialog/files/fetch.ts';
import { removeDeletedProjects } from '../../src/dialog/maintenance.ts';
import { fileQuotasNear } from '../../src/dialog/readiness/file-room.ts';
import { StoreFault } from '../../src/platform/file-store/file-store.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Settings } from '../../src/settings.ts';
import { makeFilesScene } from '../channels/heard-files.ts';
import { type FileHost, startFileHost } from '../fakes/file-host.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { createDatabase } from '../harness/database.ts';
import { head, type RawClient, rawClient } from '../harness/raw-http.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Browser, makeChat, openBrowser, site } from '../webchat/scene.ts';
import { inFolder, upload as uploadByKey } from './scene.ts';

/** Whoever wants to fill the disk: files within their quotas of bytes, and the floor of free space. */

const kibibyte = 1024;
const mebibyte = 2 ** 20;
/** Two fit into the quota of a customer. */
const file = Buffer.alloc(400 * kibibyte, 'x');
const quotas = {
  FILES_CUSTOMER_MB: '1',
  FILES_CHANNEL_MB: '2',
  FILES_PROJECT_MB: '3',
};

let server: TestServer;
let host: FileHost;
let project: TestProject;
let chat: string;
let visitors = 0;
const open: RawClient[] = [];

beforeAll(async () => {
  host = await startFileHost();
  server = await startTestServer({
    ...quotas,
    ...{ FILES_ADDRESS_MB: '8', TRUST_PROXY: 'true', OUTBOUND_ALLOW: '127.0.0.1' },
  });
});
beforeEach(async () => {
  project = await server.makeProject();
  chat = (await makeChat(server, project)).id;
});
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  await until(() => inFolder(server).incoming.length === 0);
  expect(await counted()).toEqual(await kept());
});
afterAll(async () => {
  await server?.close();
  await host?.close();
});

const query = (text: string) => server.server.parts.database.query(text).then(({ rows }) => rows);
/** The counters, and what they should be. */
const counted = () => query('SELECT holder, bytes FROM dialog.file_usage WHERE bytes <> 0 ORDER BY holder');
const kept = () =>
  query(`
    SELECT holder, sum(f.size) AS bytes FROM dialog.files AS f
    LEFT JOIN dialog.identities AS i ON i.project_id = f.project_id AND i.id = f.identity_id
    CROSS JOIN LATERAL unnest(ARRAY[f.project_id, i.channel_id, i.id]) AS holder
    WHERE f.sha256 IS NOT NULL AND holder IS NOT NULL GROUP BY holder ORDER BY holder`);
const bytesOf = async (id: string) =>
  Number((await counted()).find(({ holder }) => holder === readId('project', id))?.bytes ?? 0);

/** A visitor at an address of their own. */
const newVisitor = async (channel = chat): Promise<Browser & { address: string }> =>
  Object.assign(await openBrowser(server, channel), { address: `198.51.100.${++visitors}` });
const headersOf = ({ token, address }: { token: string; address: string }) => ({
  ...{ origin: site, authorization: `Bearer ${token}`, 'x-forwarded-for': address },
  'content-type': 'application/octet-stream',
});
const send = (
  visitor: { token: string; address: string },
  bytes: Buffer = file,
  { channel = chat, name = 'a.bin' } = {},
): Promise<Answer> =>
  server.call('POST', `/api/chat/${channel}/files?name=${name}`, { raw: bytes, headers: headersOf(visitor) });
const sendAsOwner = (bytes: Buffer = file, to = project.id) =>
  server.owner('POST', `/projects/${to}/files`, bytes, { 'content-type': 'application/octet-stream' });
const verdict = ({ status, body, headers }: Answer) =>
  status === 201 ? 201 : [status, body.code, body.quota, Number(headers.get('retry-after')) > 0];
const over = (quota: string) => [429, 'file_quota', quota, true];
const say = (visitor: Browser, file_id: string) =>
  visitor.call('POST', '/messages', {
    ...{ message_id: randomUUID(), attachments: [{ type: 'document', file_id }] },
  });
const deleteFile = (id: string) => server.owner('DELETE', `/projects/${project.id}/files/${id}`);
const cleanUp = () => removeDeletedProjects(server.server.parts.database, server.server.parts.files);

/** An upload of a visitor that has begun: its head, and so many bytes. */
function begin(visitor: { token: string; address: string }, declared: number | undefined, bytes: number) {
  const client = rawClient(server.url);
  open.push(client);
  client.write(
    head('POST', `/api/chat/${chat}/files`, {
      ...headersOf(visitor),
      ...(declared === undefined ? { 'transfer-encoding': 'chunked' } : { length: declared }),
    }),
  );
  const sent = Buffer.alloc(bytes, 'x');
  if (declared !== undefined) client.write(sent);
  else client.write(Buffer.concat([Buffer.from(`${bytes.toString(16)}\r\n`), sent, Buffer.from('\r\n')]));
  return client;
}

describe('a visitor', () => {
  it('may bring as much as is kept of one, while others go on, and deletion gives the room back', async () => {
    const [visitor, other] = [await newVisitor(), await newVisitor()];
    const first = await send(visitor);
    expect([verdict(first), verdict(await send(visitor))]).toEqual([201, 201]);
    const before = inFolder(server);
    const refused = await send(visitor);
    expect(verdict(refused)).toEqual(over('customer'));
    expect(refused.body.detail).toMatch(/^Not more than 1 MiB .* send a link\.$/);
    expect(inFolder(server)).toEqual(before);
    expect((await visitor.say('Then in words')).status).toBe(202);
    expect(verdict(await send(other))).toBe(201);
    // Whatever still fits is taken.
    expect(verdict(await send(visitor, Buffer.alloc(200 * kibibyte, 'y')))).toBe(201);
    await deleteFile(first.body.file_id);
    expect(verdict(await send(visitor))).toBe(201);
  });

  it('gets room back for what they never sent with a message, and when what they sent has expired', async () => {
    const visitor = await newVisitor();
    const [said, unsaid] = [await send(visitor), await send(visitor)];
    expect((await say(visitor, said.body.file_id)).status).toBe(202);
    expect(verdict(await send(visitor))).toEqual(over('customer'));
    await query("UPDATE dialog.files SET changed_at = changed_at - interval '25 hours'");
    await cleanUp();
    expect((await deleteFile(unsaid.body.file_id)).status).toBe(404);
    expect([verdict(await send(visitor)), verdict(await send(visitor))]).toEqual([201, over('customer')]);
    // As retention does with what is too old; the bytes go with the next removal of dead files.
    await query(
      `UPDATE dialog.files SET state = 'deleting' WHERE id = '${readId('file', said.body.file_id)}'`,
    );
    expect(verdict(await send(visitor))).toEqual(over('customer'));
    await cleanUp();
    expect(verdict(await send(visitor))).toBe(201);
  });

  it('uses up nothing with what is refused, broken off or said to be larger than it is', async () => {
    const visitor = await newVisitor();
    await send(visitor, Buffer.from('a'));
    for (let i = 0; i < 4; i++) {
      expect((await send(visitor, file, { name: 'setup.exe' })).status).toBe(415);
      const client = begin(visitor, 900 * kibibyte, 10);
      await until(() => inFolder(server).incoming.length === 1);
      client.socket.destroy();
      await until(() => inFolder(server).incoming.length === 0);
    }
    expect(await bytesOf(project.id)).toBe(1);
    expect([verdict(await send(visitor)), verdict(await send(visitor))]).toEqual([201, 201]);
  });

  it('is refused before the bytes of a file whose length is too much, and while they arrive without one', async () => {
    const visitor = await newVisitor();
    await send(visitor);
    const declared = begin(visitor, 900 * kibibyte, 0);
    expect(await declared.status()).toBe(429);
    const endless = begin(visitor, undefined, 900 * kibibyte);
    expect(await endless.status()).toBe(429);
    await until(() => inFolder(server).incoming.length === 0);
    expect(await bytesOf(project.id)).toBe(file.length);
  });
});

it('files that are begun and never ended take room while they are there, and no longer', async () => {
  const visitor = await newVisitor();
  const begun = [await newVisitor(), await newVisitor()].map((each) =>
    begin(each, 1000 * kibibyte, 900 * kibibyte),
  );
  const { fileQuotas, database } = server.server.parts;
  const holders = { projectId: readId('project', project.id)!, channelId: readId('channel', chat)! };
  const fits = async (bytes: number) => {
    const room = await fileQuotas.open(database, holders, bytes).catch(() => undefined);
    room?.close();
    return room !== undefined;
  };
  // All that was written has arrived: 2 MiB less 1800 KiB are left of the channel.
  await until(async () => !(await fits(249 * kibibyte)));
  expect(await fits(248 * kibibyte)).toBe(true);
  expect(verdict(await send(visitor))).toEqual(over('channel'));
  for (const { socket } of begun) socket.destroy();
  await until(() => fits(2 * mebibyte));
  expect(verdict(await send(visitor))).toBe(201);
});

it('uploads with a key that are begun and never ended are as many as a quota holds', async () => {
  const beginByKey = () => {
    const client = rawClient(server.url);
    open.push(client);
    const headers = {
      ...{ authorization: `Bearer ${project.key}`, 'idempotency-key': randomUUID() },
      ...{ 'content-type': 'application/octet-stream', length: 1000 * kibibyte },
    };
    client.write(head('POST', `/api/v1/projects/${project.id}/files?name=a.bin`, headers));
    client.write(Buffer.alloc(900 * kibibyte, 'x'));
    return client;
  };
  const begun = [beginByKey(), beginByKey(), beginByKey()];
  const { fileQuotas, database } = server.server.parts;
  const fits = (bytes: number) =>
    fileQuotas.open(database, { projectId: readId('project', project.id)! }, bytes).then(
      (room) => room.close() === undefined,
      () => false,
    );
  // All that was written has arrived: 3 MiB less 2700 KiB are left.
  await until(async () => !(await fits(373 * kibibyte)));
  expect(await beginByKey().status()).toBe(429);
  expect(verdict(await sendAsOwner())).toEqual(over('project'));
  for (const { socket } of begun) socket.destroy();
  await until(async () => verdict(await sendAsOwner()) === 201);
});

it('visitors of one network of IPv6 are one address, whose day ends their uploads', async () => {
  const near = async (n: number) => ({ ...(await newVisitor()), address: `2001:db8:7:7::${n}` });
  const strict = await startTestServer(
    { ...quotas, FILES_ADDRESS_MB: '1', TRUST_PROXY: 'true', DATA_DIR: server.server.parts.settings.dataDir },
    server.database,
  );
  const sendThere = (visitor: { token: string; address: string }, name = 'a.bin') =>
    strict.call('POST', `/api/chat/${chat}/files?name=${name}`, { raw: file, headers: headersOf(visitor) });
  try {
    // What is not kept does not count.
    for (let i = 1; i <= 3; i++) expect((await sendThere(await near(i), 'setup.exe')).status).toBe(415);
    const first = await sendThere(await near(4));
    expect([verdict(first), verdict(await sendThere(await near(5)))]).toEqual([201, 201]);
    const refused = await sendThere(await near(6));
    expect(verdict(refused)).toEqual(over('address'));
    expect(refused.body.detail).toMatch(
      /^Not more than 1 MiB of files are taken from one address within a day\. /,
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    // What came today has come, whether it is still there or not.
    await deleteFile(first.body.file_id);
    expect(verdict(await sendThere(await near(7)))).toEqual(over('address'));
    expect(verdict(await sendThere({ ...(await newVisitor()), address: '2001:db8:7:8::1' }))).toBe(201);
    const windows = await query("SELECT bucket FROM dialog.rate_windows WHERE bucket LIKE 'chat-bytes:%'");
    expect(windows.length).toBeGreaterThan(0);
    expect(JSON.stringify(windows)).not.toContain('20010db8');
  } finally {
    await strict.close();
  }
});

it('a channel that is full takes no more, and other channels, owners and projects go on until theirs are', async () => {
  const one = Buffer.alloc(mebibyte - 10, 'x');
  for (let i = 0; i < 2; i++) expect(verdict(await send(await newVisitor(), one))).toBe(201);
  const visitor = await newVisitor();
  expect(verdict(await send(visitor))).toEqual(over('channel'));
  const channel = (await makeChat(server, project)).id;
  const elsewhere = await newVisitor(channel);
  expect(verdict(await send(elsewhere, file, { channel }))).toBe(201);
  expect(verdict(await sendAsOwner())).toBe(201);

  const findings = async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/readiness`);
    return items
      .filter(({ id }: any) => /^(file_room|channel_files|file_disk)/.test(id))
      .map(({ id, status, code, params }: any) => [id, status, code, params.used, params.limit]);
  };
  const ofChannel = [`channel_files:${chat}`, 'blocking', 'files_full', 2, 2];
  expect(await findings()).toEqual([['file_room', 'warning', 'files_near', 2.8, 3], ofChannel]);

  const full = await sendAsOwner();
  expect(verdict(full)).toEqual(over('project'));
  expect(full.body.detail).toContain('FILES_PROJECT_MB');
  expect(verdict(await send(elsewhere, file, { channel }))).toEqual(over('project'));
  expect((await visitor.say('Hello')).status).toBe(202);
  const other = await server.makeProject();
  expect(verdict(await sendAsOwner(file, other.id))).toBe(201);
  const { files } = await server.make('GET', `/projects/${project.id}/usage`);
  expect(files).toEqual({ used: await bytesOf(project.id), limit: 3 * mebibyte });
});

it('a quota is a warning from four fifths of it on, and blocking when it is full', async () => {
  await send(await newVisitor());
  const before = await bytesOf(project.id);
  const { parts } = server.server;
  const projectId = readId('project', project.id)!;
  const found = (limit: number) => {
    const settings: Settings = {
      ...parts.settings,
      filesProjectBytes: limit * mebibyte,
      filesChannelBytes: limit * mebibyte,
    };
    return fileQuotasNear({ ...parts, settings, projectId });
  };
  const judged = async (limit: number) =>
    (await found(limit)).map(({ id, status }) => [id.split(':')[0], status]);
  const set = (bytes: number) =>
    query(`UPDATE dialog.file_usage SET bytes = ${Math.round(bytes)} WHERE project_id = '${projectId}'`);
  await set(80 * mebibyte);
  expect(await judged(100)).toEqual([]);
  expect(await judged(99)).toEqual([
    ['file_room', 'warning'],
    ['channel_files', 'warning'],
  ]);
  expect(await judged(80)).toEqual([
    ['file_room', 'blocking'],
    ['channel_files', 'blocking'],
  ]);
  await set(4.6 * mebibyte);
  expect(await judged(5)).toEqual([
    ['file_room', 'warning'],
    ['channel_files', 'warning'],
  ]);
  expect((await found(5))[0]!.detail).toBe('4.6 of 5 MiB are used.');
  await set(before);
});

it('a hundred at once, at two processes, keep no more than the quota', async () => {
  const other = await startTestServer(
    { ...quotas, DATA_DIR: server.server.parts.settings.dataDir },
    server.database,
  );
  try {
    const bytes = Buffer.alloc(100 * kibibyte, 'x');
    const answers = await Promise.all(
      [...Array(100).keys()].map((i) => {
        const client = i % 2 ? server : other;
        return i % 4 < 2
          ? uploadByKey(client, project, bytes)
          : client.owner('POST', `/projects/${project.id}/files`, bytes, {
              'content-type': 'application/octet-stream',
            });
      }),
    );
    const stored = answers.filter(({ status }) => status === 201).length;
    // Threads that look into uploads may be busy: 503.
    expect(answers.filter(({ status }) => ![201, 429, 503].includes(status))).toEqual([]);
    expect(stored).toBeGreaterThan(0);
    await until(async () => (await bytesOf(project.id)) === stored * bytes.length);
    expect(stored * bytes.length).toBeLessThanOrEqual(3 * mebibyte);
    // Nobody was refused for room that nobody has: the rest can be filled.
    for (let left = 30 - stored; left > 0; left--) {
      expect((await uploadByKey(server, project, bytes)).status).toBe(201);
    }
    expect(verdict(await uploadByKey(server, project, bytes))).toEqual(over('project'));
  } finally {
    await other.close();
  }
});

it('the same file again is answered by its key when the project is full, and counts once', async () => {
  const bytes = Buffer.alloc(mebibyte, 'x');
  const key = randomUUID();
  const first = await uploadByKey(server, project, bytes, { key });
  for (let i = 0; i < 2; i++) expect((await uploadByKey(server, project, bytes)).status).toBe(201);
  const again = await uploadByKey(server, project, bytes, { key });
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
    ...[201, first.body, 'true'],
  ]);
  const newKey = randomUUID();
  expect(verdict(await uploadByKey(server, project, bytes, { key: newKey }))).toEqual(over('project'));
  expect(await bytesOf(project.id)).toBe(3 * mebibyte);
  // A refusal does not use up the key.
  await deleteFile(first.body.file_id);
  expect((await uploadByKey(server, project, bytes, { key: newKey })).status).toBe(201);
});

it('of a message from a channel over a quota the words are kept, and the file says why it is not', async () => {
  const scene = await makeFilesScene(server, { project });
  const url = host.put(`/${randomUUID()}.bin`, { does: 'serve', bytes: file });
  for (const status of ['stored', 'stored', 'failed']) {
    expect((await scene.say({ external_id: 'ada', text: 'look', attachments: [{ url }] })).status).toBe(202);
    const [attachment] = await scene.arrived('ada');
    expect(attachment).toMatchObject({ status });
  }
  const [newest] = await scene.timeLine('ada');
  expect(newest).toMatchObject({ text: 'look', attachments: [{ error: { code: 'file_quota' } }] });
  expect(newest!.attachments[0].error.message).toMatch(/^Not more than 1 MiB /);
  expect(await bytesOf(project.id)).toBe(2 * file.length);
});

it('of a file that is given up while the store is away the bytes count until they are removed', async () => {
  const scene = await makeFilesScene(server, { project });
  const url = host.put(`/${randomUUID()}.bin`, { does: 'serve', bytes: file });
  await scene.say({ external_id: 'ada', attachments: [{ url }] });
  const [{ file_id: fileId } = {}] = await scene.arrived('ada');
  const { database, files } = server.server.parts;
  const [projectId, id] = [readId('project', project.id)!, readId('file', fileId)!];
  // An attempt stored it, and died before it could say so.
  await query(`UPDATE dialog.files SET state = 'fetching' WHERE id = '${id}'`);
  const away = { ...files, remove: () => Promise.reject(new StoreFault('the store is away')) };
  const error = { code: 'http_404', message: 'It is gone.' };
  const awaited = (await findAwaitedFile(database, projectId, id))!;
  await giveUpFile({ database, files: away }, awaited, error);
  expect((await scene.file(fileId)).body).toMatchObject({ status: 'failed', sha256: null, error });
  expect(await bytesOf(project.id)).toBe(file.length);
  await deleteFile(fileId);
  await cleanUp();
  expect(await bytesOf(project.id)).toBe(0);
  expect(inFolder(server).files.filter((name) => name.includes(id))).toEqual([]);
});

describe('below the floor of free space', () => {
  /** The same installation where files leave more free than any disk has. */
  const onFullDisk = (): Promise<TestServer> =>
    startTestServer(
      {
        ...{ FILES_FREE_MB: '1000000000', DATA_DIR: server.server.parts.settings.dataDir },
        ...{ TRUST_PROXY: 'true', OUTBOUND_ALLOW: '127.0.0.1', RETRY_DEADLINE_SECONDS: '1' },
      },
      server.database,
    );

  it('uploads are told to come later, messages without files go on, and the readiness says it', async () => {
    const visitor = await newVisitor();
    const stored = await uploadByKey(server, project, file);
    const full = await onFullDisk();
    try {
      const sent = await full.call('POST', `/api/chat/${chat}/files`, {
        raw: file,
        headers: headersOf(visitor),
      });
      expect([sent.status, sent.body.code, sent.headers.get('retry-after')]).toEqual([
        503,
        'disk_full',
        '60',
      ]);
      const byKey = await uploadByKey(full, project, file);
      expect([byKey.status, byKey.body.code]).toEqual([503, 'disk_full']);
      const message = { text: 'Hello', message_id: randomUUID() };
      const said = await full.call('POST', `/api/chat/${chat}/messages`, {
        ...{ body: message, headers: { ...headersOf(visitor), 'content-type': 'application/json' } },
      });
      expect(said.status).toBe(202);
      const record = await full.call(
        'GET',
        `/api/v1/projects/${project.id}/files/${stored.body.file_id}`,
        project,
      );
      expect((await fetch(record.body.url)).status).toBe(200);
      const { items } = await full.make('GET', `/projects/${project.id}/readiness`);
      expect(items.find(({ id }: any) => id === 'file_disk')).toMatchObject({
        ...{ status: 'blocking', code: 'disk_full' },
      });
    } finally {
      await full.close();
    }
    expect(verdict(await send(visitor))).toBe(201);
  });

  it('what customers send in channels is fetched when there is room again', async () => {
    const database = await createDatabase();
    const dataDir = join(server.server.parts.settings.dataDir, '..', randomUUID());
    const start = (floor: string) =>
      startTestServer(
        {
          ...{ FILES_FREE_MB: floor, DATA_DIR: dataDir, OUTBOUND_ALLOW: '127.0.0.1' },
          RETRY_DEADLINE_SECONDS: '1',
        },
        database,
      );
    const url = host.put(`/${randomUUID()}.bin`, { does: 'serve', bytes: file });
    const asked = () => host.asked.filter((path) => url.endsWith(path)).length;
    const full = await start('1000000000');
    const scene = await makeFilesScene(full);
    try {
      await scene.say({ external_id: 'ada', text: 'look', attachments: [{ url }] });
      // The third attempt comes after two seconds, and whatever else it waits for would have been given up after one.
      await until(async () => {
        const { rows } = await full.server.parts.database.query(
          "SELECT FROM dialog.tasks WHERE kind = 'fetch' AND attempts > 2 AND state = 'queued'",
        );
        return rows.length === 1;
      });
      expect(asked()).toBe(0);
      const [waiting] = await scene.timeLine('ada');
      expect(waiting).toMatchObject({ text: 'look', attachments: [{ status: 'waiting' }] });
    } finally {
      await full.close();
    }
    const again = await start('0');
    try {
      const there = await makeFilesScene(again, { same: scene });
      const [attachment] = await there.arrived('ada');
      expect(attachment).toMatchObject({ status: 'stored', size: file.length });
    } finally {
      await again.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

it('the migration counts what was kept before it', async () => {
  await sendAsOwner();
  await send(await newVisitor());
  const before = await counted();
  const statements = readFileSync('migrations/0060_file_quotas.sql', 'utf8').split(
    '--> statement-breakpoint',
  );
  await query('TRUNCATE dialog.file_usage');
  await query(statements.at(-1)!);
  expect(await counted()).toEqual(before);
});
