import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '../../src/platform/request-signature.ts';

const secret = 'made-up-receiver-secret';
const timestamp = '1790000000';
const rawBody = Buffer.from('{"event":"order.paid","n":1}');
const signature = '4fd00e106d4932cbdc4256df1f3539af19a9b2da275d39b6701bb3413209867d';
const right = { secrets: [secret], timestamp, signature, rawBody, now: 1790000000 };

const hmac = (key: string, text: string | Buffer) => createHmac('sha256', key).update(text).digest('hex');

describe('the signature of an incoming request', () => {
  it('is the HMAC of the timestamp, a dot and the raw bytes, in hex of any case', () => {
    expect(verifySignature(right)).toBeUndefined();
    expect(verifySignature({ ...right, signature: signature.toUpperCase() })).toBeUndefined();
  });

  it('is right for any bytes and any secret, even if they are not text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ minLength: 1, unit: 'grapheme' }), (bytes, key) => {
        const body = Buffer.from(bytes);
        const made = hmac(key, Buffer.concat([Buffer.from(`${timestamp}.`), body]));
        expect(verifySignature({ ...right, secrets: [key], rawBody: body, signature: made })).toBeUndefined();
      }),
    );
  });

  it('is wrong for another body, time, secret, or none at all', () => {
    expect(verifySignature({ ...right, rawBody: Buffer.from('{"event":"order.paid","n":2}') })).toBe(
      'signature_wrong',
    );
    expect(verifySignature({ ...right, timestamp: '1790000001' })).toBe('signature_wrong');
    expect(verifySignature({ ...right, secrets: ['another'] })).toBe('signature_wrong');
    expect(verifySignature({ ...right, secrets: [] })).toBe('signature_wrong');
  });

  it('covers the timestamp as it was sent', () => {
    const padded = '001790000000'.slice(0, 12);
    const made = hmac(secret, `${padded}.${rawBody}`);
    expect(verifySignature({ ...right, timestamp: padded, signature: made })).toBeUndefined();
    expect(verifySignature({ ...right, timestamp: padded })).toBe('signature_wrong');
  });

  it('may be made with either of two secrets', () => {
    expect(verifySignature({ ...right, secrets: ['new', secret] })).toBeUndefined();
    expect(verifySignature({ ...right, secrets: [secret, 'old'] })).toBeUndefined();
  });

  it.each([
    [0, undefined],
    [300, undefined],
    [-300, undefined],
    [301, 'timestamp_stale'],
    [-301, 'timestamp_stale'],
  ])('is accepted up to five minutes either way: %i s', (seconds, fault) => {
    expect(verifySignature({ ...right, now: 1790000000 + seconds })).toBe(fault);
  });

  it.each(['', '-1', '1.79e9', '1790000000.0', ' 1790000000', '1790000000\n', '1790000000000', '0x1'])(
    'needs whole seconds: %j',
    (at) => {
      expect(verifySignature({ ...right, timestamp: at })).toBe('timestamp_malformed');
    },
  );

  it.each([
    '',
    'x',
    signature.slice(1),
    `${signature}00`,
    `sha256=${signature}`,
    `${signature}, ${signature}`,
  ])('needs 64 digits: %j', (made) => {
    expect(verifySignature({ ...right, signature: made })).toBe('signature_malformed');
  });

  it('needs both headers, once each', () => {
    expect(verifySignature({ ...right, timestamp: undefined })).toBe('signature_missing');
    expect(verifySignature({ ...right, signature: undefined })).toBe('signature_missing');
    expect(verifySignature({ ...right, signature: [signature] })).toBe('signature_missing');
  });
});
