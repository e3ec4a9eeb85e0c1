import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namesLoopback } from '../platform/own-address.ts';
import { sameSecret } from '../platform/secrets.ts';
import { secondsToWait } from '../platform/wrong-secrets.ts';
import { refuse, throttled } from './errors.ts';
import type { CatalogParts } from './parts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** False if the token of the request may only read the catalog. */
    mayWrite: boolean;
  }
}

/** `read`: both tokens are accepted. `write`: only the token that may do both. */
export type Gate = 'read' | 'write';

const wrongName =
  'The catalog is open to this machine only and does not answer to this host name. Ask for it at localhost or 127.0.0.1, ' +
  'or set PUBLIC_URL to the address that you use, or CATALOG_TOKEN.';
const challenge = { 'www-authenticate': 'Bearer' };

/** The checks of a request before its body is read. @throws Refusal 401, 403 or 429 */
export type Gates = Record<Gate, (request: FastifyRequest, reply: FastifyReply) => Promise<void>>;

/**
 * The gates of the catalog. Without a token it is open; with one, every request needs one of the two tokens, and the
 * reading token may not write. If it is open and only this machine can reach it, the caller must use a loopback name, so
 * that a page on the internet whose name was made to resolve here (DNS rebinding) is refused.
 */
export function registerGates(
  app: FastifyInstance,
  { settings, limiter }: CatalogParts,
): Record<Gate, (request: FastifyRequest) => Promise<void>> {
  const { catalogToken, catalogReadToken } = settings;
  app.decorateRequest('mayWrite', true);
  if (catalogToken === undefined) {
    const open = async (request: FastifyRequest) => {
      if (settings.isPrivate && !namesLoopback(request.raw.headers.host)) throw refuse(403, wrongName);
    };
    return { read: open, write: open };
  }

  const read = async (request: FastifyRequest) => {
    const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(/ +/, 2);
    if (scheme.toLowerCase() !== 'bearer' || token === '') {
      throw refuse(401, 'Authentication credentials were not provided.', challenge);
    }
    if (sameSecret(token, catalogToken)) return;
    if (catalogReadToken === undefined || !sameSecret(token, catalogReadToken)) {
      const seconds = await secondsToWait(limiter, 'catalog-token', request.ip);
      if (seconds !== undefined) throw throttled(seconds);
      throw refuse(401, 'Incorrect authentication credentials.', challenge);
    }
    request.mayWrite = false;
  };
  const write = async (request: FastifyRequest) => {
    await read(request);
    if (!request.mayWrite) throw refuse(403, 'You do not have permission to perform this action.');
  };
  return { read, write };
}
