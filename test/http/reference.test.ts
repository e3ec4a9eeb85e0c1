import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../rules/app.ts';

let app: FastifyInstance;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

it('the API reference loads its script from this server', async () => {
  const page = await app.inject('/docs/');
  const loaded = [...page.body.matchAll(/<(?:script|link|img)[^>]*\s(?:src|href)="([^"]*)"/g)];
  expect(loaded.map(([, address]) => address)).toEqual(['js/scalar.js']);
  const script = await app.inject('/docs/js/scalar.js');
  expect([script.statusCode, script.headers['content-type']]).toEqual([
    200,
    'application/javascript; charset=utf-8',
  ]);
  expect(script.headers['x-content-type-options']).toBe('nosniff');
});
