import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import { png, upload } from '../files/scene.ts';
import { Client } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;
let telegram: FakeTelegram;
let folder: string;

beforeAll(async () => {
  scene = await makeProcessScene();
  telegram = await startTelegram();
  folder = mkdtempSync(join(tmpdir(), 'parley-attachments-'));
});
afterEach(() => scene.killAll());
afterAll(async () => {
  await scene?.close();
  await telegram?.close();
  rmSync(folder, { recursive: true, force: true });
});

let customers = 100;

/** A server, and a customer of a bot who gets an album with a text that has to go out as a call of its own. */
async function begin() {
  const first = await scene.start({ DATA_DIR: folder });
  const owner = await scene.owner(first);
  const { project } = scene;
  const userId = customers++;
  telegram.meet({ id: userId });
  const channel = await owner.make('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment: 'live' },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  const identityId = (await owner.makeIdentity(project.id, channel.id, String(userId))).id;
  const { file_id } = (await upload(owner, project, png(20, 20), { name: 'a.png' })).body;
  const image = { type: 'image', file_id };
  const send = async (client: Client = owner): Promise<string> => {
    const more = { attachments: [image, image], buttons: ['Yes'] };
    const { status, body } = await client.send(project, identityId, more);
    expect(status).toBe(202);
    return body.message_id;
  };
  const shown = () => telegram.sent.filter(({ chat_id }) => chat_id === userId).map(({ method }) => method);
  return { first, send, shown };
}

const restart = async (more = {}) => new Client((await scene.start({ DATA_DIR: folder, ...more })).url);
const album = ['sendMediaGroup', 'sendMediaGroup'];

describe('a process that is killed on the way of a message with an album and a text', () => {
  it('after the text leaves it unknown: nothing is shown again, and the next message follows', async () => {
    const { first, send, shown } = await begin();
    telegram.trouble('sendMessage', { is: 'hang' });
    const messageId = await send();
    await until(() => shown().length === 3);
    await first.kill();
    const client = await restart();
    expect(await client.outcome(scene.project, messageId, 60_000)).toBe('message.unknown');
    expect(await client.outcome(scene.project, await send(client))).toBe('message.sent');
    expect(shown()).toEqual([...album, 'sendMessage', ...album, 'sendMessage']);
  });

  it('while the album is on its way leaves it unknown, and the album is not shown again', async () => {
    const { first, send, shown } = await begin();
    telegram.trouble('sendMediaGroup', { is: 'hang' });
    const messageId = await send();
    await until(() => shown().length === 2);
    await first.kill();
    const client = await restart();
    expect(await client.outcome(scene.project, messageId, 60_000)).toBe('message.unknown');
    const path = `/api/v1/projects/${scene.project.id}/messages/${messageId}`;
    expect((await client.call('GET', path, scene.project)).body).toMatchObject({
      status: 'unknown',
      error: { code: 'process_lost' },
    });
    expect(shown()).toEqual(album);
  });

  it('between the album and another try for the text loses nothing and repeats nothing', async () => {
    const { first, send, shown } = await begin();
    telegram.trouble('sendMessage', { is: 'too_many', retryAfter: 3 });
    const messageId = await send();
    await until(async () => (await scene.session.task(messageId)).progress !== null);
    await first.kill();
    expect(await scene.session.task(messageId)).toMatchObject({ state: 'queued' });
    const client = await restart();
    expect(await client.outcome(scene.project, messageId, 60_000)).toBe('message.sent');
    expect(shown()).toEqual([...album, 'sendMessage']);
  });

  it('before it began loses nothing: another process sends it once', async () => {
    const { first, send, shown } = await begin();
    await first.kill();
    const api = await restart({ ROLE: 'api' });
    const messageId = await send(api);
    await scene.killAll();
    const client = await restart();
    expect(await client.outcome(scene.project, messageId, 60_000)).toBe('message.sent');
    expect(shown()).toEqual([...album, 'sendMessage']);
  });
});
