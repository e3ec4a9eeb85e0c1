import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hear } from '../../src/dialog/dialogs/hear.ts';
import { storeUpload } from '../../src/dialog/files/upload.ts';
import { newId, readId, showId } from '../../src/platform/ids.ts';
import { type FilesScene, makeFilesScene } from '../channels/heard-files.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let scene: FilesScene;

beforeAll(async () => {
  server = await useTestServer();
  scene = await makeFilesScene(server, { live: false });
  await scene.publish({
    triggers: [
      { type: 'command', command: '/ask', start: 'ask' },
      { type: 'command', command: '/scan', start: 'scan' },
      { type: 'text', text: '.*', match: 'pattern', start: 'words' },
      { type: 'any', start: 'look' },
    ],
    steps: [
      {
        id: 'look',
        type: 'condition',
        branches: [
          { if: { left: '{{ event.attachments[0].type }}', op: 'eq', right: 'image' }, next: 'seen' },
        ],
        else: 'other',
      },
      { id: 'seen', type: 'message', text: 'A picture {{ event.attachments[0].name }} [{{ event.text }}]' },
      { id: 'seen_end', type: 'end' },
      { id: 'other', type: 'message', text: 'A {{ event.attachments[0].type }}' },
      { id: 'other_end', type: 'end' },
      { id: 'words', type: 'message', text: 'Words: {{ event.text }}, {{ event.attachments | size }}' },
      { id: 'words_end', type: 'end' },
      {
        ...{ id: 'scan', type: 'question', text: 'Passport?', field: 'passport' },
        validate: { type: 'file', accept: ['image/*'], message: 'A picture!' },
      },
      { id: 'scanned', type: 'message', text: 'Got {{ state.passport }}' },
      { id: 'scanned_end', type: 'end' },
      { id: 'ask', type: 'question', text: 'Name?', field: 'name', attempts: 2 },
      { id: 'thanks', type: 'message', text: '{{ state.name }} with {{ answer.attachments[0].name }}' },
    ],
  });
});
afterAll(() => server?.close());

const url = 'https://files.example/cat.png';
const idOf = async (externalId: string) => (await scene.timeLine(externalId))[0]!.identity_id;
/** Says something, and waits until the scenario is through with it. @returns all that was said to the customer */
async function says(externalId: string, body: object): Promise<string[]> {
  expect((await scene.say({ external_id: externalId, ...body })).status).toBe(202);
  const identity = await idOf(externalId);
  await scene.settled(identity);
  return scene.told(identity);
}

describe('a message without words', () => {
  it('starts a flow by the trigger for any message, with its attachments', async () => {
    expect(await says('ann', { attachments: [{ url, type: 'image' }] })).toEqual(['A picture cat.png []']);
    const pin = { type: 'location', latitude: 1, longitude: 2 };
    expect(await says('ann', { attachments: [pin] })).toEqual(['A picture cat.png []', 'A location']);
  });

  it('fires no trigger for a text, not even one that fits an empty text', async () => {
    const told = await says('bob', { attachments: [{ url }] });
    expect(told).toEqual(['A document']);
  });

  it('does not answer a question for words, and takes none of its attempts', async () => {
    await says('cleo', { text: '/ask' });
    for (let i = 0; i < 3; i++) {
      expect(await says('cleo', { attachments: [{ url }] })).toEqual(['Name?']);
    }
    const [last] = (await scene.history(await idOf('cleo'))).slice(-1);
    expect(last).toMatchObject({ direction: 'in', did: 'ignored', attachments: [{ name: 'cat.png' }] });
    const ignored = (await scene.audit('message.ignored')).at(-1);
    expect(ignored!.data.reason).toBe('the question takes words');
    expect(await says('cleo', { text: 'Cleo' })).toEqual(['Name?', 'Cleo with ']);
  });
});

describe('a question for a file', () => {
  it('asks again for what is none, and keeps the id of the file that came', async () => {
    await says('hal', { text: '/scan' });
    await says('hal', { text: 'here' });
    await says('hal', { attachments: [{ url, media_type: 'text/plain' }] });
    const told = await says('hal', { text: 'sorry', attachments: [{ url, media_type: 'image/png' }] });
    const [said] = await scene.timeLine('hal');
    const { file_id } = said!.attachments[0];
    expect(told).toEqual(['Passport?', 'A picture!', 'A picture!', `Got ${file_id}`]);
    expect((await scene.file(file_id)).body).toMatchObject({ file_id, message_id: said!.id });
  });
});

describe('a message with words and attachments', () => {
  it('fires triggers for a text, and answers questions, by its words', async () => {
    expect(await says('dora', { text: 'hi', attachments: [{ url }] })).toEqual(['Words: hi, 1']);
    await says('dora', { text: '/ask' });
    expect((await says('dora', { text: 'Dora', attachments: [{ url }] })).at(-1)).toBe('Dora with cat.png');
  });
});

describe('a file that the customer has uploaded here', () => {
  /** A busy machine may not look into the bytes in time; then the client would repeat the upload. */
  const upload = (identityId: string | undefined) =>
    until(() =>
      store(identityId).catch((error) => {
        if (error.code !== 'busy') throw error;
        return undefined;
      }),
    );
  const customerOf = (id: string) => ({
    channelId: readId('channel', scene.channelId)!,
    id,
    ensure: async () => id,
  });
  const store = async (identityId: string | undefined, text = 'uploaded') => {
    const done = await storeUpload(server.server.parts, {
      projectId: readId('project', scene.project.id)!,
      actor: { type: 'channel', id: scene.channelId, name: 'Test channel' },
      environment: 'sandbox',
      name: 'mine.txt',
      type: 'text/plain',
      declaredBytes: text.length,
      body: Readable.from([Buffer.from(text)]),
      requestId: 'test',
      ...(identityId !== undefined && { customer: customerOf(readId('identity', identityId)!) }),
    });
    if (done.verdict !== 'stored') throw new Error(done.verdict);
    return JSON.parse(done.answer).file_id as string;
  };
  const attach = (externalId: string, fileId: string, key = newId()) =>
    hear(
      server.server.parts,
      {
        projectId: readId('project', scene.project.id)!,
        id: readId('channel', scene.channelId)!,
        name: 'Test channel',
      },
      {
        ...{ key, externalId, name: null, text: '', data: {} },
        attachments: [{ is: 'stored', type: 'document', id: readId('file', fileId)! }],
      },
      'test',
    );

  it('comes with one message of theirs, with what is known of it', async () => {
    const identity = await scene.identity('eve');
    const file = await upload(identity);
    const key = randomUUID();
    const first = await attach('eve', file, key);
    expect(first.acceptance.verdict).toBe('accepted');
    expect((await attach('eve', file, key)).acceptance.verdict).toBe('replayed');
    expect(await scene.arrived('eve')).toMatchObject([
      {
        type: 'document',
        file_id: file,
        status: 'stored',
        name: 'mine.txt',
        media_type: 'text/plain',
        size: 8,
      },
    ]);
    const [said] = await scene.timeLine('eve');
    expect((await scene.file(file)).body).toMatchObject({ identity_id: identity, message_id: said!.id });
    await expect(attach('eve', file)).rejects.toMatchObject({ status: 404, code: 'file_not_found' });
  });

  it('cannot be sent by anybody else, and neither can an upload of a client', async () => {
    const identity = await scene.identity('fay');
    const theirs = await upload(identity);
    const clients = await upload(undefined);
    await scene.identity('gus');
    for (const file of [theirs, clients, showId('file', newId())]) {
      await expect(attach('gus', file)).rejects.toMatchObject({ status: 404, code: 'file_not_found' });
    }
    expect(await scene.timeLine('gus')).toEqual([]);
    expect((await attach('fay', theirs)).acceptance.verdict).toBe('accepted');
  });
});
