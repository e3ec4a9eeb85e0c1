import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { registerBodies } from './body.ts';
import { registerErrors, registerNotFound } from './errors.ts';
import { registerGate } from './gate.ts';
import { offerBulkRoutes, offerFileRoutes } from './offers/bulk-routes.ts';
import { offerFieldRoutes } from './offers/field-routes.ts';
import { offerListRoutes, offerRoutes } from './offers/routes.ts';
import { addSchemas } from './openapi.ts';
import type { CatalogParts } from './parts.ts';
import { sourceRoutes } from './sources/routes.ts';

/**
 * The Offer Catalog API, to be mounted at `/api`: sources and offers as a Django REST framework service would have
 * them, and a document of its own. It takes no other path below `/api`.
 *
 *     /openapi.json
 *     /sources/            GET POST                    /offers/              GET POST
 *     /sources/{id}/       GET PUT PATCH DELETE        /offers/strict/       POST
 *     /sources/{id}/offers/ GET                        /offers/{id}/         GET PUT PATCH DELETE
 *     /sources/stats/      GET                         /offers/{id}/price/   PATCH
 *     /sources/bulk-create/ POST                       /offers/{id}/source/  PATCH
 *     /sources/bulk-delete/ POST                       /offers/{id}/source-id/ PATCH
 *                                                      /offers/search/, by-source-name/, stats/, export/  GET
 *                                                      /offers/bulk-create/, bulk-update/, bulk-delete/, import/  POST
 */
export async function catalogApi(app: FastifyInstance, parts: CatalogParts): Promise<void> {
  registerErrors(app);
  registerBodies(app);
  // As DRF has it: JSON knows no charset (RFC 8259, section 11), and Fastify would add one.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      reply.header('content-type', 'application/json');
    }
    done(null, payload);
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  addSchemas(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley offer catalog API',
        version: '0.12.0',
        description:
          'Sources (suppliers) and offers (product listings). Every path works with and without its last slash. ' +
          'Errors have the shapes of Django REST framework.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: parts.settings.publicUrl ?? '/' }],
      tags: [
        { name: 'sources', description: 'Suppliers.' },
        {
          name: 'offers',
          description: 'Product listings. Source, pn_raw and condition_raw are unique together.',
        },
      ],
      components: {
        securitySchemes: {
          catalogToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'Only where the service sets a token.',
          },
        },
      },
      security: [{}, { catalogToken: [] }],
    },
    // Linters of OpenAPI want addresses without a last slash; both forms are served.
    transform: ({ schema, url }) => ({ schema, url: url.replace(/\/$/, '') }),
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());

  await app.register(
    async (sources) => {
      registerNotFound(sources);
      registerGate(sources, parts.settings);
      sourceRoutes(sources, parts);
    },
    { prefix: '/sources' },
  );
  await app.register(
    async (offers) => {
      registerNotFound(offers);
      registerGate(offers, parts.settings);
      offerListRoutes(offers, parts);
      offerRoutes(offers, parts);
      offerFieldRoutes(offers, parts);
      offerBulkRoutes(offers, parts);
      await offers.register(async (files) => offerFileRoutes(files, parts));
    },
    { prefix: '/offers' },
  );
}
