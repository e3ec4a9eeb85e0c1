import { randomUUID } from 'node:crypto';
import { mkdir, unlink } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import { noId } from '../ids.ts';
import { sha256 } from '../secrets.ts';
import type { Bucket } from './bucket-address.ts';
import { type FileStore, StoreFault } from './file-store.ts';
import { receiveInto } from './received.ts';

/**
 * A store in a bucket that speaks the protocol of Amazon S3. The operator named the bucket, so unlike requests on behalf of
 * projects these may go to any address. Every request may be repeated without harm, and is, if it fails for a passing reason.
 */

export interface BucketOptions {
  /** The folder in which uploads are received before they are sent on. */
  receiveIn: string;
  /** Tries of one request; 3 if absent. */
  tries?: number;
  /** Longest wait for the head of an answer, and between two pieces of a body, in milliseconds; 15,000 if absent. */
  silenceMs?: number;
  /** Resolves host names; the system's resolver if absent. */
  lookup?: LookupFunction;
}

/** The least speed at which an object is stored; at a lower one it is given up. */
const leastBytesPerSecond = 256 * 1024;
const pauseMs = 200;
/** An owner waits for the answer. */
const probeMs = 3000;
/** The name of an object that is never stored. */
const noObject = `${noId}/${noId}`;
/** Amazon says AccessDenied of an object that does not exist to those who may not list the bucket. */
const saysNoObject = /^the bucket answered (404 NoSuchKey|403 AccessDenied)$/;
/** Of an answer that is no file: the description of an error. */
const mostOfAnError = 16 * 1024;
const sha256OfNothing = sha256('').toString('hex');

interface Call {
  method: 'GET' | 'PUT' | 'DELETE';
  name: string;
  headers?: Record<string, string>;
  /** Makes the body, anew for each try. */
  body?: () => Readable;
  /** Of the body, in hex. */
  checksum?: string;
  /** Time for the whole request until the head of its answer, in milliseconds. */
  timeMs: number;
  /** The statuses of success. */
  expected: readonly number[];
}

type Answer = Dispatcher.ResponseData;

/** @param bucket as `parseBucketAddress` returns it */
export function bucketStore(
  bucket: Bucket,
  { receiveIn, tries = 3, silenceMs = 15_000, lookup }: BucketOptions,
): FileStore {
  const { origin, name: bucketName, prefix } = bucket;
  let tools: Promise<Tools> | undefined;
  const open = (): Promise<Tools> => {
    tools ??= loadTools(silenceMs, lookup);
    return tools;
  };

  return {
    title: `the bucket ${bucketName} at ${new URL(origin).host}`,
    place: `bucket ${sha256(`${origin}\n${bucketName}\n${prefix}`).toString('hex')}`,
    readMark: async () => null,
    room: async () => undefined,

    async receive(bytes, most) {
      try {
        await mkdir(receiveIn, { recursive: true, mode: 0o700 });
        const path = join(receiveIn, `parley-${randomUUID()}`);
        // A file without a name is gone when its process is.
        const hide = () => unlink(path);
        return await receiveInto({ path, hide, remove: async () => {} }, bytes, most);
      } catch (error) {
        if (!(error as NodeJS.ErrnoException | null)?.syscall) throw error;
        const { code } = error as NodeJS.ErrnoException;
        throw new StoreFault(`an upload cannot be written to ${receiveIn} (${code})`, { cause: error });
      }
    },

    async keep(name, received) {
      const { size, sha256: checksum } = received;
      const answer = await request({
        method: 'PUT',
        name,
        headers: { 'content-length': String(size), 'content-type': 'application/octet-stream' },
        body: () => received.stream(),
        // The store compares what arrives with it.
        checksum: checksum.toString('hex'),
        timeMs: silenceMs + (size / leastBytesPerSecond) * 1000,
        expected: [200],
      });
      await discard(answer);
      await received.discard();
    },

    async open(name, size, { start, end }) {
      const isWhole = start === 0 && end === size - 1;
      const answer = await request({
        method: 'GET',
        name,
        ...(!isWhole && { headers: { range: `bytes=${start}-${end}` } }),
        timeMs: silenceMs,
        expected: [isWhole ? 200 : 206],
      });
      return exactly(answer.body, end - start + 1);
    },

    async remove(name) {
      await discard(
        await request({ method: 'DELETE', name, timeMs: silenceMs, expected: [200, 202, 204, 404] }),
      );
    },

    async probe() {
      try {
        await discard(
          await send({
            method: 'GET',
            name: noObject,
            timeMs: Math.min(probeMs, silenceMs),
            expected: [200],
          }),
        );
      } catch (error) {
        if (!(error instanceof StoreFault) || !saysNoObject.test(error.message)) throw error;
      }
    },

    async removeRemains() {},
    async close() {
      await (await tools)?.agent.destroy();
    },
  };

  /** Sends a request until it succeeds, fails for good, or has been tried often enough. */
  async function request(call: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(call);
      } catch (error) {
        const fault = error as StoreFault;
        if (!fault.isPassing || attempt >= tries) throw fault;
        await sleep(pauseMs * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  async function send({
    method,
    name,
    headers = {},
    body,
    checksum,
    timeMs,
    expected,
  }: Call): Promise<Answer> {
    const { agent, Signer, dispatch } = await open();
    const signed = await new Signer({
      method,
      url: addressOf(bucket, name),
      headers: { ...headers, 'x-amz-content-sha256': checksum ?? sha256OfNothing },
      accessKeyId: bucket.accessKeyId,
      secretAccessKey: bucket.secretAccessKey,
      region: bucket.region,
      service: 's3',
    }).sign();
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), timeMs);
    const content = body?.();
    let answer: Answer;
    try {
      answer = await dispatch(signed.url, {
        dispatcher: agent,
        method,
        headers: Object.fromEntries(signed.headers),
        body: content ?? null,
        signal: giveUp.signal,
      });
    } catch (error) {
      content?.destroy();
      throw unanswered(error, giveUp.signal.aborted, timeMs);
    } finally {
      clearTimeout(timer);
    }
    if (expected.includes(answer.statusCode)) return answer;
    content?.destroy();
    throw await refused(answer);
  }

  function unanswered(error: unknown, isLate: boolean, timeMs: number): StoreFault {
    const { code, name } = error as NodeJS.ErrnoException;
    const reason = isLate ? `no answer within ${Math.round(timeMs)} ms` : (code ?? name);
    return new StoreFault(`the bucket cannot be reached (${reason})`, { isPassing: true, cause: error });
  }
}

/** The address of an object, by the style of the bucket. */
function addressOf({ origin, name, prefix, isInPath }: Bucket, object: string): string {
  if (isInPath) return `${origin}/${name}/${prefix}${object}`;
  const url = new URL(origin);
  url.hostname = `${name}.${url.hostname}`;
  return `${url.origin}/${prefix}${object}`;
}

interface Tools {
  agent: Agent;
  dispatch: typeof import('undici')['request'];
  Signer: typeof import('aws4fetch')['AwsV4Signer'];
}

/** Loads the client with the first request: most installations have no bucket. */
async function loadTools(silenceMs: number, lookup: LookupFunction | undefined): Promise<Tools> {
  const [{ Agent, request }, { AwsV4Signer }] = await Promise.all([import('undici'), import('aws4fetch')]);
  const agent = new Agent({
    connect: { timeout: Math.min(5000, silenceMs), rejectUnauthorized: true, ...(lookup && { lookup }) },
    connections: 32,
    pipelining: 1,
    // The time of a request is limited by its caller: how long a body takes to leave depends on its size.
    headersTimeout: 0,
    bodyTimeout: silenceMs,
    maxHeaderSize: 65_536,
  });
  return { agent, dispatch: request, Signer: AwsV4Signer };
}

/** Reads the description of an error, as far as it is short. */
async function refused({ statusCode, body }: Answer): Promise<StoreFault> {
  let text = '';
  try {
    for await (const piece of body) {
      text += (piece as Buffer).toString('latin1');
      if (text.length > mostOfAnError) break;
    }
  } catch {
    // What has arrived says enough.
  }
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1];
  const isPassing = statusCode >= 500 || statusCode === 429 || statusCode === 408;
  return new StoreFault(`the bucket answered ${statusCode}${code ? ` ${code}` : ''}`, { isPassing });
}

/** Lets go of an answer whose body does not matter. One that does not end loses its connection. */
async function discard({ body }: Answer): Promise<void> {
  await body.dump({ limit: mostOfAnError }).catch(() => {});
}

/** The stream with exactly so many bytes: it fails if there are fewer or more. */
function exactly(body: Readable, bytes: number): Readable {
  let left = bytes;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      left -= piece.length;
      if (left < 0) done(new StoreFault('the bucket sent more bytes than the file has'));
      else done(null, piece);
    },
    flush: (done) => done(left > 0 ? new StoreFault('the bucket sent fewer bytes than the file has') : null),
  });
  body.on('error', (error) => {
    counted.destroy(new StoreFault('the bucket broke off in the middle of a file', { cause: error }));
  });
  // A reader that leaves ends the answer.
  counted.on('close', () => body.destroy());
  return body.pipe(counted);
}
