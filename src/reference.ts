import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';

/** An empty picture, so that a browser does not ask for one. */
const noFavicon = 'data:,';

/**
 * The API reference, at `/docs`. What makes it is loaded when somebody opens it first: a hundred modules and a script of
 * 3.5 MB, which most processes never need.
 */
export function referenceRoutes(app: FastifyInstance): void {
  let page: Promise<FastifyInstance> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    page ??= openPage();
    const { statusCode, headers, rawPayload } = await (await page).inject({ url: request.url });
    if (headers.location !== undefined) return reply.redirect(headers.location, statusCode);
    return reply.code(statusCode).type(String(headers['content-type'])).send(rawPayload);
  };
  app.get('/docs/', show);
  app.get('/docs/js/scalar.js', show);
}

/** An app of its own, which listens nowhere: routes cannot be added to one that serves already. */
async function openPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Parley API reference',
      favicon: noFavicon,
      sources: [
        { title: 'Project API', url: '/api/v1/openapi.json' },
        { title: 'Owner API', url: '/api/owner/openapi.json' },
        { title: 'Offer catalog API', url: '/api/openapi.json' },
      ],
      defaultOpenAllTags: true,
      orderSchemaPropertiesBy: 'preserve',
      // The page loads nothing from other servers: no fonts, no assistant, no proxy, no sharing, no telemetry.
      withDefaultFonts: false,
      agent: { disabled: true },
      proxyUrl: '',
      showDeveloperTools: 'never',
      hideClientButton: true,
      telemetry: false,
    },
  });
  return page;
}
