import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;
let id: number;

beforeAll(async () => {
  catalog = await startCatalog();
  id = (await catalog.offer()).id;
});
afterAll(() => catalog?.close());

describe('addresses', () => {
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

  it.each(['0', '-1', '99999999999999999999999', '999999'])('an unknown id %s is a 404', async (unknown) => {
    expect((await catalog.get(`/offers/${unknown}/`)).body).toEqual({
      detail: 'No Offer matches the given query.',
    });
    expect((await catalog.get(`/sources/${unknown}`)).body).toEqual({
      detail: 'No Source matches the given query.',
    });
  });

  it.each([
    ['PUT', '/offers/', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/offers/1/', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
    ['GET', '/offers/bulk-create/', 'POST, OPTIONS'],
    ['GET', '/sources/bulk-delete', 'POST, OPTIONS'],
    ['GET', '/offers/1/price/', 'PATCH, OPTIONS'],
    ['DELETE', '/offers/stats/', 'GET, HEAD, OPTIONS'],
    ['POST', '/offers/export/', 'GET, HEAD, OPTIONS'],
  ])('%s %s is a 405 that says what is allowed', async (method, path, allow) => {
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

  it('answer in JSON without a charset and without spaces, also with an error', async () => {
    for (const path of ['/offers/', `/offers/${id}/`, '/offers/stats/', '/sources/stats/', '/sources/abc/']) {
      const { headers, text, body } = await catalog.get(path);
      expect([headers.get('content-type'), text]).toEqual(['application/json', JSON.stringify(body)]);
    }
    const refused = await catalog.send('POST', '/offers/', {});
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/json']);
  });

  it('answer OPTIONS with what they are and allow', async () => {
    const { status, body, headers } = await catalog.send('OPTIONS', '/sources/1/');
    expect([status, body.name, headers.get('allow')]).toEqual([
      200,
      'Source Instance',
      'GET, PUT, PATCH, DELETE, HEAD, OPTIONS',
    ]);
  });

  it('of the other API keep its own answers', async () => {
    expect((await catalog.get('/v1/nothing')).body).toEqual({ detail: 'Not Found', code: 'not_found' });
    expect((await catalog.get('/nothing')).body).toEqual({ detail: 'Not Found', code: 'not_found' });
    expect((await catalog.get('/offers-nothing')).body).toEqual({ detail: 'Not Found', code: 'not_found' });
  });
});

describe('bodies', () => {
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
  ])('%j: 400 with the place', async (body, text) => {
    const answer = await catalog.raw('POST', '/sources/', body);
    expect([answer.status, answer.body]).toEqual([400, parseError(text)]);
  });

  it.each(['text/plain', 'application/vnd.api+json', 'nonsense', 'application/x-www-form-urlencoded'])(
    'of the type %s: 415',
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
  ])('%s where an object is expected: 400', async (body, errors) => {
    const answer = await catalog.raw('POST', '/sources/', body);
    expect([answer.status, answer.body]).toEqual([400, errors]);
  });

  it('are read after the record was looked up, and of equal keys the last counts', async () => {
    expect((await catalog.raw('PATCH', '/offers/999999/', '{')).status).toBe(404);
    expect((await catalog.raw('PATCH', `/offers/${id}/`, '{')).status).toBe(400);
    const answer = await catalog.raw('POST', '/sources/', '{"name":"a","name":"last","id":7,"zzz":1}');
    expect([answer.status, answer.body.name]).toEqual([201, 'last']);
    expect(answer.body.id).not.toBe(7);
  });

  it('over the limit: 413, with more room where offers come in bulk', async () => {
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
    expect(ids).toHaveLength(28);
    expect(Object.keys(body.components.schemas)).toEqual(
      expect.arrayContaining(['Offer', 'PaginatedSourceList']),
    );
    expect(Object.keys(body.paths).every((path) => /^\/api\/(sources|offers)(\/|$)/.test(path))).toBe(true);
    expect((await catalog.server.call('GET', '/docs/')).text).toContain('/api/openapi.json');
  });

  it('describes the problems of an export as JSON, and the bare list that a search is refused with', async () => {
    const { paths, components } = (await catalog.get('/openapi.json')).body;
    const { responses } = paths['/api/offers/export'].get;
    expect(Object.keys(responses[200].content)).toEqual(['application/x-ndjson', 'text/csv']);
    for (const status of [400, 401]) {
      expect(Object.keys(responses[status].content)).toEqual(['application/json']);
    }
    expect((await catalog.get('/offers/?search=%00')).body).toEqual(['Null characters are not allowed.']);
    expect(components.schemas.Invalid.anyOf).toContainEqual({ type: 'array', items: { type: 'string' } });
  });

  it('names every field of an offer as a filter of lists', async () => {
    const { paths } = (await catalog.get('/openapi.json')).body;
    const names = paths['/api/offers'].get.parameters.map(({ name }: any) => name);
    const { source_name, ...fields } = await catalog.offer();
    expect(names).toEqual(expect.arrayContaining(Object.keys(fields)));
  });
});
