import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packageFile } from './platform/package-files.ts';
import { openPage } from './platform/page-headers.ts';
import { Problem } from './platform/problem.ts';

/** Where `npm run build` puts the console. */
const folder = fileURLToPath(packageFile('dist/console/'));

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface StaticFile {
  type: string;
  plain: Buffer;
  /** Compressed when it was built. */
  packed: { encoding: 'br' | 'gzip'; bytes: Buffer }[];
}

interface Console {
  /** The page, in parts between which the nonce stands. */
  page: string[];
  /** By the name after `/console/assets/`. */
  files: Map<string, StaticFile>;
  /** The service worker, which shows notifications. */
  worker: StaticFile;
}

/**
 * The console, at `/console`: a page that shows every address below it, and its files, whose names contain a hash of their bytes. It is
 * read when somebody opens it first, and then kept: half a megabyte, which a server without visitors never needs.
 */
export function consoleRoutes(app: FastifyInstance): void {
  let read: Console | undefined;
  const opened = () => {
    read ??= readConsole();
    return read;
  };
  const show = async (_request: FastifyRequest, reply: FastifyReply) => sendPage(reply, opened());
  app.get('/console', show);
  app.get('/console/*', show);
  app.get<{ Params: { name: string } }>('/console/assets/:name', async (request, reply) => {
    const file = opened()?.files.get(request.params.name);
    // Of an earlier build: the page that asks for it loads itself anew.
    if (!file)
      throw new Problem(404, 'not_found', 'This version of the console is gone. Load the page again.');
    return sendFile(request, reply, file, 'public, max-age=31536000, immutable');
  });
  // At one address for ever, from which browsers take the next version. Its folder is what it may serve.
  app.get('/console/push-worker.js', async (request, reply) => {
    const { worker } = opened() ?? {};
    if (!worker) throw new Problem(404, 'not_found', 'The console was not built.');
    return sendFile(request, reply, worker, 'no-cache');
  });
}

/** @returns undefined if it was not built */
function readConsole(): Console | undefined {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => types[extname(name)] !== undefined);
  return {
    page: readFileSync(index, 'utf8').split('__NONCE__'),
    files: new Map(names.map((name) => [name, readFile(join(assets, name))])),
    worker: readFile(join(folder, 'push-worker.js')),
  };
}

/** A file with its compressed forms, of those that it has. */
function readFile(path: string): StaticFile {
  const forms = [
    ['br', 'br'],
    ['gzip', 'gz'],
  ] as const;
  const packed = forms.flatMap(([encoding, ending]) => {
    const its = `${path}.${ending}`;
    return existsSync(its) ? [{ encoding, bytes: readFileSync(its) }] : [];
  });
  return { type: types[extname(path)]!, plain: readFileSync(path), packed };
}

/**
 * Lets the page run its own scripts, style itself and speak to this server, and nothing else. React Aria reads
 * the nonce from the page, for the styles that are made while it runs.
 */
function sendPage(reply: FastifyReply, opened: Console | undefined): FastifyReply {
  if (!opened) {
    const advice = 'The console was not built. Run "npm run build", then load this page again.\n';
    return reply.code(503).type('text/plain; charset=utf-8').send(advice);
  }
  const { nonce, headers } = openPage({
    // Places of floating things are style attributes, set by script. They can load nothing: the other lines hold for them.
    'style-src-attr': "'unsafe-inline'",
    'font-src': "'self'",
    'img-src': "'self' blob: data:",
    'media-src': "'self' blob:",
    'worker-src': "'self'",
    // The preview of a web chat, on its own page.
    'frame-src': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default parley',
  });
  return reply.headers(headers).type('text/html; charset=utf-8').send(opened.page.join(nonce));
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, packed }: StaticFile,
  caching: string,
): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const chosen = packed.find(({ encoding }) => new RegExp(`\\b${encoding}\\b`).test(accepted));
  if (chosen) reply.header('Content-Encoding', chosen.encoding);
  return reply
    .headers({ 'Cache-Control': caching, Vary: 'Accept-Encoding' })
    .type(type)
    .send(chosen?.bytes ?? plain);
}
