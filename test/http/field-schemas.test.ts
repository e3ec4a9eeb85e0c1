import fastifySwagger from '@fastify/swagger';
import Fastify from 'fastify';
import { jsonSchemaTransform, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { registerValidation } from '../../src/dialog/http/validation.ts';
import { schemas } from './project-api.ts';

interface Operation {
  parameters?: unknown[];
  requestBody?: { content: Record<string, { schema: unknown }> };
}

const environment = { type: 'string', enum: ['sandbox', 'live'] };
const dictionary = { type: 'object', additionalProperties: true };

it('describes every field in JSON Schema: type, limits, default', () => {
  const { properties, required } = z.toJSONSchema(schemas.message, { io: 'input' });
  expect(required).toEqual(['identity_id', 'text']);
  const buttonText = { type: 'string', minLength: 1, maxLength: 64 };
  expect(properties).toEqual({
    identity_id: { type: 'string' },
    text: { type: 'string', minLength: 1, maxLength: 3000 },
    buttons: {
      type: 'array',
      maxItems: 12,
      default: [],
      items: {
        anyOf: [buttonText, { type: 'object', properties: { text: buttonText }, required: ['text'] }],
      },
    },
    keyboard: { type: 'string', enum: ['reply', 'inline'], default: 'reply' },
    columns: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
    format: { type: 'string', enum: ['plain', 'markdown', 'html'], default: 'plain' },
    image: { type: 'string', maxLength: 2000, default: '' },
    variants: { ...dictionary, default: {} },
  });
});

it('carries the same into the OpenAPI document', async () => {
  const app = Fastify();
  await app.register(fastifySwagger, { openapi: { openapi: '3.1.0' }, transform: jsonSchemaTransform });
  await app.register(async (instance) => {
    registerValidation(instance);
    const api = instance.withTypeProvider<ZodTypeProvider>();
    api.post('/rows', { schema: { body: schemas.rows } }, async () => ({}));
    api.patch('/profile', { schema: { body: schemas.profile } }, async () => ({}));
    api.post('/events', { schema: { body: schemas.automationEvent } }, async () => ({}));
    api.get('/rows', { schema: { querystring: schemas.readRows } }, async () => ({}));
  });
  await app.ready();
  const paths = app.swagger().paths as Record<string, Record<string, Operation>>;
  const body = (path: string, method: string) =>
    paths[path]?.[method]?.requestBody?.content['application/json']?.schema;

  expect(body('/rows', 'post')).toEqual({
    type: 'object',
    required: ['rows'],
    properties: {
      rows: { type: 'array', maxItems: 5000, items: dictionary },
      environment: { ...environment, default: 'sandbox' },
      replace: { type: 'boolean', default: false },
      revision: { type: ['integer', 'null'] },
    },
  });
  expect(body('/profile', 'patch')).toEqual({
    type: 'object',
    properties: {
      status: { type: ['string', 'null'] },
      state: {
        anyOf: [
          { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'string' } },
          { type: 'null' },
        ],
      },
      tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
      access: { anyOf: [dictionary, { type: 'null' }] },
    },
  });
  expect(body('/events', 'post')).toMatchObject({
    properties: {
      event_id: { type: 'string', minLength: 8, maxLength: 100, pattern: '^[A-Za-z0-9_.:-]+$' },
      source: { type: 'string', pattern: '^custom\\.[A-Za-z0-9_.-]{1,60}$' },
    },
  });
  expect(paths['/rows']?.get?.parameters).toEqual([
    { schema: { ...environment, default: 'live' }, in: 'query', name: 'environment', required: false },
    { schema: { type: 'integer', minimum: 0, default: 0 }, in: 'query', name: 'offset', required: false },
    {
      schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
      in: 'query',
      name: 'limit',
      required: false,
    },
  ]);
  await app.close();
});
