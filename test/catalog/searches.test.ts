import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { openSession, type Session } from '../process/database.ts';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;
let project: TestProject;
let holder: Session;

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

beforeAll(async () => {
  // On a busy machine a search takes many times as long, and is not to be ended for that.
  catalog = await startCatalog({ CATALOG_SEARCHES: '1', DATABASE_TIMEOUT_SECONDS: '120' });
  holder = await openSession(catalog.server.database.address);
  project = await catalog.server.makeProject();
  await catalog.source({ name: 'Searched' });
  // Terms of one letter cannot use the index, and filling it takes longer than these tests.
  await catalog.query('DROP INDEX IF EXISTS catalog.offers_search');
  for (let i = 0; i < 4; i++) {
    await catalog.query(
      `INSERT INTO catalog.offers (source_id, pn_raw)
       SELECT s.id, $1 || $2::text || n FROM catalog.sources AS s, generate_series(1, 25000) AS n`,
      [letters, i],
    );
  }
  await catalog.query('ANALYZE catalog.offers');
});
afterAll(async () => {
  await holder?.close();
  await catalog?.close();
});

/** Twenty terms that are in every offer, so the database has to compare all of them. Each `i` is another search. */
function hostile(i: number): string {
  const turned = letters.slice(i % letters.length) + letters.slice(0, i % letters.length);
  return [...turned.slice(0, 20)].join('+');
}

/** The filters and searches of the catalog that run at this moment. */
async function running(): Promise<number> {
  const [{ count }] = await catalog.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND query LIKE '%LIKE ''\\%''%' AND pid <> pg_backend_pid()`,
  );
  return count as number;
}

describe('forty expensive searches at once', () => {
  it('run one after the other, and the rest get a 503; all other requests are still answered', async () => {
    let attacking = true;
    const attack = Promise.all(
      Array.from({ length: 40 }, (_, i) => catalog.get(`/offers/?search=${hostile(i)}`)),
    ).finally(() => {
      attacking = false;
    });
    let most = 0;
    let others = 0;
    while (attacking) {
      most = Math.max(most, await running());
      const answers = await Promise.all([
        catalog.get('/offers/?page_size=5'),
        catalog.get('/sources/'),
        catalog.get('/offers/stats/'),
        catalog.server.call('GET', `/api/v1/projects/${project.id}/profiles`, { key: project.key }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      others += answers.length;
    }
    const answers = await attack;
    const refused = answers.filter(({ status }) => status === 503);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(refused[0]!.body).toEqual({
      detail: 'Too many searches are under way. Try again in a few seconds.',
    });
    expect(refused.every(({ headers }) => headers.get('retry-after') === '2')).toBe(true);
    // A search that has sent its answer may still be listed beside the next one for an instant. Without turns there
    // would be as many as connections.
    expect([most > 0, most <= 2, others > 0]).toEqual([true, true, true]);
  });
});

describe('while a catalog search runs', () => {
  /** Locks a table that every statement about sources needs, so that a search lasts exactly as long as a test wants. */
  async function whileHeld(work: () => Promise<void>): Promise<void> {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE catalog.sources IN ACCESS EXCLUSIVE MODE');
    await work().finally(() => holder.query('ROLLBACK'));
  }
  /** Resolves when the next request has come in. */
  const nextRequest = () =>
    new Promise<void>((resolve) => {
      const onStart = () => {
        unsubscribe('http.server.request.start', onStart);
        resolve();
      };
      subscribe('http.server.request.start', onStart);
    });
  const ask = (search: string, signal?: AbortSignal, path = '/sources/') =>
    fetch(`${catalog.server.url}/api${path}?search=${search}`, signal ? { signal } : {});

  it('another search gets a 503 after two seconds, and so does an export, before its first byte', async () => {
    let held: Promise<Response> | undefined;
    await whileHeld(async () => {
      held = ask('held');
      await until(async () => (await running()) === 1);
      const began = performance.now();
      const [search, file] = await Promise.all([ask('other'), ask('other', undefined, '/offers/export/')]);
      expect(performance.now() - began).toBeGreaterThan(1900);
      for (const answer of [search!, file!]) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
        expect(await answer.json()).toEqual({ detail: expect.stringMatching(/^Too many searches/) });
      }
    });
    expect((await held!).status).toBe(200);
  });

  it('a client that goes away frees its turn: its statement ends, and so does its wait', async () => {
    await whileHeld(async () => {
      const [first, second] = [new AbortController(), new AbortController()];
      const gone = Promise.allSettled([
        ask('first', first.signal),
        sleep(50).then(() => ask('second', second.signal)),
      ]);
      await until(async () => (await running()) === 1);
      second.abort();
      first.abort();
      expect((await gone).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      await until(async () => (await running()) === 0);
      const third = new AbortController();
      void ask('third', third.signal).catch(() => {});
      await until(async () => (await running()) === 1); // it has the place, with the table still held
      third.abort();
      await until(async () => (await running()) === 0);
    });
    expect((await ask('fourth')).status).toBe(200);
  });

  it('one of two clients with the same search may go away, and the other still gets its answer', async () => {
    let stays: Promise<Response> | undefined;
    await whileHeld(async () => {
      const leaves = new AbortController();
      const left = ask('same', leaves.signal);
      await until(async () => (await running()) === 1);
      const received = nextRequest();
      stays = ask('same');
      await received;
      await sleep(200);
      leaves.abort();
      await expect(left).rejects.toThrow();
      await sleep(200);
      expect(await running()).toBe(1);
    });
    expect((await stays!).status).toBe(200);
  });
});
