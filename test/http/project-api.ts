import Fastify, { type FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerFrameworkError, registerErrors } from '../../src/dialog/http/errors.ts';
import { dict, laxBool, laxInt, list, literal, text } from '../../src/dialog/http/fields.ts';
import { registerJsonBodyParser } from '../../src/dialog/http/json-body.ts';
import { registerValidation } from '../../src/dialog/http/validation.ts';
import { BodyBudget } from '../../src/platform/body-budget.ts';

const environment = ['sandbox', 'live'] as const;
const headers = z.object({ 'idempotency-key': text({ min: 8, max: 100 }) });
const params = z.object({ project_id: text() });

const button = z.union([text({ min: 1, max: 64 }), z.object({ text: text({ min: 1, max: 64 }) })]);

export const schemas = {
  message: z.object({
    identity_id: text(),
    text: text({ min: 1, max: 3000 }),
    buttons: list(button, { max: 12, default: [] }),
    keyboard: literal(['reply', 'inline'], { default: 'reply' }),
    columns: laxInt({ ge: 1, le: 3, default: 1 }),
    format: literal(['plain', 'markdown', 'html'], { default: 'plain' }),
    image: text({ max: 2000, default: '' }),
    variants: dict({ default: {} }),
  }),
  profile: z.object({
    status: text().nullish(),
    state: dict(text()).nullish(),
    tags: list(text()).nullish(),
    access: dict().nullish(),
  }),
  event: z.object({
    event_id: text({ min: 1, max: 100 }),
    identity_id: text(),
    text: text({ min: 1, max: 3000 }),
    data: dict({ default: {} }),
  }),
  automationEvent: z.object({
    event_id: text({ min: 8, max: 100, pattern: '^[A-Za-z0-9_.:-]+$' }),
    source: text({ pattern: '^custom\\.[A-Za-z0-9_.-]{1,60}$' }),
    environment: literal(environment, { default: 'sandbox' }),
    data: dict({ default: {} }),
    identity_id: text().nullish(),
  }),
  rows: z
    .object({
      rows: list(dict(), { max: 5000 }),
      environment: literal(environment, { default: 'sandbox' }),
      replace: laxBool({ default: false }),
      revision: laxInt().nullish(),
    })
    .superRefine((body, ctx) => {
      if (!body.replace || typeof body.revision === 'number') return;
      ctx.addIssue({ code: 'custom', message: 'revision is required when replace is true' });
    }),
  run: z.object({
    input: dict({ default: {} }),
    identity_id: text().nullish(),
    environment: literal(environment, { default: 'sandbox' }),
  }),
  refund: z.object({ receipt: dict().nullish() }),
  readRows: z.object({
    environment: literal(environment, { default: 'live' }),
    offset: laxInt({ ge: 0, default: 0 }),
    limit: laxInt({ ge: 1, le: 500, default: 100 }),
  }),
  audit: z.object({ after: laxInt({ ge: 0, default: 0 }) }),
  analytics: z.object({
    days: laxInt({ ge: 1, le: 90, default: 30 }),
    environment: literal(environment, { default: 'live' }),
    channel_id: text({ default: '' }),
  }),
};

export const base = '/api/v1/projects/p';

/** The project API's declarations, with handlers that answer with their parsed input. */
export async function projectApi(declareMore?: (app: FastifyInstance) => void): Promise<FastifyInstance> {
  const app = Fastify({
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    frameworkErrors: answerFrameworkError,
  });
  await app.register(
    async (instance) => {
      registerErrors(instance);
      registerJsonBodyParser(instance, { budget: new BodyBudget(2 ** 30), holderOf: () => 'test' });
      registerValidation(instance);
      const api = instance.withTypeProvider<ZodTypeProvider>();
      const echo = (request: { body: unknown; query: unknown; headers: object }) => ({
        headers: request.headers,
        body: request.body,
        query: request.query,
      });
      api.post('/messages', { schema: { params, headers, body: schemas.message } }, async (request) => ({
        ...echo(request),
        textLength: request.body.text.length,
      }));
      api.patch('/profiles/:profile_id', { schema: { body: schemas.profile } }, async (r) => echo(r));
      api.get('/profiles/:profile_id', async () => ({}));
      api.post('/events', { schema: { body: schemas.event } }, async (r) => echo(r));
      api.post('/automation-events', { schema: { body: schemas.automationEvent } }, async (r) => echo(r));
      api.post('/tables/:table_id/rows', { schema: { headers, body: schemas.rows } }, async (r) => echo(r));
      api.get('/tables/:table_id/rows', { schema: { querystring: schemas.readRows } }, async (r) => echo(r));
      api.post('/operations/:id/runs', { schema: { headers, body: schemas.run } }, async (r) => echo(r));
      api.post('/payments/:id/refund', { schema: { headers, body: schemas.refund } }, async (r) => echo(r));
      api.get('/audit', { schema: { querystring: schemas.audit } }, async (r) => echo(r));
      api.get('/analytics', { schema: { querystring: schemas.analytics } }, async (r) => echo(r));
      api.post('/published/v:version', {
        schema: {
          params: z.object({ version: laxInt() }),
          querystring: schemas.readRows,
          headers,
          body: dict(),
        },
        handler: async (request) => ({ ...echo(request), version: request.params.version }),
      });
      declareMore?.(instance);
    },
    { prefix: '/api/v1/projects/:project_id' },
  );
  return app;
}

export const key = { 'idempotency-key': 'key-12345' };

/** Sends a body as JSON text; a string is taken to be JSON already. */
export function send(app: FastifyInstance, method: 'POST' | 'PATCH', path: string, body: unknown) {
  return app.inject({
    method,
    url: base + path,
    headers: { ...key, 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
