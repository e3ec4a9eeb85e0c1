import type { ServerResponse } from 'node:http';

const actsSymbol = Symbol('acts');

interface Closing extends ServerResponse {
  [actsSymbol]?: (() => void)[];
}

/**
 * Calls back when an answer was sent, or its connection has closed before. Several parts of the server do so with every
 * request, and one listener for all of them costs less than one for each.
 */
export function whenClosed(response: ServerResponse, act: () => void): void {
  const closing = response as Closing;
  const acts = closing[actsSymbol];
  if (acts) {
    acts.push(act);
    return;
  }
  closing[actsSymbol] = [act];
  response.on('close', runAll);
}

function runAll(this: ServerResponse): void {
  for (const act of (this as Closing)[actsSymbol]!) act();
}
