import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDeadFiles } from '../../src/dialog/files/removal.ts';
import { download, inFolder, png, upload as uploadByKey } from '../files/scene.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Browser, identityOf, makeChat, openBrowser, site } from './scene.ts';

let server: TestServer;
let project: TestProject;
let chat: string;
const picture = png(30, 20);

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true', FILES_MAX_MB: '3' });
  project = await server.makeProject();
  chat = (await makeChat(server, project)).id;
});

afterAll(() => server?.close());

const upload = (
  { token }: Pick<Browser, 'token'>,
  bytes: Buffer | string,
  { name = 'a.png', channel = chat, origin = site, type = 'application/octet-stream' } = {},
): Promise<Answer> =>
  server.call('POST', `/api/chat/${channel}/files?name=${encodeURIComponent(name)}`, {
    raw: bytes,
    headers: { origin, authorization: `Bearer ${token}`, 'content-type': type },
  });
const codeOf = ({ status, body }: Answer) => [status, body.code];
const say = (browser: Browser, attachments: unknown, more: object = {}) =>
  browser.call('POST', '/messages', { message_id: randomUUID(), attachments, ...more });
const inChat = async (settings: object) => {
  const { id } = await makeChat(server, project, {
    settings: { allowed_domains: ['shop.example'], ...settings },
  });
  return { id, browser: await openBrowser(server, id) };
};

describe('a file of a visitor', () => {
  it('is uploaded, said with a message, and in the transcript, in the history and on the time line', async () => {
    const browser = await openBrowser(server, chat);
    expect(browser.session.uploads).toEqual({ max_bytes: 3 * 2 ** 20, types: null });
    const { status, headers, body } = await upload(browser, picture, { name: '../fox.png' });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([201, site]);
    expect(body).toEqual({
      file_id: expect.stringMatching(/^file_/),
      ...{ name: 'fox.png', type: 'image/png', size: picture.length, width: 30, height: 20 },
    });
    const said = await say(browser, [{ type: 'image', file_id: body.file_id }]);
    expect(said.status).toBe(202);
    const [message] = await browser.messages();
    expect(message).toMatchObject({
      ...{ direction: 'in', text: '', message_id: said.body.message_id },
      attachments: [{ type: 'image', name: 'fox.png', media_type: 'image/png', width: 30, height: 20 }],
    });
    expect((await download(message.attachments[0].url)).bytes.equals(picture)).toBe(true);
    const identity = await identityOf(server, project, browser.visitorId);
    const { items } = await server.make('GET', `/projects/${project.id}/dialogs/${identity}/messages`);
    expect(items[0]).toMatchObject({
      attachments: [{ type: 'image', file_id: body.file_id, status: 'stored', name: 'fox.png' }],
    });
  });

  it('comes with the text that it is said with, live and once, whatever is repeated', async () => {
    const browser = await openBrowser(server, chat);
    const { file_id } = (await upload(browser, 'Notes', { name: 'notes.txt', type: 'text/plain' })).body;
    const stream = await browser.listen();
    const more = { text: 'My notes', message_id: randomUUID() };
    const attachments = [{ type: 'document', file_id }];
    const first = await say(browser, attachments, more);
    const again = await say(browser, attachments, more);
    expect([first.body.duplicate, again.body.duplicate]).toEqual([false, true]);
    expect(again.body.message_id).toBe(first.body.message_id);
    await until(() => stream.messages().length === 1);
    expect(stream.messages()[0]).toMatchObject({ text: 'My notes', attachments: [{ name: 'notes.txt' }] });
    expect(codeOf(await say(browser, [], more))).toEqual([409, 'message_id_reused']);
    // A file belongs to one message.
    expect(codeOf(await say(browser, attachments))).toEqual([404, 'file_not_found']);
    stream.cut();
  });

  it('cannot be said by another visitor, nor in another chat, and no file of the project can be', async () => {
    const [mine, other] = [await openBrowser(server, chat), await openBrowser(server, chat)];
    await other.say('Hello');
    const { file_id } = (await upload(mine, picture)).body;
    expect(codeOf(await say(other, [{ type: 'image', file_id }]))).toEqual([404, 'file_not_found']);
    const elsewhere = await inChat({});
    expect(codeOf(await say(elsewhere.browser, [{ type: 'image', file_id }]))).toEqual([
      404,
      'file_not_found',
    ]);
    expect(codeOf(await upload(mine, picture, { channel: elsewhere.id }))).toEqual([401, 'visitor_required']);
    const ofProject = (await uploadByKey(server, project, picture)).body.file_id;
    expect(codeOf(await say(mine, [{ type: 'image', file_id: ofProject }]))).toEqual([404, 'file_not_found']);
    expect((await say(mine, [{ type: 'image', file_id }])).status).toBe(202);
    expect(await other.messages()).toHaveLength(1);
  });
});

describe('a file that a chat does not take leaves nothing behind', () => {
  const nothingNew = async (work: () => Promise<void>) => {
    const before = inFolder(server);
    await work();
    expect(inFolder(server)).toEqual(before);
  };

  it('because it is too large: for the chat, or for the server', () =>
    nothingNew(async () => {
      const { id, browser } = await inChat({ upload_mb: 1 });
      expect(browser.session.uploads).toMatchObject({ max_bytes: 2 ** 20 });
      const answer = await upload(browser, Buffer.alloc(2 ** 20 + 1), { channel: id });
      expect([...codeOf(answer), answer.body.detail]).toEqual([
        ...[413, 'body_too_large', 'The file is too large: the limit is 1 MiB.'],
      ]);
      expect(answer.headers.get('access-control-allow-origin')).toBe(site);
    }));

  it.each([
    ['a program', 'MZ', 'setup.exe'],
    ['a program by its bytes', Buffer.from(`7f454c46020101${'00'.repeat(100)}`, 'hex'), 'picture.png'],
    ['a script', 'WScript.Echo(1)', 'photo.png.vbs'],
  ])('because it is %s', (_what, bytes, name) =>
    nothingNew(async () => {
      const browser = await openBrowser(server, chat);
      expect(codeOf(await upload(browser, bytes, { name }))).toEqual([415, 'file_type_not_taken']);
    }),
  );

  it('because its owner allows other types, by its bytes and not by its name', () =>
    nothingNew(async () => {
      const { id, browser } = await inChat({ upload_types: ['image/*', 'application/pdf'] });
      expect(browser.session.uploads.types).toEqual(['image/*', 'application/pdf']);
      const answer = await upload(browser, 'no picture', { channel: id, name: 'a.png', type: 'image/png' });
      expect(codeOf(answer)).toEqual([415, 'file_type_not_taken']);
      expect(answer.body.detail).toContain('image/*, application/pdf');
    }));

  it('because the chat takes none, it is empty, or it comes from a strange page', () =>
    nothingNew(async () => {
      const { id, browser } = await inChat({ upload_mb: 0 });
      expect(codeOf(await upload(browser, picture, { channel: id }))).toEqual([415, 'file_type_not_taken']);
      const visitor = await openBrowser(server, chat);
      expect((await upload(visitor, '')).status).toBe(422);
      const strange = await upload(visitor, picture, { origin: 'https://evil.example' });
      expect(codeOf(strange)).toEqual([403, 'origin_not_allowed']);
      expect(codeOf(await upload({ token: 'vt_nobody' }, picture))).toEqual([401, 'visitor_required']);
    }));

  it('because there were too many in a minute', async () => {
    const browser = await openBrowser(server, chat);
    const codes: number[] = [];
    for (let i = 0; i < 22; i++) codes.push((await upload(browser, `file ${i}`)).status);
    expect(codes.slice(-2)).toEqual([429, 429]);
    expect(codes.slice(0, 20)).toEqual(Array(20).fill(201));
  });
});

it('an upload that is not sent within a day is removed, and others stay', async () => {
  const browser = await openBrowser(server, chat);
  const [kept, left] = [await upload(browser, 'kept'), await upload(browser, 'left')];
  expect((await say(browser, [{ type: 'document', file_id: kept.body.file_id }])).status).toBe(202);
  const ofProject = await uploadByKey(server, project, 'of the project');
  const { database, files } = server.server.parts;
  await database.query(`UPDATE dialog.files SET changed_at = changed_at - interval '25 hours'`);
  const fresh = await upload(browser, 'fresh');
  await removeDeadFiles(database, files);
  const status = async ({ body }: Answer) =>
    (await server.owner('GET', `/projects/${project.id}/files/${body.file_id}`)).status;
  expect(await Promise.all([kept, left, ofProject, fresh].map(status))).toEqual([200, 404, 200, 200]);
});

it('the files of a message are checked like all fields', async () => {
  const browser = await openBrowser(server, chat);
  const faults = async (attachments: unknown) => {
    const { status, body } = await say(browser, attachments);
    return [status, ...body.detail.map(({ loc, type }: any) => `${loc.slice(1).join('.')} ${type}`)];
  };
  expect(await faults([])).toEqual([422, 'text missing']);
  expect(await faults([{ type: 'image' }])).toEqual([422, 'attachments.0.file_id missing']);
  expect(await faults([{ type: 'image', file_id: 'x' }])).toEqual([422, 'attachments.0.file_id value_error']);
  expect(await faults([{ type: 'x', file_id: 'x' }])).toContain('attachments.0.type literal_error');
  expect(await faults(Array(11).fill({}))).toEqual([422, 'attachments too_long']);
});

it('a setting of uploads that is wrong is refused', async () => {
  const settings = { allowed_domains: ['shop.example'], upload_mb: -1, upload_types: ['images'] };
  const answer = await server.owner('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'webchat', name: 'Wrong', environment: 'live', settings },
  });
  expect(answer.body.detail.map(({ loc }: any) => loc.slice(1).join('.'))).toEqual([
    'settings.upload_mb',
    'settings.upload_types.0',
  ]);
});
