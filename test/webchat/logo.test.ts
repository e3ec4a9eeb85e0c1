import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDeadFiles } from '../../src/dialog/files/removal.ts';
import { download, inFolder, png, upload } from '../files/scene.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { makeChat, openBrowser, site } from './scene.ts';

let server: TestServer;
let project: TestProject;
const picture = png(64, 64);
const errors: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' }, undefined, errors);
  project = await server.makeProject();
});
afterAll(() => server?.close());

const store = async (bytes: Buffer | string = picture, owned = project): Promise<string> =>
  (await upload(server, owned, bytes, { name: 'fox.png' })).body.file_id;
const set = (channel: string, logo: string | null): Promise<Answer> =>
  server.owner('PATCH', `/projects/${project.id}/channels/${channel}`, { settings: { logo } });
const withLogo = async (logo: string): Promise<string> => {
  const settings = { allowed_domains: ['shop.example'], logo };
  return (await makeChat(server, project, { settings })).id;
};
const remove = (file: string): Promise<Answer> =>
  server.owner('DELETE', `/projects/${project.id}/files/${file}`);
const look = async (channel: string) => (await server.call('GET', `/api/chat/${channel}/look`)).body;
const get = (path: string, headers?: Record<string, string>) => download(server.url + path, headers);
const codeOf = ({ status, body }: Answer) => [status, body.code];

describe('a logo that is a file', () => {
  it('is shown to everybody by the chat, in a place that browsers keep, and can carry out nothing', async () => {
    const file = await store();
    const chat = await withLogo(file);
    const { logo } = await look(chat);
    expect(logo).toBe(`/chat/${chat}/logo/${file}`);
    expect(await (await fetch(`${server.url}/chat/${chat}.js`)).text()).toContain(`"logo":"${logo}"`);
    const { status, headers, bytes } = await get(logo);
    expect([status, bytes.equals(picture)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await get(logo, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
  });

  it('leaves no error in the log when it is shown, and neither does a file at its signed address', async () => {
    errors.length = 0;
    const file = await store();
    const chat = await withLogo(file);
    const { body } = await server.owner('GET', `/projects/${project.id}/files/${file}`);
    for (const path of [`/chat/${chat}/logo/${file}`, new URL(body.url).pathname + new URL(body.url).search])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    // The log is written when the answer was sent: a refusal, which is asked for later, has its turn after it.
    expect((await get(`/chat/${chat}/logo/none`)).status).toBe(404);
    expect(errors).toEqual([]);
  });

  it('is there only while the chat shows it, and only at this chat', async () => {
    const [first, second] = [await store(), await store()];
    const chat = await withLogo(first);
    const other = await withLogo('https://shop.example/logo.png');
    const place = (channel: string, file: string) => `/chat/${channel}/logo/${file}`;
    expect((await get(place(chat, first))).status).toBe(200);
    for (const path of [place(chat, second), place(other, first), place(chat, 'logo.png')])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await look(other)).logo).toBe('https://shop.example/logo.png');
    await set(chat, second);
    expect([(await get(place(chat, first))).status, (await get(place(chat, second))).status]).toEqual([
      404, 200,
    ]);
    await set(chat, null);
    expect(await look(chat)).not.toHaveProperty('logo');
    expect((await get(place(chat, second))).status).toBe(404);
    await set(chat, second);
    await server.owner('DELETE', `/projects/${project.id}/channels/${chat}`);
    expect((await get(place(chat, second))).status).toBe(404);
  });

  it('cannot be deleted while a chat shows it; then it can', async () => {
    const file = await store();
    const chat = await withLogo(file);
    const refused = await remove(file);
    expect([...codeOf(refused), refused.body.detail]).toEqual([
      ...[409, 'file_in_use'],
      expect.stringContaining('Website'),
    ]);
    await removeDeadFiles(server.server.parts.database, server.server.parts.files);
    expect((await get(`/chat/${chat}/logo/${file}`)).status).toBe(200);
    await set(chat, null);
    expect((await remove(file)).status).toBe(204);
    expect(codeOf(await set(chat, file))).toEqual([422, undefined]);
  });

  it('whoever takes it and whoever deletes it at the same moment do not both succeed', async () => {
    for (let round = 0; round < 10; round++) {
      const file = await store();
      const chat = await withLogo('');
      const [taken, gone] = await Promise.all([set(chat, file), remove(file)]);
      expect([
        [200, 409],
        [422, 204],
      ]).toContainEqual([taken.status, gone.status]);
      expect((await get(`/chat/${chat}/logo/${file}`)).status).toBe(taken.status === 200 ? 200 : 404);
    }
  });

  it('stays when other settings change', async () => {
    const file = await store();
    const chat = await withLogo(file);
    const { body } = await server.owner('PATCH', `/projects/${project.id}/channels/${chat}`, {
      settings: { title: 'Another' },
    });
    expect(body.settings).toMatchObject({ title: 'Another', logo: file });
  });
});

describe('a file is refused as a logo, at its field, and nothing changes', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const other = async () => store(picture, await server.makeProject());
  const ofVisitor = async () => {
    const chat = await makeChat(server, project);
    const { token } = await openBrowser(server, chat.id);
    const answer = await server.call('POST', `/api/chat/${chat.id}/files?name=a.png`, {
      raw: picture,
      headers: { origin: site, authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    });
    return answer.body.file_id as string;
  };
  it.each<[string, () => Promise<string>, RegExp]>([
    ['that is not there', async () => 'file_01m7w90swkf1ht7v0c2m9dq8ex', /not a file/],
    ['of another project', other, /not a file/],
    ['that a customer has sent, which their age deletes', ofVisitor, /not a file/],
    ['that is a drawing with scripts', () => store(svg), /PNG, JPEG/],
    ['that is no picture', () => store('Hello'), /PNG, JPEG/],
    ['that is too large', () => store(Buffer.concat([picture, Buffer.alloc(512 * 1024)])), /512 KiB/],
  ])('one %s', async (_, make, reason) => {
    const file = await make();
    const chat = await withLogo('https://shop.example/logo.png');
    const { status, body } = await set(chat, file);
    expect([status, body.detail[0].loc, body.detail[0].msg]).toEqual([
      ...[422, ['body', 'settings', 'logo']],
      expect.stringMatching(reason),
    ]);
    const created = await server.owner('POST', `/projects/${project.id}/channels`, {
      ...{ type: 'webchat', name: 'Website', settings: { logo: file } },
    });
    expect(created.status).toBe(422);
    expect((await look(chat)).logo).toBe('https://shop.example/logo.png');
  });
});

it('what nobody shows any more is deleted with its bytes', async () => {
  const before = inFolder(server).files.length;
  const file = await store();
  const chat = await withLogo(file);
  await server.owner('DELETE', `/projects/${project.id}/channels/${chat}`);
  expect((await remove(file)).status).toBe(204);
  expect(inFolder(server).files).toHaveLength(before);
});
