import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { openSession } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/** The unchanged commands of docs/operations.md. */
const commands = [
  ...readFileSync('docs/operations.md', 'utf8').matchAll(/^ *(pg_(?:dump|restore) .+)$/gm),
].map(([, command]) => command!);
const hasPrograms = ['pg_dump', 'pg_restore'].every((name) => spawnSync(name, ['--version']).status === 0);

// The embedded database has no such programs, and its Postgres may be newer than those of the machine.
describe.runIf(inject('backend').name === 'servers' && hasPrograms)('the documented backup', () => {
  let scene: ProcessScene;
  let restored: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    scene = await makeProcessScene();
    restored = await createDatabase('template0');
    folder = mkdtempSync(join(tmpdir(), 'parley-backup-'));
  });

  afterAll(async () => {
    await scene?.killAll();
    await scene?.close();
    await restored?.drop();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('is restored by the documented command, and the copy has all data and carries out queued tasks', async () => {
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['pg_dump', 'pg_restore']);
    const original = await scene.start({ ROLE: 'api' });
    const { body } = await new Client(original.url).send(scene.project, await scene.identity());
    for (const command of commands) {
      execFileSync('sh', ['-c', command], {
        cwd: folder,
        env: { ...process.env, DATABASE_URL: scene.database.url, RESTORED_URL: restored.url },
      });
    }
    // With the same Redis, as the page allows.
    const copy = await scene.start({ DATABASE_URL: restored.url });
    const owner = await scene.owner(copy);
    expect((await owner.make('GET', '/projects')).items.map(({ id }: { id: string }) => id)).toEqual([
      scene.project.id,
    ]);
    const session = await openSession(restored.address);
    await until(async () => (await session.task(body.message_id)).state === 'succeeded');
    await session.close();
    expect(scene.receiver.received.filter(({ id }) => id === body.message_id)).toHaveLength(1);
    // The original is unchanged, and still has the message queued.
    expect((await scene.session.task(body.message_id)).state).toBe('queued');
  });

  it('makes a copy with its own tickets on the Redis of the original', async () => {
    await scene.start({ ROLE: 'worker' });
    const { redisUrl } = inject('backend');
    const redis = new Redis(redisUrl!);
    const [{ id }] = (await scene.session.query('SELECT id FROM dialog.installation')) as [{ id: string }];
    const queues = await until(async () => {
      const found = await redis.keys(`{parley:${id}:*}:lanes:meta`);
      return found.length >= 2 && found;
    });
    redis.disconnect();
    expect(queues).toHaveLength(2);
  });

  it('makes a copy that counts the requests of a key by itself on the Redis of the original', async () => {
    const servers = [
      await scene.start({ ROLE: 'api' }),
      await scene.start({ ROLE: 'api', DATABASE_URL: restored.url }),
    ];
    const redis = new Redis(inject('backend').redisUrl!);
    const [{ id }] = (await scene.session.query('SELECT id FROM dialog.installation')) as [{ id: string }];
    const counts = await until(async () => {
      for (const { url } of servers) {
        await new Client(url).call('GET', `/api/v1/projects/${scene.project.id}/profiles`, scene.project);
      }
      const found = await redis.keys(`{parley:${id}*:rate}:key:*`);
      return found.length >= 2 && found;
    });
    redis.disconnect();
    expect(counts).toHaveLength(2);
  });
});
