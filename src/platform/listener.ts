import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeDrainable } from './draining.ts';
import { Problem } from './problem.ts';
import { commonHeaders, requestIdOf } from './request-id.ts';
import { watchPace } from './request-pace.ts';

/** A port with an HTTP server that answers 503 until a handler takes over. */
export interface Listener {
  server: Server;
  /** The port number; for 0 the one that the system chose. */
  port: number;
  /** From now on `handler` answers the requests. */
  handOver(handler: RequestListener): void;
  /**
   * Accepts no more connections, answers what has arrived, and closes idle connections `idleMs` later. Requests that are still
   * unanswered after `graceMs` get a 503. Resolves when all connections are closed. May be called again.
   */
  close(options: { idleMs: number; graceMs: number }): Promise<void>;
}

const starting = new Problem(503, 'starting', 'The server is starting. Repeat the request in a moment.', {
  retryAfterSeconds: 1,
});

const stopping = new Problem(
  503,
  'stopping',
  'The server stopped before this request had ended. Look at what was done before you repeat it; with an Idempotency-Key it can be repeated safely.',
  { retryAfterSeconds: 1 },
);

/** Limits on what clients may do to a server. */
export interface ClientLimits {
  /** Connections at the same time; further ones are closed at once. */
  connections: number;
  /** Is called for each connection that is closed because there are too many. */
  onTooMany: () => void;
  /** The head of a request must arrive within half of this time. `watchPace` documents the rest. */
  windowMs: number;
}

/**
 * Takes a port. Call it before everything else, so that a process that cannot listen has changed nothing.
 * @throws NodeJS.ErrnoException such as EADDRINUSE
 */
export async function takePort(
  { host, port }: { host: string; port: number },
  { connections, onTooMany, windowMs }: ClientLimits,
): Promise<Listener> {
  let handle: RequestListener = (request, response) => {
    // A starting process is alive: a supervisor must not restart it in the middle of a migration.
    if (request.url?.split('?')[0] === '/healthz')
      answer(response, requestIdOf(request.headers), 200, { status: 'ok' });
    else refuse(response, requestIdOf(request.headers), starting);
  };
  const server = createServer({
    headersTimeout: windowMs / 2,
    requestTimeout: 0, // uploads may take long
    connectionsCheckingInterval: Math.min(1000, windowMs / 10),
  });
  server.maxConnections = connections;
  server.on('drop', onTooMany);
  const { drain } = makeDrainable(server);
  watchPace(server, windowMs);
  server.on('request', (request, response) => handle(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    handOver(handler) {
      handle = handler;
    },
    close: (options) => drain({ ...options, lastWord: written(stopping) }),
  };
}

/** The next free port above `port` on this host that is not in `others`; undefined if twenty in a row are taken. */
export async function nextFreePort(
  host: string,
  port: number,
  others: readonly (number | undefined)[],
): Promise<number | undefined> {
  for (let candidate = port + 1; candidate <= Math.min(port + 20, 65_535); candidate++) {
    if (!others.includes(candidate) && (await isFree(host, candidate))) return candidate;
  }
  return undefined;
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

function bodyOf({ message, code }: Problem): string {
  return JSON.stringify({ detail: message, code });
}

function refuse(response: ServerResponse, requestId: string, problem: Problem): void {
  // The connection is closed, so the rest of the request's body is not read.
  answer(response, requestId, problem.status, bodyOf(problem), { ...problem.headers, connection: 'close' });
}

function answer(
  response: ServerResponse,
  requestId: string,
  status: number,
  body: string | object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response
    .writeHead(status, {
      ...commonHeaders(requestId),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      ...headers,
    })
    .end(text);
}

/** A whole answer as bytes for the socket, for requests that no handler will answer. */
function written(problem: Problem): string {
  const body = bodyOf(problem);
  const headers = {
    ...commonHeaders(requestIdOf({})),
    ...problem.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}
