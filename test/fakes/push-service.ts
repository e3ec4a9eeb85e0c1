import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../harness/until.ts';

/** A message that arrived in a browser. */
export interface Pushed {
  /** Of its subscription. */
  endpoint: string;
  message: any;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  /** Whom the push service may ask. */
  subject: string;
}

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface Known {
  serverKey: string;
  pair: ECDH;
  auth: Buffer;
  /** What it answers in place of taking messages. */
  answers: { status: number; headers?: Record<string, string> }[];
}

export interface PushService {
  /** Subscribes a browser, as `PushManager.subscribe` does. @param serverKey the `applicationServerKey` */
  subscribe(serverKey: string): Subscription;
  /** The next requests of a subscription are answered like this, one after the other. */
  answer(endpoint: string, ...answers: Known['answers']): void;
  /** What arrived in browsers, in order. */
  arrived: Pushed[];
  /** Requests that no push service takes, in words. */
  wrong: string[];
  /** How many requests came for a subscription. */
  requests(endpoint: string): number;
  /** Waits until so many messages have arrived for a subscription. */
  waitFor(endpoint: string, count: number): Promise<Pushed[]>;
  close(): Promise<void>;
}

/**
 * A push service as browsers have them: RFC 8030, with the credentials of RFC 8292. It is the browser as well, which decrypts what
 * came by RFC 8291 and RFC 8188. It refuses what a real one refuses, and notes why.
 */
export async function startPushService(): Promise<PushService> {
  const known = new Map<string, Known>();
  const asked = new Map<string, number>();
  const arrived: Pushed[] = [];
  const wrong: string[] = [];
  let origin = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const endpoint = origin + request.url;
    asked.set(endpoint, (asked.get(endpoint) ?? 0) + 1);
    const { status, headers = {} } = take(request, endpoint, Buffer.concat(chunks));
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function take(request: IncomingMessage, endpoint: string, body: Buffer): Known['answers'][number] {
    const refuse = (status: number, why: string) => {
      wrong.push(`${status}: ${why}`);
      return { status };
    };
    const of = known.get(endpoint);
    if (!of) return { status: 404 };
    if (request.method !== 'POST') return refuse(405, 'only POST is taken');
    const { ttl, urgency, topic, authorization = '' } = request.headers as Record<string, string | undefined>;
    if (!/^\d+$/.test(ttl ?? '')) return refuse(400, 'TTL is missing');
    if (urgency !== undefined && !/^(very-low|low|normal|high)$/.test(urgency))
      return refuse(400, 'no such Urgency');
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return refuse(400, 'no such Topic');
    if (body.length > 4096) return refuse(413, 'more than 4096 bytes');
    const proof = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization);
    if (!proof) return refuse(401, 'no vapid credentials');
    const [, token, serverKey] = proof as unknown as [string, string, string];
    if (serverKey !== of.serverKey) return refuse(403, 'another key than the one of the subscription');
    const claims = claimsOf(token, serverKey, origin);
    if (typeof claims === 'string') return refuse(401, claims);
    if (request.headers['content-encoding'] !== 'aes128gcm') return refuse(400, 'not aes128gcm');
    const answer = of.answers.shift();
    if (answer) return answer;
    let text: string;
    try {
      text = decrypt(body, of);
    } catch (error) {
      return refuse(400, `the browser cannot read it: ${(error as Error).message}`);
    }
    arrived.push({
      endpoint,
      message: JSON.parse(text),
      ttl: Number(ttl),
      urgency,
      topic,
      subject: claims.sub,
    });
    return { status: 201, headers: { location: `${endpoint}/messages/${arrived.length}` } };
  }

  return {
    arrived,
    wrong,
    requests: (endpoint) => asked.get(endpoint) ?? 0,
    subscribe(serverKey) {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const auth = randomBytes(16);
      const endpoint = `${origin}/push/${randomBytes(18).toString('base64url')}`;
      known.set(endpoint, { serverKey, pair, auth, answers: [] });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    answer: (endpoint, ...answers) => void known.get(endpoint)!.answers.push(...answers),
    waitFor(endpoint, count) {
      const its = () => arrived.filter((each) => each.endpoint === endpoint);
      return until(async () => its().length >= count && its());
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads a signed token as RFC 8292, section 2, has it; a sentence says what is wrong. */
function claimsOf(token: string, serverKey: string, origin: string): { sub: string } | string {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(serverKey, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return 'k is no uncompressed point';
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const { alg, typ } = JSON.parse(Buffer.from(head, 'base64url').toString());
  if (alg !== 'ES256' || typ !== 'JWT') return 'the token is not ES256';
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'the signature is wrong';
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const now = Date.now() / 1000;
  if (aud !== origin) return `aud is ${aud}`;
  if (typeof exp !== 'number' || exp < now || exp > now + 24 * 3600) return 'exp is not within a day';
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(sub)) return 'sub is neither mailto: nor https:';
  return { sub };
}

/** Decrypts as a browser does: RFC 8188, section 2, with the keys of RFC 8291, section 3.4. */
function decrypt(body: Buffer, { pair, auth }: Pick<Known, 'pair' | 'auth'>): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const senderKey = body.subarray(21, 21 + body[20]!);
  const record = body.subarray(21 + body[20]!);
  if (record.length > recordSize) throw new Error('more than one record');
  const derive = (secret: Buffer, given: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, given, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const secret = derive(pair.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const opening = createDecipheriv('aes-128-gcm', key, nonce);
  opening.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([opening.update(record.subarray(0, -16)), opening.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('no delimiter of a last record');
  return padded.subarray(0, end).toString();
}
