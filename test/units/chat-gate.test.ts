import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { registerChatGate } from '../../src/dialog/channels/webchat/gate.ts';
import { showId } from '../../src/platform/ids.ts';
import type { Database } from '../../src/platform/postgres.ts';

it('a page can read that its chat fails while the database is away, when nobody can look up whose pages may', async () => {
  const away = () => Promise.reject(new Error('the database is away'));
  const database = new Proxy({}, { get: () => away }) as Database;
  const app = fastify();
  registerChatGate(app, { database, settings: { publicUrl: undefined, isPrivate: false } });
  app.post('/:channel_id/messages', async () => 'never');
  const url = `/${showId('channel', '019ab8ad-5c3e-7c3e-8c3e-0123456789ab')}/messages`;
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url,
    headers: { origin: 'https://a.b' },
  });
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([500, '*']);
});
