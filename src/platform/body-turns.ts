import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ClientGone } from './client-gone.ts';
import { loopTurns } from './loop-turns.ts';
import { subscriberOf } from './network.ts';
import { whenClosed } from './when-closed.ts';

/**
 * To read and check a body of 1 MiB takes up to a tenth of a second, in which the process answers nobody. So large bodies take turns
 * (`loop-turns.ts`) between those who send them, and small ones are read at once.
 */

/** Bodies up to this many bytes are small here: each takes a few milliseconds at most. */
const largestSmallBody = 64 * 1024;

interface Turn {
  owner: string;
  member: string;
  /** Aborts when nobody waits for the answer any more. */
  gone: AbortSignal;
}

/** Whoever has many addresses would have as many turns, so all who have proven nothing share those of one. */
const strangers = 'bodies of strangers';

/** On the request itself: a weak map of all requests would cost every collection of garbage. */
const turnSymbol = Symbol('turn');

interface Queued extends FastifyRequest {
  [turnSymbol]?: Turn;
}

/**
 * Says how large the body of a request is, before anything reads it.
 * @param sender whose bodies take turns with those of others; undefined if they have proven nothing
 */
export function noteBodySize(
  request: FastifyRequest,
  answer: ServerResponse,
  bytes: number,
  sender: string | undefined,
): void {
  if (bytes <= largestSmallBody) return;
  const gone = new AbortController();
  whenClosed(answer, () => gone.abort(new ClientGone()));
  (request as Queued)[turnSymbol] = {
    owner: sender === undefined ? strangers : `body ${sender}`,
    member: sender ?? subscriberOf(request.ip),
    gone: gone.signal,
  };
}

/**
 * Reads or checks the body of a request: now if it is small, and otherwise when it is its sender's turn. Everything that the work
 * calls is part of the turn; what it does after its first `await` is not.
 * @throws what the work throws; ClientGone if the client left before its turn
 */
export function inTurnOfBody<Result>(request: FastifyRequest, work: () => Result): Result | Promise<Result> {
  const turn = (request as Queued)[turnSymbol];
  if (!turn) return work();
  const { owner, member, gone } = turn;
  return loopTurns.take(owner, work, { member, signal: gone });
}
