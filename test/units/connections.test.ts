import { describe, expect, it } from 'vitest';
import { lowestLimit } from '../../src/platform/connection-limit.ts';
import { mostConnections, shareConnections } from '../../src/platform/connections.ts';
import { readSettings } from '../../src/settings.ts';

const roles = ['all', 'api', 'worker'] as const;
const redis = ['redis://127.0.0.1:6379', undefined];
const processes = roles.flatMap((role) => redis.map((redisUrl) => ({ role, redisUrl })));
const sumOf = (shares: object) => Object.values(shares).reduce((sum: number, each) => sum + each, 0);

it('a process of any role opens 12 connections by default, and 14 without Redis', () => {
  const settings = { DATABASE_URL: 'postgres://x/y', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
  for (const ROLE of roles) {
    const withRedis = readSettings({ ...settings, ROLE, REDIS_URL: redis[0] });
    expect(mostConnections(withRedis)).toBe(12);
    expect(mostConnections(readSettings({ ...settings, ROLE }))).toBeLessThanOrEqual(14);
  }
  expect(mostConnections(readSettings({}))).toBe(14);
});

describe.each(processes)('the shares of a process with the role $role and Redis at $redisUrl', (settings) => {
  const least = mostConnections({ ...settings, databasePool: 1 });

  it('are never more than DATABASE_POOL in all, from the least on that the pools need', () => {
    expect(least).toBeLessThanOrEqual(settings.redisUrl ? 12 : 14);
    for (let databasePool = least; databasePool <= 200; databasePool++) {
      expect(sumOf(shareConnections({ ...settings, databasePool }))).toBeLessThanOrEqual(databasePool);
    }
  });

  it('grow with DATABASE_POOL and never shrink', () => {
    let before = shareConnections({ ...settings, databasePool: 4 });
    for (let databasePool = 5; databasePool <= 200; databasePool++) {
      const shares = shareConnections({ ...settings, databasePool });
      for (const [pool, share] of Object.entries(shares)) {
        expect(share, pool).toBeGreaterThanOrEqual(before[pool as keyof typeof before]);
      }
      before = shares;
    }
  });

  it('are none for what the process does not do, and at least one for everything else', () => {
    const shares = shareConnections({ ...settings, databasePool: 4 });
    const unused = [
      ...(settings.role === 'worker' ? ['searches', 'catalog', 'catalog_hot'] : []),
      ...(settings.redisUrl ? ['tickets'] : []),
    ];
    const none = Object.entries(shares).filter(([, share]) => share === 0);
    expect(none.map(([pool]) => pool).sort()).toEqual(unused.sort());
  });
});

describe('the lowest limit of a database', () => {
  const limits = { maximum: 100, reserved: 3, ofRole: -1, ofDatabase: -1, isSuperuser: false };

  it.each([
    [{}, 97, /max_connections is 100, of which 3 are reserved/],
    [{ ofRole: 20 }, 20, /role/],
    [{ ofRole: 20, ofDatabase: 10 }, 10, /database/],
    [{ ofRole: 200 }, 97, /max_connections/],
    [{ ofRole: 0 }, 0, /role/],
    [{ ofRole: 20, ofDatabase: 10, isSuperuser: true }, 97, /max_connections/],
  ])('with %o is %i', (given, most, from) => {
    expect(lowestLimit({ ...limits, ...given })).toEqual({ most, from: expect.stringMatching(from) });
  });
});
