import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../fixtures/ports.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { describeNewcomer } from './newcomer.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;

beforeAll(async () => {
  scene = await makeProcessScene();
});

afterEach(() => scene.killAll());
afterAll(() => scene?.close());

/** Ends with 1 and says why in one line, which names the setting. */
async function expectRefusal(server: ServerProcess, setting: RegExp): Promise<void> {
  expect(await server.ended).toEqual({ code: 1, signal: null });
  expect(server.stderr).toHaveLength(1);
  expect(server.stderr[0]).toMatch(/^Parley cannot start: /);
  expect(server.stderr[0]).toMatch(setting);
}

describe('a wrong setting stops the start with one line that names it', () => {
  it.each([
    ['a port that is no number', { PORT: 'abc' }, /PORT/],
    ['a role that does not exist', { ROLE: 'everything' }, /ROLE/],
    ['no ENCRYPTION_KEY with DATABASE_URL', { ENCRYPTION_KEY: '' }, /ENCRYPTION_KEY/],
    ['an ENCRYPTION_KEY that is too short', { ENCRYPTION_KEY: 'c2hvcnQ=' }, /ENCRYPTION_KEY/],
    ['a worker alone on the embedded database', { ROLE: 'worker', DATABASE_URL: '' }, /ROLE.*DATABASE_URL/],
    ['a lease of no length', { LEASE_SECONDS: '0' }, /LEASE_SECONDS/],
    ['an allowed host that is none', { OUTBOUND_ALLOW: 'http://intern' }, /OUTBOUND_ALLOW/],
    ['a Redis that is no address', { REDIS_URL: 'localhost' }, /REDIS_URL/],
  ])('%s', async (_name, settings: Record<string, string>, setting) => {
    await expectRefusal(await scene.spawn(settings), setting);
  });

  it('an ENCRYPTION_KEY that is not the one of the database', async () => {
    const ENCRYPTION_KEY = randomBytes(32).toString('base64');
    await expectRefusal(await scene.spawn({ ENCRYPTION_KEY }), /ENCRYPTION_KEY/);
  });

  it('a database that cannot be reached, without its password', async () => {
    const DATABASE_URL = `postgresql://parley:secret-of-mine@127.0.0.1:${await freePort()}/parley`;
    const server = await scene.spawn({ DATABASE_URL });
    await expectRefusal(server, /DATABASE_URL/);
    expect([...server.stdout, ...server.stderr].join()).not.toContain('secret-of-mine');
  });

  it('a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expectRefusal(await scene.spawn({ PORT: String(port) }), /PORT/);
    await new Promise((resolve) => other.close(resolve));
  });
});

if (inject('backend').name === 'embedded') describeNewcomer();
