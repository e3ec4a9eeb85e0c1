import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';

import { openPage } from './platform/page-headers.ts';

/** An empty picture, so that a browser does not ask for one. */
const noFavicon = 'data:,';

/**
 * The library makes style sheets while it runs, and knows nothing of nonces. Those that it makes get that of the page; any others, such as
 * one in a text of a document, do not.
 */
const givesNonce = `(() => {
  const { nonce } = document.currentScript;
  const make = document.createElement;
  document.createElement = function (name, options) {
    const made = make.call(this, name, options);
    if (made instanceof HTMLStyleElement) made.nonce = nonce;
    return made;
  };
})()`;

/**
 * The API reference, at `/docs`. What makes it is loaded when somebody opens it first: a hundred modules and a script of
 * 3.5 MB, which most processes never need.
 */
export function referenceRoutes(app: FastifyInstance): void {
  let opened: ReturnType<typeof openLibrary> | undefined;
  const ask = async (url: string) => {
    opened ??= openLibrary();
    return (await opened).inject({ url });
  };
  app.get('/docs/', async (request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode, headers: given, body } = await ask(request.url);
    if (given.location !== undefined) return reply.redirect(given.location, statusCode);
    // Scalar sets style attributes, with values that it computes. They can load nothing.
    const { nonce, headers } = openPage({ 'style-src-attr': "'unsafe-inline'" });
    const page = body
      .replace('<head>', () => `<head><script>${givesNonce}</script>`)
      .replaceAll('<script', `<script nonce="${nonce}"`);
    return reply.headers(headers).type('text/html; charset=utf-8').send(page);
  });
  app.get('/docs/js/scalar.js', async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, rawPayload } = await ask(request.url);
    return reply.type(String(headers['content-type'])).send(rawPayload);
  });
}

/** An app of its own, which listens nowhere: routes cannot be added to one that serves already. */
async function openLibrary(): Promise<FastifyInstance> {
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
