import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import { download, png, upload } from '../files/scene.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { closeScenes, makeScene, type Scene } from '../messages/scene.ts';
import { identityOf, makeChat, openBrowser } from '../webchat/scene.ts';

let server: TestServer;
let project: TestProject;
let other: TestProject;
let scene: Scene;
let telegram: FakeTelegram;
let webhookId: string;
let telegramId: string;
let pictureId: string;
let reportId: string;
const picture = png(40, 30);

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
  project = await server.makeProject();
  other = await server.makeProject();
  scene = await makeScene(server, project);
  webhookId = await scene.identity('anna');
  telegram = await startTelegram();
  telegram.meet({ id: 4242 });
  const channel = await server.make('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment: 'live' },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  telegramId = (await server.makeIdentity(project.id, channel.id, '4242')).id;
  pictureId = (await upload(server, project, picture, { name: 'fox.png' })).body.file_id;
  reportId = (await upload(server, project, '%PDF-1.7 report', { name: 'report.pdf' })).body.file_id;
});

afterAll(async () => {
  await server?.close();
  await telegram?.close();
  await closeScenes();
});

const send = (identityId: string, attachments: unknown, more: Record<string, unknown> = {}) =>
  server.send(project, identityId, { attachments, ...more });
const arrived = async ({ body }: Answer): Promise<any> =>
  (await until(() => scene.receiver.received.find(({ id }) => id === body.message_id))).body;
const faults = ({ status, body }: Answer) => [
  status,
  ...(Array.isArray(body.detail) ? body.detail : []).map((item: any) => [
    item.loc.slice(1).join('.'),
    item.type,
  ]),
];
const entry = async (messageId: string): Promise<any> => {
  await server.outcome(project, messageId);
  return (await server.audit(project)).findLast(({ subject }) => subject.id === messageId);
};
const sentTo = (messageIds: number[]) => telegram.sent.filter((one) => messageIds.includes(one.message_id));

describe('attachments that are accepted', () => {
  it('reach an endpoint with addresses from which it can download the files without a key', async () => {
    const sent = await send(webhookId, [
      { type: 'image', file_id: pictureId },
      { type: 'document', file_id: reportId, name: '../Report of May.pdf' },
      { type: 'video', url: 'https://cdn.example/film.mp4' },
    ]);
    expect(sent.status).toBe(202);
    const { attachments } = await arrived(sent);
    const signed = { url: expect.any(String), url_expires_at: expect.any(String) };
    expect(attachments).toEqual([
      {
        ...{ type: 'image', name: 'fox.png', file_id: pictureId, media_type: 'image/png' },
        ...{ size: picture.length, width: 40, height: 30, ...signed },
      },
      {
        ...{ type: 'document', name: 'Report of May.pdf', file_id: reportId, media_type: 'application/pdf' },
        ...{ size: 15, width: null, height: null, ...signed },
      },
      { type: 'video', name: null, url: 'https://cdn.example/film.mp4' },
    ]);
    expect((await download(attachments[0].url)).bytes.equals(picture)).toBe(true);
    const inMs = Date.parse(attachments[0].url_expires_at) - Date.now();
    expect(inMs).toBeGreaterThan(3_500_000);
    expect(inMs).toBeLessThanOrEqual(3_600_000);
  });

  it('reach Telegram as uploads, once, also if the request is repeated', async () => {
    const body = { text: 'Look', key: randomUUID() };
    const attachments = [
      { type: 'image', file_id: pictureId },
      { type: 'image', file_id: pictureId },
    ];
    const first = await send(telegramId, attachments, body);
    const again = await send(telegramId, attachments, body);
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(await server.outcome(project, first.body.message_id)).toBe('message.sent');
    expect(telegram.sent.map(({ text, media }) => [text, (media!.source as any).bytes])).toEqual([
      ['Look', picture],
      ['', picture],
    ]);
    expect(telegram.refused).toEqual([]);
  });

  it('may be others, or none, for a type of channel', async () => {
    const mine = [{ type: 'image', file_id: pictureId }];
    const withOther = await send(webhookId, mine, {
      variants: { webhook: { attachments: [{ type: 'document', file_id: reportId }] } },
    });
    expect((await arrived(withOther)).attachments).toMatchObject([{ file_id: reportId }]);
    const without = await send(webhookId, mine, { variants: { webhook: { attachments: [] } } });
    expect(await arrived(without)).not.toHaveProperty('attachments');
  });

  it('are in the history, in the time line of the customer and in the audit log, which has no address', async () => {
    const attachments = [
      { type: 'image', file_id: pictureId, name: 'A fox' },
      { type: 'audio', url: 'https://cdn.example/song.mp3?secret=1' },
    ];
    const { body } = await send(webhookId, attachments, { text: 'On record' });
    await server.outcome(project, body.message_id);
    const base = `/projects/${project.id}`;
    const { items } = await server.make('GET', `${base}/dialogs/${webhookId}/messages`);
    expect(items.find(({ id }: any) => id === body.message_id)).toMatchObject({ attachments });
    const profiles = await server.call('GET', `/api/v1/projects/${project.id}/profiles`, project);
    const profile = profiles.body.items.find(({ identities }: any) => identities[0].id === webhookId);
    const line = await server.make('GET', `${base}/profiles/${profile.id}/messages`);
    expect(line.items.find(({ id }: any) => id === body.message_id).content).toMatchObject({ attachments });
    const log = (await server.audit(project)).filter(({ subject }) => subject.id === body.message_id);
    expect(log[0].data.attachments).toEqual([{ type: 'image', file_id: pictureId }, { type: 'audio' }]);
    expect(JSON.stringify(log)).not.toContain('secret');
  });
});

describe('attachments that are wrong are refused at their place', () => {
  const url = 'https://cdn.example/a.png';
  it.each<[string, unknown, unknown[]]>([
    ['none', [], [['attachments', 'too_short']]],
    ['eleven', Array(11).fill({ type: 'image', url }), [['attachments', 'too_long']]],
    ['no list', { type: 'image', url }, [['attachments', 'list_type']]],
    ['null', null, [['attachments', 'list_type']]],
    ['no object', [7], [['attachments.0', 'dict_type']]],
    ['without a type', [{ url }], [['attachments.0.type', 'missing']]],
    ['of another type', [{ type: 'sticker', url }], [['attachments.0.type', 'literal_error']]],
    ['with neither address nor file', [{ type: 'image' }], [['attachments.0', 'value_error']]],
    ['with a relative address', [{ type: 'image', url: '/a.png' }], [['attachments.0.url', 'value_error']]],
    [
      'with an address of another scheme',
      [{ type: 'image', url: 'file:///etc/passwd' }],
      [['attachments.0.url', 'value_error']],
    ],
    ['with no id of a file', [{ type: 'image', file_id: 'x' }], [['attachments.0.file_id', 'value_error']]],
    ['with an empty name', [{ type: 'image', url, name: '' }], [['attachments.0.name', 'string_too_short']]],
  ])('%s', async (_what, attachments, expected) => {
    expect(faults(await send(webhookId, attachments))).toEqual([422, ...expected]);
  });

  it('with an address that Telegram cannot reach, for a customer on Telegram', async () => {
    const attachments = [{ type: 'image', url: 'http://localhost/a.png' }];
    expect(faults(await send(telegramId, attachments))).toEqual([422, ['attachments.0.url', 'value_error']]);
    expect((await send(webhookId, attachments)).status).toBe(202);
    const variants = { telegram: { attachments } };
    expect(faults(await server.send(project, telegramId, { variants }))).toEqual([
      422,
      ['variants.telegram.attachments.0.url', 'value_error'],
    ]);
  });

  it('both at once in one attachment, with a file that has the right form', async () => {
    const both = [{ type: 'image', url, file_id: pictureId }];
    expect(faults(await send(webhookId, both))).toEqual([422, ['attachments.0', 'value_error']]);
  });

  it('and a text is required beside them, as it always was', async () => {
    const answer = await server.call('POST', `/api/v1/projects/${project.id}/messages`, {
      key: project.key,
      body: { identity_id: webhookId, attachments: [{ type: 'image', url }] },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(faults(answer)).toEqual([422, ['text', 'missing']]);
  });
});

describe('a file that the project does not have', () => {
  const refused = ({ status, body }: Answer) => [status, body.code];

  it.each(['a deleted one', 'that of another project', 'one that never was'])(
    'is refused at acceptance: %s',
    async (which) => {
      const owner = which === 'that of another project' ? other : project;
      const id = (await upload(server, owner, picture)).body.file_id;
      if (which === 'a deleted one') await server.owner('DELETE', `/projects/${project.id}/files/${id}`);
      const file_id = which === 'one that never was' ? 'file_01m7w9b3k8fgztq5r0h2yw6c4n' : id;
      const attachments = [
        { type: 'image', file_id: pictureId },
        { type: 'image', file_id },
      ];
      const key = randomUUID();
      expect(refused(await send(webhookId, attachments, { key }))).toEqual([404, 'file_not_found']);
      // The key stays free.
      expect((await send(webhookId, [{ type: 'image', file_id: pictureId }], { key })).status).toBe(202);
      const variants = { telegram: { attachments: [{ type: 'image', file_id }] } };
      expect(refused(await server.send(project, webhookId, { variants }))).toEqual([404, 'file_not_found']);
      const said = await server.owner('POST', `/projects/${project.id}/dialogs/${webhookId}/messages`, {
        attachments: [{ type: 'image', file_id }],
      });
      expect(refused(said)).toEqual([404, 'file_not_found']);
    },
  );

  it('is refused while other messages of the same instant are accepted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 4 === 0
          ? send(webhookId, [{ type: 'image', file_id: 'file_01m7w9b3k8fgztq5r0h2yw6c4n' }])
          : i % 4 === 1
            ? send(webhookId, [{ type: 'image', file_id: pictureId }])
            : server.send(project, webhookId),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => (i % 4 === 0 ? 404 : 202)));
  });

  it('because it was deleted after acceptance, lets the message fail with the reason', async () => {
    const { file_id } = (await upload(server, project, picture)).body;
    const { body } = await send(webhookId, [{ type: 'image', file_id }], { typing_seconds: 1 });
    await server.owner('DELETE', `/projects/${project.id}/files/${file_id}`);
    expect(await entry(body.message_id)).toMatchObject({
      action: 'message.failed',
      data: { error: { code: 'file_not_found', message: expect.stringContaining(file_id) } },
    });
  });
});

describe('operators', () => {
  const say = (identityId: string, body: unknown) =>
    server.owner('POST', `/projects/${project.id}/dialogs/${identityId}/messages`, body);

  it('send attachments without a text', async () => {
    const before = telegram.sent.length;
    const { status, body } = await say(telegramId, {
      attachments: [{ type: 'document', file_id: reportId }],
    });
    expect(status).toBe(202);
    expect(await server.outcome(project, body.message_id)).toBe('message.sent');
    expect(telegram.sent.slice(before).map(({ method, text }) => [method, text])).toEqual([
      ['sendDocument', ''],
    ]);
  });

  it('have to say something: a text, or attachments', async () => {
    expect(faults(await say(webhookId, {}))).toEqual([422, ['text', 'missing']]);
    expect(faults(await say(webhookId, { text: '' }))).toEqual([422, ['text', 'string_too_short']]);
    const nothing = {
      attachments: [{ type: 'image', file_id: pictureId }],
      variants: { webhook: { attachments: [] } },
    };
    expect(faults(await say(webhookId, nothing))).toEqual([
      422,
      ['variants.webhook.attachments', 'value_error'],
    ]);
  });
});

describe('scenarios', () => {
  const publish = async (steps: unknown[], at = project) => {
    const definition = {
      triggers: [{ type: 'event', where: { left: '{{event.text}}', op: 'eq', right: 'go' } }],
      steps,
    };
    await server.make('PUT', `/projects/${at.id}/scenario/draft`, { definition });
    return server.owner('POST', `/projects/${at.id}/scenario/publish`);
  };
  const event = (identityId: string, data: object) =>
    server.call('POST', `/api/v1/projects/${project.id}/events`, {
      key: project.key,
      body: { event_id: randomUUID(), identity_id: identityId, text: 'go', data },
    });

  it('send attachments that templates name, with a text and without one', async () => {
    const published = await publish([
      {
        id: 'a',
        type: 'message',
        attachments: [{ type: 'image', file_id: '{{event.file}}', name: '{{event.no}}' }],
      },
      {
        ...{ id: 'b', type: 'question', text: 'Good?', field: 'good' },
        attachments: [
          { type: 'document', url: 'https://cdn.example/{{event.page}}.pdf', name: 'Page {{event.page}}' },
        ],
      },
    ]);
    expect([published.status, published.body.findings]).toEqual([201, []]);
    const identityId = await scene.identity('scenario');
    await event(identityId, { file: pictureId, page: '7' });
    const bodies = await until(() => {
      const all = scene.receiver.received.filter(({ body }) => body.external_id === 'scenario');
      return all.length === 2 && all.map(({ body }) => body);
    });
    expect(bodies).toMatchObject([
      { text: '', attachments: [{ type: 'image', file_id: pictureId, name: 'fox.png' }] },
      {
        text: 'Good?',
        attachments: [{ type: 'document', url: 'https://cdn.example/7.pdf', name: 'Page 7' }],
      },
    ]);
  });

  it('cannot send a file of another project', async () => {
    const { file_id } = (await upload(server, other, picture)).body;
    await publish([
      { id: 'a', type: 'message', attachments: [{ type: 'image', file_id: '{{event.file}}' }] },
    ]);
    const identityId = await scene.identity('thief');
    await event(identityId, { file: file_id });
    const failed = await until(async () => {
      const { items } = await server.make('GET', `/projects/${project.id}/dialogs/${identityId}/messages`);
      return items.find(({ status }: any) => status === 'failed');
    });
    expect(failed.error).toMatchObject({ code: 'file_not_found' });
    expect(scene.texts('thief')).toEqual([]);
  });

  it('are checked: what certainly cannot be sent is found before publication', async () => {
    const check = async (attachments: unknown) => {
      const definition = { triggers: [{ type: 'any' }], steps: [{ id: 'a', type: 'message', attachments }] };
      const { body } = await server.owner('POST', `/projects/${project.id}/scenario/check`, { definition });
      return body.findings.map(({ severity, path }: any) => [severity, path.join('.')]);
    };
    expect(await check([{ type: 'image', url: '{{event.url}}' }])).toEqual([]);
    expect(await check(undefined)).toEqual([['blocking', 'steps.0.text']]);
    expect(await check([])).toEqual([['blocking', 'steps.0.attachments']]);
    expect(await check([{ type: 'image' }])).toEqual([['blocking', 'steps.0.attachments.0']]);
    expect(await check([{ type: 'image', url: 'nonsense' }])).toEqual([['blocking', 'steps.0']]);
    expect(await check([{ type: 'image', url: 'http://localhost/a.png' }])).toEqual([
      ['blocking', 'steps.0.attachments.0.url'],
    ]);
  });
});

describe('a web chat', () => {
  it('shows attachments with signed addresses, in the transcript and live, to their visitor only', async () => {
    const chat = await makeChat(server, project);
    const browser = await openBrowser(server, chat.id);
    await browser.say('Hello');
    const identityId = await identityOf(server, project, browser.visitorId);
    const stream = await browser.listen();
    await send(identityId, [
      { type: 'image', file_id: pictureId },
      { type: 'audio', url: 'https://cdn.example/song.mp3', name: 'A song' },
    ]);
    const live = await until(() => stream.messages().find(({ attachments }) => attachments));
    const [first, second] = live.attachments;
    expect(first).toMatchObject({
      ...{
        type: 'image',
        name: 'fox.png',
        file_id: pictureId,
        media_type: 'image/png',
        width: 40,
        height: 30,
      },
      url: expect.stringContaining(`${server.url}/files/${project.id}/${pictureId}?expires=`),
      url_expires_at: expect.any(String),
    });
    expect(second).toEqual({ type: 'audio', name: 'A song', url: 'https://cdn.example/song.mp3' });
    expect((await download(first.url)).bytes.equals(picture)).toBe(true);
    const read = (await browser.messages()).find(({ attachments }) => attachments);
    expect(read.attachments).toMatchObject([{ file_id: pictureId }, { name: 'A song' }]);
    const stranger = await openBrowser(server, chat.id);
    expect(await stranger.messages()).toEqual([]);
    stream.cut();
  });
});

it('a message to Telegram whose documents cannot be fetched becomes links', async () => {
  const sent = await send(telegramId, [
    { type: 'document', url: 'https://cdn.example/offer.docx', name: 'Offer' },
  ]);
  const { data } = await entry(sent.body.message_id);
  expect(data.error).toBeUndefined();
  expect(sentTo(telegram.sent.slice(-2).map((one) => one.message_id)).map(({ text }) => text)).toEqual([
    'Offer\nhttps://cdn.example/offer.docx',
    'Hello',
  ]);
});

it('a key that may neither read nor upload files cannot send one to an endpoint of its own', async () => {
  const attachments = [{ type: 'image', file_id: pictureId }];
  for (const [scopes, status] of [
    [['messages:write'], 403],
    [['messages:write', 'files:read'], 202],
    [['messages:write', 'files:write'], 202],
  ] as const) {
    const { key } = await server.makeKey(project.id, scopes);
    const answer = await server.send({ ...project, key }, webhookId, { attachments });
    expect([scopes, answer.status]).toEqual([scopes, status]);
    if (status === 403) expect(answer.body.detail).toContain('files:read or files:write');
  }
  const { key } = await server.makeKey(project.id, ['messages:write']);
  const plain = { attachments: [{ type: 'image', url: 'https://cdn.example/a.png' }] };
  expect((await server.send({ ...project, key }, webhookId, plain)).status).toBe(202);
});
