import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliveryMeans } from '../../../src/dialog/channels/channel-type.ts';
import { telegram as type } from '../../../src/dialog/channels/telegram/index.ts';
import type { TaskOutcome } from '../../../src/dialog/tasks/task.ts';
import type { Trouble } from '../../fakes/telegram.ts';
import { patient } from '../../harness/patience.ts';
import { makeScene } from './scene.ts';

const image = 'https://example.org/a.png';
const long = 'x'.repeat(1025);
const errorOf = (outcome: TaskOutcome) => [
  outcome.state,
  outcome.state === 'succeeded' ? undefined : outcome.error.code,
];

describe('a message that Telegram accepted', () => {
  it("has arrived once, as intended, and its result has Telegram's ids", async () => {
    const { telegram, deliver } = await makeScene();
    const buttons = [{ text: 'Yes' }, { text: 'Site', url: 'https://example.org/' }];
    const outcome = await deliver({ text: '**Shall** we?', format: 'markdown', keyboard: 'inline', buttons });
    expect(outcome).toEqual({ state: 'succeeded', result: { message_ids: [1] }, begun: 1 });
    expect(telegram.sent).toEqual([
      {
        method: 'sendMessage',
        message_id: 1,
        chat_id: 4242,
        text: 'Shall we?',
        entities: [{ type: 'bold', text: 'Shall' }],
        photo: null,
        reply_markup: {
          inline_keyboard: [
            [{ text: 'Yes', callback_data: expect.stringMatching(/^b:msg_\w{26}:0$/) }],
            [{ text: 'Site', url: 'https://example.org/' }],
          ],
        },
      },
    ]);
  });

  it('with a picture and a long text has arrived as two messages, in order', async () => {
    const { telegram, deliver } = await makeScene();
    const outcome = await deliver({ text: long, image, buttons: [{ text: 'Yes' }] });
    expect(outcome).toEqual({ state: 'succeeded', result: { message_ids: [1, 2] }, begun: 1 });
    expect(
      telegram.sent.map((part) => [part.method, part.photo, part.text, part.reply_markup?.keyboard]),
    ).toEqual([
      ['sendPhoto', image, '', undefined],
      ['sendMessage', null, long, [[{ text: 'Yes' }]]],
    ]);
  });
});

describe('a message that Telegram did not accept', () => {
  it('because there were too many is tried again after the time that Telegram names', async () => {
    const { telegram, deliver } = await makeScene();
    telegram.trouble('sendMessage', { is: 'too_many', retryAfter: 17 });
    const error = { code: 'http_429', message: 'Telegram answered: Too Many Requests: retry after 17' };
    expect(await deliver({})).toEqual({ state: 'retry', error, afterMs: 17_000, begun: 1 });
    expect(telegram.sent).toEqual([]);
  });

  it('because the connection was refused is tried again', async () => {
    const { telegram, deliver } = await makeScene();
    await telegram.close();
    expect(errorOf(await deliver({}))).toEqual(['retry', 'not_reached']);
  });

  it.each<[string, Trouble, string]>([
    ['blocked the bot', refused(403, 'Forbidden: bot was blocked by the user'), 'recipient_unreachable'],
    ['is gone', refused(403, 'Forbidden: user is deactivated'), 'recipient_unreachable'],
    ['is unknown', refused(400, 'Bad Request: chat not found'), 'http_400'],
    [
      'is a group that moved',
      refused(400, 'Bad Request: group chat was upgraded', { migrate_to_chat_id: -100123 }),
      'chat_migrated',
    ],
    [
      'is polled by another program',
      refused(409, 'Conflict: terminated by other getUpdates request'),
      'http_409',
    ],
    ['would get too large a request', refused(413, 'Request Entity Too Large'), 'http_413'],
    ['would get nonsense', { is: 'refused', status: 400, description: 7 as never }, 'http_400'],
  ])('because the customer %s has failed', async (_why, trouble, code) => {
    const { telegram, deliver } = await makeScene();
    telegram.trouble('sendMessage', trouble);
    expect(errorOf(await deliver({}))).toEqual(['failed', code]);
    expect(telegram.calls).toHaveLength(1);
  });

  it('has the reason, and the new id of a group that moved', async () => {
    const { telegram, deliver } = await makeScene();
    telegram.block(4242);
    const message = 'Telegram answered: Forbidden: bot was blocked by the user';
    expect(await deliver({})).toMatchObject({ error: { message } });
    expect(await deliver({}, { externalId: '7' })).toMatchObject({
      error: { message: 'Telegram answered: Bad Request: chat not found' },
    });
    telegram.trouble('sendMessage', refused(400, 'moved', { migrate_to_chat_id: -1001234567890 }));
    expect(await deliver({})).toMatchObject({
      error: { message: expect.stringContaining('-1001234567890') },
    });
  });

  it('because of its token has failed, and the error does not contain the token', async () => {
    const { telegram, deliver } = await makeScene();
    for (const token of ['1000001:another', 'nonsense']) {
      const outcome = await deliver({}, { secrets: { token } });
      expect(errorOf(outcome)).toEqual(['failed', 'channel_unauthorized']);
      expect(JSON.stringify(outcome)).not.toContain(token);
    }
    telegram.trouble('sendMessage', refused(400, `Bad Request: see /bot${telegram.token}/ \u0000`));
    const outcome = await deliver({});
    expect(JSON.stringify(outcome)).not.toContain(telegram.token);
    expect(outcome).toMatchObject({ error: { message: 'Telegram answered: Bad Request: see /bot…/  ' } });
  });

  it("because the server's address is private has failed, and the error does not contain the token", async () => {
    const { telegram, deliver } = await makeScene();
    const outcome = await deliver({}, { settings: { base_url: 'http://10.255.255.1:1/' } });
    expect(errorOf(outcome)).toEqual(['failed', 'address_refused']);
    expect(JSON.stringify(outcome)).not.toContain(telegram.token);
    expect(outcome.begun).toBe(0);
  });

  it('does not begin if the lease is lost', async () => {
    const { telegram, http, settings, secrets } = await makeScene();
    const content = {
      text: 'Hello',
      buttons: [],
      keyboard: 'reply',
      columns: 1,
      format: 'plain',
      image: '',
    } as const;
    const delivery = {
      projectId: 'x',
      attached: [],
      messageId: 'msg_x',
      identityId: 'idn_x',
      externalId: '4242',
      content: { ...content, buttons: [] },
    };
    const outcome = await type.deliver!(
      { ...delivery, author: 'scenario', createdAt: new Date(), settings, secrets, progress: null },
      () => Promise.reject(new Error('lost')),
      { http } as DeliveryMeans,
    );
    expect(errorOf(outcome)).toEqual(['retry', 'not_reached']);
    expect(telegram.calls).toEqual([]);
  });
});

describe('a message that may have been sent', () => {
  const acted = (status: number, body: string, headers?: Record<string, string>): Trouble => ({
    is: 'answered_after_acting',
    status,
    body,
    ...(headers && { headers }),
  });

  it.each<[string, Trouble, string]>([
    [
      'answer fails',
      acted(500, '{"ok":false,"error_code":500,"description":"Internal Server Error"}'),
      'http_500',
    ],
    ['answer comes from a gateway', acted(502, '<html>Bad Gateway</html>'), 'http_502'],
    ['answer is not JSON', acted(200, 'OK'), 'unclear_answer'],
    ['answer contradicts itself', acted(200, '{"ok":false,"description":"no"}'), 'unclear_answer'],
    ['answer is empty', acted(200, ''), 'unclear_answer'],
    ['answer names no message', acted(200, '{"ok":true,"result":true}'), 'unclear_answer'],
    ['answer does not come', { is: 'hang' }, 'no_answer'],
    ['connection breaks', { is: 'cut' }, 'no_answer'],
  ])('because the %s is unknown, and not sent again', async (_why, trouble, code) => {
    // Short for the answer that never comes; on a busy machine one that comes may take as long.
    const { telegram, deliver } = await makeScene(trouble.is === 'hang' ? { timeoutMs: patient(1000) } : {});
    telegram.trouble('sendMessage', trouble);
    const outcome = await deliver({});
    expect(errorOf(outcome)).toEqual(['unknown', code]);
    expect(JSON.stringify(outcome)).not.toContain(telegram.token);
    expect(telegram.sent).toHaveLength(1);
  });

  it('is tried again instead, if a gateway answers with Retry-After', async () => {
    const { telegram, deliver } = await makeScene();
    telegram.trouble('sendMessage', acted(503, 'later', { 'retry-after': '9' }));
    expect(await deliver({})).toMatchObject({ state: 'retry', afterMs: 9000 });
  });
});

describe('a picture that was sent to Telegram is not sent again', () => {
  const content = { text: long, image, buttons: [{ text: 'Yes' }] };
  const progress = { message_ids: [1] };

  it('if its text certainly did not leave: only the text is tried again', async () => {
    const { telegram, deliver } = await makeScene();
    telegram.trouble('sendMessage', { is: 'too_many', retryAfter: 1 });
    const first = await deliver(content);
    const message = 'The picture was sent. Its text: Telegram answered: Too Many Requests: retry after 1';
    expect(first).toEqual({
      state: 'retry',
      error: { code: 'http_429', message },
      afterMs: 1000,
      progress,
      begun: 1,
    });
    const second = await deliver(content, { progress: (first as { progress: unknown }).progress });
    expect(second).toEqual({ state: 'succeeded', result: { message_ids: [1, 2] }, begun: 1 });
    expect(telegram.sent.map(({ method }) => method)).toEqual(['sendPhoto', 'sendMessage']);
  });

  it("if its text may have left: the outcome is unknown, and an owner's retry sends only the text", async () => {
    const { telegram, deliver } = await makeScene();
    telegram.trouble('sendMessage', { is: 'cut' });
    const first = await deliver(content);
    expect(first).toMatchObject({ state: 'unknown', error: { code: 'no_answer' }, progress });
    await deliver(content, { progress });
    expect(telegram.sent.map(({ method }) => method)).toEqual(['sendPhoto', 'sendMessage', 'sendMessage']);
  });

  it('if its text was refused: the message has failed, and its error says that the picture arrived', async () => {
    const { telegram, deliver } = await makeScene();
    telegram.trouble('sendMessage', refused(400, 'Bad Request: no'));
    const message = 'The picture was sent. Its text: Telegram answered: Bad Request: no';
    expect(await deliver(content)).toEqual({
      state: 'failed',
      error: { code: 'http_400', message },
      begun: 1,
    });
  });

  it('and if the picture is refused, the text is not sent either', async () => {
    const { telegram, deliver } = await makeScene();
    telegram.trouble('sendPhoto', refused(400, 'Bad Request: failed to get HTTP URL content'));
    expect(errorOf(await deliver(content))).toEqual(['failed', 'http_400']);
    expect(telegram.sent).toEqual([]);
  });
});

it('Telegram accepts every message that the server accepted', async () => {
  const { telegram, deliver } = await makeScene();
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      '**a *b',
      '<b>',
      '<a href="x">',
      '`',
      '[a](https://b.c)',
      '👍'.repeat(700),
      'a'.repeat(3000),
    ),
  );
  const content = fc.record({
    text: text.filter((said) => !/[\0\p{Surrogate}]/u.test(said)),
    format: fc.constantFrom('plain', 'markdown', 'html'),
    keyboard: fc.constantFrom('reply', 'inline'),
    columns: fc.integer({ min: 1, max: 3 }),
    image: fc.constantFrom('', image),
    buttons: fc.array(
      fc.record(
        { text: fc.string({ minLength: 1, maxLength: 64 }), url: fc.webUrl(), payload: fc.jsonValue() },
        { requiredKeys: ['text'] },
      ),
      { maxLength: 12 },
    ),
  });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(content, async (said) => {
      fc.pre(type.faults(said as never).length === 0);
      expect(await deliver(said as never)).toMatchObject({ state: 'succeeded' });
      taken++;
    }),
    { numRuns: 100 },
  );
  expect(taken).toBe(100);
  expect(telegram.refused).toEqual([]);
});

function refused(status: number, description: string, parameters?: Record<string, unknown>): Trouble {
  return { is: 'refused', status, description, ...(parameters && { parameters }) };
}
