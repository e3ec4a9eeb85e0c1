import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** How a host treats the request for a file. */
export type Serving =
  | { does: 'serve'; bytes: string | Buffer; headers?: Record<string, string>; after?: Promise<void> }
  | { does: 'answer'; status: number; headers?: Record<string, string> }
  /** Sends bytes as long as anybody takes them. */
  | { does: 'endless' }
  /** Announces more than it sends, and closes the connection. */
  | { does: 'less than announced'; bytes: string; announced: number }
  /** Sends the head and some bytes, and then nothing more, with the connection open. */
  | { does: 'stand still'; bytes: string }
  /** Never answers. */
  | { does: 'hang' };

/** A host of files somewhere in the web, as strict as a host can be. */
export interface FileHost {
  url: string;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** What a request had that a download must not have: faults in the code under test. */
  faults: string[];
  /** Bytes that left for each path. */
  sent: Map<string, number>;
  /** @returns the address of the file */
  put(path: string, ...servings: [Serving, ...Serving[]]): string;
  close(): Promise<void>;
}

/** Starts a host. Of several servings for one path, each is for one request, and the last one stays. */
export async function startFileHost(): Promise<FileHost> {
  const files = new Map<string, Serving[]>();
  const sockets = new Set<Socket>();
  const host: FileHost = {
    url: '',
    asked: [],
    faults: [],
    sent: new Map(),
    put(path, ...servings) {
      files.set(path, servings);
      return host.url + path;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  const server = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    host.asked.push(url);
    if (method !== 'GET') host.faults.push(`a ${method}`);
    for (const name of ['authorization', 'cookie', 'referer', 'content-length', 'content-type']) {
      if (headers[name] !== undefined) host.faults.push(`the header ${name}`);
    }
    if (headers['accept-encoding'] !== 'identity') host.faults.push('asks for a coding');
    const servings = files.get(url) ?? [{ does: 'answer', status: 404 } as const];
    const serving = servings.length > 1 ? servings.shift()! : servings[0]!;
    const count = (bytes: number) => host.sent.set(url, (host.sent.get(url) ?? 0) + bytes);
    if (serving.does === 'serve' && serving.after) serving.after.then(() => serve(serving, response, count));
    else serve(serving, response, count);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

function serve(serving: Serving, response: ServerResponse, count: (bytes: number) => void): void {
  switch (serving.does) {
    case 'serve':
      response.writeHead(200, serving.headers).end(serving.bytes);
      count(Buffer.byteLength(serving.bytes));
      return;
    case 'answer':
      response.writeHead(serving.status, serving.headers).end('not the file');
      return;
    case 'endless': {
      response.writeHead(200);
      const piece = Buffer.alloc(64 * 1024, 'e');
      const more = () => {
        while (!response.destroyed) {
          count(piece.length);
          if (!response.write(piece)) return void response.once('drain', more);
        }
      };
      more();
      return;
    }
    case 'less than announced':
      response.writeHead(200, { 'content-length': String(serving.announced) });
      response.write(serving.bytes, () => response.destroy());
      return;
    case 'stand still':
      response.writeHead(200).write(serving.bytes);
      return;
    case 'hang':
      return;
  }
}
