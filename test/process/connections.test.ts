import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { mostConnections } from '../../src/platform/connections.ts';
import { parley } from '../fixtures/parley-command.ts';
import { sharedBuild } from '../fixtures/server-build.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;
let build: Awaited<ReturnType<typeof sharedBuild>>;
beforeAll(async () => {
  build = await sharedBuild(inject('build'));
  scene = await makeProcessScene();
});
afterEach(async () => {
  await scene.killAll();
  // They would count as alive for half a minute.
  await scene.session.query('DELETE FROM dialog.processes');
});
afterAll(() => scene?.close());

/** What a process of this role opens at most, with the tickets of the scene. */
const mostOf = (databasePool: number, role: 'all' | 'api' | 'worker' = 'all') =>
  mostConnections({ role, databasePool, redisUrl: inject('backend').redisUrl });

/** Watches the sessions of the scene's database. @returns how many there were at most */
function watchSessions(): () => Promise<number> {
  let isOver = false;
  let most = 0;
  const watching = (async () => {
    while (!isOver) {
      const [{ sessions }] = (await scene.session.query(
        `SELECT count(*)::int AS sessions FROM pg_stat_activity
         WHERE datname = current_database() AND application_name <> 'test' AND backend_type = 'client backend'`,
      )) as [{ sessions: number }];
      most = Math.max(most, sessions);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return most;
  };
}

/** The warnings of connections that a process has logged. */
const warnings = ({ stdout }: ServerProcess): { needed: number; granted: number; msg: string }[] =>
  stdout
    .filter((line) => line.startsWith('{') && line.includes('connections to the database'))
    .map((line) => JSON.parse(line));

describe.each([12, 16])('a process with DATABASE_POOL=%i', (databasePool) => {
  it('opens no more connections than that, and answers everything of everybody at once', async () => {
    const server = await scene.start({ DATABASE_POOL: String(databasePool), CATALOG_SEARCHES: '8' });
    const client = await scene.owner(server);
    const identities = await Promise.all(Array.from({ length: 5 }, () => scene.identity()));
    const sessions = watchSessions();
    const offer = (n: number) => ({ source_identifier: `Source ${n}`, brand_raw: 'Bosch', pn_raw: `P-${n}` });
    const pages = [
      ...['audit', 'messages', 'customers', 'search?q=hello', 'analytics', 'keys', 'channels', 'unsettled'],
      ...['inbox/conversations', 'workflows', 'scenarios', 'tables', 'readiness', 'operations'],
    ].map((path) => `/projects/${scene.project.id}/${path}`);
    // Filters take turns, and too many at once are refused.
    const isRefused = ({ status, text }: { status: number; text: string }) =>
      status >= 500 && !(status === 503 && text.includes('searches'));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        ...identities.map((identity) => client.send(scene.project, identity)),
        ...pages.map((path) => client.owner('GET', path)),
        client.call('POST', '/api/offers/', { body: offer(n) }),
        client.call('POST', '/api/offers/bulk-create/', {
          body: { offers: Array.from({ length: 100 }, (_, k) => offer(1000 + n * 50 + k)) },
        }),
        client.call('GET', `/api/offers/?brand_raw=Bosch&page_size=5&pn_raw=P-${n}`),
        client.call('GET', `/api/sources/`),
        client.call('GET', '/readyz'),
      ]).flat(),
    );
    expect(answers.filter(isRefused).map(({ status, text }) => [status, text])).toEqual([]);
    const sent = answers.filter(({ status }) => status === 202);
    expect(sent).toHaveLength(100);
    for (const { body } of sent) {
      expect(await client.outcome(scene.project, body.message_id)).toBe('message.sent');
    }
    const most = await sessions();
    expect(most).toBeLessThanOrEqual(mostOf(databasePool));
    // All pools but the one or other were in use.
    expect(most).toBeGreaterThan(7);
  });
});

describe('a database that grants too few connections', () => {
  it('is warned of once at the start, with what is needed and what is granted', async () => {
    const server = await scene.start({
      DATABASE_URL: (await scene.limitedRole(15)).url,
      DATABASE_POOL: '20',
    });
    const needed = mostOf(20);
    expect(warnings(server)).toEqual([
      expect.objectContaining({
        ...{ level: 40, needed, granted: 15 },
        msg: expect.stringMatching(
          new RegExp(
            `opens up to ${needed} connections .* grants 15 \\(CONNECTION LIMIT of the role\\); .*DATABASE_POOL`,
          ),
        ),
      }),
    ]);
  });

  it('is warned of by the process with which it is too much, which counts the others', async () => {
    const settings = { DATABASE_URL: (await scene.limitedRole(mostOf(12) + 5)).url, DATABASE_POOL: '12' };
    const first = await scene.start(settings);
    const second = await scene.start({ ...settings, ROLE: 'worker' });
    expect(warnings(first)).toEqual([]);
    expect(warnings(second)).toEqual([
      expect.objectContaining({ needed: mostOf(12) + mostOf(12, 'worker'), granted: mostOf(12) + 5 }),
    ]);
  });
});

describe('parley doctor', () => {
  const doctor = (args: string[], settings: Record<string, string> = {}) =>
    parley(build, ['doctor', ...args], { ...scene.environment, DATABASE_POOL: '12', ...settings });

  it('adds up what the processes need that are alive, and says that it is enough', async () => {
    await scene.start();
    await scene.start({ ROLE: 'worker' });
    const { status, stdout, stderr } = await doctor([]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`(ROLE=all) opens up to ${mostOf(12)} connections to the database:\n  dialog `);
    expect(stdout).toContain(
      `alive need up to ${mostOf(12) + mostOf(12, 'worker')}: 1 × all with ${mostOf(12)}, 1 × worker with ${mostOf(12, 'worker')}.\n`,
    );
    expect(stdout).toMatch(
      /The database grants \d+ \(max_connections is \d+, of which \d+ are reserved\)\.\nThat is enough\.\n$/,
    );
  });

  it('takes one process where none is alive', async () => {
    const { status, stdout } = await doctor(['--json']);
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({
        process: {
          role: 'all',
          connections: mostOf(12),
          pools: expect.objectContaining({ dialog: expect.any(Number) }),
        },
        ...{
          processes: [{ role: 'all', count: 1, connections: mostOf(12) }],
          needed: mostOf(12),
          fits: true,
        },
      }),
    ]);
  });

  it('ends with status 1 where the layout that is asked for does not fit, and says what to do', async () => {
    const few = { DATABASE_URL: (await scene.limitedRole(50)).url, ROLE: 'api' };
    const fits = await doctor(['--servers', '2', '--workers', '2'], few);
    expect([fits.status, fits.stderr]).toEqual([0, '']);
    const needed = 3 * mostOf(12, 'api') + 2 * mostOf(12, 'worker');
    const { status, stderr } = await doctor(['--servers', '3', '--workers', '2'], few);
    expect([status, stderr]).toEqual([
      1,
      `The 5 processes of this installation open up to ${needed} connections to the database, which grants 50 (CONNECTION LIMIT of the role); raise that or lower DATABASE_POOL.\n`,
    ]);
  });
});
