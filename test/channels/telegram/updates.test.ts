import type { Update, User } from '@grammyjs/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeardMessage } from '../../../src/dialog/channels/channel-type.ts';
import { readUpdate } from '../../../src/dialog/channels/telegram/update.ts';
import { newId, showId } from '../../../src/platform/ids.ts';

const from: User = {
  id: 4242,
  is_bot: false,
  first_name: 'Anna',
  last_name: 'Karenina',
  username: 'anna',
  language_code: 'ru',
};
const chat = { id: 4242, type: 'private' as const, first_name: 'Anna' };
const message = (more: object): Update =>
  ({ update_id: 900_001, message: { message_id: 15, from, chat, date: 1_790_000_000, ...more } }) as Update;
const press = (data: string, more: object = {}) => ({
  update_id: 900_002,
  callback_query: {
    id: '4382',
    from,
    chat_instance: '-77',
    message: { message_id: 15, chat, date: 1_790_000_000 },
    data,
    ...more,
  },
});

describe('a message of a customer in a private chat is received', () => {
  it("with the customer's name, and with the same id when it is repeated", () => {
    expect(readUpdate(message({ text: 'Hello' }))).toEqual({
      kind: 'message',
      key: '900001',
      externalId: '4242',
      name: 'Anna Karenina',
      text: 'Hello',
      data: { message_id: 15, username: 'anna', language_code: 'ru' },
      button: null,
      callbackId: null,
    });
  });

  it.each([
    ['/start ref-7', 'ref-7'],
    ['/start@parley_bot ref_7', 'ref_7'],
    ['/start', undefined],
    ['/start two words', undefined],
    ['say /start ref-7', undefined],
  ])('with the payload of a deep link: %j', (text, start) => {
    const heard = readUpdate(message({ text })) as HeardMessage;
    expect([heard.text, heard.data.start]).toEqual([text, start]);
  });

  it('also as the caption of a picture, even of one that cannot be read', () => {
    expect(readUpdate(message({ caption: 'My receipt', photo: [] }))).toMatchObject({
      text: 'My receipt',
      attachments: [{ is: 'plain', attachment: { type: 'photo' } }],
    });
  });

  it("and for a contact its number, and whether it is the customer's own", () => {
    const contact = { phone_number: '+15550001', first_name: 'Anna' };
    for (const [user_id, own] of [
      [4242, true],
      [1, false],
      [undefined, false],
    ]) {
      expect(readUpdate(message({ contact: { ...contact, user_id } }))).toMatchObject({
        text: '+15550001',
        data: { phone_number: '+15550001', phone_number_is_own: own },
      });
    }
  });

  it('without characters that cannot be stored', () => {
    const odd = { ...from, first_name: 'A\0', last_name: '\udc00', username: undefined };
    expect(readUpdate(message({ from: odd, text: 'a\0b\ud800c👍' }))).toMatchObject({
      name: 'A\ufffd \ufffd',
      text: 'a\ufffdb\ufffdc👍',
    });
  });
});

describe('what a message has besides words is attached to it', () => {
  const attached = (more: object) => (readUpdate(message(more)) as HeardMessage).attachments;
  const file = (id: string, size = 1000) => ({ file_id: id, file_unique_id: `u${id}`, file_size: size });

  it('the largest size of a photo', () => {
    const photo = [
      { ...file('small'), width: 90, height: 60 },
      { ...file('large', 90_000), width: 1280, height: 853 },
      { ...file('medium'), width: 320, height: 213 },
    ];
    expect(readUpdate(message({ photo, caption: 'Look', media_group_id: '13' }))).toMatchObject({
      text: 'Look',
      data: { message_id: 15, media_group_id: '13' },
      attachments: [
        {
          is: 'to_fetch',
          type: 'image',
          source: { file_id: 'large' },
          claim: { name: 'photo.jpg', mediaType: 'image/jpeg', size: 90_000, width: 1280, height: 853 },
        },
      ],
    });
  });

  it.each([
    [
      'document',
      { file_name: 'a.pdf', mime_type: 'application/pdf' },
      'document',
      { name: 'a.pdf', mediaType: 'application/pdf' },
    ],
    ['document', {}, 'document', { name: 'document', mediaType: undefined }],
    [
      'voice',
      { duration: 3, mime_type: 'audio/ogg' },
      'voice',
      { name: 'voice.ogg', more: { duration_seconds: 3 } },
    ],
    [
      'audio',
      { duration: 9, title: 'T', performer: 'P' },
      'audio',
      { more: { duration_seconds: 9, title: 'T', performer: 'P' } },
    ],
    ['video', { duration: 9, width: 4, height: 3 }, 'video', { name: 'video.mp4', width: 4, height: 3 }],
    [
      'video_note',
      { duration: 9, length: 240 },
      'video_note',
      { mediaType: 'video/mp4', width: 240, height: 240 },
    ],
    [
      'sticker',
      { type: 'regular', width: 512, height: 512, is_animated: false, is_video: false, emoji: '👍' },
      'sticker',
      { name: 'sticker.webp', mediaType: 'image/webp', more: { emoji: '👍' } },
    ],
    [
      'sticker',
      { type: 'regular', width: 512, height: 512, is_animated: true, is_video: false },
      'sticker',
      { mediaType: 'application/x-tgsticker' },
    ],
    [
      'sticker',
      { type: 'regular', width: 512, height: 512, is_animated: false, is_video: true },
      'sticker',
      { mediaType: 'video/webm' },
    ],
  ])('a %s with %j', (member, more, type, claim) => {
    expect(attached({ [member]: { ...file('id'), ...more } })).toEqual([
      { is: 'to_fetch', type, source: { file_id: 'id' }, claim: expect.objectContaining(claim) },
    ]);
  });

  it('an animation once, although it is also a document', () => {
    const animation = { ...file('id'), duration: 2, width: 4, height: 3, file_name: 'cat.mp4' };
    expect(attached({ animation, document: animation })).toMatchObject([{ type: 'animation' }]);
  });

  it('a place, with its name if it has one', () => {
    const location = { latitude: 59.93, longitude: 30.31 };
    expect(attached({ location })).toEqual([{ is: 'plain', attachment: { type: 'location', ...location } }]);
    expect(attached({ location, venue: { location, title: 'Office', address: 'Nevsky 1' } })).toEqual([
      { is: 'plain', attachment: { type: 'location', ...location, title: 'Office', address: 'Nevsky 1' } },
    ]);
  });

  it('a contact, whose number is also the text', () => {
    const contact = { phone_number: '+15550001', first_name: 'Anna', user_id: 4242 };
    expect(attached({ contact })).toEqual([
      {
        is: 'plain',
        attachment: { type: 'contact', phone_number: '+15550001', first_name: 'Anna', is_own: true },
      },
    ]);
  });

  it.each([
    ['poll', { poll: { id: '1', question: '?' } }],
    ['dice', { dice: { emoji: '🎲', value: 6 }, reply_to_message: { message_id: 3 } }],
    ['story', { story: { id: 1 }, forward_origin: { type: 'user' } }],
    ['successful_payment', { successful_payment: { currency: 'XTR' } }],
    ['something_of_next_year', { something_of_next_year: {} }],
    ['unknown', { 'no name': {} }],
  ])('the name of what nothing takes: %s', (type, more) => {
    expect(readUpdate(message(more))).toMatchObject({
      text: '',
      attachments: [{ is: 'plain', attachment: { type } }],
    });
  });

  it('and nothing that the database cannot store', () => {
    const document = { ...file('id'), file_name: 'a\0.pdf', mime_type: 'a/\udc00' };
    expect(JSON.stringify(attached({ document }))).not.toMatch(/\\u0000|\\udc00/);
  });
});

describe('a pressed inline button', () => {
  const messageId = showId('message', newId());

  it('names the message and the button, and must be answered', () => {
    expect(readUpdate(press(`b:${messageId}:11`))).toEqual({
      kind: 'message',
      key: '900002',
      externalId: '4242',
      name: 'Anna Karenina',
      text: '',
      data: { message_id: 15, username: 'anna', language_code: 'ru' },
      button: { messageId, index: 11 },
      callbackId: '4382',
    });
  });

  it.each([['old:1'], ['b:msg_x:1'], [`b:${messageId}:-1`], [`b:${messageId}:100`], [`x b:${messageId}:1`]])(
    'that is not ours must be answered as well: %j',
    (data) => {
      expect(readUpdate(press(data))).toMatchObject({
        button: null,
        callbackId: '4382',
        text: '',
        data: { callback_data: data },
      });
    },
  );
});

it.each([
  ['kicked', false],
  ['member', true],
])('a change of the bot to %s by a customer is received', (status, isReachable) => {
  const change = { from, chat, date: 1, new_chat_member: { status } };
  expect(readUpdate({ update_id: 900_003, my_chat_member: change })).toEqual({
    kind: 'membership',
    key: '900003',
    externalId: '4242',
    name: 'Anna Karenina',
    isReachable,
  });
});

describe('an update is ignored', () => {
  const group = { id: -100, type: 'group', title: 'Friends' };

  it.each<[string, unknown]>([
    ['a group', message({ text: 'Hello', chat: group })],
    ['a button in a group', press('x', { message: { message_id: 1, chat: group, date: 1 } })],
    ['a button of an inline query', press('x', { message: undefined })],
    [
      'a group that the bot joined',
      { update_id: 1, my_chat_member: { from, chat: group, new_chat_member: { status: 'member' } } },
    ],
    [
      'another change of membership',
      { update_id: 1, my_chat_member: { from, chat, new_chat_member: { status: 'left' } } },
    ],
    ['another bot', message({ text: 'Hello', from: { ...from, is_bot: true } })],
    ['an empty text', message({ text: ' \n' })],
    ['a message that Telegram pinned', message({ pinned_message: { message_id: 1 } })],
    [
      'a change of the chat',
      message({ message_auto_delete_timer_changed: { message_auto_delete_time: 60 } }),
    ],
    ['a correction', { update_id: 1, edited_message: message({ text: 'x' }).message }],
    ['an update without an id', { message: message({ text: 'x' }).message }],
    ['an id that is too large for a number', { ...message({ text: 'x' }), update_id: 2 ** 60 }],
    ['a wrong type', message({ text: 7 })],
    ['null', null],
    ['a string', 'x'],
    ['a list', [message({ text: 'x' })]],
  ])('of %s', (_what, update) => {
    expect(readUpdate(update)).toBeNull();
  });

  it('and no JSON makes the reader fail', () => {
    const part = fc.option(fc.oneof(fc.jsonValue(), fc.constant(from), fc.constant(chat)), {
      nil: undefined,
    });
    const object = fc.record({
      from: part,
      chat: part,
      text: part,
      message_id: part,
      message: part,
      data: part,
    });
    const update = fc.record({
      update_id: fc.nat(),
      message: object,
      callback_query: object,
      my_chat_member: object,
    });
    fc.assert(fc.property(fc.oneof(update, fc.jsonValue()), (body) => void readUpdate(body)));
  });
});
