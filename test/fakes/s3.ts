import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { signatureV4 } from './signature-v4.ts';

/** A request as it reached the bucket, after its signature was found right. */
export interface BucketCall {
  method: string;
  /** Without the name of the bucket. */
  name: string;
  range: string | undefined;
  style: 'path' | 'host';
}

/** What the bucket does in place of the right answer. */
export type BucketManner =
  | { does: 'fail'; status: number }
  /** Never answers. */
  | { does: 'hang' }
  /** Stores what was put, and closes the connection without an answer. */
  | { does: 'cut after storing' }
  /** Sends the head and a part of the object, and then nothing more. */
  | { does: 'stall' }
  /** Sends a part of the object and closes the connection. */
  | { does: 'half a body' }
  /** Sends bytes without end. */
  | { does: 'endless body' };

export interface S3 {
  /** For `FILES_URL`, with the bucket in the path. */
  url: string;
  port: number;
  calls: BucketCall[];
  /** What the client did wrong: errors of the server under test. */
  faults: string[];
  objects: Map<string, Buffer>;
  /** Decides for each request what happens in place of the right answer. */
  manner: (call: BucketCall) => BucketManner | undefined;
  close(): Promise<void>;
}

export const accessKeyId = 'AKIDEXAMPLE';
/** With characters that a URL must encode. */
export const secretAccessKey = 'wJalr/XUtnFEMI+K7MDENG bPx:Rfi@CYEXAMPLE';
export const bucketName = 'parley-files';
const region = 'eu-test-1';
const host = 's3.test';
const longestSkewMs = 15 * 60_000;

/** A bucket that refuses whatever Amazon S3 would refuse of the requests that Parley sends. */
export async function startS3(): Promise<S3> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => {
      s3.faults.push(String(error));
      response.destroy();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const s3: S3 = {
    url:
      `s3+http://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@127.0.0.1:${port}/${bucketName}` +
      `?region=${region}&path_style=true`,
    port,
    calls: [],
    faults: [],
    objects: new Map(),
    manner: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return s3;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const refuse = (status: number, code: string) => {
      s3.faults.push(`${request.method} ${request.url}: ${code}`);
      error(response, status, code);
    };
    const fault = faultOf(request, body);
    if (fault) return refuse(...fault);
    const { method = '', headers } = request;
    const found = objectOf(request);
    if (!found) return refuse(404, 'NoSuchBucket');
    const call: BucketCall = { method, ...found, range: headers.range };
    s3.calls.push(call);
    const manner = s3.manner(call);
    if (manner?.does === 'hang') return;
    if (manner?.does === 'fail') return error(response, manner.status, 'SlowDown');
    if (method === 'PUT') {
      s3.objects.set(found.name, body);
      if (manner?.does === 'cut after storing') return void request.socket.destroy();
      return void response.writeHead(200, { etag: `"${md5(body)}"` }).end();
    }
    if (method === 'DELETE') {
      s3.objects.delete(found.name);
      return void response.writeHead(204).end();
    }
    if (method !== 'GET') return refuse(405, 'MethodNotAllowed');
    const object = s3.objects.get(found.name);
    if (!object) return error(response, 404, 'NoSuchKey');
    send(response, object, headers.range, manner);
  }

  /** The bucket and the object that a request names, in either style. */
  function objectOf({ url = '', headers }: IncomingMessage): Pick<BucketCall, 'name' | 'style'> | undefined {
    if (headers.host === `${bucketName}.${host}:${port}`) return { name: url.slice(1), style: 'host' };
    if (headers.host !== `127.0.0.1:${port}` && headers.host !== `${host}:${port}`) return undefined;
    const start = `/${bucketName}/`;
    return url.startsWith(start) ? { name: url.slice(start.length), style: 'path' } : undefined;
  }
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

function error(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

/** What S3 would refuse of a request: status and code. */
function faultOf(request: IncomingMessage, body: Buffer): [number, string] | undefined {
  const { method = '', url = '' } = request;
  const headers = request.headers as Record<string, string>;
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/;
  const parts = authorization.exec(headers.authorization ?? '');
  if (!parts) return [400, 'AuthorizationHeaderMalformed'];
  const [, id, day, ofRegion, names = '', signature] = parts;
  const time = headers['x-amz-date'] ?? '';
  const moment = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(moment - Date.now()) < longestSkewMs)) return [403, 'RequestTimeTooSkewed'];
  if (day !== time.slice(0, 8) || ofRegion !== region) return [400, 'AuthorizationHeaderMalformed'];
  if (id !== accessKeyId) return [403, 'InvalidAccessKeyId'];
  const signedHeaders = names.split(';');
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (needed.some((name) => !signedHeaders.includes(name))) return [403, 'AccessDenied'];
  const payloadHash = headers['x-amz-content-sha256'] ?? '';
  if (!/^[\da-f]{64}$/.test(payloadHash)) return [400, 'InvalidRequest'];
  const asSigned = { method, target: url, headers, signedHeaders, payloadHash, time, region };
  if (signature !== signatureV4(asSigned, secretAccessKey)) return [403, 'SignatureDoesNotMatch'];
  if (method === 'PUT' && headers['content-length'] === undefined) return [411, 'MissingContentLength'];
  if (createHash('sha256').update(body).digest('hex') !== payloadHash) {
    return [400, 'XAmzContentSHA256Mismatch'];
  }
  return undefined;
}

function send(
  response: ServerResponse,
  object: Buffer,
  range: string | undefined,
  manner: BucketManner | undefined,
): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = Math.min(Number(to ?? object.length - 1), object.length - 1);
  if (start > end) {
    error(response, 416, 'InvalidRange');
    return;
  }
  const part = object.subarray(start, end + 1);
  const isPart = from !== undefined;
  const size = manner?.does === 'endless body' ? {} : { 'content-length': part.length };
  response.writeHead(isPart ? 206 : 200, {
    ...size,
    ...(isPart && { 'content-range': `bytes ${start}-${end}/${object.length}` }),
  });
  if (!manner) {
    response.end(part);
    return;
  }
  if (manner.does === 'endless body') {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    response.write(part);
    more();
    return;
  }
  response.write(part.subarray(0, Math.floor(part.length / 2)));
  if (manner.does === 'half a body') setTimeout(() => response.destroy(), 50);
}
