import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../harness/patience.ts';
import { startTestServer } from '../harness/server.ts';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

describe('concurrent requests', () => {
  it.each([['Brand new source'], ['https://brand-new.example/x/']])(
    'create the source %s once when 100 arrive at two processes',
    async (source_identifier) => {
      const second = await startTestServer({}, catalog.server.database);
      try {
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, i) =>
            (i % 2 === 0 ? catalog.server : second).call('POST', '/api/offers/', {
              body: { source_identifier, pn_raw: `p${i}` },
            }),
          ),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
        expect(new Set(answers.map(({ body }) => body.source)).size).toBe(1);
      } finally {
        await second.close();
      }
    },
  );

  it('create an offer once when 50 create the same one; the others get 409', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        catalog.send('POST', '/offers/', { source_identifier: 'Same', pn_raw: 's' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(409)]);
  });

  it('do not deadlock when bulk calls have the same offers in opposite orders, and create each offer once', async () => {
    const offers = Array.from({ length: 400 }, (_, i) => ({
      source_identifier: `bulk ${i % 7}`,
      pn_raw: `b${i}`,
    }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        catalog.send('POST', '/offers/bulk-create/', i % 2 === 0 ? offers : [...offers].reverse()),
      ),
    );
    const sum = (name: string) => answers.reduce((total, { body }) => total + body[name], 0);
    expect([sum('created'), sum('skipped'), sum('failed')]).toEqual([400, 2000, 0]);
    const [{ names }] = await catalog.query(
      `SELECT count(*)::int AS names FROM catalog.sources WHERE name LIKE 'bulk %'`,
    );
    expect(names).toBe(7);
  });

  it('do not wait for another source that is being created', async () => {
    const { database } = catalog.server.server.parts;
    await database.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('catalog source held', 0))`);
      const held = catalog.send('POST', '/offers/', { source_identifier: 'held', pn_raw: '1' });
      await new Promise((resolve) => setTimeout(resolve, 100));
      const other = await catalog.send('POST', '/offers/bulk-create/', [
        { source_identifier: 'not held', pn_raw: '1' },
      ]);
      expect(other.body.created).toBe(1);
      setTimeout(() => void held, 0);
    });
  });

  it('to other sources do not wait while a large source is deleted, and the statistics stay right', async () => {
    const offers = Array.from({ length: 6000 }, (_, i) => ({ source_identifier: 'Large', pn_raw: `l${i}` }));
    const { body } = await catalog.send('POST', '/offers/bulk-create/', offers);
    expect(body.created).toBe(6000);
    const [{ id }] = await catalog.query(`SELECT id FROM catalog.sources WHERE name = 'Large'`);
    const deletion = catalog.send('DELETE', `/sources/${id}/`);
    let slowest = 0;
    let running = true;
    void deletion.then(() => {
      running = false;
    });
    for (let i = 0; running; i++) {
      const began = performance.now();
      await catalog.offer({ pn_raw: `beside ${i}` });
      slowest = Math.max(slowest, performance.now() - began);
    }
    expect((await deletion).status).toBe(204);
    expect(slowest).toBeLessThan(patient(5000));
    const { body: list } = await catalog.get('/offers/');
    const [{ count }] = await catalog.query('SELECT count(*)::int AS count FROM catalog.offers');
    expect(list.count).toBe(count);
  });
});
