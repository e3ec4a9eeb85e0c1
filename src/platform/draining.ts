import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { whenClosed } from './when-closed.ts';

export interface DrainOptions {
  /** Milliseconds after which connections without a request are closed. */
  idleMs: number;
  /** Milliseconds after which each unanswered request gets `lastWord`. */
  graceMs: number;
  /**
   * Makes a whole HTTP answer for a request that did not end in time; undefined if its head has not arrived yet. Without it the
   * connection is just closed.
   */
  lastWord?: (request?: IncomingMessage) => string;
  /** Another port whose connections this server serves; it closes at the same time. */
  twin?: NetServer | undefined;
}

/** Ends an HTTP server so that no request stays unanswered. */
export interface Drainable {
  /**
   * Accepts no more connections. Every answer that has not begun carries `Connection: close`. Connections without a request
   * are closed `idleMs` later, so that a client that is just sending a request on a kept-alive connection gets its answer.
   * Resolves when all connections are closed. May be called again.
   */
  drain(options: DrainOptions): Promise<void>;
}

interface Connection {
  /** Answers that are not sent yet, in the order of their requests. */
  answers: ServerResponse[];
  /** Bytes read when the last whole request had arrived. If more were read, another request has begun. */
  readUpTo: number;
}

/**
 * Watches the connections of `server`, which must have none yet. Node's own `close` closes idle connections at once, even
 * if a request is on its way, and waits without limit for connections opened in advance, as proxies and browsers do.
 */
export function makeDrainable(server: Server): Drainable {
  const connections = new Map<Socket, Connection>();
  let draining: Promise<void> | undefined;
  let endsIdle = false;

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answers: [], readUpTo: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) return;
    const { answers } = connection;
    answers.push(response);
    whenClosed(response, () => {
      answers.splice(answers.indexOf(response), 1);
      const hasArrived = () => {
        connection.readUpTo = socket.bytesRead;
      };
      if (!request.complete) request.once('end', hasArrived);
      else if (answers.length === 0) hasArrived();
      // Runs after the answer was sent. It may have begun before the server was stopped, and so without the header.
      if (endsIdle && answers.length === 0) socket.destroySoon();
    });
    if (draining) closeAfterLast(answers);
  });

  const isIdle = (socket: Socket, { answers, readUpTo }: Connection) =>
    answers.length === 0 && socket.bytesRead === readUpTo;

  async function run({ idleMs, graceMs, lastWord, twin }: DrainOptions): Promise<void> {
    await acceptedByNow(server);
    const ended = Promise.all(
      [server, ...(twin ? [twin] : [])].map(
        (port) =>
          new Promise<void>((resolve) => {
            // Not the `close` of `http.Server`, which would close idle connections at once.
            NetServer.prototype.close.call(port, () => resolve());
          }),
      ),
    );
    for (const { answers } of connections.values()) closeAfterLast(answers);
    const idleTimer = setTimeout(async () => {
      await nextTurn(); // reads first what has arrived by now
      endsIdle = true;
      for (const [socket, connection] of connections) if (isIdle(socket, connection)) socket.destroySoon();
    }, idleMs);
    const graceTimer = setTimeout(() => {
      for (const [socket, { answers }] of connections) giveUp(socket, answers, lastWord);
    }, graceMs);
    await ended;
    clearTimeout(idleTimer);
    clearTimeout(graceTimer);
    server.close(() => {}); // stops Node's periodic check of connections
  }

  return {
    drain(options) {
      draining ??= run(options);
      return draining;
    },
  };
}

/** What a round of the event loop takes at most that has no long work in it, and how long to wait for such a round. */
const shortRoundMs = 5;
const mostRoundsMs = 1000;

/**
 * Resolves when `server` has accepted the connections that the kernel had accepted for it, or after a second: those that are left are
 * reset when its port closes. A round of the event loop accepts one, and during long work others connect.
 */
async function acceptedByNow(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => accepted++;
  server.on('connection', count);
  const began = performance.now();
  for (let isQuiet = false; !isQuiet && performance.now() - began < mostRoundsMs; ) {
    const [before, round] = [accepted, performance.now()];
    // Between the two the kernel is asked.
    await nextTurn();
    await nextTurn();
    isQuiet = accepted === before && performance.now() - round <= shortRoundMs;
  }
  server.off('connection', count);
}

/**
 * Lets the last answer of a connection close it. With pipelined requests the earlier answers must not close it, since Node
 * sends nothing on a connection after an answer that did.
 */
function closeAfterLast(answers: readonly ServerResponse[]): void {
  for (const [i, answer] of answers.entries()) {
    if (answer.headersSent) continue;
    if (i === answers.length - 1) answer.setHeader('connection', 'close');
    else answer.removeHeader('connection');
  }
}

function giveUp(
  socket: Socket,
  [first]: readonly ServerResponse[],
  lastWord: DrainOptions['lastWord'],
): void {
  if (first?.headersSent || !lastWord) {
    socket.destroy(); // a partial answer must not look complete
    return;
  }
  socket.write(lastWord(first?.req));
  socket.destroySoon();
}
