import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { streamBodies } from '../platform/request-body.ts';
import { type GateOptions, mountRoutes } from '../platform/routes.ts';
import { documentHead } from '../platform/specification.ts';
import { registerBodies } from './body.ts';
import { registerChecks } from './check.ts';
import { type CatalogDocument, codesOf, type Door } from './door.ts';
import { answerLikeDjango, type Model, registerErrors, registerNotFound } from './errors.ts';
import { registerGates } from './gate.ts';
import { findImport } from './imports/record.ts';
import { findOffer } from './offers/routes.ts';
import type { OpenCatalog } from './open.ts';
import { completeDocument, describeInDocument, describeRoute } from './openapi.ts';
import { optionsRoutes } from './options.ts';
import { catalogRoutes } from './routes.ts';
import { findSource } from './sources/routes.ts';

/** The groups of addresses and their records. The catalog uses no other path below `/api`. */
const mounts = [
  { prefix: '/sources', model: 'Source' },
  { prefix: '/offers', model: 'Offer' },
  { prefix: '/imports', model: 'Import' },
] as const;

/** Its documents say that every path works with and without its last slash. */
const aboutTheWhole =
  'Sources (suppliers) and offers (product listings). Every path works with and without its last slash. ' +
  'Errors have the shapes of Django REST framework.\n\n' +
  'If the server has the setting `CATALOG_TOKEN`, every request needs `Authorization: Bearer …` with that token, ' +
  'or, to read, with that of `CATALOG_READ_TOKEN`.';

/**
 * The Offer Catalog API, to be mounted at `/api`: sources and offers as in a Django REST framework service, with its own
 * document.
 */
export async function catalogApi(app: FastifyInstance, parts: OpenCatalog): Promise<void> {
  // Without a token callers have proven nothing.
  const holder = parts.settings.catalogToken === undefined ? undefined : 'catalog';
  await prepare(app, parts, { answer: answerLikeDjango, others: ['OPTIONS'], holderOf: () => holder });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  const gates = registerGates(app, parts);
  await mountCatalog(app, parts, {
    ...{ gates, answer: answerLikeDjango, exposeHeadRoutes: true },
    complete: (scope, model, find) => optionsRoutes(scope, model, gates.read, find),
  });
}

/**
 * The same routes behind the door of another API: its gates, its form of errors, and no methods besides those of the table.
 * @returns what the document of that API says about them
 */
export async function catalogBehind(
  app: FastifyInstance,
  parts: OpenCatalog,
  door: Door,
): Promise<CatalogDocument> {
  await prepare(app, parts, { ...door, others: [] });
  await mountCatalog(app, parts, { ...door, exposeHeadRoutes: false });
  return {
    read: () => app.swagger(),
    operations: catalogRoutes.map(({ method, path, endpoint: { told } }) => ({
      method,
      path: app.prefix + path.replace(/\/$/, ''),
      codes: codesOf(told),
    })),
  };
}

const finders = (parts: OpenCatalog) => ({
  Source: (id: string) => findSource(parts.hot, id),
  Offer: (id: string) => findOffer(parts.hot, id),
  Import: (id: string) => findImport(parts.hot, id),
});

interface Manners extends Pick<Door, 'answer' | 'holderOf'>, Partial<Pick<Door, 'checkNames'>> {
  /** Methods that every address has besides those of its routes. */
  others: readonly string[];
}

/** Everything that has to be there before the first route is declared. */
async function prepare(app: FastifyInstance, parts: OpenCatalog, manners: Manners): Promise<void> {
  registerErrors(app, manners.answer, manners.others);
  registerBodies(app, { budget: parts.bodies, holderOf: manners.holderOf });
  // As in DRF: JSON has no charset (RFC 8259, section 11), but Fastify would add one.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      reply.header('content-type', 'application/json');
    }
    done(null, payload);
  });
  app.setSerializerCompiler(() => JSON.stringify);
  registerChecks(app, finders(parts), manners.checkNames);
  await app.register(swagger, {
    openapi: documentHead({
      name: 'offer catalog API',
      description: aboutTheWhole,
      publicUrl: parts.settings.publicUrl,
      tags: [
        { name: 'sources', 'x-displayName': 'Sources', description: 'Suppliers.' },
        {
          name: 'imports',
          'x-displayName': 'Imports',
          description: 'Imported files, on record for 90 days.',
        },
        {
          name: 'offers',
          'x-displayName': 'Offers',
          description: 'Product listings. Source, `pn_raw` and `condition_raw` are unique together.',
        },
      ],
      securitySchemes: {
        catalogToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Only if the server has a token: `CATALOG_TOKEN`, or `CATALOG_READ_TOKEN` to read.',
        },
      },
      security: [{}, { catalogToken: [] }],
    }),
    transform: describeInDocument,
    transformObject: completeDocument,
  });
}

interface Mounted extends Pick<Door, 'gates' | 'answer'> {
  exposeHeadRoutes: boolean;
  /** Declares what belongs to the addresses of a model besides the table. */
  complete?: (scope: FastifyInstance, model: Model, find: (id: string) => Promise<unknown>) => void;
}

async function mountCatalog(app: FastifyInstance, parts: OpenCatalog, mounted: Mounted): Promise<void> {
  const { gates, answer, exposeHeadRoutes, complete } = mounted;
  const find = finders(parts);
  const optionsOf = ({ method, gate, endpoint: { told } }: (typeof catalogRoutes)[number]): GateOptions => ({
    onRequest: gates[gate],
    schema: describeRoute(gate, told),
    exposeHeadRoute: exposeHeadRoutes && method === 'GET',
    prefixTrailingSlash: 'slash',
  });
  for (const { prefix, model } of mounts) {
    await app.register(
      async (scope) => {
        registerNotFound(scope, answer);
        const lines = catalogRoutes
          .filter(({ path }) => path.startsWith(`${prefix}/`))
          .map((line) => ({ ...line, path: line.path.slice(prefix.length) }));
        const isFile = ({ endpoint: { told } }: (typeof lines)[number]) =>
          told.config?.consumes !== undefined;
        mountRoutes(
          scope,
          lines.filter((line) => !isFile(line)),
          parts,
          optionsOf,
        );
        // A separate plugin, because bodies are streams here.
        await scope.register(async (files) => {
          streamBodies(files);
          mountRoutes(files, lines.filter(isFile), parts, optionsOf);
        });
        complete?.(scope, model, find[model]);
      },
      { prefix },
    );
  }
}
