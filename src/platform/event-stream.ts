import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { paceOf } from './request-pace.ts';
import { whenClosed } from './when-closed.ts';

/** How long a browser waits before it connects again. */
const retryMs = 2000;
/** Milliseconds for answers to be sent while the server stops. */
const graceMs = 1000;

/**
 * Sends the head of an endless answer of server-sent events:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * Pass the answer to `EventStreams.open` at once: from here on only that watches whether its client reads.
 */
export function beginEvents(reply: FastifyReply): ServerResponse {
  reply.hijack();
  paceOf(reply.request.raw)?.leaveAnswer();
  return reply.raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no', // otherwise nginx would buffer events
  });
}

/** What happens to a stream. */
export interface StreamEvents {
  /** Its client has read what waited for it. */
  drained(): void;
  /** It is over, by either side. */
  closed(): void;
  /** Makes a heartbeat that is more than a comment. */
  beat?(): string;
}

export interface StreamLimits {
  /** A write at this interval keeps proxies from closing the connection. Who reads nothing in two of them is cut off. */
  heartbeatMs: number;
  /** Bytes that may wait in memory for one client. Nothing is begun beyond them. */
  mostUnsent: number;
}

/** One client that listens. */
export interface EventStream {
  /** False while too many bytes wait for the client to read, and after it has gone. */
  readonly takesIn: boolean;
  /** Writes whole events. Whoever has much to say asks `takesIn` before each piece, and goes on when `drained` is called. */
  write(events: string | Buffer): void;
  /** Ends it, also if the client does not read what waits. */
  end(): void;
}

/** The streams of events of one kind in this process: their heartbeats, and the end of those whose clients do not read. */
export class EventStreams {
  readonly #open = new Set<OpenStream>();
  readonly #limits: StreamLimits;
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.#beat(), limits.heartbeatMs);
    // A start that fails before it answers requests ends without closing this.
    this.#timer.unref();
  }

  /**
   * Adds an answer whose head was written.
   * @returns undefined after `close`; the answer is then ended
   */
  open(response: ServerResponse, events: StreamEvents): EventStream | undefined {
    if (this.#isClosed) {
      response.end();
      return undefined;
    }
    const stream = new OpenStream(response, events, this.#limits.mostUnsent);
    this.#open.add(stream);
    const closed = () => {
      this.#open.delete(stream);
      events.closed();
    };
    // The `close` event of a client that has already left has passed.
    if (response.destroyed || response.socket?.destroyed) queueMicrotask(closed);
    else whenClosed(response, closed);
    stream.write(`retry: ${retryMs}\n\n`);
    return stream;
  }

  /** Ends all streams, so that they do not delay a server that stops. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const stream of this.#open) stream.end();
  }

  #beat(): void {
    for (const stream of this.#open) stream.beat();
  }
}

class OpenStream implements EventStream {
  readonly #response: ServerResponse;
  readonly #events: StreamEvents;
  readonly #mostUnsent: number;
  /** Set if its client has read nothing since before the last heartbeat. */
  #isStuck = false;

  constructor(response: ServerResponse, events: StreamEvents, mostUnsent: number) {
    this.#response = response;
    this.#events = events;
    this.#mostUnsent = mostUnsent;
    response.on('drain', () => {
      this.#isStuck = false;
      events.drained();
    });
  }

  get takesIn(): boolean {
    const { writableLength, writableEnded, destroyed } = this.#response;
    return writableLength < this.#mostUnsent && !writableEnded && !destroyed;
  }

  write(events: string | Buffer): void {
    this.#response.write(events);
  }

  end(): void {
    this.#response.end();
    setTimeout(() => this.#response.destroy(), graceMs).unref();
  }

  beat(): void {
    if (this.takesIn) this.write(this.#events.beat?.() ?? ':\n\n');
    else if (this.#isStuck) this.#response.destroy();
    else this.#isStuck = true;
  }
}
