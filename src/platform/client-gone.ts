import type { FastifyReply } from 'fastify';

/** The client closed its connection before its answer was complete. This is not an error of the server. */
export class ClientGone extends Error {
  readonly statusCode = 400;

  constructor() {
    super('The client went away.');
  }
}

/**
 * Returns a signal that aborts when the client goes away before its answer is complete. It is already aborted if the client
 * left while the request waited, for a gate or for its body. Pass it to `Database.reading`, so that statements whose result
 * nobody will read are cancelled or never begun. Do not use it for work that several requests share, nor to cancel a write; a
 * write of many steps may look at it before the next step.
 */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(new ClientGone());
  // The `close` event of a client that has already left has passed.
  if (reply.request.raw.socket.destroyed) abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort();
  });
  return gone.signal;
}
