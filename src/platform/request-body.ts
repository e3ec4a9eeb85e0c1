import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { BodyBudget } from './body-budget.ts';
import { inTurnOfBody, noteBodySize } from './body-turns.ts';
import { Problem } from './problem.ts';
import { paceOf } from './request-pace.ts';
import { whenClosed } from './when-closed.ts';

/** Bodies up to this many bytes are small. */
const largestSmallBody = 2 ** 20;

/**
 * Most JSON values in a body. A value needs only a few bytes, but reading and checking it costs far more, and no other
 * request is answered meanwhile. The limit is many times what the largest list of rows or offers has.
 */
const mostValues = 2_500_000;

/**
 * Most members of all objects in a body, and of one object. A member costs several times what an item of a list does, above
 * all if every object has other names, or one object more names than an engine keeps in a simple form.
 */
const mostMembers = 500_000;
const mostMembersOfObject = 10_000;

/** Seconds that a client should wait when there was no room for its body. */
const retryAfterSeconds = 1;

/** The memory for the bodies of a plugin. */
export interface BodyRoom {
  budget: BodyBudget;
  /**
   * Whose budget the body uses, such as a project by its key; undefined if callers prove nothing before their body is read,
   * for example where the signature covers it.
   */
  holderOf(request: FastifyRequest): string | undefined;
}

/**
 * Makes the routes of this plugin read their bodies as a whole, whatever the content type. A body is read after the gates in
 * `onRequest`, so nothing is kept of a request that they refuse. The checks, in this order: the body is longer than its route
 * allows (413), finds no room in this process (503), or does not arrive in time (408). A large body is read when it is its
 * holder's turn, and so is what follows up to the first wait: mostly its check, the answer to a bad one, and its fingerprint.
 *
 * @param read turns the bytes into `request.body`; may throw
 */
export function keepBodies(
  app: FastifyInstance,
  { budget, holderOf }: BodyRoom,
  read: (request: FastifyRequest, bytes: Buffer) => unknown,
): void {
  const answerOf = noteAnswers(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage, done) => {
    if (request.is404) return done(null);
    const limit = request.routeOptions.bodyLimit;
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > limit) return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    const place = budget.open(holderOf(request));
    if (!place.mayTake(declared)) return done(noRoom());
    // Routes may use the bytes until they have answered.
    whenClosed(answerOf(request), () => place.giveBack());

    const finish = (bytes: Buffer) => {
      noteBodySize(request, answerOf(request), bytes.length, holderOf(request));
      inTurnOfBody(request, () => hand(bytes))?.catch(done);
    };
    const hand = (bytes: Buffer) => {
      let body: unknown;
      try {
        const excess = bytes.length > largestSmallBody ? findExcess(bytes) : undefined;
        if (excess !== undefined) return done(tooManyParts(excess));
        body = read(request, bytes);
      } catch (fault) {
        return done(fault as Error);
      }
      done(null, body);
    };
    // A small body mostly arrives with its head, and is there by now.
    const isThere = payload.complete && payload.readableLength > 0 && payload.readableLength === declared;
    if (isThere && !payload.destroyed) {
      if (!place.take(declared)) return done(noRoom());
      return finish(payload.read());
    }
    const bytes = new Gathered();
    const end = (error?: Error) => {
      payload.off('data', onData).off('end', onEnd).off('error', onError);
      if (!error) return finish(bytes.whole());
      place.giveBack();
      done(error);
    };
    const onEnd = () => end();
    const onError = () => end(new Interrupted());
    const onData = (chunk: Buffer) => {
      if (bytes.length + chunk.length > limit) end(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      else if (!place.take(chunk.length)) end(noRoom());
      else bytes.add(chunk);
    };
    if (payload.destroyed) return onError();
    payload.on('data', onData).on('end', onEnd).on('error', onError);
    paceOf(request.raw)?.expect(limit > largestSmallBody ? 'bulk' : 'whole', end);
  });
}

/**
 * Makes the routes of this plugin get their bodies as streams of any length, in `request.body`. A stream fails with a 408 if
 * its sender is too slow.
 *
 * @param lingerMs how long to go on reading what nobody wants, after the answer; then the connection is closed. Without it
 *   the rest is read to its end, so that the connection can be used again.
 */
export function streamBodies(app: FastifyInstance, { lingerMs }: { lingerMs?: number } = {}): void {
  const answerOf = noteAnswers(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage, done) => {
    // Use a separate stream: if the request itself failed, its connection would close, and the answer needs it.
    const body = new PassThrough();
    body.on('error', () => {}); // its reader gets the error; there may be none yet
    payload.on('error', () => body.destroy(new Interrupted()));
    // The client may have left while the request waited for its gates; then that event has passed.
    if (payload.destroyed) body.destroy(new Interrupted());
    payload.pipe(body);
    const answer = answerOf(request);
    // Read what the route has not read, so that the connection can be used again.
    whenClosed(answer, () => {
      payload.unpipe(body).resume();
      body.destroy(answer.writableFinished ? undefined : new Interrupted());
      if (lingerMs === undefined || payload.complete) return;
      const timer = setTimeout(() => payload.socket.destroy(), lingerMs).unref();
      payload.once('end', () => clearTimeout(timer));
    });
    paceOf(request.raw)?.expect('stream', (problem) => body.destroy(problem));
    done(null, body);
  });
}

/** The connection closed before the body had ended, so nobody waits for an answer. */
class Interrupted extends Error {
  readonly statusCode = 400;
  readonly code = 'ECONNRESET';

  constructor() {
    super('The request was interrupted.');
  }
}

const noRoom = () =>
  new Problem(
    503,
    'too_many_bodies',
    'The server keeps as many bodies of requests as it may at the moment. Repeat the request in a moment.',
    { retryAfterSeconds },
  );

const tooManyParts = (excess: string) => new Problem(413, 'body_too_large', excess);

const [quote, backslash, comma, colon, bracket, brace, closingBrace] = [...'"\\,:[{}'].map((character) =>
  character.charCodeAt(0),
);

/**
 * Says which number of parts of a JSON text is above its limit, if one is, without parsing the text. It counts a lower bound
 * of the values, and the members exactly. For any other text the numbers mean nothing.
 */
function findExcess(bytes: Buffer): string | undefined {
  let values = 1;
  let members = 0;
  let largest = 0;
  /** The members so far of the innermost object, and of those around it. */
  let own = 0;
  const outer: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at++; at < bytes.length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
    } else if (byte === colon) {
      members++;
      if (++own > largest) largest = own;
    } else if (byte === comma || byte === bracket || byte === brace) {
      if (++values > mostValues) return `The body holds more than ${shown(mostValues)} values. ${split}`;
      if (byte === brace) {
        outer.push(own);
        own = 0;
      }
    } else if (byte === closingBrace) own = outer.pop() ?? 0;
  }
  if (members > mostMembers) {
    return `The objects of the body have more than ${shown(mostMembers)} members together. ${split}`;
  }
  if (largest > mostMembersOfObject) {
    return `An object in the body has more than ${shown(mostMembersOfObject)} members.`;
  }
  return undefined;
}

const shown = (limit: number) => limit.toLocaleString('en');
const split = 'Send it in several requests.';

/** Remembers the answer of each request: parsers do not get it, and its end shows when a body is no longer used. */
function noteAnswers(app: FastifyInstance): (request: FastifyRequest) => ServerResponse {
  app.addHook('preParsing', (request, reply, payload, done) => {
    (request as Answered)[answerSymbol] = reply.raw;
    done(null, payload);
  });
  return (request) => (request as Answered)[answerSymbol]!;
}

/** On the request itself: a weak map of all requests would cost every collection of garbage. */
const answerSymbol = Symbol('answer');

interface Answered extends FastifyRequest {
  [answerSymbol]?: ServerResponse;
}

/**
 * Further chunks below this size are copied together: each costs some hundred bytes of overhead, and a sender may make
 * chunks of one byte.
 */
const smallChunk = 1024;
const blockBytes = 8 * 1024;

/** Collects bytes in the order of their arrival, in little more memory than their number. */
class Gathered {
  readonly #whole: Buffer[] = [];
  #block = Buffer.alloc(0);
  #filled = 0;
  length = 0;

  add(chunk: Buffer): void {
    const isFirst = this.length === 0;
    this.length += chunk.length;
    if (isFirst || chunk.length >= smallChunk) {
      this.#closeBlock();
      this.#whole.push(chunk);
      return;
    }
    if (this.#filled + chunk.length > this.#block.length) {
      this.#closeBlock();
      this.#block = Buffer.allocUnsafeSlow(blockBytes);
    }
    this.#filled += chunk.copy(this.#block, this.#filled);
  }

  whole(): Buffer {
    this.#closeBlock();
    return Buffer.concat(this.#whole, this.length);
  }

  /** Makes a chunk of the filled part; the rest of the block is used for the next bytes. */
  #closeBlock(): void {
    if (this.#filled > 0) this.#whole.push(this.#block.subarray(0, this.#filled));
    this.#block = this.#block.subarray(this.#filled);
    this.#filled = 0;
  }
}
