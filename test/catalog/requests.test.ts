import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;
let id: number;
/** The routes of the catalog, as the framework of the running server registers them. */
const registered = new Set<string>();

beforeAll(async () => {
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      if (!/^\/api\/(?:sources|offers|imports)(?:\/|$)/.test(url)) return;
      for (const name of [method].flat()) registered.add(`${name} ${url.replace(/\/$/, '')}`);
    });
  };
  subscribe('fastify.initialization', watch);
  catalog = await startCatalog();
  unsubscribe('fastify.initialization', watch);
  id = (await catalog.offer()).id;
});
afterAll(() => catalog?.close());

describe('addresses of the catalog', () => {
  it.each([
    '/offers/abc/',
    '/offers/%zz/',
    '/offers//1',
    '/offers/1/nothing/',
    '/sources/x.json',
    '/sources/1/offers/2',
    '/offers/1.0',
  ])('%s is a 404 in JSON', async (path) => {
    const { status, body } = await catalog.get(path);
    expect([status, body]).toEqual([404, { detail: 'Not found.' }]);
  });

  it.each(['0', '-1', '99999999999999999999999', '999999'])(
    'with the unknown id %s are a 404',
    async (unknown) => {
      expect((await catalog.get(`/offers/${unknown}/`)).body).toEqual({
        detail: 'No Offer matches the given query.',
      });
      expect((await catalog.get(`/sources/${unknown}`)).body).toEqual({
        detail: 'No Source matches the given query.',
      });
    },
  );

  it.each([
    ['PUT', '/offers/', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/offers/1/', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
    ['GET', '/offers/bulk-create/', 'POST, OPTIONS'],
    ['GET', '/sources/bulk-delete', 'POST, OPTIONS'],
    ['GET', '/offers/1/price/', 'PATCH, OPTIONS'],
    ['DELETE', '/offers/stats/', 'GET, HEAD, OPTIONS'],
    ['POST', '/offers/export/', 'GET, HEAD, OPTIONS'],
  ])('answer %s %s with a 405 that lists the allowed methods', async (method, path, allow) => {
    const { status, body, headers } = await catalog.send(method, path);
    expect([status, body]).toEqual([405, { detail: `Method "${method}" not allowed.` }]);
    expect(headers.get('allow')).toBe(allow);
  });

  it('work with and without the last slash, and HEAD is GET without a body', async () => {
    for (const path of [
      '/offers',
      '/offers/',
      `/offers/${id}`,
      `/offers/${id}/`,
      '/sources/stats',
      '/offers/stats/',
    ]) {
      const get = await catalog.get(path);
      const head = await catalog.send('HEAD', path);
      expect([get.status, head.status, head.text]).toEqual([200, 200, '']);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    }
  });

  it('answer in JSON without a charset and without spaces, even for errors', async () => {
    for (const path of ['/offers/', `/offers/${id}/`, '/offers/stats/', '/sources/stats/', '/sources/abc/']) {
      const { headers, text, body } = await catalog.get(path);
      expect([headers.get('content-type'), text]).toEqual(['application/json', JSON.stringify(body)]);
    }
    const refused = await catalog.send('POST', '/offers/', {});
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/json']);
  });

  it('answer OPTIONS with their name and allowed methods', async () => {
    const { status, body, headers } = await catalog.send('OPTIONS', '/sources/1/');
    expect([status, body.name, headers.get('allow')]).toEqual([
      200,
      'Source Instance',
      'GET, PUT, PATCH, DELETE, HEAD, OPTIONS',
    ]);
  });

  it('answer OPTIONS with the fields that may be written there, in the words of DRF', async () => {
    const collection = (await catalog.send('OPTIONS', '/sources')).body;
    expect(Object.keys(collection)).toEqual(['name', 'description', 'renders', 'parses', 'actions']);
    expect(collection.actions).toEqual({
      POST: {
        id: { type: 'integer', required: false, read_only: true, label: 'ID' },
        name: { type: 'string', required: true, read_only: false, label: 'Name', max_length: 255 },
        url: { type: 'string', required: false, read_only: false, label: 'Url' },
        updated_at: { type: 'datetime', required: false, read_only: true, label: 'Updated at' },
      },
    });
    const { POST } = (await catalog.send('OPTIONS', '/offers/')).body.actions;
    expect(POST).toMatchObject({
      source: { type: 'field', read_only: true },
      source_identifier: { type: 'string', required: true, label: 'Source identifier', max_length: 255 },
      pn_raw: { type: 'string', required: true, max_length: 255 },
      price_raw: { type: 'decimal', required: false, max_digits: 20, decimal_places: 6 },
      raw_payload: { type: 'field', required: false, read_only: false, label: 'Raw payload' },
      created_at: { type: 'datetime', read_only: true },
    });
    const { body: record } = await catalog.get(`/offers/${id}`);
    expect(Object.keys(POST).sort()).toEqual([...Object.keys(record), 'source_identifier'].sort());
    expect(Object.keys((await catalog.send('OPTIONS', '/offers/strict/')).body.actions)).toEqual(['POST']);
    const instance = (await catalog.send('OPTIONS', `/offers/${id}/`)).body;
    expect([instance.name, Object.keys(instance.actions)]).toEqual(['Offer Instance', ['PUT']]);
    expect(instance.actions.PUT).toMatchObject({ source: { read_only: false }, pn_raw: { required: true } });
  });

  it('answer OPTIONS without actions if nothing can be written, and 404 if there is no record', async () => {
    for (const path of ['/offers/999999/', '/offers/-1/', '/offers/stats/', '/offers/bulk-create/']) {
      const { status, body } = await catalog.send('OPTIONS', path);
      expect([path, status, body.actions]).toEqual([path, 200, undefined]);
    }
    const { body } = await catalog.send('OPTIONS', '/offers/import/');
    expect(body.parses).toEqual(['text/csv', 'application/x-ndjson']);
    for (const path of ['/offers/abc/', '/offers/abc/price/', '/offers/1/nothing/']) {
      expect([path, (await catalog.send('OPTIONS', path)).status]).toEqual([path, 404]);
    }
  });

  it('of the project API keep the answers of that API', async () => {
    expect((await catalog.get('/v1/nothing')).body).toEqual({ detail: 'Not Found', code: 'not_found' });
    expect((await catalog.get('/nothing')).body).toEqual({ detail: 'Not Found', code: 'not_found' });
    expect((await catalog.get('/offers-nothing')).body).toEqual({ detail: 'Not Found', code: 'not_found' });
  });
});

describe('bodies of catalog requests', () => {
  const parseError = (text: string) => ({ detail: `JSON parse error - ${text}` });

  it.each([
    ['{', 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
    ['{"name": "a"}\n x', 'Extra data: line 2 column 2 (char 15)'],
    ['{"😀": NaN}', "Out of range float values are not JSON compliant: 'NaN'"],
    ['[-Infinity]', "Out of range float values are not JSON compliant: '-Infinity'"],
    ['\ufeff{}', 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)'],
    [
      Buffer.from([0x7b, 0x22, 0xff]),
      "'utf-8' codec can't decode byte 0xff in position 2: invalid start byte",
    ],
    [
      Buffer.from([0x22, 0xe2, 0x82]),
      "'utf-8' codec can't decode bytes in position 1-2: unexpected end of data",
    ],
    [`${'['.repeat(600)}${']'.repeat(600)}`, 'The value is nested deeper than 500 levels'],
  ])('that are malformed (%j) are a 400 that says where', async (body, text) => {
    const answer = await catalog.raw('POST', '/sources/', body);
    expect([answer.status, answer.body]).toEqual([400, parseError(text)]);
  });

  it('of 30 MB with a mistake at the end are a 400 that says where, without a gigabyte of memory', async () => {
    const offers = 200_000;
    const offer = `{"source_identifier":"${'A'.repeat(110)}","pn_raw":"😀"},\n`;
    const body = `[${offer.repeat(offers)}]`;
    expect(Buffer.byteLength(body)).toBeGreaterThan(28 * 2 ** 20);
    const before = process.memoryUsage().rss;
    const answer = await catalog.raw('POST', '/offers/bulk-create/', body);
    const grown = process.memoryUsage().rss - before;
    expect([answer.status, answer.body]).toEqual([
      400,
      parseError(`Expecting value: line ${offers + 1} column 1 (char ${body.length - offers - 1})`),
    ]);
    expect(grown / 2 ** 20).toBeLessThan(700);
  });

  it.each(['text/plain', 'application/vnd.api+json', 'nonsense', 'application/x-www-form-urlencoded'])(
    'of the type %s are a 415',
    async (type) => {
      const answer = await catalog.raw('POST', '/sources/', '{"name":"a"}', type);
      expect([answer.status, answer.body]).toEqual([
        415,
        { detail: `Unsupported media type "${type}" in request.` },
      ]);
    },
  );

  it.each([
    ['null', { non_field_errors: ['No data provided'] }],
    ['[]', { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
    ['"x"', { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }],
    ['5', { non_field_errors: ['Invalid data. Expected a dictionary, but got int.'] }],
    ['5.5', { non_field_errors: ['Invalid data. Expected a dictionary, but got float.'] }],
    ['true', { non_field_errors: ['Invalid data. Expected a dictionary, but got bool.'] }],
    ['', { name: ['This field is required.'] }],
  ])('with %s instead of an object are a 400', async (body, errors) => {
    const answer = await catalog.raw('POST', '/sources/', body);
    expect([answer.status, answer.body]).toEqual([400, errors]);
  });

  it('are read after the record is found, and of equal keys the last counts', async () => {
    expect((await catalog.raw('PATCH', '/offers/999999/', '{')).status).toBe(404);
    expect((await catalog.raw('PATCH', `/offers/${id}/`, '{')).status).toBe(400);
    const answer = await catalog.raw('POST', '/sources/', '{"name":"a","name":"last","id":7,"zzz":1}');
    expect([answer.status, answer.body.name]).toEqual([201, 'last']);
    expect(answer.body.id).not.toBe(7);
  });

  it('over the limit are a 413, and bulk calls have a higher limit', async () => {
    const large = JSON.stringify({ name: 'a', zzz: 'x'.repeat(2 ** 20) });
    const answer = await catalog.raw('POST', '/sources/', large);
    expect([answer.status, answer.body]).toEqual([
      413,
      { detail: 'Request body is too large: the limit here is 1 MiB.' },
    ]);
    const offers = JSON.stringify([
      { source_identifier: 'Big', pn_raw: 'big', raw_payload: 'x'.repeat(2 ** 21) },
    ]);
    expect((await catalog.raw('POST', '/offers/bulk-create/', offers)).status).toBe(201);
  });
});

describe('the OpenAPI document', () => {
  it('names every operation once and is linked from /docs', async () => {
    const { body } = await catalog.get('/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const operations = Object.values(body.paths).flatMap((path: any) => Object.values(path));
    const ids = operations.map((operation: any) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(44);
    expect(Object.keys(body.components.schemas)).toEqual(
      expect.arrayContaining(['Offer', 'PaginatedSourceList']),
    );
    expect(Object.keys(body.paths).every((path) => /^\/api\/(sources|offers|imports)(\/|$)/.test(path))).toBe(
      true,
    );
    expect((await catalog.server.call('GET', '/docs/')).text).toContain('/api/openapi.json');
  });

  it('describes the routes that the server registers, and no other', async () => {
    const { paths } = (await catalog.get('/openapi.json')).body;
    const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const described = [...registered].filter((route) => !/^(?:HEAD|OPTIONS) /.test(route));
    expect(documented.sort()).toEqual(described.sort());
  });

  it('describes the errors of an export as JSON, and the list that a refused search gets', async () => {
    const { paths, components } = (await catalog.get('/openapi.json')).body;
    const { responses } = paths['/api/offers/export'].get;
    expect(Object.keys(responses[200].content)).toEqual(['application/x-ndjson', 'text/csv']);
    for (const status of [400, 401]) {
      const name = responses[status].$ref.replace('#/components/responses/', '');
      expect(Object.keys(components.responses[name].content)).toEqual(['application/json']);
    }
    expect((await catalog.get('/offers/?search=%00')).body).toEqual(['Null characters are not allowed.']);
    expect(components.schemas.Invalid.anyOf).toContainEqual({ type: 'array', items: { type: 'string' } });
  });

  it('lists the error for slow bodies, and requires an id where the source must exist', async () => {
    const { paths, components } = (await catalog.get('/openapi.json')).body;
    for (const path of ['/api/offers', '/api/offers/import', '/api/sources/bulk-create']) {
      expect(Object.keys(paths[path].post.responses)).toContain('408');
    }
    const { schema } = paths['/api/offers/strict'].post.requestBody.content['application/json'];
    const { source_identifier } = components.schemas[schema.$ref.split('/').at(-1)].properties;
    expect(source_identifier.description).toMatch(/^Id of a source that exists/);
  });

  it('names every field of an offer as a filter of lists', async () => {
    const { paths } = (await catalog.get('/openapi.json')).body;
    const names = paths['/api/offers'].get.parameters.map(({ name }: any) => name);
    const { source_name, ...fields } = await catalog.offer();
    expect(names).toEqual(expect.arrayContaining(Object.keys(fields)));
  });
});
