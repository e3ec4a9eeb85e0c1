import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const catalogToken = 'a-token-that-writes';
let server: TestServer;
let projectId: string;

beforeAll(async () => {
  // Whoever has a session needs no token of the settings.
  server = await startTestServer({ CATALOG_TOKEN: catalogToken });
  projectId = (await server.makeProject()).id;
});
afterAll(() => server?.close());

const told = ({ status, body }: Answer) => [status, body?.code];
const withToken = (key: string, method: string, path: string, body?: unknown) =>
  server.call(method, `/api/owner/catalog${path}`, { key, ...(body !== undefined && { body }) });
const newToken = async (limits: object = {}): Promise<string> =>
  (await server.make('POST', '/tokens', { name: 'Catalog', ...limits })).token;
const offer = (pn: string) => ({ source_identifier: 'Acme', pn_raw: pn, price_raw: '12.50' });

describe('the catalog behind a session', () => {
  it('is the catalog: what is written at one address is read at the other, with the same bytes', async () => {
    const made = await server.owner('POST', '/catalog/offers/', offer('A-1'));
    expect(made.status).toBe(201);
    await server.owner('POST', '/catalog/offers/', offer('A-2'));
    for (const path of [
      `/offers/${made.body.id}/`,
      '/offers/?ordering=-id',
      '/offers/search/?q=a-1',
      '/offers/stats/',
      '/sources/stats/',
      '/offers/export/?format=csv',
      '/sources/?search=acme',
    ]) {
      const [here, there] = await Promise.all([
        server.owner('GET', `/catalog${path}`),
        server.call('GET', `/api${path}`, { key: catalogToken }),
      ]);
      expect([path, here.status, here.text]).toEqual([path, 200, there.text]);
    }
    const page = await server.owner('GET', '/catalog/offers/?page_size=1');
    expect(page.body.next).toBe(`${server.url}/api/owner/catalog/offers/?page=2&page_size=1`);
  });

  it('takes files and bulk calls, and reports elements as the catalog does', async () => {
    const file = 'source_identifier,pn_raw,price_raw\nAcme,F-1,1\nAcme,F-2,cheap\n';
    const imported = await server.owner('POST', '/catalog/offers/import/', file, {
      'content-type': 'text/csv',
    });
    expect([imported.status, imported.body.created, imported.body.errors[0].line]).toEqual([200, 1, 3]);
    const bulk = await server.owner('POST', '/catalog/offers/bulk-create/', {
      offers: [offer('B-1'), { ...offer('B-2'), price_raw: 'cheap' }],
    });
    expect([bulk.status, bulk.body.created, bulk.body.errors]).toEqual([
      201,
      1,
      [{ index: 1, errors: { price_raw: ['A valid number is required.'] } }],
    ]);
  });

  it('has the errors of the owner API: a code, or the fields of a 422 without their values', async () => {
    const { body } = await server.owner('POST', '/catalog/offers/', offer('C-1'));
    expect(await server.owner('POST', '/catalog/offers/', offer('C-1')).then(told)).toEqual([
      409,
      'offer_exists',
    ]);
    expect(await server.owner('GET', '/catalog/offers/999999999/').then(told)).toEqual([
      404,
      'offer_not_found',
    ]);
    expect(await server.owner('GET', '/catalog/sources/999999999/').then(told)).toEqual([
      404,
      'source_not_found',
    ]);
    expect(await server.owner('GET', '/catalog/offers/?page=99').then(told)).toEqual([404, 'page_not_found']);
    expect(await server.owner('GET', '/catalog/offers/?cursor=none').then(told)).toEqual([
      404,
      'page_not_found',
    ]);
    expect(await server.owner('PUT', '/catalog/offers/').then(told)).toEqual([405, 'method_not_allowed']);
    expect(await server.owner('GET', '/catalog/offers/nothing/').then(told)).toEqual([404, 'not_found']);
    const faulty = await server.owner('PATCH', `/catalog/offers/${body.id}/`, { price_raw: 'secret price' });
    expect([faulty.status, faulty.body]).toEqual([
      422,
      {
        detail: [
          {
            type: 'value_error',
            loc: ['body', 'price_raw'],
            msg: 'Value error, A valid number is required.',
            ctx: { error: {} },
          },
        ],
      },
    ]);
    const filtered = await server.owner('GET', '/catalog/offers/?price_min=abc');
    expect([filtered.status, filtered.body.detail[0].loc]).toEqual([422, ['query', 'price_min']]);
  });
});

describe('the door to the catalog', () => {
  it('is open to those who may make projects, and not to those who were invited to help', async () => {
    const { client } = await join(server, projectId, 'developer');
    expect(await client.owner('GET', '/catalog/offers/').then(told)).toEqual([403, 'may_not_make_projects']);
    expect(await client.owner('POST', '/catalog/offers/', offer('D-1')).then(told)).toEqual([
      403,
      'may_not_make_projects',
    ]);
    // Whoever owns a project may make others.
    const { client: partner } = await join(server, projectId, 'owner');
    expect((await partner.owner('GET', '/catalog/offers/')).status).toBe(200);
  });

  it('does not take the tokens of the settings', async () => {
    expect(await withToken(catalogToken, 'GET', '/offers/').then(told)).toEqual([401, 'session_required']);
  });

  it('lets a personal token do what its role may do in a project: read, or build', async () => {
    const statuses: Record<string, number[]> = {};
    for (const role of [undefined, 'owner', 'developer', 'operator', 'analyst', 'billing']) {
      const token = await newToken(role ? { role } : {});
      const read = await withToken(token, 'GET', '/offers/');
      const write = await withToken(token, 'POST', '/offers/', offer(`E-${role}`));
      statuses[String(role)] = [read.status, write.status];
      for (const answer of [read, write].filter(({ status }) => status === 403)) {
        expect([answer.body.code, answer.body.detail]).toEqual([
          'role_required',
          expect.stringContaining(`The role of this token is ${role}.`),
        ]);
      }
    }
    expect(statuses).toEqual({
      undefined: [200, 201],
      owner: [200, 201],
      developer: [200, 201],
      operator: [200, 403],
      analyst: [200, 403],
      billing: [403, 403],
    });
  });

  it('is closed to a token for certain projects, since the catalog belongs to none', async () => {
    const token = await newToken({ project_ids: [projectId] });
    expect(await withToken(token, 'GET', '/offers/').then(told)).toEqual([403, 'session_only']);
  });
});
