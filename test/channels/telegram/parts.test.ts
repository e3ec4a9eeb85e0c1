import { describe, expect, it } from 'vitest';
import { telegram } from '../../../src/dialog/channels/telegram/index.ts';
import { readToken } from '../../../src/dialog/channels/telegram/keyboard.ts';
import { partsOf } from '../../../src/dialog/channels/telegram/parts.ts';
import type { ResolvedContent } from '../../../src/dialog/content/content.ts';
import { newId, showId } from '../../../src/platform/ids.ts';

const messageId = showId('message', newId());
const image = 'https://example.org/a.png';
const contentOf = (more: Partial<ResolvedContent>): ResolvedContent => ({
  text: 'Hello',
  buttons: [],
  keyboard: 'reply',
  columns: 1,
  format: 'plain',
  image: '',
  ...more,
});
const parts = (more: Partial<ResolvedContent>, externalId = '4242') =>
  partsOf({ messageId, externalId, content: contentOf(more), attached: [], settings: {} }).map(
    ({ method, body }) => [
      method,
      // As it is sent, without undefined fields.
      JSON.parse(JSON.stringify(body)),
    ],
  );
const faults = (more: Partial<ResolvedContent>) =>
  telegram.faults(contentOf(more)).map(({ loc, message }) => [loc.join('.'), message]);
const units = (count: number) => '👍'.repeat(count >> 1) + 'x'.repeat(count & 1);

describe('a message to Telegram', () => {
  it('is one call with its text unchanged, and keeps the keyboard of the customer', () => {
    expect(parts({ text: '<b> & *x*' })).toEqual([['sendMessage', { chat_id: 4242, text: '<b> & *x*' }]]);
  });

  it.each([
    ['4242', 4242],
    ['-100123', -100_123],
    ['@channel', '@channel'],
    ['0042', '0042'],
    ['9007199254740993', '9007199254740993'],
  ])('goes to the chat %s', (externalId, chat_id) => {
    expect(parts({}, externalId)).toEqual([['sendMessage', { chat_id, text: 'Hello' }]]);
  });

  it.each([
    ['markdown', '**a** & b'],
    ['html', '<b>a</b> &amp; b'],
  ] as const)('in %s is sent as HTML', (format, text) => {
    const said = { chat_id: 4242, text: '<b>a</b> &amp; b', parse_mode: 'HTML' };
    expect(parts({ text, format })).toEqual([['sendMessage', said]]);
  });

  it('with a picture has its text as the caption, up to the limit of a caption', () => {
    const caption = units(1024);
    expect(parts({ text: caption, image })).toEqual([
      ['sendPhoto', { chat_id: 4242, photo: image, caption }],
    ]);
    // Format marks do not count.
    const bold = `<b>${caption}</b>`;
    expect(parts({ text: bold, format: 'html', image })).toEqual([
      ['sendPhoto', { chat_id: 4242, photo: image, caption: bold, parse_mode: 'HTML' }],
    ]);
    expect(parts({ text: ' ', image })).toEqual([['sendPhoto', { chat_id: 4242, photo: image }]]);
  });

  it('with a picture and a longer text is two calls, the keyboard with the second', () => {
    const text = units(1025);
    const reply_markup = { keyboard: [[{ text: 'Yes' }]], resize_keyboard: true, one_time_keyboard: true };
    expect(parts({ text, image, buttons: [{ text: 'Yes' }] })).toEqual([
      ['sendPhoto', { chat_id: 4242, photo: image }],
      ['sendMessage', { chat_id: 4242, text, reply_markup }],
    ]);
  });
});

describe('a Telegram keyboard', () => {
  const buttons = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ text, payload: { secret: text.repeat(100) } }));
  const markup = (more: Partial<ResolvedContent>) => parts({ buttons, ...more })[0]![1].reply_markup;
  const texts = (rows: { text: string }[][]) => rows.map((row) => row.map(({ text }) => text).join(''));

  it.each([
    [1, ['a', 'b', 'c', 'd', 'e']],
    [2, ['ab', 'cd', 'e']],
    [3, ['abc', 'de']],
  ])('has %i buttons in a row', (columns, rows) => {
    expect(texts(markup({ columns, keyboard: 'reply' }).keyboard)).toEqual(rows);
    expect(texts(markup({ columns, keyboard: 'inline' }).inline_keyboard)).toEqual(rows);
  });

  it('that is inline sends the name of the button, never its id or payload', () => {
    const rows = markup({ keyboard: 'inline' }).inline_keyboard;
    const data = rows.flat().map((key: any) => key.callback_data);
    expect(data.map(readToken)).toEqual(buttons.map((_, index) => ({ messageId, index })));
    for (const token of data) expect(Buffer.byteLength(token)).toBeLessThanOrEqual(64);
    expect(JSON.stringify(rows)).not.toContain('aaa');
  });

  it('that is inline opens addresses', () => {
    const link = { text: 'Site', url: 'https://example.org/', id: 'site' };
    expect(markup({ keyboard: 'inline', buttons: [link] })).toEqual({
      inline_keyboard: [[{ text: 'Site', url: 'https://example.org/' }]],
    });
  });
});

describe('content that Telegram would refuse is refused when the message is accepted', () => {
  const inline = { keyboard: 'inline' } as const;
  const long = (length: number) => `telegram takes at most 4096 UTF-16 units, these are ${length}`;

  it.each<[string, Partial<ResolvedContent>, unknown[]]>([
    ['nothing', {}, []],
    ['the longest text', { text: units(4096) }, []],
    ['a longer one', { text: units(4097) }, [['text', long(4097)]]],
    ['one that is longer by its marks only', { text: `**${units(4096)}**`, format: 'markdown' }, []],
    [
      'one that is too long without its marks',
      { text: `<b>${units(4097)}</b>`, format: 'html' },
      [['text', long(4097)]],
    ],
    ['one without visible text', { text: '\u200b\n ' }, [['text', expect.any(String)]]],
    ['one with marks only', { text: '<b></b>', format: 'html' }, [['text', expect.any(String)]]],
    ['one without visible text, under a picture', { text: ' ', image }, []],
    ['a picture without a valid address', { image: 'a.png' }, [['image', expect.any(String)]]],
    ['a picture elsewhere', { image: 'ftp://example.org/a' }, [['image', expect.any(String)]]],
    ['a picture on this machine', { image: 'http://localhost/a.png' }, [['image', expect.any(String)]]],
    [
      'a button without visible text',
      { buttons: [{ text: 'a' }, { text: ' ' }] },
      [['buttons.1', expect.any(String)]],
    ],
    [
      'an address in the reply keyboard',
      { buttons: [{ text: 'a', url: image }] },
      [['buttons.0.url', expect.any(String)]],
    ],
    ['an inline address', { ...inline, buttons: [{ text: 'a', url: image }] }, []],
    ['an inline address by number', { ...inline, buttons: [{ text: 'a', url: 'http://192.0.2.1/' }] }, []],
    [
      'an inline address on this machine',
      { ...inline, buttons: [{ text: 'a', url: 'http://localhost:3000/' }] },
      [['buttons.0.url', expect.any(String)]],
    ],
    [
      'an inline address with a space',
      { ...inline, buttons: [{ text: 'a', url: 'https://example.org/a b' }] },
      [['buttons.0.url', expect.any(String)]],
    ],
    [
      'an inline address by IPv6',
      { ...inline, buttons: [{ text: 'a', url: 'http://[2606:4700::1111]/' }] },
      [['buttons.0.url', expect.any(String)]],
    ],
  ])('%s', (_what, more, expected) => {
    expect(faults(more)).toEqual(expected);
  });
});

describe('the settings of a bot', () => {
  const token = '1000001:AA-bb_cc';
  const fault = (settings: unknown) => telegram.settings.safeParse(settings).error?.issues[0]?.path[0];

  it.each([
    [{}],
    [{ base_url: 'https://api.telegram.org' }],
    [{ base_url: 'https://proxy.example.org:8443/bots/' }],
    // A Bot API server of one's own.
    [{ base_url: 'http://127.0.0.1:8081' }],
    [{ base_url: 'http://[::1]:8081' }],
    [{ base_url: 'http://10.1.2.3:8081' }],
    [{ base_url: 'http://telegram-bot-api:8081' }],
  ])('are a token and an address: %j', (more) => {
    expect(fault({ token, ...more })).toBeUndefined();
  });

  it.each([
    [{ base_url: 'http://api.telegram.org' }],
    [{ base_url: 'http://[2606:4700::1111]' }],
    [{ base_url: 'http://1.1.1.1' }],
    [{ base_url: 'https://user:pass@example.org' }],
    [{ base_url: 'https://example.org/?a' }],
    [{ base_url: 'https://example.org/#a' }],
    [{ base_url: 'ftp://example.org' }],
    [{ base_url: 'https://example.org\\bots' }],
    [{ base_url: 'https://example.org/\n' }],
    [{ base_url: 'https://example.org/my bots' }],
    [{ base_url: 'nonsense' }],
    [{ base_url: '' }],
  ])('refuse an address where others could read the token: %j', (more) => {
    expect(fault({ token, ...more })).toBe('base_url');
  });

  it.each([[undefined], ['nonsense'], ['1:a/../b'], ['1:a b'], ['1:'], ['1:а']])(
    "accept only a bot's token: %j",
    (wrong) => {
      expect(fault({ token: wrong })).toBe('token');
    },
  );
});
