import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyVk } from '../../../src/dialog/miniapp/vk.ts';

/** The sample of https://github.com/VKCOM/vk-apps-launch-params, from before `vk_ts`. */
const sample = {
  secret: 'wvl68m4dR1UpLrVRli',
  launch:
    'vk_user_id=494075&vk_app_id=6736218&vk_is_app_user=1&vk_are_notifications_enabled=1&vk_language=ru' +
    '&vk_access_token_settings=&vk_platform=android&sign=htQFduJpLxz7ribXRZpDFUH-XEUhC9rBPTJkjUFEkRA',
};

const secret = 'made-up-vk-secret';
const launch =
  'vk_user_id=4242&vk_app_id=700001&vk_access_token_settings=friends%2Cwall&vk_platform=mobile_web&vk_ref=' +
  '&vk_ts=1790000000&vk_language=ru&sign=rp_LwKhmR2G7C2kdvZJroewzOgQ4qpfc3GNyMKa1YOU';

const verdictOf = (query: string, app = { secret, appId: '700001' as string | null }, age = 0) =>
  verifyVk(query, app, { now: new Date((1_790_000_000 + age) * 1000), maxAgeSeconds: 3600 });
const reasonOf = (...arguments_: Parameters<typeof verdictOf>) => {
  const verdict = verdictOf(...arguments_);
  return verdict.valid ? 'valid' : verdict.reason;
};

const pieces = fc.constantFrom(
  ...['vk_user_id', 'vk_ts', 'sign', '=', '&', '%', '%2', '%FF', '%0A', '+', '?', '1', '\ud800', '\0', 'é'],
  'a'.repeat(43),
);

describe('the launch parameters of a VK app', () => {
  it('are valid in any order, with a question mark in front, and with any unsigned parameters', () => {
    const valid = {
      valid: true,
      user: { id: '4242', name: null, username: null, language: 'ru' },
      issuedAt: new Date(1_790_000_000_000),
    };
    expect(verdictOf(launch)).toEqual(valid);
    expect(verdictOf(`?${launch.split('&').reverse().join('&')}&odr_enabled=1`)).toEqual(valid);
    expect(verdictOf(launch, { secret, appId: null })).toEqual(valid);
  });

  it("are signed as in VK's sample, which is refused only because it has no time", () => {
    expect(reasonOf(sample.launch, { secret: sample.secret, appId: '6736218' })).toBe('time_missing');
    expect(reasonOf(sample.launch, { secret, appId: '6736218' })).toBe('signature_wrong');
  });

  it.each([
    ['nothing', '', 'empty'],
    ['another user', launch.replace('4242', '4243'), 'signature_wrong'],
    ['one more signed parameter', `${launch}&vk_group_id=1`, 'signature_wrong'],
    ['one less', launch.replace('&vk_ref=', ''), 'signature_wrong'],
    ['a value that is escaped twice', launch.replace('%2C', '%252C'), 'signature_wrong'],
    ['two parameters in one value', launch.replace('&vk_ref=', '%26vk_ref='), 'signature_wrong'],
    [
      'two parameters in one name',
      launch.replace('=mobile_web&vk_ref=', '%3Dmobile_web%26vk_ref='),
      'malformed',
    ],
    ['a name twice', `${launch}&vk_user_id=1`, 'duplicate_name'],
    ['no sign', launch.replace(/&sign=.*/, ''), 'signature_missing'],
    ['a short sign', launch.slice(0, -1), 'signature_missing'],
    ['a list of the signed parameters', `${launch}&sign_keys=vk_user_id`, 'sign_keys_unsupported'],
  ])('are refused with %s', (_, query, reason) => {
    expect(reasonOf(query)).toBe(reason);
  });

  it('are refused for another app, even if its secret is the same', () => {
    expect(reasonOf(launch, { secret, appId: '700002' })).toBe('other_app');
  });

  it.each([
    [3600, 'valid'],
    [3601, 'too_old'],
    [-60, 'valid'],
    [-61, 'in_the_future'],
  ])('%s seconds after they were made are %s', (age, reason) => {
    expect(reasonOf(launch, undefined, age)).toBe(reason);
  });

  it('are refused if they name no user', () => {
    const signed = (vk_user_id: string) => {
      const query = `vk_app_id=700001&vk_ts=1790000000&vk_user_id=${vk_user_id}`;
      return `${query}&sign=${createHmac('sha256', secret).update(query).digest('base64url')}`;
    };
    expect(reasonOf(signed('1'))).toBe('valid');
    expect(['', '0', '-5', '1.5', '007'].map((id) => reasonOf(signed(id)))).toEqual(
      Array(5).fill('user_missing'),
    );
  });

  it('never make the check throw, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (found) => {
        expect(reasonOf(found.join(''))).not.toBe('valid');
      }),
    );
  });
});
