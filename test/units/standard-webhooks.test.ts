import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  findSignatureFault,
  isSigningSecret,
  newSigningSecret,
  signedHeaders,
} from '../../src/platform/standard-webhooks.ts';

const secret = newSigningSecret();
const now = () => Math.floor(Date.now() / 1000);

describe('a signature', () => {
  it("of any body is valid for the published library, and the library's for us", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        fc.string({ minLength: 1, maxLength: 40 }).map((id) => `msg_${encodeURIComponent(id)}`),
        fc.oneof(fc.json(), fc.string({ unit: 'grapheme' })),
        (bytes, id, body) => {
          const key = `whsec_${Buffer.from(bytes).toString('base64')}`;
          const theirs = new Webhook(key);
          const headers = signedHeaders(key, id, body);
          expect(headers['webhook-signature']).toBe(
            theirs.sign(id, new Date(Number(headers['webhook-timestamp']) * 1000), body),
          );
          expect(findSignatureFault(key, headers, body)).toBeUndefined();
          const at = new Date();
          const signed = {
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
            'webhook-signature': theirs.sign(id, at, body),
          };
          expect(findSignatureFault(key, signed, body)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('equals the example of the specification', () => {
    const example = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signedHeaders(
      example,
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '{"test": 2432232314}',
      1614265330,
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is wrong for another body, id, time or secret', () => {
    const headers = signedHeaders(secret, 'msg_1', '{"a":1}');
    expect(findSignatureFault(secret, headers, '{"a":1}')).toBeUndefined();
    expect(findSignatureFault(secret, headers, '{"a":1} ')).toBeDefined();
    expect(findSignatureFault(secret, { ...headers, 'webhook-id': 'msg_2' }, '{"a":1}')).toBeDefined();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(findSignatureFault(secret, { ...headers, 'webhook-timestamp': later }, '{"a":1}')).toBeDefined();
    expect(findSignatureFault(newSigningSecret(), headers, '{"a":1}')).toBeDefined();
    for (const signature of ['', 'v1,', 'v1', headers['webhook-signature']!.replace('v1', 'v2')]) {
      expect(
        findSignatureFault(secret, { ...headers, 'webhook-signature': signature }, '{"a":1}'),
      ).toBeDefined();
    }
  });

  it('is refused if a header is missing or repeated', () => {
    const headers = signedHeaders(secret, 'msg_1', 'x');
    for (const name of Object.keys(headers)) {
      expect(findSignatureFault(secret, { ...headers, [name]: undefined }, 'x')).toBeDefined();
      expect(findSignatureFault(secret, { ...headers, [name]: [headers[name]!] }, 'x')).toBeDefined();
    }
  });

  it('is accepted for five minutes, either way', () => {
    for (const [seconds, isFresh] of [
      [0, true],
      [299, true],
      [-299, true],
      [302, false],
      [-302, false],
    ] as const) {
      const fault = findSignatureFault(
        secret,
        signedHeaders(secret, 'msg_1', 'x', now() + seconds),
        'x',
        now(),
      );
      expect([seconds, fault === undefined]).toEqual([seconds, isFresh]);
    }
    for (const at of ['', 'now', '-1', '1e9', '1.5', '99999999999999999']) {
      const headers = { ...signedHeaders(secret, 'msg_1', 'x'), 'webhook-timestamp': at };
      expect(findSignatureFault(secret, headers, 'x')).toBeDefined();
    }
  });

  it('may be one of several while a secret is being changed', () => {
    const headers = signedHeaders(secret, 'msg_1', 'x');
    const other = signedHeaders(newSigningSecret(), 'msg_1', 'x')['webhook-signature'];
    const both = { ...headers, 'webhook-signature': `${other} ${headers['webhook-signature']}` };
    expect(findSignatureFault(secret, both, 'x')).toBeUndefined();
  });
});

describe('a signing secret', () => {
  it('is made of 32 random bytes', () => {
    const made = Array.from({ length: 100 }, newSigningSecret);
    expect(new Set(made).size).toBe(100);
    for (const one of made) {
      expect(Buffer.from(one.slice(6), 'base64')).toHaveLength(32);
      expect(isSigningSecret(one)).toBe(true);
    }
  });

  it.each([
    [23, false],
    [24, true],
    [64, true],
    [65, false],
  ])('of %i bytes: %s', (length, expected) => {
    const encoded = randomBytes(length).toString('base64');
    expect([isSigningSecret(encoded), isSigningSecret(`whsec_${encoded}`)]).toEqual([expected, expected]);
  });

  it.each([
    '',
    'whsec_',
    'set',
    'not set',
    'whsec_ä',
    `whsec_${'a'.repeat(43)}\n`,
    `whsec_${'-'.repeat(43)}`,
  ])('is refused: %j', (text) => {
    expect(isSigningSecret(text)).toBe(false);
  });
});
