import { sign, validate, validate3rd } from '@tma.js/init-data-node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TelegramProof, verifyTelegram } from '../../../src/dialog/miniapp/telegram.ts';

const madeUpToken = '1000000001:EXAMPLE-token-made-up-for-tests-0000';
/** With a `signature`, which the hash also covers. */
const withSignature =
  'query_id=AAExampleQuery&user=%7B%22id%22%3A4242%2C%22first_name%22%3A%22%D0%90%D0%BD%D0%BD%D0%B0%22%2C' +
  '%22language_code%22%3A%22ru%22%7D&auth_date=1790000000&start_param=ref-7&signature=c2lnbmF0dXJlLXBsYWNlaG9sZGVy' +
  '&hash=2d9141a78af6a5b5fbd9d15f73aa66bacb03487632ef45e358c029cad3ec666e';

/** From the tests and the documentation of https://github.com/Telegram-Mini-Apps/tma.js. */
const published = {
  token: '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8',
  short:
    'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C' +
    '%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C' +
    '%22is_premium%22%3Atrue%7D&auth_date=1662771648' +
    '&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
  long:
    'auth_date=1&can_send_after=10000&chat=%7B%22id%22%3A1%2C%22type%22%3A%22group%22%2C%22title%22%3A%22chat-title' +
    '%22%2C%22photo_url%22%3A%22group%22%2C%22username%22%3A%22my-chat%22%7D&chat_instance=888&chat_type=sender&hash' +
    '=47cfa22e72b887cba90c9cb833c5ea0f599975b6ce7193741844b5c4a4228b40&query_id=QUERY&receiver=%7B%22added_to_attac' +
    'hment_menu%22%3Afalse%2C%22allows_write_to_pm%22%3Atrue%2C%22first_name%22%3A%22receiver-first-name%22%2C%22id' +
    '%22%3A991%2C%22is_bot%22%3Afalse%2C%22is_premium%22%3Atrue%2C%22language_code%22%3A%22ru%22%2C%22last_name%22' +
    '%3A%22receiver-last-name%22%2C%22photo_url%22%3A%22receiver-photo%22%2C%22username%22%3A%22receiver-username' +
    '%22%7D&start_param=debug&user=%7B%22added_to_attachment_menu%22%3Afalse%2C%22allows_write_to_pm%22%3Afalse%2C' +
    '%22first_name%22%3A%22user-first-name%22%2C%22id%22%3A222%2C%22is_bot%22%3Atrue%2C%22is_premium%22%3Afalse%2C' +
    '%22language_code%22%3A%22en%22%2C%22last_name%22%3A%22user-last-name%22%2C%22photo_url%22%3A%22user-photo%22' +
    '%2C%22username%22%3A%22user-username%22%7D',
  thirdParty:
    'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22' +
    '%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue' +
    '%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320' +
    '%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private' +
    '&auth_date=1733584787&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6' +
    'MLIlADQ&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6',
};
const thirdParty = { botId: '7342037359', testEnvironment: false };

const at = (seconds: number, maxAgeSeconds = 3600) => ({ now: new Date(seconds * 1000), maxAgeSeconds });
const reasonOf = (launch: string, proof: TelegramProof = { token: madeUpToken }, seconds = 1_790_000_000) => {
  const verdict = verifyTelegram(launch, proof, at(seconds));
  return verdict.valid ? 'valid' : verdict.reason;
};

const pieces = fc.constantFrom(
  ...[
    'user',
    'hash',
    'auth_date',
    '=',
    '&',
    '%',
    '%2',
    '%FF',
    '%0A',
    '+',
    '?',
    '1',
    '{"id":1}',
    '\ud800',
    '\0',
    'é',
  ],
  'a'.repeat(64),
);

describe('the launch parameters of a bot with its token', () => {
  it('are valid if the hash also covers the signature for third parties', () => {
    expect(verifyTelegram(withSignature, { token: madeUpToken }, at(1_790_000_000))).toEqual({
      valid: true,
      user: { id: '4242', name: 'Анна', username: null, language: 'ru' },
      issuedAt: new Date(1_790_000_000_000),
    });
    const hashedWithoutIt = '2d30e21b463174b4ec02f6f7cedd86cb618f47d0cd049a95c015343ead7445d6';
    expect(reasonOf(withSignature.replace(/hash=.*/, `hash=${hashedWithoutIt}`))).toBe('signature_wrong');
  });

  it.each([
    ['short', 1_662_771_648, '279058397', 'Vladislav Kibenko'],
    ['long', 1, '222', 'user-first-name user-last-name'],
  ] as const)('are valid as in published examples: %s', (which, seconds, id, name) => {
    const verdict = verifyTelegram(published[which], { token: published.token }, at(seconds));
    expect(verdict).toMatchObject({ valid: true, user: { id, name } });
    expect(() => validate(published[which], published.token, { expiresIn: 0 })).not.toThrow();
  });

  it('are valid as another implementation signs them, and invalid after any change', () => {
    // Raw control characters do not occur, since customers' data is inside JSON.
    const plain = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((s) => s.replaceAll(/[\p{Cc}\p{Cs}]/gu, ''));
    fc.assert(
      fc.property(plain, plain, fc.integer({ min: 1, max: 2 ** 52 }), (first_name, start_param, id) => {
        const data = { user: { id, first_name }, start_param, query_id: 'Q' };
        const launch = sign(data, madeUpToken, new Date(1_790_000_000_000));
        expect(reasonOf(launch)).toBe('valid');
        const other = new URLSearchParams(launch);
        other.set('start_param', `${start_param}x`);
        expect(reasonOf(other.toString())).toBe('signature_wrong');
        other.delete('start_param');
        expect(reasonOf(other.toString())).toBe('signature_wrong');
        expect(reasonOf(launch, { token: published.token })).toBe('signature_wrong');
      }),
      { numRuns: 50 },
    );
  });

  it('are refused if they are split into other pairs than the signed ones', () => {
    // The signed text of each is the same as that of the original.
    expect(reasonOf(withSignature.replace('&signature=', '%0Asignature='))).toBe('malformed');
    expect(reasonOf(withSignature.replace('start_param=', 'start_param%3D'))).toBe('malformed');
  });

  it.each([
    ['nothing', '', 'empty'],
    ['a name twice', `${withSignature}&user=%7B%7D`, 'duplicate_name'],
    ['the hash twice', `${withSignature}&hash=00`, 'duplicate_name'],
    ['no hash', withSignature.replace(/&hash=.*/, ''), 'signature_missing'],
    ['a short hash', withSignature.slice(0, -1), 'signature_missing'],
    ['a broken escape', withSignature.replace('%D0', '%D'), 'malformed'],
    ['no UTF-8', withSignature.replace('%D0', '%FF'), 'malformed'],
    ['a stray sign', `${withSignature}&`, 'malformed'],
    ['no query string', 'hello', 'signature_missing'],
    ['one more', `${withSignature}&more=1`, 'signature_wrong'],
  ])('are refused with %s', (_, launch, reason) => {
    expect(reasonOf(launch)).toBe(reason);
  });

  it.each([
    [3600, 'valid'],
    [3601, 'too_old'],
    [-60, 'valid'],
    [-61, 'in_the_future'],
  ])('%s seconds after they were made are %s', (age, reason) => {
    expect(reasonOf(withSignature, { token: madeUpToken }, 1_790_000_000 + age)).toBe(reason);
  });

  it('are refused without a user, or with an impossible one', () => {
    const signed = (data: Record<string, unknown>) =>
      sign(data as never, madeUpToken, new Date(1_790_000_000_000));
    expect(reasonOf(signed({ query_id: 'Q' }))).toBe('user_missing');
    expect(reasonOf(signed({ user: { id: 0, first_name: 'Anna' } }))).toBe('user_missing');
    expect(reasonOf(signed({ user: { id: 2 ** 60, first_name: 'Anna' } }))).toBe('user_missing');
    expect(reasonOf(signed({ user: { id: 1, first_name: 'Anna' }, auth_date: 'x' }))).toBe('valid');
  });

  it('never make the check throw, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (found) => {
        expect(reasonOf(found.join(''))).not.toBe('valid');
      }),
    );
  });
});

describe('the launch parameters of a bot without its token', () => {
  it("are valid by Telegram's own signature, for this bot and this environment only", async () => {
    expect(verifyTelegram(published.thirdParty, thirdParty, at(1_733_584_787))).toEqual({
      valid: true,
      user: { id: '279058397', name: 'Vladislav + - ? / Kibenko', username: 'vdkfrost', language: 'ru' },
      issuedAt: new Date(1_733_584_787_000),
    });
    await validate3rd(published.thirdParty, Number(thirdParty.botId), { expiresIn: 0 });
    const seconds = 1_733_584_787;
    expect(reasonOf(published.thirdParty, { ...thirdParty, botId: '7342037358' }, seconds)).toBe(
      'signature_wrong',
    );
    expect(reasonOf(published.thirdParty, { ...thirdParty, testEnvironment: true }, seconds)).toBe(
      'signature_wrong',
    );
  });

  it('do not depend on the hash, and are refused if anything else is changed', () => {
    const seconds = 1_733_584_787;
    const changed = (from: string | RegExp, to: string) =>
      reasonOf(published.thirdParty.replace(from, to), thirdParty, seconds);
    expect(changed(/&hash=.*/, '')).toBe('valid');
    expect(changed('279058397', '279058398')).toBe('signature_wrong');
    expect(changed('chat_type=private', 'chat_type=group')).toBe('signature_wrong');
    expect(changed('zL-ucj', 'zL-ucJ')).toBe('signature_wrong');
    expect(changed(/signature=[^&]*/, 'signature=c2lnbmF0dXJl')).toBe('signature_missing');
    expect(reasonOf(published.thirdParty, thirdParty, seconds + 3601)).toBe('too_old');
  });
});
