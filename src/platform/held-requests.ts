import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Requests that wait until somebody can answer them. Their bodies are not read meanwhile. */
export interface HeldRequests {
  /** Holds a request, or refuses it if the time for that is over. */
  hold: RequestListener;
  /** Has those that wait answered by `handler`. No more may come. */
  release(handler: RequestListener): void;
  /** Refuses those that wait, and each further one. */
  refuse(): void;
}

/**
 * Holds requests for a limited time: a proxy that sends one to a process that is about to be ready gets its answer a moment
 * later, and not a 503.
 * @param limitMs counted from now, and not from each request, so that they do not pile up
 */
export function holdRequests(limitMs: number, refuse: RequestListener): HeldRequests {
  const waiting = new Set<{ request: IncomingMessage; response: ServerResponse }>();
  let isOver = false;
  const takeAll = (handler: RequestListener) => {
    isOver = true;
    clearTimeout(timer);
    for (const { request, response } of waiting) handler(request, response);
    waiting.clear();
  };
  const timer = setTimeout(takeAll, limitMs, refuse).unref();
  return {
    hold(request, response) {
      if (isOver) return refuse(request, response);
      const held = { request, response };
      waiting.add(held);
      // Its client has left.
      response.once('close', () => waiting.delete(held));
    },
    release: takeAll,
    refuse: () => takeAll(refuse),
  };
}
