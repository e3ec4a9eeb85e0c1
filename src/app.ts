import { randomUUID } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { answerBadAddress, isCatalogAddress } from './catalog/errors.ts';
import { catalogApi } from './catalog/index.ts';
import type { CatalogParts } from './catalog/parts.ts';
import { answerFrameworkError, registerErrors } from './dialog/http/errors.ts';
import {
  channelApi,
  chatApi,
  chatPages,
  inboundRoutes,
  ownerApi,
  paymentApi,
  projectApi,
  publishedApi,
} from './dialog/index.ts';
import type { DialogParts } from './dialog/parts.ts';
import { healthRoutes } from './health.ts';
import type { Metrics } from './metrics.ts';

const mebibyte = 2 ** 20;

/** An empty picture, so that a browser does not ask for one. */
const noFavicon = 'data:,';

/** What may stand in a request id that a caller chose: it goes into log lines and headers. */
const safeRequestId = /^[\w.:@/+=-]{1,128}$/;

/**
 * Mounts everything that speaks HTTP. A process with the role `worker` answers for its health only.
 * The server does not listen yet.
 */
export async function buildApp(
  parts: DialogParts,
  catalog?: CatalogParts,
  metrics?: Metrics,
): Promise<FastifyInstance> {
  const { settings, log } = parts;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: mebibyte,
    exposeHeadRoutes: false,
    // What arrives while the server stops is still answered; only idle connections are closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && safeRequestId.test(given) ? given : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(request)); // no hook runs before these
      if (catalog && isCatalogAddress(request.url)) answerBadAddress(reply);
      else answerFrameworkError(error, request, reply);
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders(request));
    done();
  });
  if (log.isLevelEnabled('debug')) {
    app.addHook('onResponse', (request, reply, done) => {
      const { method, url } = request;
      const { statusCode: status, elapsedTime: ms } = reply;
      request.log.debug({ method, path: url.split('?')[0], status, ms }, 'answered');
      done();
    });
  }
  metrics?.watch(app);
  if (settings.role !== 'worker') {
    // Before the errors for unknown addresses below, which reach into every plugin: here the key comes first.
    await app.register((scope) => publishedApi(scope, parts), { prefix: '/api/published' });
  }
  registerErrors(app);
  healthRoutes(app, parts);
  if (settings.role === 'worker') return app;

  await app.register((scope) => projectApi(scope, parts), { prefix: '/api/v1' });
  await app.register((scope) => ownerApi(scope, parts), { prefix: '/api/owner' });
  await app.register(async (scope) => inboundRoutes(scope, parts), { prefix: '/api/webhooks' });
  await app.register((scope) => channelApi(scope, parts), { prefix: '/api/channels' });
  await app.register((scope) => chatApi(scope, parts), { prefix: '/api/chat' });
  await app.register((scope) => chatPages(scope, parts), { prefix: '/chat' });
  await app.register((scope) => paymentApi(scope, parts), { prefix: '/api/payments' });
  if (catalog) await app.register((scope) => catalogApi(scope, catalog), { prefix: '/api' });
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Parley',
      favicon: noFavicon,
      sources: [
        { title: 'Project API', url: '/api/v1/openapi.json' },
        { title: 'Offer catalog API', url: '/api/openapi.json' },
      ],
      defaultOpenAllTags: true,
      orderSchemaPropertiesBy: 'preserve',
      // The page asks nobody but this server: no fonts, no assistant, no proxy, no sharing, no telemetry.
      withDefaultFonts: false,
      agent: { disabled: true },
      proxyUrl: '',
      showDeveloperTools: 'never',
      hideClientButton: true,
      telemetry: false,
    },
  });
  app.get('/', (_request, reply) => reply.redirect('/docs'));
  return app;
}

function commonHeaders(request: FastifyRequest): Record<string, string> {
  return {
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
