/**
 * The only way out: every request to somebody else's system goes through here. It keeps requests away from
 * private addresses, within a deadline and a size, and says afterwards whether the request certainly was not
 * sent. That last part decides what may be tried again, so in doubt it says `unknown`.
 */
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type AddressGuard, checkedLookup, createAddressGuard, NotSent } from './address-guard.ts';

export interface OutboundRequest {
  method: string;
  /** `http:` or `https:`, without user and password. */
  url: string;
  /** Without those that belong to the connection: `Host`, `Content-Length`, `Connection` and the like. */
  headers: Record<string, string>;
  body?: string | Buffer;
  /**
   * For the whole call, `beforeSend` and the answer's body included; 15,000 if absent. A request that got no
   * connection within nine tenths of it is not sent any more.
   */
  timeoutMs?: number;
  /** What comes after this many bytes of the answer's body is cut off; 1 MiB if absent. */
  maxResponseBytes?: number;
  signal?: AbortSignal;
  /**
   * Awaited after the checks that need no network and before a connection is looked for: the place to record
   * that the action begins. If it fails, nothing is sent.
   */
  beforeSend?: () => Promise<void>;
}

export type Outcome =
  /** The answer's head arrived; `truncated` when its body is cut off, broke or was too slow. */
  | { kind: 'answered'; status: number; headers: Record<string, string>; body: string; truncated: boolean }
  /** Nothing was sent, nor would be on another try. */
  | { kind: 'refused'; reason: string }
  /** Certainly nothing was sent; it may be tried again. */
  | { kind: 'not_begun'; reason: string }
  /** All or some of it was sent, and no answer came. */
  | { kind: 'unknown'; reason: string };

export interface OutboundHttp {
  /** Sends one request, once. Always resolves. Redirects are answers and are not followed. */
  send(request: OutboundRequest): Promise<Outcome>;
  /** Takes no more requests; resolves when those under way have ended, at the latest by their deadlines. */
  close(): Promise<void>;
}

export interface OutboundHttpOptions {
  /** See `createAddressGuard`. */
  allow: readonly string[];
  /** All addresses of a name; the system's resolver if absent. */
  lookup?: (name: string) => Promise<LookupAddress[]>;
  /** For name resolution, TCP and TLS together; 5,000 if absent. Kept to within a second. */
  connectTimeoutMs?: number;
}

/**
 * Opens the way out, with its own pool of connections.
 *
 * @throws Error with one sentence if an entry of `allow` is malformed
 */
export function createOutboundHttp(options: OutboundHttpOptions): OutboundHttp {
  const guard = createAddressGuard(options.allow);
  const agent = new Agent({
    connect: checkedConnector(guard, options),
    // A slow system must not make its other requests wait in line, and none may share the fate of another.
    connections: 64,
    pipelining: 1,
    // A request that meets a connection the other side has just closed ends as `unknown`. So idle ones are
    // given up early: after one second, or one second before the time that the other side named.
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 10_000,
    keepAliveTimeoutThreshold: 1_000,
    // The deadline of the call covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let closed: Promise<void> | undefined;
  return {
    send(request) {
      const prepared = prepare(request, guard);
      if (typeof prepared === 'string') return Promise.resolve({ kind: 'refused', reason: prepared });
      return exchange(agent, prepared, request);
    },
    close() {
      closed ??= agent.close();
      return closed;
    },
  };
}

/** Headers that frame the message or steer the connection; setting them could smuggle in a second request. */
const FORBIDDEN_HEADER =
  /^(connection|content-length|expect|host|http2-.*|keep-alive|proxy-.*|te|trailer|transfer-.*|upgrade)$/i;
/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

interface Prepared extends Dispatcher.DispatchOptions {
  origin: string;
  /** Host and port, for sentences. */
  where: string;
}

/** Makes undici's options of a request, or says why it will never be sent, without quoting any value. */
function prepare(request: OutboundRequest, guard: AddressGuard): Prepared | string {
  // The URL parser would drop some of these silently.
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
  return { ...target, where, method, headers, body: request.body ?? null };
}

/** Carries one request from the wait for a connection to its outcome. */
function exchange(agent: Agent, prepared: Prepared, request: OutboundRequest): Promise<Outcome> {
  const { timeoutMs = 15_000, maxResponseBytes = 1_048_576, signal, beforeSend } = request;
  const { where } = prepared;
  return new Promise((resolve) => {
    let settled = false;
    /** Present from the moment the request has a connection, just before its first byte is written. */
    let controller: Dispatcher.DispatchController | undefined;
    let head: { status: number; headers: Record<string, string> } | undefined;
    const latestStart = performance.now() + 0.9 * timeoutMs;
    const chunks: Buffer[] = [];
    let room = maxResponseBytes;
    const settle = (outcome: Outcome) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(outcome);
    };
    const answer = (truncated: boolean) => {
      if (head) settle({ kind: 'answered', ...head, body: Buffer.concat(chunks).toString(), truncated });
    };
    /** Ends the exchange from our side, as what is known by now. */
    const cut = (cause: string) => {
      if (head) answer(true);
      else if (controller) settle({ kind: 'unknown', reason: `${cause} after sending to ${where}` });
      else settle({ kind: 'not_begun', reason: `${cause} before ${where} was connected` });
      controller?.abort(new Error(cause));
    };
    const cancel = () => cut('the caller cancelled');
    const expire = () => cut(`the deadline of ${timeoutMs} ms passed`);
    // Beyond its 31 bits Node would take a delay for 1 ms.
    const timer = setTimeout(expire, Math.min(timeoutMs, 2 ** 31 - 1));
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(connected) {
        // undici takes a throw here as "do not write this one" and keeps the connection for the next. Sent
        // with hardly any time left, a request would end as unknown; unsent, it may be tried again. A second
        // start cannot occur without pipelining; the check guards the promise that nothing is sent twice.
        if (settled || controller || performance.now() > latestStart) {
          throw new NotSent('not_begun', `no connection to ${where} was free in time`);
        }
        controller = connected;
      },
      onResponseStart(_, status, headers) {
        if (status < 200) return;
        // The values of a repeated header become one list (RFC 9110, 5.3).
        const flat = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
        head = { status, headers: Object.fromEntries(flat) };
      },
      onResponseData(_, chunk) {
        if (settled) return;
        chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
        room -= chunk.length;
        if (room < 0) cut('the answer is too long');
      },
      onResponseEnd: () => answer(false),
      onResponseError(_, error: Error & { code?: string }) {
        if (settled) return;
        const { code = error.name } = error;
        if (head) answer(true);
        else if (controller) settle({ kind: 'unknown', reason: lostReason(code, where) });
        else if (error instanceof NotSent) settle({ kind: error.kind, reason: error.message });
        else settle({ kind: 'not_begun', reason: `nothing was sent to ${where} (${code})` });
      },
    };
    const dispatch = () => {
      if (!settled) agent.dispatch(prepared, handler);
    };

    if (signal?.aborted) return cancel();
    // One signal may end hundreds of requests at a shutdown; Node warns from eleven on.
    if (signal) setMaxListeners(0, signal);
    signal?.addEventListener('abort', cancel);
    if (!beforeSend) return dispatch();
    // The error itself stays out of the reason: that of a database may hold the values of its query.
    const failed = () => settle({ kind: 'not_begun', reason: 'the step before sending failed' });
    (async () => beforeSend())().then(dispatch, failed);
  });
}

/** What went wrong after the request, or a part of it, left. */
function lostReason(code: string, where: string): string {
  if (code.startsWith('HPE_')) return `what ${where} answered is not HTTP (${code})`;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return `the headers that ${where} answered are too long`;
  return `${where} closed the connection before it answered (${code})`;
}

/** undici's connector, made to reach checked addresses only and to tag what fails before it is connected. */
function checkedConnector(guard: AddressGuard, options: OutboundHttpOptions): buildConnector.connector {
  const timeout = options.connectTimeoutMs ?? 5_000;
  const connect = buildConnector({
    timeout,
    lookup: checkedLookup(guard, options.lookup ?? ((name) => systemLookup(name, { all: true }))),
    // Of several addresses each gets this long; Node's 250 ms would give up on distant ones.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
    rejectUnauthorized: true,
  } as buildConnector.BuildOptions);
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) callback(connectFailure(error, target, timeout), null);
      else callback(null, socket!);
    });
}

type ConnectError = Error & { code?: string; address?: string; port?: number; errors?: ConnectError[] };

/** The sentence for a connection that did not come about. With several addresses it tells of each. */
function connectFailure(error: ConnectError, target: buildConnector.Options, timeout: number): NotSent {
  if (error instanceof NotSent) return error;
  const where = target.host ?? target.hostname;
  const sentences = (error.errors ?? [error]).map(({ code = 'unknown error', address, port, message }) => {
    const peer = address ? `${isIP(address) === 6 ? `[${address}]` : address}:${port}` : where;
    if (code === 'ECONNREFUSED') return `connection refused by ${peer}`;
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return `no connection to ${where} within ${timeout} ms`;
    if (address) return `no connection to ${peer} (${code})`;
    if (target.protocol !== 'https:') return `no connection to ${where} (${code})`;
    if (/CERT|SIGNATURE|UNABLE_TO/.test(code)) return `certificate of ${where} not accepted: ${message}`;
    return `TLS with ${where} failed (${code})`;
  });
  return new NotSent('not_begun', [...new Set(sentences)].join(', '));
}
