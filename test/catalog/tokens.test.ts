import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../src/settings.ts';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog({ CATALOG_TOKEN: 'write-token', CATALOG_READ_TOKEN: 'read-token' });
});
afterAll(() => catalog?.close());

const call = (method: string, path: string, token?: string) =>
  catalog.server.call(method, `/api${path}`, {
    body: method === 'POST' ? { name: 'a' } : undefined,
    headers: token ? { authorization: token } : {},
  });

describe('with tokens set', () => {
  it('no token and a wrong one are a 401', async () => {
    const none = await call('GET', '/sources/');
    expect([none.status, none.body]).toEqual([
      401,
      { detail: 'Authentication credentials were not provided.' },
    ]);
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    const wrong = await call('GET', '/offers/1/', 'Bearer wrong-token');
    expect([wrong.status, wrong.body]).toEqual([401, { detail: 'Incorrect authentication credentials.' }]);
    expect((await call('POST', '/sources/', 'Basic write-token')).status).toBe(401);
  });

  it('the reading one reads and does not write', async () => {
    expect((await call('GET', '/sources/', 'Bearer read-token')).status).toBe(200);
    const write = await call('POST', '/sources/', 'Bearer read-token');
    expect([write.status, write.body]).toEqual([
      403,
      { detail: 'You do not have permission to perform this action.' },
    ]);
  });

  it('the other one does both, and the document needs none', async () => {
    expect((await call('POST', '/sources/', 'Bearer write-token')).status).toBe(201);
    expect((await call('GET', '/sources/', 'bearer write-token')).status).toBe(200);
    expect((await call('GET', '/openapi.json')).status).toBe(200);
  });
});

describe('a read token without a write token', () => {
  it('is a wrong setting, since nobody would be asked for it', () => {
    expect(() => readSettings({ CATALOG_READ_TOKEN: 'read-token' })).toThrow(
      'CATALOG_READ_TOKEN needs CATALOG_TOKEN',
    );
  });
});
