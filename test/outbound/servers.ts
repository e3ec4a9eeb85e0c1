import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { afterEach } from 'vitest';
import {
  createOutboundHttp,
  type OutboundHttp,
  type OutboundHttpOptions,
} from '../../src/platform/outbound-http.ts';

/** Servers and clients to close after the test that opened them. */
const opened: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** An outbound client that may call this machine, as with the default settings. */
export function outbound(options: Partial<OutboundHttpOptions> = {}): OutboundHttp {
  const http = createOutboundHttp({ allow: ['127.0.0.1', '::1'], ...options });
  opened.unshift(() => http.close());
  return http;
}

/** Listens on a free port of `host` until the end of the test. Connections still open are cut then. */
export async function listen(server: NetServer, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  opened.unshift(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

export function httpServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Server {
  return createServer(answer);
}

/** A server below HTTP: `onRequest` is called with the text of every request, once its body is complete. */
export function rawServer(onRequest: (socket: Socket, text: string) => void): NetServer {
  return createTcpServer((socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      const request = text;
      text = '';
      onRequest(socket, request);
    });
  });
}

/** A resolver that answers from a table, in order and then with the last entry; other names do not exist. */
export function fakeLookup(table: Record<string, string[][]>) {
  const calls: string[] = [];
  const lookup = async (name: string) => {
    const seen = calls.filter((call) => call === name).length;
    calls.push(name);
    const answers = table[name];
    if (!answers) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    const addresses = answers[Math.min(seen, answers.length - 1)]!;
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { lookup, calls };
}

export const post = {
  service: 'connection' as const,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
};
