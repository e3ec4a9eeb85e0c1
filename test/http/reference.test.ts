import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../rules/app.ts';

let app: FastifyInstance;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

it('the API reference may run its own scripts, speak to this server, and be framed by nobody', async () => {
  const { statusCode, headers, body } = await app.inject('/docs/');
  const inline = /<script type="text\/javascript">(.*?)<\/script>/s.exec(body)![1]!;
  expect([statusCode, headers['content-security-policy']]).toEqual([
    200,
    [
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash('sha256', inline, 'base64')}'`,
      "connect-src 'self'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  ]);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
});

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
