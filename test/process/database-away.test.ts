import { afterAll, beforeAll, expect, it } from 'vitest';
import { proxyDatabase } from '../harness/freezing-proxy.ts';
import { patient } from '../harness/patience.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;
let proxy: Awaited<ReturnType<typeof proxyDatabase>>;

beforeAll(async () => {
  scene = await makeProcessScene();
  proxy = await proxyDatabase(scene.database);
});
afterAll(async () => {
  await scene?.close();
  await proxy?.close();
});

it('while the database is away the log says so, and once that it works again', async () => {
  const server = await scene.start({ DATABASE_URL: proxy.database.url });
  const said = () => server.stdout.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line).msg] : []));
  const begun = said().length;
  proxy.cut();
  await expect
    .poll(said, { timeout: patient(15_000) })
    .toContainEqual(expect.stringContaining('the database fails'));
  expect(said()).not.toContain('the database works again');
  proxy.mend();
  await expect.poll(said, { timeout: patient(30_000) }).toContain('the database works again');
  const since = said().slice(begun);
  expect(since.filter((line) => line === 'the database works again')).toHaveLength(1);
  expect(since.at(-1)).toBe('the database works again');
});
