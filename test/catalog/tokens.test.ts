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

describe('with CATALOG_TOKEN and CATALOG_READ_TOKEN set', () => {
  it('a request without a token or with a wrong one is a 401', async () => {
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

  it('the read token can read and cannot write', async () => {
    expect((await call('GET', '/sources/', 'Bearer read-token')).status).toBe(200);
    const write = await call('POST', '/sources/', 'Bearer read-token');
    expect([write.status, write.body]).toEqual([
      403,
      { detail: 'You do not have permission to perform this action.' },
    ]);
  });

  it('OPTIONS needs a token, too, and shows no actions to the read token', async () => {
    for (const path of ['/sources/', '/sources', '/offers/1/', '/offers/bulk-create/', '/offers/import/']) {
      expect([path, (await call('OPTIONS', path)).status]).toEqual([path, 401]);
      expect([path, (await call('OPTIONS', path, 'Bearer read-token')).body.actions]).toEqual([
        path,
        undefined,
      ]);
    }
    const allowed = await call('OPTIONS', '/sources/', 'Bearer write-token');
    expect([allowed.status, Object.keys(allowed.body.actions)]).toEqual([200, ['POST']]);
  });

  it('the write token can do both, and the OpenAPI document needs no token', async () => {
    expect((await call('POST', '/sources/', 'Bearer write-token')).status).toBe(201);
    expect((await call('GET', '/sources/', 'bearer write-token')).status).toBe(200);
    expect((await call('GET', '/openapi.json')).status).toBe(200);
  });
});

describe("guessing the catalog's token", () => {
  it('gets a 429 after 60 wrong ones in a minute, and does not delay right ones', async () => {
    const { limiter } = catalog.server.server.parts;
    await limiter.clear('wrong-catalog-token:127.0.0.1');
    const wrong = await Promise.all(
      Array.from({ length: 60 }, () => call('GET', '/sources/', 'Bearer guess')),
    );
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
    for (const [method, path] of [
      ['GET', '/offers/'],
      ['POST', '/sources/'],
      ['OPTIONS', '/offers/1/'],
    ] as const) {
      const refused = await call(method, path, 'Bearer guess');
      expect([refused.status, refused.body]).toEqual([
        429,
        { detail: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds?\.$/) },
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await call('GET', '/sources/', 'Bearer read-token')).status).toBe(200);
    expect((await call('POST', '/sources/', 'Bearer write-token')).status).toBe(201);
    expect((await call('GET', '/sources/')).status).toBe(401);
    await limiter.clear('wrong-catalog-token:127.0.0.1');
  });
});

describe('a read token without a write token', () => {
  it('is a wrong setting, since no request would need it', () => {
    expect(() => readSettings({ CATALOG_READ_TOKEN: 'read-token' })).toThrow(
      'CATALOG_READ_TOKEN needs CATALOG_TOKEN',
    );
  });
});
