import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { ownRedis } from '../fixtures/redis-process.ts';

it('a Redis that is killed during a flush does not stop the chaos run', async () => {
  const redis = await ownRedis();
  // As the system ends the connection of a process that had read the command: without an error.
  const dying = createServer((socket) => socket.once('data', () => socket.end()));
  dying.listen(redis.port, '127.0.0.1');
  await once(dying, 'listening');
  await expect(redis.flushAll()).rejects.toThrow('Redis ended without an answer');
  dying.close();
});
