import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { until } from '../harness/until.ts';
import { openSession, type Session } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/** Servers are killed (SIGKILL) while a list replaces the offers of a source: afterwards they are as before, or as the list has them. */

const offers = 400;
let scene: ProcessScene;
let holder: Session;

beforeAll(async () => {
  scene = await makeProcessScene({ ROLE: 'api' });
  holder = await openSession(scene.database.address);
});
afterAll(async () => {
  await holder?.close();
  await scene?.close();
});

/** The list of a month: each has other prices, one offer more, and lacks one that the month before had. */
const listOf = (month: number): string[] => [
  'pn_raw,price_raw',
  ...Array.from({ length: offers }, (_, i) => `p${i + month},${1000 * month + i}`),
];
const asStored = (month: number) =>
  listOf(month)
    .slice(1)
    .map((row) => row.replace(',', ' '))
    .sort();

/** Begins to send a list, and leaves out its end if it shall never arrive whole. */
function send(server: ServerProcess, rows: string[], isWhole: boolean): void {
  const sending = request(`${server.url}/api/offers/import/?mode=replace&source=Acme`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
  });
  sending.on('error', () => {});
  sending.write(`${rows.join('\n')}\n`);
  if (isWhole) sending.end();
}

const stored = async (): Promise<string[]> =>
  (await scene.session.query("SELECT pn_raw || ' ' || price_raw AS offer FROM catalog.offers"))
    .map(({ offer }: any) => offer)
    .sort();
const newest = async (): Promise<any> =>
  (
    await scene.session.query(
      'SELECT id, state, staged_at, rows FROM catalog.imports ORDER BY id DESC LIMIT 1',
    )
  )[0];
const waitsForLock = async () =>
  (
    await scene.session.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
  ).length > 0 || undefined;
/** The killed server's connections have ended, and with them their transactions. */
const isQuiet = async () =>
  (
    await scene.session.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parley'",
    )
  ).length === 0 || undefined;

/** Where the server is when it is killed. */
const moments = {
  'a part of the list has arrived': async (server: ServerProcess, month: number) => {
    const { id: before = 0 } = (await newest()) ?? {};
    // More than what is looked at before an import begins.
    const note = 'x'.repeat(2 ** 17);
    send(server, ['pn_raw,price_raw,note', `p${month},1,${note}`, `p${month + 1},2,`], false);
    await until(async () => (await newest()).id !== before || undefined);
    await server.kill();
  },
  'it updates': (server: ServerProcess, month: number) => killedBefore(server, month, `p${offers - 1}`),
  'it has updated, and deletes': (server: ServerProcess, month: number) =>
    killedBefore(server, month, `p${month - 1}`),
};

/** Kills a server that waits for an offer which somebody else has locked. */
async function killedBefore(server: ServerProcess, month: number, pn: string): Promise<void> {
  await holder.query('BEGIN');
  await holder.query('SELECT FROM catalog.offers WHERE pn_raw = $1 FOR UPDATE', [pn]);
  send(server, listOf(month), true);
  await until(waitsForLock);
  await server.kill();
  await holder.query('ROLLBACK');
}

it('ten servers are killed in the middle of a list, and each leaves the offers as they were; then the list can be applied', async () => {
  let server = await scene.start();
  const first = await fetch(`${server.url}/api/offers/import/?mode=replace&source=Acme`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: listOf(0).join('\n'),
  });
  expect(await first.json()).toMatchObject({ state: 'done', created: offers });
  let month = 0;
  const names = Object.keys(moments) as (keyof typeof moments)[];
  for (let round = 0; round < 10; round++) {
    const moment = names[round % names.length]!;
    await moments[moment](server, month + 1);
    await until(isQuiet);
    expect([moment, await stored()]).toEqual([moment, asStored(month)]);
    const { id, state, staged_at: stagedAt } = await newest();
    expect(state).toBe('running');
    // The next server does not wait a minute for a sign of life.
    await scene.session.query("UPDATE catalog.imports SET alive_at = 'epoch' WHERE id = $1", [id]);
    server = await scene.start();
    const api = (method: string, path: string) =>
      fetch(`${server.url}/api/imports/${id}/${path}`, { method }).then(async (answer) => [
        answer.status,
        await answer.json(),
      ]);
    expect(await api('GET', '')).toMatchObject([200, { state: 'interrupted' }]);
    if (stagedAt === null) {
      expect(await api('POST', 'confirm/')).toMatchObject([409, {}]);
      continue;
    }
    month++;
    // A confirmation is asked for if it takes much away, or goes on with a list that is staged.
    expect(await api('POST', 'confirm/')).toMatchObject([
      200,
      { state: 'done', created: 1, updated: offers - 1, unchanged: 0, vanished: 1, failed: 0 },
    ]);
    expect(await stored()).toEqual(asStored(month));
  }
  expect(month).toBe(6);
  // What was staged for lists that never arrived whole went with the next list.
  expect(await scene.session.query('SELECT 1 FROM catalog.staged_offers')).toEqual([]);
}, 180_000);
