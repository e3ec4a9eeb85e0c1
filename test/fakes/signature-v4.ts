import { createHash, createHmac } from 'node:crypto';

/** A request as its signature covers it: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
export interface SignedRequest {
  method: string;
  /** As in the request line, with its query. */
  target: string;
  headers: Record<string, string>;
  /** Names in lower case. */
  signedHeaders: readonly string[];
  /** Of the body, in hex. */
  payloadHash: string;
  /** As in `x-amz-date`: 20130524T000000Z. */
  time: string;
  region: string;
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const hex = (text: string) => createHash('sha256').update(text).digest('hex');

/** Every byte but the unreserved ones of RFC 3986. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature of a request, in hex: written from the specification, and not from the client that is tested. */
export function signatureV4(request: SignedRequest, secretAccessKey: string): string {
  const { method, target, headers, signedHeaders, payloadHash, time, region } = request;
  const [path = '', query = ''] = target.split('?', 2);
  const parameters =
    query === '' ? [] : query.split('&').map((pair) => pair.split('=', 2).map(decodeURIComponent));
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    parameters
      .map(([name = '', value = '']) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...[...signedHeaders]
      .sort()
      .map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    [...signedHeaders].sort().join(';'),
    payloadHash,
  ].join('\n');
  const day = time.slice(0, 8);
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, hex(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key as Buffer, toSign).toString('hex');
}
