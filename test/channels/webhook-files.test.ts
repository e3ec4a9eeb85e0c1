import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { removeDeletedProjects } from '../../src/dialog/maintenance.ts';
import { readId } from '../../src/platform/ids.ts';
import { type FileHost, type Serving, startFileHost } from '../fakes/file-host.ts';
import { download, inFolder, png } from '../files/scene.ts';
import { patientSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type FilesScene, makeFilesScene } from './heard-files.ts';

const mebibyte = 2 ** 20;

let host: FileHost;
let server: TestServer;
let scene: FilesScene;

beforeAll(async () => {
  host = await startFileHost();
  server = await startTestServer({ FILES_MAX_MB: '1', OUTBOUND_ALLOW: '127.0.0.1' });
  scene = await makeFilesScene(server);
});
afterEach(() => expect(host.faults).toEqual([]));
afterAll(async () => {
  await server?.close();
  await host?.close();
});

const put = (...servings: [Serving, ...Serving[]]) => host.put(`/${randomUUID()}/photo.png`, ...servings);
/** Sends one file, and waits until it is settled. */
async function sendFile(file: Record<string, unknown>): Promise<any> {
  const external_id = randomUUID();
  expect((await scene.say({ external_id, attachments: [file] })).status).toBe(202);
  return (await scene.arrived(external_id))[0];
}

describe('a file that a customer sends', () => {
  it('has a record at once, and its bytes as they were when the fetch is done', async () => {
    const bytes = png(40, 30);
    const url = put({ does: 'serve', bytes, headers: { 'content-type': 'image/png' } });
    const external_id = randomUUID();
    await scene.say({ external_id, text: 'look', attachments: [{ url, media_type: 'image/png' }] });
    const [first] = await scene.timeLine(external_id);
    expect(first).toMatchObject({ text: 'look', attachments: [{ type: 'image', name: 'photo.png' }] });
    const [attachment] = await scene.arrived(external_id);
    expect(attachment).toEqual({
      type: 'image',
      file_id: first!.attachments[0].file_id,
      status: 'stored',
      error: null,
      name: 'photo.png',
      media_type: 'image/png',
      size: bytes.length,
      width: 40,
      height: 30,
    });
    const { body } = await scene.file(attachment!.file_id);
    expect(body).toMatchObject({
      status: 'stored',
      error: null,
      environment: 'live',
      identity_id: first!.identity_id,
      message_id: first!.id,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await download(body.url)).bytes.equals(bytes)).toBe(true);
    expect(host.asked.filter((path) => url.endsWith(path))).toHaveLength(1);
  });

  it('stands in the history of the dialog, and in the audit log with its message', async () => {
    const url = put({ does: 'serve', bytes: 'some words' });
    const external_id = randomUUID();
    await scene.say({ external_id, attachments: [{ url, name: 'notes.txt', media_type: 'text/plain' }] });
    const [attachment] = await scene.arrived(external_id);
    const [said] = await scene.timeLine(external_id);
    expect((await scene.history(said!.identity_id))[0]).toMatchObject({
      direction: 'in',
      text: '',
      attachments: [attachment],
    });
    const { file_id, ...rest } = attachment!;
    expect(rest).toMatchObject({ type: 'document', media_type: 'text/plain', size: 10, name: 'notes.txt' });
    const received = (await scene.audit('message.received')).find(({ subject }) => subject.id === said!.id);
    expect(received!.data.attachments).toEqual([{ type: 'document', file_id }]);
    const created = (await scene.audit('file.created')).find(({ subject }) => subject.id === file_id);
    expect(created).toMatchObject({
      actor: { type: 'channel', id: scene.channelId },
      environment: 'live',
      data: {
        message_id: said!.id,
        identity_id: said!.identity_id,
        name: 'notes.txt',
        type: 'text/plain',
        size: 10,
      },
    });
  });

  it('is fetched again after faults that pass', async () => {
    const url = put(
      { does: 'answer', status: 503 },
      { does: 'less than announced', bytes: 'half', announced: 8 },
      { does: 'serve', bytes: 'all of it' },
    );
    expect(await sendFile({ url })).toMatchObject({ status: 'stored', size: 9 });
  });

  it('that is compressed on the way is kept as it was', async () => {
    const url = put({ does: 'serve', bytes: gzipSync('plain'), headers: { 'content-encoding': 'gzip' } });
    expect(await sendFile({ url })).toMatchObject({ status: 'stored', size: 5 });
  });

  it('is in one message once, however often the message is sent', async () => {
    const url = put({ does: 'serve', bytes: 'once' });
    const body = { external_id: randomUUID(), message_id: randomUUID(), attachments: [{ url }] };
    const answers = await Promise.all([scene.say(body), scene.say(body), scene.say(body)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ body: answer }) => answer.message_id)).size).toBe(1);
    expect(answers.filter(({ body: answer }) => answer.duplicate)).toHaveLength(2);
    await scene.arrived(body.external_id);
    expect(await scene.timeLine(body.external_id)).toHaveLength(1);
    expect(host.asked.filter((path) => url.endsWith(path))).toHaveLength(1);
    const other = await scene.say({ ...body, attachments: [{ url: `${url}?other` }] });
    expect([other.status, other.body.code]).toEqual([409, 'event_id_reused']);
  });
});

describe('a hostile file', () => {
  it.each([
    ['of 0 bytes', { does: 'serve', bytes: '' }, 'empty_file'],
    ['that says it is too large', { does: 'serve', bytes: Buffer.alloc(mebibyte + 1) }, 'too_large'],
    ['without end', { does: 'endless' }, 'too_large'],
    ['that is not there', { does: 'answer', status: 404 }, 'http_404'],
    [
      'that leads to a private address',
      { does: 'answer', status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } },
      'redirected',
    ],
    [
      'that unpacks to too much',
      {
        does: 'serve',
        bytes: gzipSync(Buffer.alloc(3 * mebibyte)),
        headers: { 'content-encoding': 'gzip' },
      },
      'too_large',
    ],
  ] as [string, Serving, string][])(
    '%s fails with a reason, and leaves nothing',
    async (_, serving, code) => {
      const before = inFolder(server).files.length;
      const failed = await sendFile({ url: put(serving) });
      expect(failed).toMatchObject({
        status: 'failed',
        error: { code, message: expect.stringMatching(/\.$/) },
      });
      const { body } = await scene.file(failed.file_id);
      expect(body).toMatchObject({ status: 'failed', error: { code }, url: null, url_expires_at: null });
      expect(inFolder(server)).toMatchObject({ incoming: [] });
      expect(inFolder(server).files).toHaveLength(before);
      const entries = (await scene.audit('file.failed')).filter(
        ({ subject }) => subject.id === failed.file_id,
      );
      expect(entries).toHaveLength(1);
      expect(entries[0]!.data.error.code).toBe(code);
    },
  );

  it('whose host always fails, or that always breaks off, is given up, with the last reason', async () => {
    const RETRY_DEADLINE_SECONDS = patientSeconds(2);
    const impatient = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1', RETRY_DEADLINE_SECONDS });
    onTestFinished(() => impatient.close());
    const its = await makeFilesScene(impatient);
    const isGivenUp = async (serving: Serving, code: string) => {
      const url = put(serving);
      const external_id = randomUUID();
      await its.say({ external_id, attachments: [{ url }] });
      expect(await its.arrived(external_id)).toMatchObject([{ status: 'failed', error: { code } }]);
      expect(host.asked.filter((path) => url.endsWith(path)).length).toBeGreaterThan(1);
    };
    await Promise.all([
      isGivenUp({ does: 'answer', status: 500 }, 'http_500'),
      isGivenUp({ does: 'less than announced', bytes: 'a', announced: 9 }, 'broke_off'),
    ]);
    expect(inFolder(impatient)).toEqual({ files: [], incoming: [] });
  });

  it('of endless bytes is not read further than the limit', async () => {
    const url = put({ does: 'endless' });
    await sendFile({ url });
    expect(host.sent.get(new URL(url).pathname)).toBeLessThan(12 * mebibyte);
  });

  it.each(['http://10.0.0.1/a', 'http://169.254.169.254/latest/meta-data', 'http://[::1]:1/a'])(
    'at the private address %s is not asked for',
    async (url) => {
      expect(await sendFile({ url })).toMatchObject({
        status: 'failed',
        error: { code: 'address_refused', message: expect.stringContaining('OUTBOUND_ALLOW') },
      });
    },
  );

  it('with a drawing that has a script is not shown as a picture, whatever it says it is', async () => {
    const bytes = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const url = put({ does: 'serve', bytes, headers: { 'content-type': 'image/png' } });
    const stored = await sendFile({ url, type: 'image', media_type: 'image/png', name: 'a.png' });
    expect(stored).toMatchObject({ type: 'image', status: 'stored', width: null });
    expect(stored.media_type).not.toBe('image/png');
    const { headers } = await download((await scene.file(stored.file_id)).body.url);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('that is a picture and a page at once is only ever a picture', async () => {
    const bytes = Buffer.concat([png(1, 1), Buffer.from('<html><script>alert(1)</script></html>')]);
    const stored = await sendFile({
      url: put({ does: 'serve', bytes }),
      media_type: 'text/html',
      name: 'a.html',
    });
    expect(stored).toMatchObject({ status: 'stored', media_type: 'image/png' });
    const { headers } = await download((await scene.file(stored.file_id)).body.url);
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      'image/png',
      'nosniff',
    ]);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.exe', 'evil.exe'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['.htaccess', 'htaccess'],
  ])('named %j is kept as %j', async (name, kept) => {
    expect(await sendFile({ url: put({ does: 'serve', bytes: 'x' }), name })).toMatchObject({ name: kept });
  });
});

describe('in the sandbox', () => {
  it('no file is fetched, and its record says so', async () => {
    const sandbox = await makeFilesScene(server, { live: false });
    const url = put({ does: 'serve', bytes: 'never asked for' });
    const external_id = randomUUID();
    await sandbox.say({ external_id, attachments: [{ url }] });
    const [attachment] = await sandbox.arrived(external_id);
    expect(attachment).toMatchObject({
      status: 'failed',
      error: { code: 'sandbox', message: expect.stringContaining('sandbox') },
    });
    expect(host.asked.filter((path) => url.endsWith(path))).toEqual([]);
  });
});

describe('the field attachments', () => {
  const refused = async (body: object) => {
    const { status, body: answer } = await scene.say({ external_id: 'ann', ...body });
    expect(status).toBe(422);
    return answer.detail.map(({ loc, msg }: any) => [loc.join('.'), msg]);
  };
  const url = 'https://files.example/a.png';

  it('may be left out, and then a text is needed as before', async () => {
    expect(await refused({})).toEqual([['body.text', 'Field required']]);
    expect(await refused({ attachments: null })).toEqual([['body.text', 'Field required']]);
    expect(await refused({ text: '' })).toEqual([['body.text', 'String should have at least 1 character']]);
  });

  it('has 1 to 10 of them', async () => {
    expect(await refused({ attachments: [] })).toEqual([
      ['body.attachments', expect.stringContaining('1 to 10 attachments')],
    ]);
    expect((await refused({ attachments: Array(11).fill({ url }) }))[0][0]).toBe('body.attachments');
    expect((await refused({ attachments: 'a.png' }))[0][0]).toBe('body.attachments');
  });

  it.each([
    [{}, 'url', 'Field required'],
    [{ url: 'ftp://files.example/a' }, 'url', 'http:// or https://'],
    [{ url: 'https://user:secret@files.example/a' }, 'url', 'without user name and password'],
    [{ url, media_type: 'picture' }, 'media_type', 'such as image/png'],
    [{ url, type: 'hologram' }, 'type', "'image'"],
    [{ type: 'location', latitude: 91, longitude: 0 }, 'latitude', '90'],
    [{ type: 'location', latitude: 1 }, 'longitude', 'Field required'],
    [{ type: 'contact' }, 'phone_number', 'Field required'],
  ])('refuses %j with a reason at its place', async (attachment, field, reason) => {
    expect(await refused({ attachments: [{ url }, attachment] })).toEqual([
      [`body.attachments.1.${field}`, expect.stringContaining(reason)],
    ]);
  });

  it('refuses what is no object', async () => {
    expect((await refused({ attachments: [null] }))[0][0]).toBe('body.attachments.0');
  });

  it('takes places and contacts, which are no files', async () => {
    const external_id = randomUUID();
    const attachments = [
      { type: 'location', latitude: 59.93, longitude: 30.31, title: 'Office' },
      { type: 'contact', phone_number: '+79123456789', first_name: 'Ann' },
    ];
    expect((await scene.say({ external_id, attachments })).status).toBe(202);
    expect(await scene.arrived(external_id)).toEqual(attachments);
  });
});

describe('another project', () => {
  it('sees neither the file nor its bytes', async () => {
    const { file_id } = await sendFile({ url: put({ does: 'serve', bytes: 'mine' }) });
    const other = await makeFilesScene(server);
    expect((await other.file(file_id)).status).toBe(404);
    const { url } = (await scene.file(file_id)).body;
    expect((await download(url.replace(scene.project.id, other.project.id))).status).toBe(403);
  });
});

describe('a file that is deleted', () => {
  it('while it is waited for is never there, and its message says so', async () => {
    const url = put({ does: 'answer', status: 503 }, { does: 'serve', bytes: 'too late' });
    const external_id = randomUUID();
    await scene.say({ external_id, attachments: [{ url }] });
    const [said] = await scene.timeLine(external_id);
    const { file_id } = said!.attachments[0];
    await until(() => host.asked.some((path) => url.endsWith(path)));
    const path = `/projects/${scene.project.id}/files/${file_id}`;
    expect((await server.owner('DELETE', path)).status).toBe(204);
    expect((await scene.file(file_id)).status).toBe(404);
    expect((await scene.arrived(external_id))[0]).toMatchObject({ file_id, status: 'deleted' });
  });
});

describe('a customer who is linked with another', () => {
  it('takes the files along: one time line has those of both', async () => {
    const ids = [randomUUID(), randomUUID()];
    for (const external_id of ids) {
      const url = put({ does: 'serve', bytes: external_id });
      await scene.say({ external_id, attachments: [{ url }] });
      await scene.arrived(external_id);
    }
    const profiles: string[] = [];
    for (const externalId of ids) {
      profiles.push((await server.makeIdentity(scene.project.id, scene.channelId, externalId)).profile_id);
    }
    await server.make('POST', `/projects/${scene.project.id}/profiles/link`, { profile_ids: profiles });
    const said = await scene.timeLine(ids[0]!);
    expect(said.map(({ attachments }) => attachments[0].status)).toEqual(['stored', 'stored']);
    const records = await Promise.all(said.map(({ attachments }) => scene.file(attachments[0].file_id)));
    expect(new Set(records.map(({ body }) => body.identity_id)).size).toBe(2);
  });
});

describe('a project that is deleted', () => {
  it('takes the files of its customers with it, also those that are waited for or failed', async () => {
    const before = inFolder(server).files.length;
    const gone = await makeFilesScene(server);
    const servings: Serving[] = [
      { does: 'serve', bytes: 'x' },
      { does: 'answer', status: 404 },
      { does: 'hang' },
    ];
    for (const serving of servings) {
      const url = put(serving);
      const external_id = randomUUID();
      await gone.say({ external_id, attachments: [{ url }] });
      if (serving.does === 'hang') await until(() => host.asked.some((path) => url.endsWith(path)));
      else await gone.arrived(external_id);
    }
    await server.make('DELETE', `/projects/${gone.project.id}`);
    const { parts } = server.server;
    const projectId = readId('project', gone.project.id)!;
    await removeDeletedProjects(parts.upkeep, parts.files);
    for (const table of ['files', 'projects']) {
      const key = table === 'projects' ? 'id' : 'project_id';
      const { rows } = await parts.database.query(`SELECT 1 FROM dialog.${table} WHERE ${key} = $1`, [
        projectId,
      ]);
      expect(rows).toEqual([]);
    }
    expect(inFolder(server).files).toHaveLength(before);
  });
});
