import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../src/dialog/channels/telegram/parts.ts';
import type { ResolvedContent } from '../../../src/dialog/content/content.ts';
import type { Attached, AttachedFile } from '../../../src/dialog/files/attached.ts';
import type { TaskOutcome } from '../../../src/dialog/tasks/task.ts';
import { newId, showId } from '../../../src/platform/ids.ts';
import { png } from '../../files/scene.ts';
import { makeScene } from './scene.ts';

const picture = png(4, 3);
const pdf = Buffer.from('%PDF-1.7 nothing');

/** A file of a project, whose link is `link:<name>`. */
function file(
  type: Attached['type'],
  {
    name = 'a.png',
    mediaType = 'image/png',
    bytes = picture,
    ...more
  }: Partial<AttachedFile['file']> & { name?: string; bytes?: Buffer } = {},
): AttachedFile {
  return {
    type,
    name,
    file: {
      ...{ id: showId('file', newId()), mediaType, size: bytes.length, width: null, height: null },
      link: () => ({ url: `https://link.example/${name}`, expiresAt: new Date(0) }),
      open: async () => Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]),
      ...more,
    },
  };
}
const at = (type: Attached['type'], url: string, name: string | null = null): Attached => ({
  type,
  url,
  name,
});
const document = (name = 'a.pdf') => file('document', { name, mediaType: 'application/pdf', bytes: pdf });
const photoUrl = 'https://example.org/a.png';
const buttons = [{ text: 'Yes' }];

const content: ResolvedContent = {
  ...{ text: 'Hello', buttons: [], keyboard: 'inline', columns: 1, format: 'plain', image: '' },
};
/** The calls for a message: the method and what goes with it. */
const calls = (attached: Attached[], more: Partial<ResolvedContent> = {}) =>
  partsOf({
    ...{ messageId: showId('message', newId()), externalId: '4242', settings: {}, attached },
    content: { ...content, ...more },
  }).map(({ method, body }) => [
    method,
    (body.media as { type: string }[] | undefined)?.map(({ type }) => type).join(' ') ?? '',
    body.caption ?? (body.media as any)?.[0].caption ?? body.text ?? '',
    body.reply_markup === undefined ? '' : 'keyboard',
  ]);

describe('attachments become as few calls as Telegram allows, in their order', () => {
  it.each<[string, Attached[], Partial<ResolvedContent>, unknown[]]>([
    ['a picture', [file('image')], { buttons }, [['sendPhoto', '', 'Hello', 'keyboard']]],
    ['a picture without words', [file('image')], { text: '', buttons }, [['sendPhoto', '', '', 'keyboard']]],
    [
      'a document with a long text',
      [document()],
      { text: 'x'.repeat(1025), buttons },
      [
        ['sendDocument', '', '', ''],
        ['sendMessage', '', 'x'.repeat(1025), 'keyboard'],
      ],
    ],
    [
      'pictures and a film',
      [file('image'), file('video', { mediaType: 'video/mp4' }), file('image')],
      {},
      [['sendMediaGroup', 'photo video photo', 'Hello', '']],
    ],
    [
      'an album with buttons, which albums cannot have',
      [file('image'), file('image')],
      { buttons },
      [
        ['sendMediaGroup', 'photo photo', '', ''],
        ['sendMessage', '', 'Hello', 'keyboard'],
      ],
    ],
    [
      'pictures with buttons and no words',
      [file('image'), file('image'), file('image')],
      { text: '', buttons },
      [
        ['sendMediaGroup', 'photo photo', '', ''],
        ['sendPhoto', '', '', 'keyboard'],
      ],
    ],
    [
      'documents apart from pictures and sound',
      [file('image'), document(), document('b.pdf'), file('audio', { mediaType: 'audio/mpeg' })],
      {},
      [
        ['sendPhoto', '', '', ''],
        ['sendMediaGroup', 'document document', '', ''],
        ['sendAudio', '', '', ''],
        ['sendMessage', '', 'Hello', ''],
      ],
    ],
    [
      'uploads apart from addresses',
      [file('image'), at('image', photoUrl)],
      { text: '' },
      [
        ['sendPhoto', '', '', ''],
        ['sendPhoto', '', '', ''],
      ],
    ],
    [
      'the image first, and eleven in two albums',
      Array.from({ length: 10 }, () => at('image', photoUrl)),
      { image: photoUrl },
      [
        ['sendMediaGroup', Array(10).fill('photo').join(' '), '', ''],
        ['sendPhoto', '', '', ''],
        ['sendMessage', '', 'Hello', ''],
      ],
    ],
  ])('%s', (_what, attached, more, expected) => {
    expect(calls(attached, more)).toEqual(expected);
  });

  it.each<[string, Attached, string]>([
    ['a drawing', file('image', { mediaType: 'application/octet-stream' }), 'sendDocument'],
    ['a picture of 11 MiB', file('image', { size: 11 * 2 ** 20 }), 'sendDocument'],
    ['a picture of 9000 by 2000 pixels', file('image', { width: 9000, height: 2000 }), 'sendDocument'],
    ['a picture of 2100 by 100 pixels', file('image', { width: 2100, height: 100 }), 'sendDocument'],
    ['a picture of 2000 by 100 pixels', file('image', { width: 2000, height: 100 }), 'sendPhoto'],
    ['a film in WebM', file('video', { mediaType: 'video/webm' }), 'sendDocument'],
    ['sound in Ogg', file('audio', { mediaType: 'audio/ogg' }), 'sendDocument'],
    ['a film of 51 MiB', file('video', { mediaType: 'video/mp4', size: 51 * 2 ** 20 }), 'sendMessage'],
  ])('%s is sent so that Telegram takes it', (_what, attached, method) => {
    expect(calls([attached], { text: '' })[0]![0]).toBe(method);
  });

  it('what is too large for a bot is a link, unless the Bot API server is one of ones own', () => {
    const large = file('video', { name: 'film.mp4', mediaType: 'video/mp4', size: 51 * 2 ** 20 });
    expect(calls([large])).toEqual([
      ['sendMessage', '', 'film.mp4\nhttps://link.example/film.mp4', ''],
      ['sendMessage', '', 'Hello', ''],
    ]);
    const [own] = partsOf({
      ...{ messageId: 'msg_x', externalId: '1', content, attached: [large] },
      settings: { base_url: 'http://10.1.2.3:8081' },
    });
    expect(own.method).toBe('sendVideo');
  });
});

describe('attachments that Telegram accepted', () => {
  it('have arrived byte for byte, with their names and types', async () => {
    const { telegram, deliver } = await makeScene();
    const name = 'Чек "7".png';
    const outcome = await deliver(
      { text: '**Look**', format: 'markdown', keyboard: 'inline', buttons },
      { attached: [file('image', { name })] },
    );
    expect(outcome).toEqual({ state: 'succeeded', result: { message_ids: [1] }, begun: 1 });
    expect(telegram.sent).toEqual([
      {
        ...{ method: 'sendPhoto', message_id: 1, chat_id: 4242, text: 'Look', photo: null },
        entities: [{ type: 'bold', text: 'Look' }],
        media: { kind: 'photo', source: { name, type: 'image/png', bytes: picture } },
        reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: expect.any(String) }]] },
      },
    ]);
    expect(telegram.refused).toEqual([]);
  });

  it('have arrived as an album with one caption, and the result has the ids of all its messages', async () => {
    const { telegram, deliver } = await makeScene();
    const attached = [document('1.pdf'), document('2.pdf'), document('3.pdf')];
    expect(await deliver({}, { attached })).toMatchObject({ result: { message_ids: [1, 2, 3] }, begun: 1 });
    expect(telegram.sent.map(({ text, album, media }) => [text, album, (media!.source as any).name])).toEqual(
      [
        ['Hello', 1, '1.pdf'],
        ['', 1, '2.pdf'],
        ['', 1, '3.pdf'],
      ],
    );
    expect(telegram.sent.every(({ media }) => pdf.equals((media!.source as any).bytes))).toBe(true);
  });

  it('are links where Telegram cannot fetch them, with the text behind them', async () => {
    const { telegram, deliver } = await makeScene();
    const attached = [
      at('document', 'https://example.org/a.docx', 'Offer.docx'),
      at('document', 'https://example.org/b.docx'),
    ];
    // The fake takes documents from an address only if they are PDF, ZIP or GIF, as the real one.
    expect(await deliver({ buttons, keyboard: 'inline' }, { attached })).toMatchObject({
      state: 'succeeded',
      result: { message_ids: [1, 2, 3] },
    });
    expect(telegram.sent.map(({ text, reply_markup }) => [text, reply_markup !== undefined])).toEqual([
      ['Offer.docx\nhttps://example.org/a.docx', false],
      ['https://example.org/b.docx', false],
      ['Hello', true],
    ]);
  });
});

describe('a message of several calls', () => {
  const errorOf = (outcome: TaskOutcome) =>
    outcome.state === 'succeeded' ? outcome : { ...outcome, error: outcome.error.code };
  const attached = [file('image'), file('image'), document()];

  it('is resumed behind what was sent: neither an album nor a document comes twice', async () => {
    const { telegram, deliver } = await makeScene();
    telegram.trouble('sendDocument', { is: 'too_many', retryAfter: 1 });
    const first = await deliver({}, { attached });
    expect(errorOf(first)).toMatchObject({
      ...{ state: 'retry', error: 'http_429', progress: { message_ids: [1, 2], parts: 1 } },
    });
    telegram.trouble('sendMessage', { is: 'too_many', retryAfter: 1 });
    const second = await deliver({}, { attached, progress: (first as any).progress });
    expect(errorOf(second)).toMatchObject({ progress: { message_ids: [1, 2, 3], parts: 2 } });
    expect(second).toMatchObject({
      error: { message: expect.stringContaining('The attachments were sent.') },
    });
    const third = await deliver({}, { attached, progress: (second as any).progress });
    expect(third).toMatchObject({ state: 'succeeded', result: { message_ids: [1, 2, 3, 4] } });
    expect(telegram.sent.map(({ method }) => method)).toEqual([
      ...['sendMediaGroup', 'sendMediaGroup', 'sendDocument', 'sendMessage'],
    ]);
  });

  it('is resumed among the links that stand for what Telegram could not fetch', async () => {
    const { telegram, deliver } = await makeScene();
    const addresses = ['a', 'b', 'c'].map((name) => at('document', `https://example.org/${name}.docx`));
    telegram.trouble('sendMessage', { is: 'too_many', retryAfter: 1 });
    const first = await deliver({}, { attached: addresses });
    expect(errorOf(first)).toMatchObject({ progress: { message_ids: [], parts: 0, links: 0 } });
    const second = await deliver({}, { attached: addresses, progress: (first as any).progress });
    expect(second).toMatchObject({ result: { message_ids: [1, 2, 3, 4] } });
    expect(telegram.calls.filter(({ method }) => method === 'sendMediaGroup')).toHaveLength(1);
    expect(telegram.sent.map(({ text }) => text)).toEqual([
      ...['a', 'b', 'c'].map((name) => `https://example.org/${name}.docx`),
      'Hello',
    ]);
  });

  it('is unknown if the answer to one of its calls is lost, and says what was sent before', async () => {
    const { telegram, deliver } = await makeScene();
    telegram.trouble('sendDocument', { is: 'cut' });
    const outcome = await deliver({}, { attached });
    expect(errorOf(outcome)).toMatchObject({ state: 'unknown', progress: { message_ids: [1, 2], parts: 1 } });
    expect(outcome).toMatchObject({ error: { message: expect.stringContaining('1 of 3 parts were sent') } });
  });

  it('is unknown if Telegram refuses one item of an album, because it may have sent the others', async () => {
    const { telegram, deliver } = await makeScene();
    const description = 'Bad Request: failed to send message #2 with the error message "WEBPAGE_CURL_FAILED"';
    telegram.trouble('sendMediaGroup', { is: 'refused', status: 400, description });
    expect(errorOf(await deliver({}, { attached }))).toMatchObject({ state: 'unknown', error: 'http_400' });
  });
});

describe('a file that cannot be read while it goes out', () => {
  it('is tried again, because Telegram got no whole request', async () => {
    const { telegram, deliver } = await makeScene();
    const broken = file('image', {
      size: 1000,
      open: async () =>
        Readable.from(
          (async function* () {
            yield picture;
            throw new Error('the disk is gone');
          })(),
        ),
    });
    expect(await deliver({}, { attached: [broken] })).toMatchObject({
      state: 'retry',
      error: { code: 'not_reached', message: expect.stringContaining('was not sent as a whole') },
    });
    const missing = file('image', { open: () => Promise.reject(new Error('not there')) });
    expect(await deliver({}, { attached: [missing] })).toMatchObject({ state: 'retry' });
    const shorter = file('image', { size: picture.length + 1 });
    expect(await deliver({}, { attached: [shorter] })).toMatchObject({ state: 'retry' });
    expect(telegram.sent).toEqual([]);
  });
});
