import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DialogScene, makeDialogScene } from '../dialogs/scene.ts';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import { download, png } from '../files/scene.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let telegram: FakeTelegram;
let server: TestServer;
let scene: DialogScene;
let nextUser = 5000;

beforeAll(async () => {
  telegram = await startTelegram();
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' });
  const project = await server.makeProject();
  const channel = await server.make('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment: 'live' },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  expect(channel.connection.status).toBe('connected');
  scene = await makeDialogScene(server, project, channel.id);
  await scene.publish({
    triggers: [{ type: 'any' }],
    steps: [
      {
        id: 'echo',
        type: 'message',
        text: '[{{ event.text }}] {{ event.attachments[0].type }} {{ event.attachments[0].media_type }}',
      },
    ],
  });
});
afterEach(() => expect(telegram.refused).toEqual([]));
afterAll(async () => {
  await server?.close();
  await telegram?.close();
});

/** A new customer sends something. @returns their newest message in the history, when its files are settled */
async function send(content: object, user = nextUser++): Promise<any> {
  expect(await telegram.send(user, content)).toBe(1);
  const identity = await scene.identity(String(user));
  return until(async () => {
    const said = (await scene.history(identity)).findLast(({ direction }) => direction === 'in');
    return !!said?.did && said.attachments.every(({ status }: any) => status !== 'waiting') && said;
  });
}
const recordOf = async (id: string) =>
  (await server.call('GET', `/api/v1/projects/${scene.project.id}/files/${id}`, scene.project)).body;
const toldTo = (user: number) =>
  telegram.sent.filter(({ chat_id }) => chat_id === user).map(({ text }) => text);

describe('a file that a customer sends to a bot', () => {
  it('is fetched from Telegram, byte for byte, and its caption is the text', async () => {
    const bytes = png(20, 10);
    const user = nextUser++;
    const photo = [{ ...telegram.keepFile(bytes), width: 20, height: 10 }];
    const said = await send({ photo, caption: 'My cat' }, user);
    expect(said).toMatchObject({
      text: 'My cat',
      attachments: [
        {
          type: 'image',
          status: 'stored',
          name: 'photo.jpg',
          media_type: 'image/png',
          size: bytes.length,
          width: 20,
        },
      ],
    });
    const { url } = await recordOf(said.attachments[0].file_id);
    expect((await download(url)).bytes.equals(bytes)).toBe(true);
    await until(() => toldTo(user).length === 1);
    expect(toldTo(user)).toEqual(['[My cat] image image/jpeg']);
  });

  it('is one file, however often Telegram delivers its update', async () => {
    const document = { ...telegram.keepFile('words'), file_name: 'a.txt', mime_type: 'text/plain' };
    const from = telegram.meet({ id: nextUser++ });
    const update = {
      update_id: 77_001,
      message: { message_id: 1, from, chat: { id: from.id, type: 'private' }, date: 1, document } as any,
    };
    const before = telegram.downloads.length;
    await Promise.all([telegram.push(update), telegram.push(update), telegram.push(update)]);
    const identity = await scene.identity(String(from.id));
    const history = await until(async () => {
      const all = (await scene.history(identity)).filter(({ direction }) => direction === 'in');
      return all[0]?.attachments[0].status === 'stored' && all;
    });
    expect(history).toHaveLength(1);
    expect(telegram.downloads).toHaveLength(before + 1);
  });

  it('is asked for again after Telegram was busy, broke off or was away', async () => {
    telegram.trouble('getFile', { is: 'too_many', retryAfter: 1 });
    telegram.trouble('download', { is: 'cut' });
    const said = await send({ voice: { ...telegram.keepFile(randomBytes(5000)), duration: 2 } });
    expect(said.attachments).toMatchObject([
      { type: 'voice', status: 'stored', size: 5000, duration_seconds: 2 },
    ]);
  });

  it('that Telegram does not have fails with what it says', async () => {
    const said = await send({ document: { file_id: 'gone', file_unique_id: 'x' } });
    expect(said.attachments).toMatchObject([
      {
        status: 'failed',
        error: { code: 'http_400', message: expect.stringContaining('wrong file_id') },
      },
    ]);
    telegram.refused.pop();
  });

  it('that is larger than a bot may have fails without being asked for, or with what Telegram says', async () => {
    const bytes = telegram.keepFile(Buffer.alloc(20_500_000));
    const calls = telegram.calls.length;
    const told = await send({ document: { ...bytes, file_size: 21_000_000 } });
    expect(told.attachments).toMatchObject([{ status: 'failed', error: { code: 'too_large' } }]);
    expect(telegram.calls.slice(calls).filter(({ method }) => method === 'getFile')).toEqual([]);
    const { file_size: _, ...unsaid } = bytes;
    const refused = await send({ document: unsaid });
    expect(refused.attachments).toMatchObject([{ status: 'failed', error: { code: 'too_large' } }]);
    telegram.refused.pop();
  });

  it('never takes the token along', async () => {
    const rows: string[] = [];
    for (const table of ['files', 'tasks', 'audit_log', 'audit_inbox', 'conversation_messages']) {
      const found = await server.server.parts.database.query(
        `SELECT row_to_json(t)::text FROM dialog.${table} AS t`,
      );
      rows.push(...(found.rows as any[]).map((row) => JSON.stringify(row)));
    }
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => row.includes(telegram.token) || row.includes('/file/bot'))).toEqual([]);
  });
});

describe('a message of a kind that nothing takes', () => {
  it.each([
    [
      'a sticker',
      () => ({ sticker: { ...telegram.keepFile('x'), type: 'regular', width: 512, height: 512 } }),
      'sticker',
    ],
    ['a poll', () => ({ poll: { id: randomUUID(), question: 'Yes?', options: [] } }), 'poll'],
    ['dice', () => ({ dice: { emoji: '🎲', value: 3 } }), 'dice'],
    ['a place', () => ({ location: { latitude: 1.5, longitude: 2.5 } }), 'location'],
  ])('stands in the conversation and reaches the triggers: %s', async (_, content, type) => {
    const user = nextUser++;
    const said = await send(content(), user);
    expect(said).toMatchObject({ text: '', did: 'started', attachments: [{ type }] });
    await until(() => toldTo(user).length === 1);
    expect(toldTo(user)[0]).toContain(`[] ${type}`);
  });

  it('each picture of an album is a message of its own, with the id of the album', async () => {
    const user = nextUser++;
    for (const caption of ['first', undefined]) {
      const photo = [{ ...telegram.keepFile(png(1, 1)), width: 1, height: 1 }];
      await telegram.send(user, { photo, caption, media_group_id: '1300' });
    }
    const identity = await scene.identity(String(user));
    const said = await until(async () => {
      const all = (await scene.history(identity)).filter(({ direction }) => direction === 'in');
      return all.length === 2 && all;
    });
    expect(said.map(({ text, data }) => [text, data.media_group_id])).toEqual([
      ['first', '1300'],
      ['', '1300'],
    ]);
  });
});
