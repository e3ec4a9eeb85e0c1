/**
 * Every request to another system goes through here. It enforces the guard against private addresses, a deadline and a size
 * limit, and reports whether the request was certainly not sent. Callers retry only then, so in doubt it reports `unknown`.
 */
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import {
  type AddressGuard,
  checkedLookup,
  createAddressGuard,
  type NoConnection,
  NotSent,
} from './address-guard.ts';
import { textOfAnswer } from './body-text.ts';
import { type BodyReader, readBody } from './content-decoding.ts';
import { connectFailure } from './outbound-connect.ts';
import { type Download, type DownloadRequest, download } from './outbound-download.ts';
import type { OutboundService } from './outbound-services.ts';

/** A request to another system. */
export interface OutboundRequest {
  service: OutboundService;
  method: string;
  /** `http:` or `https:`, without user and password. */
  url: string;
  /** Without headers of the connection, such as `Host`, `Content-Length` and `Connection`. */
  headers: Record<string, string>;
  body?: string | Buffer | StreamedBody;
  /**
   * For the whole call, including `beforeSend` and the answer's body; 15,000 if absent. A request that has no connection
   * after nine tenths of this time is not sent.
   */
  timeoutMs?: number;
  /** The answer's decoded body is cut after this many bytes; 1 MiB if absent. */
  maxResponseBytes?: number;
  signal?: AbortSignal;
  /**
   * Awaited after the checks that need no network and before a connection is opened. Record here that the action begins. If
   * it fails, nothing is sent.
   */
  beforeSend?: () => Promise<void>;
}

/** A body that is not in memory as a whole. */
export interface StreamedBody {
  /** In bytes. The request announces it, so the other side recognizes a body that broke off and must not act on it. */
  length: number;
  /** Reads it once. If it fails or has another length, the request counts as not begun. */
  read(): AsyncIterable<Uint8Array>;
}

/** How a request ended. Every `reason` is a clause for operators, without a full stop. */
export type Outcome =
  /**
   * The head of the answer arrived. `truncated` means that its body was cut, broke off or was too slow. A body in gzip,
   * deflate or brotli is decoded, and the headers that describe its coded form are removed. `body` is its text in the charset
   * that the answer names, or in UTF-8; if it is none, `noText` says why, as a clause about it.
   */
  | {
      kind: 'answered';
      status: number;
      headers: Record<string, string>;
      body: string;
      noText?: string;
      truncated: boolean;
    }
  /** Nothing was sent, and another try would end the same way. */
  | { kind: 'refused'; reason: string }
  /** Nothing was sent; the request may be tried again. `why` is there if no connection came about. */
  | { kind: 'not_begun'; reason: string; why?: NoConnection }
  /** Some or all of it was sent, and no answer came. */
  | { kind: 'unknown'; reason: string };

/** The client for requests to other systems. */
export interface OutboundHttp {
  /** Sends one request, once. Always resolves. Redirects are answers and are not followed. */
  send(request: OutboundRequest): Promise<Outcome>;
  /** Fetches a file, whose body is read while it arrives. Always resolves. Redirects are answers and are not followed. */
  download(request: DownloadRequest): Promise<Download>;
  /** Whether `OUTBOUND_ALLOW` names the host of this URL. */
  isPermitted(url: string): boolean;
  /** Takes no more requests. Resolves when the running ones have ended, at the latest at their deadlines. */
  close(underWay?: 'break off'): Promise<void>;
}

export interface OutboundHttpOptions {
  /** See `createAddressGuard`. */
  allow: readonly string[];
  /** Resolves a name to all its addresses; the system's resolver if absent. */
  lookup?: (name: string) => Promise<LookupAddress[]>;
  /** For name resolution, TCP and TLS together; 5,000 if absent. Accurate to one second. */
  connectTimeoutMs?: number;
}

/**
 * Creates the client for outgoing requests, with its own pool of connections.
 *
 * @throws Error with one sentence if an entry of `allow` is malformed
 */
export function createOutboundHttp(options: OutboundHttpOptions): OutboundHttp {
  const guard = createAddressGuard(options.allow);
  let agent: Promise<Agent> | undefined;
  let closed: Promise<void> | undefined;
  let isClosed = false;
  return {
    async send(request) {
      const prepared = prepare(request, guard);
      if (typeof prepared === 'string') return { kind: 'refused', reason: prepared };
      if (!agent && isClosed) return { kind: 'not_begun', reason: 'this server is stopping' };
      agent ??= openAgent(guard, options);
      return exchange(await agent, prepared, request);
    },
    async download(request) {
      const prepared = prepare({ ...request, method: 'GET' }, guard);
      if (typeof prepared === 'string') return { kind: 'refused', reason: prepared };
      if (!agent && isClosed) return { kind: 'lost', reason: 'this server is stopping' };
      agent ??= openAgent(guard, options);
      return download(await agent, prepared, request);
    },
    isPermitted: (url) => URL.canParse(url) && guard.isListed(new URL(url).hostname),
    async close(underWay) {
      isClosed = true;
      if (underWay === 'break off') return (await agent)?.destroy();
      closed ??= Promise.resolve(agent).then((opened) => opened?.close());
      return closed;
    },
  };
}

/** Loads undici with the first request: it is large, and a process that only answers needs none of it. */
async function openAgent(guard: AddressGuard, options: OutboundHttpOptions): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  return new Agent({
    connect: checkedConnector(buildConnector, guard, options),
    // A slow system must not make its other requests queue, and a broken connection must fail only one request.
    connections: 64,
    pipelining: 1,
    // A request on a connection that the other side has just closed ends as `unknown`. So idle connections are closed early:
    // after one second, or one second before the time that the other side announced.
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 10_000,
    keepAliveTimeoutThreshold: 1_000,
    // An answer whose head is too long counts as no answer. So the limit is far above Node's 16 KiB: the policies and cookies
    // of a large site come near that.
    maxHeaderSize: 262_144,
    // The deadline of the call includes both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** A timer that fires this much late shows that the process was stopped for a while. */
const stalledMs = 50;
/** After such a stop, data that has arrived is read for this long before a call is given up. */
const readFirstMs = 300;

/** Headers that frame the message or control the connection. Setting them could smuggle in a second request. */
const FORBIDDEN_HEADER =
  /^(connection|content-length|expect|host|http2-.*|keep-alive|proxy-.*|te|trailer|transfer-.*|upgrade)$/i;
/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

interface Prepared extends Dispatcher.DispatchOptions {
  origin: string;
  /** The progress of a body that is streamed. */
  leaving?: LeavingBody;
  /** Host and port, for error messages. */
  where: string;
}

/** Prepares undici's options, or returns why the request will never be sent, without quoting any value. */
function prepare(
  request: Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>,
  guard: AddressGuard,
): Prepared | string {
  // The URL parser would silently drop some of these characters.
  if (/[\x00-\x20\x7f]/.test(request.url)) return 'the URL contains white space or control characters';
  if (!URL.canParse(request.url)) return 'the URL is malformed';
  const url = new URL(request.url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the URL is neither http nor https';
  if (url.username !== '' || url.password !== '') return 'the URL contains a user name or a password';
  const verdict = guard.checkHost(url.hostname);
  if (!verdict.ok) return verdict.reason;
  const method = request.method.toUpperCase();
  if (!TOKEN.test(method) || method === 'CONNECT' || method === 'TRACE') return 'the method is not permitted';
  const headers: string[] = [];
  for (const [name, value] of Object.entries(request.headers)) {
    if (!TOKEN.test(name)) return 'the name of a header is malformed';
    if (FORBIDDEN_HEADER.test(name)) return `the header ${name} may not be set`;
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) return `the value of the header ${name} is malformed`;
    headers.push(name, value);
  }
  const where = url.port === '' ? verdict.host : `${verdict.host}:${url.port}`;
  const target = { origin: `${url.protocol}//${where}`, path: url.pathname + url.search };
  const { body = null } = request;
  if (body === null || typeof body === 'string' || Buffer.isBuffer(body)) {
    return { ...target, where, method, headers, body };
  }
  const leaving = new LeavingBody(body);
  headers.push('content-length', String(body.length));
  return { ...target, where, method, headers, body: Readable.from(leaving, { objectMode: false }), leaving };
}

/** A streamed body on its way out. */
class LeavingBody {
  readonly #given: StreamedBody;
  #left: number;
  /** Why it broke off, if it did. */
  fault: 'it cannot be read' | 'it has another length' | undefined;

  constructor(given: StreamedBody) {
    this.#given = given;
    this.#left = given.length;
  }

  /** Whether its last byte may have left. Before that nobody may act on the request: RFC 9112, section 8. */
  get isWhole(): boolean {
    return this.#left === 0;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.#given.read()) {
        if (piece.length > this.#left) {
          this.fault = 'it has another length';
          throw new Error(this.fault);
        }
        this.#left -= piece.length;
        if (piece.length > 0) yield piece;
      }
    } catch (error) {
      this.fault ??= 'it cannot be read';
      throw error;
    }
    if (this.#left === 0) return;
    this.fault = 'it has another length';
    throw new Error(this.fault);
  }
}

/** Runs one request, from the wait for a connection to its outcome. */
function exchange(agent: Agent, prepared: Prepared, request: OutboundRequest): Promise<Outcome> {
  const { timeoutMs = 15_000, maxResponseBytes = 1_048_576, signal, beforeSend } = request;
  const { where } = prepared;
  return new Promise((resolve) => {
    let settled = false;
    /** Set when the request has a connection, just before its first byte is written. */
    let controller: Dispatcher.DispatchController | undefined;
    /** Whether the other side may act on what has left. */
    const mayAct = () => controller !== undefined && (prepared.leaving?.isWhole ?? true);
    let head: { status: number; headers: Record<string, string> } | undefined;
    const latestStart = performance.now() + 0.9 * timeoutMs;
    const chunks: Buffer[] = [];
    let room = maxResponseBytes;
    let arriving = maxResponseBytes + 65_536;
    let body: BodyReader | undefined;
    const keep = (chunk: Buffer) => {
      if (settled) return;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      room -= chunk.length;
      if (room < 0) cut('the answer is too long');
    };
    const settle = (outcome: Outcome) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      body?.stop();
      resolve(outcome);
    };
    const answer = (truncated: boolean) => {
      if (!head) return;
      const text = textOfAnswer(Buffer.concat(chunks), head.headers['content-type'], truncated);
      settle({ kind: 'answered', ...head, ...text, truncated });
    };
    /** Ends the exchange from our side, with what is known so far. */
    const cut = (cause: string) => {
      if (head) answer(true);
      else if (mayAct()) settle({ kind: 'unknown', reason: `${cause} after sending to ${where}` });
      else if (controller) settle({ kind: 'not_begun', reason: `${cause} before all was sent to ${where}` });
      else
        settle({ kind: 'not_begun', reason: `${cause} before ${where} was connected`, why: 'no_connection' });
      controller?.abort(new Error(cause));
    };
    const cancel = () => cut('the caller cancelled');
    const late = () => {
      if (!settled) cut(`the deadline of ${timeoutMs} ms passed`);
    };
    const due = performance.now() + timeoutMs;
    /** When the process continues after a stop, timers run before sockets are read, and the answer may be in a socket. */
    const expire = () => {
      if (!controller) return late();
      if (performance.now() - due > stalledMs) timer = setTimeout(late, readFirstMs);
      // The stop may have ended just before the deadline. An immediate runs after the sockets are read.
      else setImmediate(late);
    };
    // Node would treat a delay above 31 bits as 1 ms.
    let timer = setTimeout(expire, Math.min(timeoutMs, 2 ** 31 - 1));
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(connected) {
        // When this throws, undici does not write the request and keeps the connection for the next one. A request sent with
        // hardly any time left would end as unknown; if it is not sent, it may be tried again. A second start cannot occur
        // without pipelining; the check protects the promise that nothing is sent twice.
        if (settled || controller || performance.now() > latestStart) {
          throw new NotSent('not_begun', `no connection to ${where} was free in time`, 'no_connection');
        }
        controller = connected;
      },
      onResponseStart(_, status, headers) {
        if (status < 200) return;
        // The values of a repeated header are joined to one list (RFC 9110, 5.3).
        const flat = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
        head = { status, headers: Object.fromEntries(flat) };
        body = readBody(head.headers['content-encoding'], {
          onData: keep,
          onEnd: () => answer(false),
          onFault: () => cut('the answer cannot be decoded'),
        });
        if (body.decodes) {
          delete head.headers['content-encoding'];
          delete head.headers['content-length'];
        }
      },
      onResponseData(_, chunk) {
        if (settled) return;
        // A coded body that is longer than the limit before decoding would only keep the decoder busy.
        arriving -= chunk.length;
        if (arriving < 0) return cut('the answer is too long');
        body!.write(chunk);
      },
      onResponseEnd: () => body?.end(),
      onResponseError(_, error: Error & { code?: string }) {
        if (settled) return;
        const { code = error.name } = error;
        if (head) answer(true);
        else if (mayAct()) settle({ kind: 'unknown', reason: lostReason(code, where) });
        else if (controller) settle({ kind: 'not_begun', reason: brokenOff(prepared.leaving, code, where) });
        else if (error instanceof NotSent) settle(outcomeOf(error));
        else settle({ kind: 'not_begun', reason: `nothing was sent to ${where} (${code})` });
      },
    };
    const dispatch = () => {
      if (!settled) agent.dispatch(prepared, handler);
    };

    if (signal?.aborted) return cancel();
    // One signal may end hundreds of requests at a shutdown; Node warns from eleven listeners on.
    if (signal) setMaxListeners(0, signal);
    signal?.addEventListener('abort', cancel);
    if (!beforeSend) return dispatch();
    // The error itself stays out of the reason, because an error of the database may contain values of its query.
    const failed = () => settle({ kind: 'not_begun', reason: 'the step before sending failed' });
    (async () => beforeSend())().then(dispatch, failed);
  });
}

const outcomeOf = ({ kind, message: reason, why }: NotSent): Outcome =>
  kind === 'refused' ? { kind, reason } : { kind, reason, ...(why && { why }) };

/** Describes why a body did not leave as a whole. */
function brokenOff(leaving: LeavingBody | undefined, code: string, where: string): string {
  return leaving?.fault === undefined
    ? `${where} closed the connection before all was sent (${code})`
    : `the body of the request was not sent as a whole: ${leaving.fault}`;
}

/** Describes what went wrong after the request, or a part of it, was sent. */
function lostReason(code: string, where: string): string {
  if (code.startsWith('HPE_')) return `what ${where} answered is not HTTP (${code})`;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return `the headers that ${where} answered are too long`;
  return `${where} closed the connection before it answered (${code})`;
}

/** undici's connector, limited to checked addresses. Failures before the connection is made become `NotSent`. */
function checkedConnector(
  build: typeof buildConnector,
  guard: AddressGuard,
  options: OutboundHttpOptions,
): buildConnector.connector {
  const timeout = options.connectTimeoutMs ?? 5_000;
  const connect = build({
    timeout,
    lookup: checkedLookup(guard, options.lookup ?? ((name) => systemLookup(name, { all: true }))),
    // Each of several addresses gets this long; Node's 250 ms would give up on distant hosts.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
    // Set here, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
    rejectUnauthorized: true,
  } as buildConnector.BuildOptions);
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) callback(connectFailure(error, target, timeout), null);
      else callback(null, socket!);
    });
}
