import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpSettings } from '../../src/dialog/connections/http.ts';
import { http } from '../../src/dialog/connections/http.ts';
import {
  httpRequest,
  httpRequestFaults,
  renderHttpRequest,
} from '../../src/dialog/operations/http-request.ts';
import { pathFault, renderPath } from '../../src/dialog/operations/path-template.ts';
import { TemplateError } from '../../src/dialog/template/liquid.ts';

const settings = (more: object = {}) =>
  http.settings.parse({ base_url: 'https://api.example:8443/v1', ...more }) as HttpSettings;
const request = (given: object) => httpRequest.parse(given);

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '../..',
    '..\\..',
    '//evil.example',
    '@evil.example',
    ':80',
    '?a#b',
    '\r\n',
    '\t',
    ' ',
  ),
  fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', '@', ':', '?', '#', '\n') }),
);

describe('a template fills only its place, whatever its output', () => {
  it("a value stays in its segment of the path, below the connection's address", () => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        let url: URL;
        try {
          const wanted = request({ method: 'GET', path: '/users/{{ input.a }}/x{{ input.b }}' });
          url = new URL(renderHttpRequest(wanted, settings(), { input: { a, b } }, 'job_x').url);
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError);
          return;
        }
        expect([url.origin, url.search, url.hash, url.username]).toEqual([
          'https://api.example:8443',
          '',
          '',
          '',
        ]);
        const segments = url.pathname.split('/');
        expect(segments.slice(0, 3)).toEqual(['', 'v1', 'users']);
        expect(segments).toHaveLength(5);
        // Text that is not valid in UTF-8 is replaced; all other text arrives unchanged.
        expect(decodeURIComponent(segments[3]!)).toBe(a.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
      }),
      { numRuns: 2000 },
    );
  });

  it('a value of the query stays one value, and a header stays one line', () => {
    fc.assert(
      fc.property(hostile, (a) => {
        try {
          const wanted = request({ query: { q: '{{ input.a }}' }, headers: { 'X-A': '{{ input.a }}' } });
          const { url, headers } = renderHttpRequest(wanted, settings(), { input: { a } }, 'job_x');
          expect([...new URL(url).searchParams.keys()]).toEqual(['q']);
          expect(headers['x-a']).not.toMatch(/[\r\n\0]/);
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['', '.', '..', '../x', 'a/../b', '..\\x', '%2e%2E', './'])(
    'a value in a path cannot be "%s"',
    (id) => {
      expect(() => renderPath('/users/{{ input.id }}', { input: { id } })).toThrow(TemplateError);
    },
  );

  it('two values that make ".." together are refused', () => {
    expect(() => renderPath('/{{ input.a }}{{ input.a }}/x', { input: { a: '.' } })).toThrow(TemplateError);
    expect(() => renderPath('/.{{ input.a }}/x', { input: { a: '.' } })).toThrow(TemplateError);
    expect(renderPath('/{{ input.a }}{{ input.b }}', { input: { a: 'a', b: '.b' } })).toBe('/a.b');
  });
});

describe('the path of an operation', () => {
  it.each([
    '',
    '/',
    '/a/b',
    '/a%20b',
    '/{{ input.a }}',
    "/x-{{ input.a | default: '}}' }}.json",
    '/{{ input["a b"] }}/{{ profile.id }}',
    '//a',
  ])('may be %s', (path) => {
    expect(pathFault(path)).toBeUndefined();
  });

  it.each([
    'a',
    'https://evil.example/',
    '/a b',
    '/a?b',
    '/a#b',
    '/a\\b',
    '/..',
    '/a/.',
    '/%2e/',
    '/%zz',
    '/{{ input.a',
    '/{% if a %}',
  ])('may not be %s', (path) => {
    expect(pathFault(path)).toEqual(expect.any(String));
  });
});

describe('the credentials of a connection', () => {
  it("override headers of the request, and a job's id is sent if the connection wants it", () => {
    const connection = settings({
      auth: { type: 'api_key', name: 'X-Key', key: 'right' },
      headers: { Accept: 'text/csv', 'X-Both': 'connection' },
      idempotency_header: 'Request-Id',
    });
    const wanted = request({ headers: { 'x-key': 'wrong', 'X-BOTH': 'request' }, body: { a: 1 } });
    expect(httpRequestFaults(wanted)).toEqual([]);
    expect(renderHttpRequest(wanted, connection, {}, 'job_x')).toEqual({
      service: 'connection',
      method: 'POST',
      url: 'https://api.example:8443/v1',
      body: '{"a":1}',
      headers: {
        'user-agent': 'Parley',
        accept: 'text/csv',
        'content-type': 'application/json',
        'x-key': 'right',
        'x-both': 'request',
        'request-id': 'job_x',
      },
    });
  });

  it('sign the timestamp, a dot and the body, like incoming webhooks', () => {
    const connection = settings({ auth: { type: 'hmac', secret: 'made-up-receiver-secret' } });
    const wanted = request({ body_type: 'text', body: '{"event":"order.paid","n":1}' });
    const { headers } = renderHttpRequest(wanted, connection, {}, 'job_x', { at: 1_790_000_000 });
    expect([headers['x-service-timestamp'], headers['x-service-signature']]).toEqual([
      '1790000000',
      '4fd00e106d4932cbdc4256df1f3539af19a9b2da275d39b6701bb3413209867d',
    ]);
  });
});
