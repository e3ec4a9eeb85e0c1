import { hash } from 'node:crypto';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';

import { pageHeaders } from './platform/page-headers.ts';

/** An empty picture, so that a browser does not ask for one. */
const noFavicon = 'data:,';

/**
 * The API reference, at `/docs`. What makes it is loaded when somebody opens it first: a hundred modules and a script of
 * 3.5 MB, which most processes never need.
 */
export function referenceRoutes(app: FastifyInstance): void {
  let opened: ReturnType<typeof openPage> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    opened ??= openPage();
    const { page, policy } = await opened;
    const { statusCode, headers, rawPayload } = await page.inject({ url: request.url });
    if (headers.location !== undefined) return reply.redirect(headers.location, statusCode);
    return reply
      .code(statusCode)
      .headers(pageHeaders(policy))
      .type(String(headers['content-type']))
      .send(rawPayload);
  };
  app.get('/docs/', show);
  app.get('/docs/js/scalar.js', show);
}

/**
 * An app of its own, which listens nowhere: routes cannot be added to one that serves already. `policy` is for the header
 * `Content-Security-Policy` of its answers.
 */
async function openPage(): Promise<{ page: FastifyInstance; policy: string }> {
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
  return { page, policy: policyOf((await page.inject('/docs/')).body) };
}

/**
 * Lets the page run its own scripts and speak to this server, and nothing else.
 * @param html the page; scripts in it are allowed by their hashes
 */
function policyOf(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${hash('sha256', script!, 'base64')}'`,
  );
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...inline].join(' '),
    "connect-src 'self'",
    // Scalar inserts style sheets and style attributes while it runs, with values that it computes.
    "style-src 'unsafe-inline'",
    'img-src data:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
