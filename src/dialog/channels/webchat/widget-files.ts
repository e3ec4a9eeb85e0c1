import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { packageFile } from '../../../platform/package-files.ts';
import { Problem } from '../../../platform/problem.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Appearance } from './appearance.ts';

/** The files of the chat, as `npm run build` puts them into dist/widget, for pages of other sites. */

const nameOfFile = /^(?:loader|body)-[0-9a-f]{16}\.js$/;
/** Where the loader has the settings of a channel. */
const placeOfLook = 'const look = undefined;';

interface Manifest {
  loader: { name: string; integrity: string };
  body: { name: string; integrity: string };
}

interface Loader {
  before: string;
  after: string;
  /** By the settings: most channels have the usual ones. */
  packed: Map<string, Buffer>;
}

const mostPacked = 200;
/** Pages of other sites may load these, also those that check the bytes and those that are isolated from other origins. */
const forEverySite = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' };

/** Files that were asked for, by name: few, and each is small. */
const files = new Map<string, Buffer>();
let loader: Loader | undefined;

/** @throws Problem 404 `not_found` where there is none */
function read(name: string): Buffer {
  const known = files.get(name);
  if (known) return known;
  const path = packageFile(`dist/widget/${name}`);
  if (!existsSync(path)) {
    throw new Problem(
      404,
      'not_found',
      'There is no such file of the chat. Was it built, by "npm run build"?',
    );
  }
  const bytes = readFileSync(path);
  files.set(name, bytes);
  return bytes;
}

function readLoader(): Loader {
  if (loader) return loader;
  const manifest: Manifest = JSON.parse(read('manifest.json').toString());
  const [before, after] = read(manifest.loader.name).toString().split(placeOfLook);
  if (before === undefined || after === undefined) throw new Error('The loader has no place for settings.');
  loader = { before, after, packed: new Map() };
  return loader;
}

const takes = (request: FastifyRequest, encoding: 'gzip' | 'br') =>
  new RegExp(`\\b${encoding}\\b`).test(request.headers['accept-encoding'] ?? '');

/** Sends the loader of a chat, with its settings in it. */
export function sendLoader(request: FastifyRequest, reply: FastifyReply, look: Appearance): FastifyReply {
  const { before, after, packed } = readLoader();
  const text = `${before}const look = ${JSON.stringify(look)};${after}`;
  const isPacked = takes(request, 'gzip');
  const bytes = isPacked ? (packed.get(text) ?? gzipSync(text)) : text;
  if (typeof bytes !== 'string' && !packed.has(text)) {
    if (packed.size >= mostPacked) packed.delete(packed.keys().next().value!);
    packed.set(text, bytes);
  }
  return reply
    .headers({
      ...forEverySite,
      'Cache-Control': 'public, max-age=300',
      Vary: 'Accept-Encoding',
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
    })
    .type('text/javascript; charset=utf-8')
    .send(bytes);
}

/** A file of the chat. Its name is that of its bytes, so it never changes; `manifest.json` names the present ones. */
export const readWidgetFile = endpoint({ params: z.object({ name: z.string() }) }, async (request, reply) => {
  const { name } = request.params;
  const isManifest = name === 'manifest.json';
  if (!isManifest && !nameOfFile.test(name)) throw new Problem(404, 'not_found', 'There is no such file.');
  const encoding = isManifest
    ? undefined
    : takes(request, 'br')
      ? 'br'
      : takes(request, 'gzip')
        ? 'gzip'
        : undefined;
  const ending = { br: '.br', gzip: '.gz', none: '' }[encoding ?? 'none'];
  return reply
    .headers({
      ...forEverySite,
      'Cache-Control': isManifest ? 'public, max-age=300' : 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    })
    .type(isManifest ? 'application/json; charset=utf-8' : 'text/javascript; charset=utf-8')
    .send(read(`${name}${ending}`));
});

/** The chat as a module, for pages whose scripts are modules; the same is the package in dist/widget/npm. */
export const readWidgetModule = endpoint({}, async (_request, reply) =>
  reply
    .headers({ ...forEverySite, 'Cache-Control': 'public, max-age=300' })
    .type('text/javascript; charset=utf-8')
    .send(read('npm/index.js')),
);

/** The picture of the demo. It comes from this server, so that the demo works without a network. */
export const readDemoPicture = endpoint({}, async (_request, reply) =>
  reply
    .headers({ ...forEverySite, 'Cache-Control': 'public, max-age=86400' })
    .type('image/png')
    .send(read('demo.png')),
);
