import type { FastifyInstance } from 'fastify';
import { sameSecret } from '../platform/secrets.ts';
import { refuse } from './errors.ts';
import type { CatalogSettings } from './parts.ts';

const challenge = { 'www-authenticate': 'Bearer' };

/**
 * The gate of the catalog: open by default; with a token set, every request needs one of the two, and the reading one
 * does not write.
 */
export function registerGate(
  app: FastifyInstance,
  { catalogToken, catalogReadToken }: CatalogSettings,
): void {
  if (catalogToken === undefined) return;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) return done();
    const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(/ +/, 2);
    if (scheme.toLowerCase() !== 'bearer' || token === '') {
      return done(refuse(401, 'Authentication credentials were not provided.', challenge));
    }
    if (sameSecret(token, catalogToken)) return done();
    if (catalogReadToken === undefined || !sameSecret(token, catalogReadToken)) {
      return done(refuse(401, 'Incorrect authentication credentials.', challenge));
    }
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    done(refuse(403, 'You do not have permission to perform this action.'));
  });
}
