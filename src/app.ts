import type { Server } from 'node:http';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { answerBadAddress, isCatalogAddress } from './catalog/errors.ts';
import { catalogApi, catalogBehind } from './catalog/index.ts';
import type { OpenCatalog } from './catalog/open.ts';
import { consoleRoutes } from './console-page.ts';
import { answerFrameworkError, registerErrors } from './dialog/http/errors.ts';
import {
  catalogDoor,
  channelApi,
  chatApi,
  chatPages,
  fileDownloads,
  ownerApi,
  paymentApi,
  projectApi,
  publishedApi,
  webhookApi,
} from './dialog/index.ts';
import type { DialogParts } from './dialog/parts.ts';
import { healthRoutes, openReadiness, type Readiness } from './health.ts';
import type { Metrics } from './metrics.ts';
import { lateChild } from './platform/log.ts';
import { hasSeveralHosts, registerOwnAddress } from './platform/own-address.ts';
import { Problem } from './platform/problem.ts';
import { commonHeaders, requestIdOf } from './platform/request-id.ts';
import { referenceRoutes } from './reference.ts';
import { securityTxtRoute } from './security-txt.ts';

const mebibyte = 2 ** 20;

/** Every API checks for itself and writes JSON as it is: so Fastify does not load its own compilers of schemas. */
const ownCompilers: FastifyServerOptions['schemaController'] = {
  compilersFactory: {
    // Fastify's types know only validators that were made by its own compiler.
    buildValidator: () => () => (() => true) as never,
    buildSerializer: () => () => (answer: unknown) => JSON.stringify(answer),
  },
};

/**
 * Mounts everything that uses HTTP. A process with the role `worker` only answers for its health.
 *
 * @param server an HTTP server that already has its port, if given; pass its requests to `app.routing` when the app is ready
 */
export async function buildApp(
  parts: DialogParts,
  catalog?: OpenCatalog,
  metrics?: Metrics,
  server?: Server,
  readiness: Readiness = openReadiness(parts),
): Promise<FastifyInstance> {
  const { settings, log } = parts;
  const given: { serverFactory?: FastifyServerFactory } = server
    ? { serverFactory: (_handler, options) => setTimes(server, options as FastifyServerOptions) }
    : {};
  // Browsers that came by https come only so from then on, also if a link says http (RFC 6797).
  const always: Record<string, string> = settings.publicUrl?.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000' }
    : {};
  const headersOf = (id: string) => Object.assign(commonHeaders(id), always);
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent, bindings, options) => lateChild(parent as Logger, bindings, options),
    trustProxy: settings.trustProxy,
    bodyLimit: mebibyte,
    exposeHeadRoutes: false,
    schemaController: ownCompilers,
    // Of a start, and of a stop: what hangs there ends with the process (main.ts) five seconds earlier.
    pluginTimeout: settings.shutdownMs + 10_000,
    ...given,
    // Requests that arrive while the server stops are still answered.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request.headers),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersOf(request.id)); // hooks do not run for these answers
      if (catalog && isCatalogAddress(request.url)) answerBadAddress(reply);
      else answerFrameworkError(error, request, reply);
    },
  });
  registerOwnAddress(app, settings.host, settings.publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.id));
    if (hasSeveralHosts(request.raw.rawHeaders)) done(severalHosts());
    else done();
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
    // Before the errors for unknown addresses below, which apply to every plugin: here the key is checked first.
    await app.register((scope) => publishedApi(scope, parts), { prefix: '/api/published' });
  }
  registerErrors(app);
  metrics?.serve(app);
  healthRoutes(app, readiness, settings);
  if (settings.role === 'worker') return app;

  await app.register((scope) => projectApi(scope, parts), { prefix: '/api/v1' });
  let ownersCatalog: Awaited<ReturnType<typeof catalogBehind>> | undefined;
  if (catalog) {
    // Beside the owner API and not within it: the catalog reads bodies and queries by its own rules.
    await app.register(
      async (scope) => {
        ownersCatalog = await catalogBehind(scope, catalog, await catalogDoor(scope, parts));
      },
      { prefix: '/api/owner/catalog' },
    );
  }
  await app.register((scope) => ownerApi(scope, parts, ownersCatalog), { prefix: '/api/owner' });
  await app.register((scope) => webhookApi(scope, parts), { prefix: '/api/webhooks' });
  await app.register((scope) => channelApi(scope, parts), { prefix: '/api/channels' });
  await app.register((scope) => chatApi(scope, parts), { prefix: '/api/chat' });
  await app.register((scope) => chatPages(scope, parts), { prefix: '/chat' });
  await app.register((scope) => fileDownloads(scope, parts), { prefix: '/files' });
  await app.register((scope) => paymentApi(scope, parts), { prefix: '/api/payments' });
  if (catalog) await app.register((scope) => catalogApi(scope, catalog), { prefix: '/api' });
  referenceRoutes(app);
  securityTxtRoute(app, settings);
  consoleRoutes(app);
  app.get('/', (_request, reply) => reply.redirect('/console'));
  return app;
}

const severalHosts = () =>
  new Problem(400, 'several_hosts', 'The request has more than one Host header; send exactly one.');

/** Sets the timeouts of a server that Fastify did not create. */
function setTimes(server: Server, options: FastifyServerOptions): Server {
  server.keepAliveTimeout = options.keepAliveTimeout!;
  server.requestTimeout = options.requestTimeout!;
  server.setTimeout(options.connectionTimeout);
  return server;
}
