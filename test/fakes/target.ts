import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as it reached the external system. */
export interface Arrival {
  method: string;
  /** With its query, as in the request line. */
  url: string;
  headers: IncomingMessage['headers'];
  /** Names and values as they were sent, one after the other. */
  rawHeaders: string[];
  body: string;
  /** The id of the job in the request. */
  jobId: string;
  at: number;
}

/** How a target treats a request. */
export type Manner =
  | { does: 'answer'; status?: number; headers?: Record<string, string>; body?: string | Buffer }
  /** Never answers. */
  | { does: 'hang' }
  /** Closes the connection after it has read the request, and so may have acted. */
  | { does: 'cut after reading' }
  /** Announces a body and closes the connection in the middle of it. */
  | { does: 'half a body' }
  /** Sends a body that is too large. */
  | { does: 'huge body'; bytes: number }
  /** Sends a body byte by byte, without end. */
  | { does: 'slow body' };

/** An external system that gets operations: it records every request, and tests choose its behaviour. */
export interface Target {
  url: string;
  port: number;
  arrivals: Arrival[];
  /** Opened connections, including those without a request. */
  connections: number;
  /** Violations of HTTP or of the signatures: errors of the server under test. */
  faults: string[];
  manner: (arrival: Arrival) => Manner | Promise<Manner>;
  /** Closes the connection as soon as the head of a request has arrived, before its body is read. */
  cutsBeforeReading: boolean;
  /** Requests by job. */
  of(jobId: string): Arrival[];
  close(): Promise<void>;
}

/**
 * @param strict.hmacSecret with which every request has to be signed
 * @param strict.idHeader in which the id of the job has to stand, in lower case
 */
export async function startTarget(strict: { hmacSecret?: string; idHeader?: string } = {}): Promise<Target> {
  const idHeader = strict.idHeader ?? 'idempotency-key';
  const sockets = new Set<Socket>();
  const target: Target = {
    url: '',
    port: 0,
    arrivals: [],
    connections: 0,
    faults: [],
    manner: () => ({ does: 'answer' }),
    cutsBeforeReading: false,
    of: (jobId) => target.arrivals.filter((arrival) => arrival.jobId === jobId),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };

  const server = createServer(async (request, response) => {
    if (target.cutsBeforeReading) {
      target.arrivals.push(arrivalOf(request, '', idHeader));
      request.socket.destroy();
      return;
    }
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const arrival = arrivalOf(request, body, idHeader);
    target.faults.push(...faultsOf(arrival, strict.hmacSecret));
    target.arrivals.push(arrival);
    await behave(await target.manner(arrival), response);
  });
  server.on('connection', (socket) => {
    target.connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.port = (server.address() as AddressInfo).port;
  target.url = `http://127.0.0.1:${target.port}`;
  return target;
}

function arrivalOf(request: IncomingMessage, body: string, idHeader: string): Arrival {
  return {
    method: request.method!,
    url: request.url!,
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    body,
    jobId: String(request.headers[idHeader] ?? ''),
    at: Date.now(),
  };
}

/** Reasons for which a strict server refuses a request. */
function faultsOf({ method, url, headers, rawHeaders, body }: Arrival, hmacSecret?: string): string[] {
  const faults: string[] = [];
  const names = rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) faults.push(`the header ${twice} came twice`);
  if (!url.startsWith('/') || /[^\x21-\x7e]/.test(url)) faults.push(`the request line has ${url}`);
  if (body !== '' && !headers['content-type']) faults.push('a body without content-type');
  if ((method === 'GET' || method === 'HEAD') && body !== '') faults.push(`a ${method} with a body`);
  if (headers['content-type'] === 'application/json') {
    try {
      JSON.parse(body);
    } catch {
      faults.push(`a body that is no JSON: ${body}`);
    }
  }
  if (hmacSecret) {
    const { 'x-service-timestamp': at, 'x-service-signature': signature } = headers;
    const expected = createHmac('sha256', hmacSecret).update(`${at}.${body}`).digest('hex');
    const isFresh = Math.abs(Date.now() / 1000 - Number(at)) < 300;
    if (signature !== expected || !isFresh) faults.push('without a right signature');
  }
  return faults;
}

async function behave(manner: Manner, response: ServerResponse): Promise<void> {
  const json = { 'content-type': 'application/json' };
  switch (manner.does) {
    case 'answer':
      response
        .writeHead(manner.status ?? 200, { ...json, ...manner.headers })
        .end(manner.body ?? '{"ok":true}');
      return;
    case 'hang':
      return;
    case 'cut after reading':
      response.socket?.destroy();
      return;
    case 'half a body':
      response.writeHead(200, { ...json, 'content-length': '1000' });
      response.write('{"ok":', () => setTimeout(() => response.socket?.destroy(), 20));
      return;
    case 'huge body':
      response.writeHead(200, json);
      response.end(JSON.stringify({ much: 'x'.repeat(manner.bytes) }));
      return;
    case 'slow body': {
      response.writeHead(200, json);
      response.flushHeaders();
      const drip = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(drip));
      return;
    }
    default:
      manner satisfies never;
  }
}
