import { createHash, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId, readId } from '../../src/platform/ids.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import type { Client } from '../harness/client.ts';
import { type EventClient, openEvents } from '../harness/event-stream.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;
let first: ServerProcess;
let second: ServerProcess;
let client: Client;

beforeAll(async () => {
  scene = await makeProcessScene();
  first = await scene.start();
  const told = fileURLToPath(new URL('../fixtures/memory-on-signal.mjs', import.meta.url));
  second = await scene.start({ NODE_OPTIONS: `--import=${told}` });
  client = await scene.owner(second);
});
afterAll(() => scene?.close());

/** People of a project, each with a session. @returns their cookies */
async function makePeople(projectId: string, count: number, role: string): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({ id: newId(), token: randomUUID() }));
  const ids = people.map(({ id }) => id);
  const hashes = people.map(({ token }) => createHash('sha256').update(token).digest());
  await scene.session.query(
    `INSERT INTO dialog.owners (id, email, password_hash) SELECT id, id::text, '' FROM unnest($1::uuid[]) AS id`,
    [ids],
  );
  await scene.session.query(
    'INSERT INTO dialog.members (project_id, person_id, role) SELECT $2, id, $3 FROM unnest($1::uuid[]) AS id',
    [ids, readId('project', projectId), role],
  );
  await scene.session.query(
    `INSERT INTO dialog.sessions (owner_id, token_hash, csrf_token, expires_at)
     SELECT id, hash, '', now() + interval '1 hour' FROM unnest($1::uuid[], $2::bytea[]) AS given (id, hash)`,
    [ids, hashes],
  );
  return people.map(({ token }) => `parley=${token}`);
}

/** Somebody who listens and, when the connection ends, goes on at the other process, as a browser behind a proxy does. */
class Watcher {
  readonly seen: number[] = [];
  readonly names = new Set<string>();
  begunAt: number | undefined;
  resets = 0;
  connections = 0;
  current: EventClient | undefined;
  readonly #path: string;
  readonly #cookie: string;
  #isOver = false;

  constructor(projectId: string, cookie: string) {
    this.#path = `/api/owner/projects/${projectId}/stream`;
    this.#cookie = cookie;
  }

  async listen(server: ServerProcess, other: ServerProcess): Promise<void> {
    const lastId = this.current?.lastId;
    this.connections++;
    const headers = { cookie: this.#cookie, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
    const isGone = () => !this.#isOver && void this.listen(other, server).catch(() => {});
    this.current = await openEvents(server.url + this.#path, headers, {
      event: ({ event, data }) => {
        if (event === 'open') this.begunAt ??= data.cursor;
        else if (event === 'reset') this.resets++;
        else if (event.includes('.')) {
          this.seen.push(data.id);
          this.names.add(event);
        }
      },
      over: isGone,
    });
    if (this.current.status !== 200) throw new Error(`the stream was answered ${this.current.status}`);
    const client = this.current;
    client.lastId ??= lastId;
    await until(() => client.events.length > 0 || client.isOver);
  }

  end(): void {
    this.#isOver = true;
    this.current?.cut();
  }
}

const mebibyte = 2 ** 20;

/** What a process still needs after a collection of garbage, in MiB: of JavaScript with its buffers, and as the system counts. */
async function memoryOf({ child, stdout }: ServerProcess): Promise<{ needed: number; resident: number }> {
  const said = () => stdout.filter((line) => line.startsWith('memory '));
  const { length } = said();
  child.kill('SIGUSR2');
  const line = await until(() => said()[length]);
  const { heapUsed, external, rss } = JSON.parse(line.slice('memory '.length));
  return { needed: (heapUsed + external) / mebibyte, resident: rss / mebibyte };
}

it('a thousand listeners of two processes, of which one is killed, see every entry once and in order', async () => {
  const { project } = scene;
  const elsewhere = await client.makeProject();
  await client.audit(project);
  await client.audit(elsewhere);
  const cookies = await makePeople(project.id, 50, 'owner');
  const others = await makePeople(elsewhere.id, 2, 'owner');
  const watchers = cookies.flatMap((cookie) =>
    Array.from({ length: 20 }, () => new Watcher(project.id, cookie)),
  );
  const strangers = others.map((cookie) => new Watcher(elsewhere.id, cookie));
  // The first listeners bring the code that serves them.
  const early = await Promise.all(
    cookies.map((cookie) => openEvents(`${second.url}/api/owner/projects/${project.id}/stream`, { cookie })),
  );
  await until(() => early.every(({ events }) => events.length > 0));
  for (const each of early) each.cut();
  const before = await memoryOf(second);
  const all = [...watchers, ...strangers];
  for (let n = 0; n < all.length; n += 50) {
    await Promise.all(
      all
        .slice(n, n + 50)
        .map((watcher, i) => (i % 2 === 0 ? watcher.listen(first, second) : watcher.listen(second, first))),
    );
  }

  const identity = await scene.identity();
  const send = async (count: number) => {
    for (let n = 0; n < count; n++) expect((await client.send(project, identity)).status).toBe(202);
  };
  await send(10);
  await until(() => watchers.every(({ seen }) => seen.length > 0));
  const killed = first.kill();
  await send(10);
  await killed;
  await until(() => all.every(({ current }) => current && !current.isOver), 60_000);
  await send(10);
  expect((await client.send(elsewhere, 'idn_none')).status).toBe(404);
  await client.makeChannel(elsewhere.id);

  // One that the killed process was sending is unknown.
  const log = await until(async () => {
    const entries = await client.audit(project);
    return entries.filter(({ action }) => /^message\.(sent|unknown)$/.test(action)).length === 30 && entries;
  }, 60_000);
  const head = log.at(-1)!.id;
  await until(() => watchers.every(({ seen }) => seen.at(-1) === head), 60_000);
  for (const { seen, begunAt, resets } of watchers) {
    expect(seen).toEqual(Array.from({ length: head - begunAt! }, (_, i) => begunAt! + 1 + i));
    expect(resets).toBe(0);
  }
  expect(watchers.filter(({ connections }) => connections > 1).length).toBeGreaterThanOrEqual(490);
  await until(() => strangers.every(({ names }) => names.has('channel.created')));
  for (const { names } of strangers)
    expect([...names].filter((name) => name.startsWith('message.'))).toEqual([]);

  // All of them are at the second process now.
  const after = await memoryOf(second);
  const more = { needed: after.needed - before.needed, resident: after.resident - before.resident };
  expect(more.needed, JSON.stringify({ before, after })).toBeLessThan(50);
  expect(more.resident, JSON.stringify({ before, after })).toBeLessThan(50);

  // A stop ends them at once, although each would last for ever.
  const isOver = Promise.all(all.map(({ current }) => until(() => current!.isOver)));
  for (const watcher of all) Reflect.set(watcher, 'listen', async () => {});
  expect((await second.stop()).code).toBe(0);
  await isOver;
  for (const watcher of all) watcher.end();
});

it('who is removed by one process is told nothing more by the other', async () => {
  const [one, two] = [await scene.start(), await scene.start()];
  const owner = await scene.owner(one);
  const project = await owner.makeProject();
  const [cookie] = await makePeople(project.id, 1, 'developer');
  const stream = await openEvents(`${two.url}/api/owner/projects/${project.id}/stream`, { cookie: cookie! });
  await until(() => stream.events.length > 0);
  const { items } = await owner.make('GET', `/projects/${project.id}/people`);
  const person = items.find(({ role }: any) => role === 'developer');
  await owner.make('DELETE', `/projects/${project.id}/people/${person.id}`);
  await until(() => stream.isOver);
});
