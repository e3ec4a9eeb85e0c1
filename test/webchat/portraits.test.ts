import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { download, png, upload } from '../files/scene.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { join, type Person } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Browser, identityOf, makeChat, openBrowser, type Stream, site } from './scene.ts';

let server: TestServer;
let project: TestProject;
let anna: Person;
let chat: string;
const picture = png(64, 64);
const open: Stream[] = [];

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' });
  project = await server.makeProject();
  anna = await join(server, project.id, 'operator');
  chat = (await makeChat(server, project)).id;
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.cut();
});
afterAll(() => server?.close());

/** A server that has too much to do stores nothing, and is asked again. */
const store = (bytes: Buffer | string = picture, owned = project): Promise<string> =>
  until(async () => (await upload(server, owned, bytes, { name: 'anna.png' })).body.file_id);
const set = (change: object, person: Pick<Person, 'client'> = anna): Promise<Answer> =>
  person.client.owner('PUT', `/projects/${project.id}/presence`, { is_available: true, ...change });
const remove = (file: string) => server.owner('DELETE', `/projects/${project.id}/files/${file}`);
const place = (file: string, channel = chat) => `/chat/${channel}/people/${file}`;
const get = (file: string, channel?: string) => download(server.url + place(file, channel));

/** A visitor who is talked to, and what Anna does there. */
async function talk() {
  const visitor: Browser = await openBrowser(server, chat);
  await visitor.say('Hello');
  const identity = await identityOf(server, project, visitor.visitorId);
  const act = (method: string, path: string, body?: object) =>
    anna.client.make(method, `/projects/${project.id}/dialogs/${identity}/${path}`, body);
  const stream = await visitor.listen({ typing: true });
  open.push(stream);
  const heard = (event: string, isIt: (data: any) => boolean) =>
    until(() => stream.events.find((one) => one.event === event && isIt(one.data))?.data);
  return { visitor, identity, act, heard, stream };
}

describe('a person’s picture', () => {
  it('is set, stays until it is taken away, and stands in the list of those who answer', async () => {
    const file = await store();
    expect((await set({ name: 'Anna', picture: file })).body).toMatchObject({ name: 'Anna', picture: file });
    expect((await set({ is_available: false })).body).toMatchObject({ name: 'Anna', picture: file });
    const { items } = await server.make('GET', `/projects/${project.id}/presence`);
    expect(items.find(({ person }: any) => person.id === anna.id).picture).toBe(file);
    const { body } = await set({ picture: null });
    expect([body.name, 'picture' in body]).toEqual(['Anna', false]);
  });

  it('is shown to everybody at the chats of the project, where browsers keep it, and only while somebody shows it', async () => {
    const [first, second] = [await store(), await store()];
    await set({ picture: first });
    const { status, headers, bytes } = await get(first);
    expect([status, bytes.equals(picture)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const stranger = await server.makeProject();
    const elsewhere = (await makeChat(server, stranger)).id;
    for (const [file, channel] of [
      [second, chat],
      ['anna.png', chat],
      [first, elsewhere],
    ] as const)
      expect([file, (await get(file, channel)).status]).toEqual([file, 404]);
    expect((await download(`${server.url}/chat/${chat}/logo/${first}`)).status).toBe(404);
    await set({ picture: second });
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    await set({ picture: null });
    expect((await get(second)).status).toBe(404);
  });

  it('cannot be deleted while somebody shows it; then it can', async () => {
    const file = await store();
    await set({ picture: file });
    const { status, body } = await remove(file);
    expect([status, body.code, body.detail]).toEqual([
      ...[409, 'file_in_use'],
      expect.stringContaining(anna.email),
    ]);
    expect((await get(file)).status).toBe(200);
    await set({ picture: null });
    expect((await remove(file)).status).toBe(204);
    expect((await set({ picture: file })).status).toBe(422);
  });

  it('whoever takes it and whoever deletes it at the same moment do not both succeed', async () => {
    for (let round = 0; round < 10; round++) {
      const file = await store();
      const [taken, gone] = await Promise.all([set({ picture: file }), remove(file)]);
      expect([
        [200, 409],
        [422, 204],
      ]).toContainEqual([taken.status, gone.status]);
    }
  });

  it('goes with the person who leaves the project', async () => {
    const boris = await join(server, project.id, 'operator');
    const file = await store();
    expect((await set({ picture: file }, boris)).status).toBe(200);
    expect((await get(file)).status).toBe(200);
    await server.make('DELETE', `/projects/${project.id}/people/${boris.id}`);
    expect([(await get(file)).status, (await remove(file)).status]).toEqual([404, 204]);
  });
});

describe('a file is refused as a picture, at its field, and nothing changes', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const other = async () => store(picture, await server.makeProject());
  const ofVisitor = async () => {
    const { token } = await openBrowser(server, chat);
    const answer = await server.call('POST', `/api/chat/${chat}/files?name=a.png`, {
      raw: picture,
      headers: { origin: site, authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    });
    return answer.body.file_id as string;
  };
  it.each<[string, () => Promise<string>, RegExp]>([
    ['that is no id', async () => 'https://shop.example/anna.png', /not a file/],
    ['that is not there', async () => 'file_01m7w90swkf1ht7v0c2m9dq8ex', /not a file/],
    ['of another project', other, /not a file/],
    ['that a customer has sent', ofVisitor, /not a file/],
    ['that is a drawing with scripts', () => store(svg), /PNG, JPEG/],
    ['that is too large', () => store(Buffer.concat([picture, Buffer.alloc(512 * 1024)])), /512 KiB/],
  ])('one %s', async (_, make, reason) => {
    const before = await store();
    await set({ name: 'Anna', picture: before });
    const { status, body } = await set({ name: 'Other', picture: await make() });
    expect([status, body.detail[0].loc, body.detail[0].msg]).toEqual([
      ...[422, ['body', 'picture']],
      expect.stringMatching(reason),
    ]);
    expect((await set({})).body).toMatchObject({ name: 'Anna', picture: before });
  });
});

it('a visitor is told the picture with what a person says and writes, and with who is there', async () => {
  const [file, later] = [await store(), await store()];
  await set({ name: 'Anna', picture: file });
  const { visitor, act, heard, stream } = await talk();
  await act('POST', 'typing');
  expect(await heard('typing', () => true)).toMatchObject({ name: 'Anna', picture: place(file) });
  await act('POST', 'hold', {});
  const person = { name: 'Anna', picture: place(file) };
  expect(await heard('operator', ({ held }) => held)).toEqual({ held: true, person });
  const { message_id: id } = await act('POST', 'messages', { text: 'It is me' });
  const said = await heard('message', ({ text }) => text === 'It is me');
  expect(said).toMatchObject(person);
  expect((await visitor.messages()).at(-1)).toEqual(said);

  // What was said keeps its picture, also when it is edited; what comes has the new one, or none.
  await set({ picture: later });
  expect(await heard('operator', (data) => data.person?.picture === place(later))).toBeDefined();
  await act('PATCH', `messages/${id}`, { text: 'It is I' });
  const edited = await until(async () =>
    (await visitor.messages()).find(({ text, edited_at: at }) => text === 'It is I' && at),
  );
  expect(edited).toMatchObject(person);
  await set({ name: null });
  await act('POST', 'messages', { text: 'Still here' });
  const nameless = await heard('message', ({ text }) => text === 'Still here');
  expect([nameless.picture, 'name' in nameless]).toEqual([place(later), false]);
  await set({ name: 'Anna', picture: null });
  await act('POST', 'messages', { text: 'Bye' });
  expect(await heard('message', ({ text }) => text === 'Bye')).not.toHaveProperty('picture');
  const again = (await openSessionAgain(visitor)).body;
  expect(again.person).toEqual({ name: 'Anna' });
  expect(again.lead).toEqual([{ at: expect.any(String), held: true, person: { name: 'Anna' } }]);
  expect(again.history.map(({ picture: shown }: any) => shown)).toEqual([
    ...[undefined, place(file), place(later), undefined],
  ]);
  expect(stream.raw()).not.toContain(anna.email);
});

it('a visitor who reloads is told the picture of whoever came by writing', async () => {
  const file = await store();
  await set({ name: 'Anna', picture: file });
  const { visitor, act, heard } = await talk();
  await visitor.call('POST', '/operator');
  await heard('operator', ({ held }) => held);
  await act('POST', 'messages', { text: 'How can I help?' });
  const person = { name: 'Anna', picture: place(file) };
  expect(await heard('operator', (data) => data.person !== null)).toEqual({ held: true, person });
  const again = await until(async () => {
    const { body } = await openSessionAgain(visitor);
    return body.lead.length > 1 && body;
  });
  expect([again.person, again.lead.at(-1).person]).toEqual([person, person]);
});

const openSessionAgain = ({ token }: Browser) =>
  server.call('POST', `/api/chat/${chat}/sessions`, { body: { visitor: token }, headers: { origin: site } });
