import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from './problem.ts';
import { whenClosed } from './when-closed.ts';

/** A stream must move at least this many bytes in every window, an answer in every two windows. */
const leastBytes = 16 * 1024;

/**
 * Windows in which an answer may make no progress. The kernels of both sides buffer megabytes and pass them on in lumps, so
 * for a while nothing leaves this process although a slow client reads steadily.
 */
const answerWindows = 2;

/** Windows that a body of many megabytes may take if it is kept as a whole. */
const bulkWindows = 10;

/**
 * How fast a body must arrive. `whole`: all of it within one window after the request's head. `bulk`: at the pace of a
 * stream, and all of it within ten windows. `stream`: at the pace of a stream, without a limit on the total.
 */
export type BodyPace = 'whole' | 'bulk' | 'stream';

/** The pace of one request and its answer. */
export interface Pace {
  /**
   * Call it when the body is about to be read.
   * @param onSlow gets the 408 for a client that is too slow. It is called at most once.
   */
  expect(pace: BodyPace, onSlow: (problem: Problem) => void): void;
  /** Stops watching the answer, for one that sends data only now and then. */
  leaveAnswer(): void;
}

/** Held by the request itself: a weak map of all requests would cost every collection of garbage. */
const paceSymbol = Symbol('pace');

interface Paced extends IncomingMessage {
  [paceSymbol]?: Exchange;
}

/** The pace of a request; undefined if its server is not watched, as in a test without a server. */
export function paceOf(request: IncomingMessage): Pace | undefined {
  return (request as Paced)[paceSymbol];
}

/**
 * Watches that the clients of `server` send their bodies and read their answers. Node's own `requestTimeout` limits the whole
 * request, and so would end long uploads. Call it before any other listener for requests is added.
 *
 * Time counts only while the client is the one to act: not while this server has unread data or has nothing to send.
 *
 * @param windowMs a small body must arrive within it, and an upload must move 16 KiB in it; a download has two windows
 */
export function watchPace(server: Server, windowMs: number): void {
  const exchanges = new Set<Exchange>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = new Exchange(request, response, windowMs);
    (request as Paced)[paceSymbol] = exchange;
    exchanges.add(exchange);
    whenClosed(response, () => {
      if (exchange.isOver) exchanges.delete(exchange);
    });
  });
  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const exchange of exchanges) {
        exchange.look(now);
        if (exchange.isOver) exchanges.delete(exchange);
      }
    },
    Math.min(1000, windowMs / 10),
  ).unref();
  server.once('close', () => clearInterval(timer));
}

/** When the current window began, and the bytes moved until then. */
interface Mark {
  at: number;
  bytes: number;
}

class Exchange implements Pace {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #windowMs: number;
  readonly #begunAt = performance.now();
  #body: BodyPace = 'whole';
  #onSlow: ((problem: Problem) => void) | undefined;
  #leavesAnswer = false;
  #received: Mark;
  #taken: Mark | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, windowMs: number) {
    this.#request = request;
    this.#response = response;
    this.#socket = request.socket;
    this.#windowMs = windowMs;
    this.#received = { at: this.#begunAt, bytes: this.#socket.bytesRead };
  }

  expect(pace: BodyPace, onSlow: (problem: Problem) => void): void {
    this.#body = pace;
    this.#onSlow = onSlow;
  }

  leaveAnswer(): void {
    this.#leavesAnswer = true;
  }

  /** True when nothing more will be sent in either direction. */
  get isOver(): boolean {
    return this.#socket.destroyed || (this.#request.complete && this.#response.closed);
  }

  look(now: number): void {
    if (!this.#request.complete && this.#isBodySlow(now)) this.#endBody();
    else if (!this.#leavesAnswer && this.#isAnswerStuck(now)) this.#socket.destroy();
  }

  #isBodySlow(now: number): boolean {
    const hasLasted = now - this.#begunAt;
    if (this.#body === 'whole') return hasLasted >= this.#windowMs;
    if (this.#body === 'bulk' && hasLasted >= this.#windowMs * bulkWindows) return true;
    const { bytesRead } = this.#socket;
    if (this.#request.readableLength > 0 || bytesRead - this.#received.bytes >= leastBytes) {
      this.#received = { at: now, bytes: bytesRead };
    }
    return now - this.#received.at >= this.#windowMs;
  }

  #endBody(): void {
    // If an answer has begun, or was sent without waiting for the body, a second one would only confuse.
    if (this.#response.headersSent) return void this.#socket.destroy();
    const seconds = this.#windowMs / 1000;
    const rule =
      this.#body === 'whole'
        ? `it must be whole within ${seconds} s`
        : `at least ${leastBytes / 1024} KiB of it must arrive every ${seconds} s` +
          (this.#body === 'bulk' ? `, and all of it within ${seconds * bulkWindows} s` : '');
    // If nobody reads the body, or no longer, the answer that is being prepared is sent instead.
    this.#onSlow?.(
      new Problem(408, 'body_too_slow', `The body did not arrive in time: ${rule}.`, {
        headers: { Connection: 'close' },
      }),
    );
    this.#onSlow = undefined;
  }

  #isAnswerStuck(now: number): boolean {
    const sending = outgoing(this.#socket);
    if (!sending) return false;
    const { waits, left } = sending;
    if (!waits || !this.#taken || left - this.#taken.bytes >= leastBytes) {
      this.#taken = waits ? { at: now, bytes: left } : undefined;
      return false;
    }
    return now - this.#taken.at >= this.#windowMs * answerWindows;
  }
}

/** libuv's state of a connection. A socket's own `bytesWritten` also counts bytes that still wait in memory. */
interface Handle {
  bytesWritten: number;
  writeQueueSize: number;
}

/** Bytes sent to the client, and whether more wait until it reads; undefined for a closed connection. */
function outgoing(socket: Socket): { left: number; waits: boolean } | undefined {
  const { _handle: handle } = socket as unknown as { _handle: Handle | null };
  if (!handle) return undefined;
  const { bytesWritten, writeQueueSize } = handle;
  return { left: bytesWritten - writeQueueSize, waits: writeQueueSize > 0 };
}
