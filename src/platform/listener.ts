import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { makeDrainable } from './draining.ts';
import { holdRequests } from './held-requests.ts';
import { Problem } from './problem.ts';
import { commonHeaders, requestIdOf } from './request-id.ts';
import { watchPace } from './request-pace.ts';

/** A port with an HTTP server. Until a handler takes over it lets requests wait for some seconds, and then answers 503. */
export interface Listener {
  server: Server;
  /** The port number; for 0 the one that the system chose. */
  port: number;
  /** Whether `localhost` leads to this port, whichever of its two addresses a browser takes. */
  isLocalhost: boolean;
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

/** A usual start takes a second or two; whoever waits longer for one should know. */
const mostHoldMs = 10_000;
/** Addresses that ask for the state of this process. */
const ofHealth: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** Limits on what clients may do to a server. */
export interface ClientLimits {
  /** Connections at the same time; further ones are closed at once. */
  connections: number;
  /** Is called for each connection that is closed because there are too many. */
  onTooMany: () => void;
  /** The head of a request must arrive within half of this time. `watchPace` documents the rest. */
  windowMs: number;
}

/** Addresses that browsers ask for pages of other websites, which may read there why they were refused. */
export interface PageAddresses {
  include: (url: string) => boolean;
  /** What allows them to read it. */
  headers: Readonly<Record<string, string>>;
  /** What allows them to send the request at all. */
  preflight: Readonly<Record<string, string>>;
}

/**
 * Takes a port. Call it before everything else, so that a process that cannot listen has changed nothing. At 127.0.0.1 it takes the
 * port of `::1`, too, where that is free: browsers may take either for `localhost`.
 * @throws NodeJS.ErrnoException such as EADDRINUSE
 */
export async function takePort(
  { host, port }: { host: string; port: number },
  { connections, onTooMany, windowMs }: ClientLimits,
  pages?: PageAddresses,
): Promise<Listener> {
  const forPages = (request?: IncomingMessage) =>
    request?.url && pages?.include(request.url) ? pages : undefined;
  const held = holdRequests(Math.min(mostHoldMs, windowMs / 2), (request, response) =>
    refuse(response, requestIdOf(request.headers), starting, forPages(request)?.headers),
  );
  let handle: RequestListener = (request, response) => {
    const id = requestIdOf(request.headers);
    const open = forPages(request);
    const path = request.url?.split('?')[0];
    // A starting process is alive: a supervisor must not restart it in the middle of a migration.
    if (path === '/healthz') answer(response, id, 200, { status: 'ok' });
    else if (open && request.method === 'OPTIONS') {
      response.writeHead(204, { ...commonHeaders(id), ...open.headers, ...open.preflight }).end();
    } else if (ofHealth.has(path)) refuse(response, id, starting);
    else held.hold(request, response);
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
  const { port: taken } = server.address() as AddressInfo;
  const twin = host === '127.0.0.1' ? await listenBeside(server, taken) : {};
  return {
    server,
    port: taken,
    isLocalhost: host === 'localhost' || (host === '127.0.0.1' && !twin.isTaken),
    handOver(handler) {
      handle = handler;
      held.release(handler);
    },
    close(options) {
      held.refuse();
      return drain({
        ...options,
        twin: twin.server,
        lastWord: (request) => written(stopping, forPages(request)?.headers),
      });
    },
  };
}

/**
 * Listens at `::1` with the same port, and gives what connects there to `server`, which then counts, watches and drains it as its own.
 * @returns `isTaken` if another program has the port there; nothing on a machine without IPv6
 */
function listenBeside(server: Server, port: number): Promise<{ server?: SocketServer; isTaken?: boolean }> {
  return new Promise((resolve) => {
    const twin = createSocketServer({ pauseOnConnect: false, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    });
    twin.maxConnections = server.maxConnections;
    twin.once('error', ({ code }: NodeJS.ErrnoException) => resolve({ isTaken: code === 'EADDRINUSE' }));
    twin.listen({ port, host: '::1', ipv6Only: true }, () => resolve({ server: twin }));
  });
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

function refuse(
  response: ServerResponse,
  requestId: string,
  problem: Problem,
  more?: Readonly<Record<string, string>>,
): void {
  // The connection is closed, so the rest of the request's body is not read.
  const headers = { ...problem.headers, ...more, connection: 'close' };
  answer(response, requestId, problem.status, bodyOf(problem), headers);
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
function written(problem: Problem, more?: Readonly<Record<string, string>>): string {
  const body = bodyOf(problem);
  const headers = {
    ...commonHeaders(requestIdOf({})),
    ...problem.headers,
    ...more,
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
