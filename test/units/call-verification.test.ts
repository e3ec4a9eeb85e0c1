import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verificationField } from '../../src/dialog/webhooks/inbound/verification.ts';
import { verifyCall } from '../../src/dialog/webhooks/inbound/verify.ts';

/** A call that its sender's own documents or library show, and the moment at which it was made. */
interface Vector {
  source: string;
  verification: Record<string, unknown>;
  secret: string;
  body: string;
  headers: Record<string, string>;
  at?: number;
}

const slackBody =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';

const vectors: Record<string, Vector> = {
  'standard-webhooks': {
    source:
      'https://docs.svix.com/receiving/verifying-payloads/how-manual, and the tests of the library standardwebhooks',
    verification: { type: 'standard-webhooks' },
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    at: 1614265330,
  },
  github: {
    source:
      'https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation',
    verification: { type: 'github' },
    secret: "It's a Secret to Everybody",
    body: 'Hello, World!',
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
  },
  stripe: {
    // Stripe documents the rule (https://docs.stripe.com/webhooks#verify-manually), but shows no secret with its example.
    source: 'made by generateTestHeaderString of the official library stripe 23.1.0',
    verification: { type: 'stripe' },
    secret: 'whsec_test_secret',
    body: '{\n  "id": "evt_test_webhook",\n  "object": "event"\n}',
    headers: {
      'stripe-signature': 't=1614265330,v1=af4ead0627a34a8cca29808e8de9ada8e41a92e6237c63cef6eacf51d36cca34',
    },
    at: 1614265330,
  },
  shopify: {
    // Shopify documents the rule (https://shopify.dev/docs/apps/build/webhooks/verify-deliveries) without an example.
    source:
      'made by that rule, and found valid by webhooks.validate of the official library @shopify/shopify-api 13.1.0',
    verification: { type: 'shopify' },
    secret: 'hush',
    body: '{"id":820982911946154508,"email":"jon@example.com"}',
    headers: { 'x-shopify-hmac-sha256': 'D0UMXmhjwBRi4y66TmhJrDlhQABD7zI2fm3p6/QLMo8=' },
  },
  slack: {
    source: 'https://docs.slack.dev/authentication/verifying-requests-from-slack',
    verification: { type: 'slack' },
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    body: slackBody,
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    at: 1531420618,
  },
  'telegram-secret': {
    // The secret itself is sent, so the rule is the vector.
    source: 'https://core.telegram.org/bots/api#setwebhook',
    verification: { type: 'telegram-secret' },
    secret: 'made-up_Secret-Token',
    body: '{"update_id":10000}',
    headers: { 'x-telegram-bot-api-secret-token': 'made-up_Secret-Token' },
  },
  'hmac with SHA-1': {
    source: 'RFC 2202, section 3, test case 2',
    verification: { type: 'hmac', header: 'x-sign', algorithm: 'sha1' },
    secret: 'Jefe',
    body: 'what do ya want for nothing?',
    headers: { 'x-sign': 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79' },
  },
  'hmac with SHA-256': {
    source: 'RFC 4231, section 4.3',
    verification: { type: 'hmac', header: 'x-sign' },
    secret: 'Jefe',
    body: 'what do ya want for nothing?',
    headers: { 'x-sign': '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' },
  },
  'hmac with SHA-512': {
    source: 'RFC 4231, section 4.3',
    verification: { type: 'hmac', header: 'x-sign', algorithm: 'sha512' },
    secret: 'Jefe',
    body: 'what do ya want for nothing?',
    headers: {
      'x-sign':
        '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    },
  },
  'hmac as Slack signs': {
    source: 'the vector of Slack, described by an owner',
    verification: {
      ...{ type: 'hmac', header: 'X-Slack-Signature', prefix: 'v0=' },
      signed: 'v0:{{ headers.x_slack_request_timestamp }}:{{body}}',
      timestamp_header: 'X-Slack-Request-Timestamp',
    },
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    body: slackBody,
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    at: 1531420618,
  },
  token: {
    source: 'RFC 6750, section 2.1',
    verification: { type: 'token', name: 'Authorization', prefix: 'Bearer ' },
    secret: 'mF_9.B5f-4.1JqM',
    body: '{}',
    headers: { authorization: 'Bearer mF_9.B5f-4.1JqM' },
  },
  basic: {
    source: 'RFC 7617, section 2',
    verification: { type: 'basic', username: 'Aladdin' },
    secret: 'open sesame',
    body: '{}',
    headers: { authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' },
  },
  'basic in UTF-8': {
    source: 'RFC 7617, section 2.1',
    verification: { type: 'basic', username: 'test' },
    secret: '123£',
    body: '{}',
    headers: { authorization: 'Basic dGVzdDoxMjPCow==' },
  },
};

interface Change {
  secrets?: string[];
  body?: string;
  headers?: Record<string, string | undefined>;
  later?: number;
}

function judge({ verification, secret, body, headers, at = 1_700_000_000 }: Vector, change: Change = {}) {
  const rule = verificationField.parse(verification);
  return verifyCall(
    rule,
    change.secrets ?? [secret],
    { headers: { ...headers, ...change.headers }, query: {}, rawBody: Buffer.from(change.body ?? body) },
    at + (change.later ?? 0),
  );
}

const isSigned = ({ headers }: Vector) =>
  !Object.keys(headers).some((name) => /authorization|secret-token/.test(name));

describe.each(Object.entries(vectors))('%s', (_name, vector) => {
  it(`accepts the example of ${vector.source}, with the old secret beside a new one too`, () => {
    expect(judge(vector)).toBeUndefined();
    expect(judge(vector, { secrets: ['whsec_bmV3IHNlY3JldA==', vector.secret] })).toBeUndefined();
    expect(judge(vector, { secrets: [vector.secret, 'whsec_bmV3IHNlY3JldA=='] })).toBeUndefined();
  });

  it('refuses another secret, and none', () => {
    const wrong = isSigned(vector) ? 'signature_wrong' : 'secret_wrong';
    expect(judge(vector, { secrets: ['another secret'] })).toBe(wrong);
    expect(judge(vector, { secrets: [] })).toBe(wrong);
  });

  it('refuses a call without any one of its headers', () => {
    for (const name of Object.keys(vector.headers)) {
      expect(judge(vector, { headers: { [name]: undefined } })).toMatch(/_missing$/);
    }
  });

  it('refuses a changed body, if the proof covers it', () => {
    expect(judge(vector, { body: `${vector.body} ` })).toBe(isSigned(vector) ? 'signature_wrong' : undefined);
  });

  it('refuses a time more than five minutes away, if the proof has one', () => {
    if (vector.at === undefined) return;
    for (const later of [300, -300]) expect(judge(vector, { later })).toBeUndefined();
    for (const later of [301, -301]) expect(judge(vector, { later })).toBe('timestamp_stale');
  });

  it('refuses any other text in place of the proof, and never throws', () => {
    const name = Object.keys(vector.headers).at(-1)!;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(text !== vector.headers[name]);
        expect(judge(vector, { headers: { [name]: text } })).toBeDefined();
      }),
    );
  });
});

describe('a signature of Stripe', () => {
  const { headers, ...rest } = vectors.stripe!;
  const sign = (header: string) => judge({ ...rest, headers: { 'stripe-signature': header } });
  const right = headers['stripe-signature']!.split('v1=')[1]!;

  it('may be any of several v1, and nothing of another scheme', () => {
    const wrong = '0'.repeat(64);
    expect(sign(`t=1614265330,v1=${wrong},v1=${right}`)).toBeUndefined();
    expect(sign(`t=1614265330,v1=${right},v1=${wrong},v0=${wrong}`)).toBeUndefined();
    expect(sign(`t=1614265330,v0=${right}`)).toBe('signature_malformed');
    expect(sign(`t=1614265330,v1=${wrong}`)).toBe('signature_wrong');
  });

  it('has its own time, and no other', () => {
    expect(sign(`v1=${right}`)).toBe('timestamp_malformed');
    expect(sign(`t=16142653.30,v1=${right}`)).toBe('timestamp_malformed');
    expect(sign(`t=1614265331,v1=${right}`)).toBe('signature_wrong');
  });
});

describe('a signature of Standard Webhooks', () => {
  it('is what the official library makes, and may be one of several', () => {
    const { secret, body } = vectors['standard-webhooks']!;
    const made = new Webhook(secret).sign('msg_1', new Date(1_614_265_330_000), body);
    const call = (signature: string) =>
      judge({
        ...vectors['standard-webhooks']!,
        headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1614265330', 'webhook-signature': signature },
      });
    expect(call(made)).toBeUndefined();
    expect(call(`v1a,xyz v1,${'A'.repeat(43)}= ${made}`)).toBeUndefined();
    expect(call(made.replace('v1,', 'v2,'))).toBe('signature_malformed');
  });
});

describe('a described HMAC', () => {
  const key = 'a secret of the owner';

  it('covers the bytes of the body, whatever they are', () => {
    const rule = verificationField.parse({
      ...{
        type: 'hmac',
        header: 'x-sign',
        encoding: 'base64',
        signed: 'a{{ body }}:{{ headers.x-a }}{{ body }}',
      },
    });
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const rawBody = Buffer.from(bytes);
        const signature = createHmac('sha256', key)
          .update(Buffer.concat([Buffer.from('a'), rawBody, Buffer.from(':b'), rawBody]))
          .digest('base64');
        const headers = { 'x-sign': signature, 'x-a': 'b' };
        expect(verifyCall(rule, [key], { headers, query: {}, rawBody })).toBeUndefined();
      }),
    );
  });

  it('may have a time in milliseconds, and its own tolerance', () => {
    const verification = {
      ...{ type: 'hmac', header: 'x-sign', signed: '{{ headers.x-time }}{{ body }}' },
      ...{ timestamp_header: 'x-time', tolerance_seconds: 10 },
    };
    const signature = createHmac('sha256', key).update('1700000000123{}').digest('hex');
    const headers = { 'x-sign': signature, 'x-time': '1700000000123' };
    const vector = { source: '', verification, secret: key, body: '{}', headers };
    expect(judge(vector)).toBeUndefined();
    expect(judge(vector, { later: 11 })).toBe('timestamp_stale');
  });
});

it('a call to a receiver without verification is never refused', () => {
  expect(
    judge({ source: '', verification: { type: 'none' }, secret: '', body: '', headers: {} }),
  ).toBeUndefined();
});
