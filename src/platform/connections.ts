import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets a server end with its last request. Node's own `close` waits for every connection, also for those on which
 * nothing is asked: kept alive by a client after an answer that was under way (72 s, as Fastify has it), or opened in
 * advance, as proxies and browsers do.
 *
 * @returns what ends every connection that is without a request, and from then on those that become so.
 */
export function watchConnections(server: Server): () => void {
  const requests = new Map<Socket, number>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    if (closing) return socket.destroy();
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (requests.get(socket) ?? 1) - 1;
      if (requests.has(socket)) requests.set(socket, left);
      // Only after what was written has left.
      if (closing && left === 0) socket.destroySoon();
    });
  });
  return () => {
    closing = true;
    for (const [socket, count] of requests) if (count === 0) socket.destroySoon();
  };
}
