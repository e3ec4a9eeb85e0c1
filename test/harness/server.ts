import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { scopes as allScopes } from '../../src/dialog/rights/scopes.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Server, startServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { Client } from './client.ts';
import { createDatabase, type TestDatabase } from './database.ts';

/** A server in this process, on a database of its own, with its owner logged in. */
export interface TestServer extends Client {
  server: Server;
  database: TestDatabase;
  close(): Promise<void>;
}

export const ownerEmail = 'owner@example.com';
export const ownerPassword = 'correct horse battery';
export const encryptionKey = randomBytes(32).toString('base64');

/** The settings of a server under test, as environment variables. */
export function testEnvironment(database: TestDatabase): Record<string, string> {
  const { redisUrl } = inject('backend');
  return {
    DATABASE_URL: database.url,
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
    ENCRYPTION_KEY: encryptionKey,
    OWNER_EMAIL: ownerEmail,
    OWNER_PASSWORD: ownerPassword,
    DEMO: 'false',
    // Made by the first file.
    DATA_DIR: join(inject('files'), randomUUID()),
    // A machine of whoever runs the tests may have a full disk.
    FILES_FREE_MB: '0',
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    RATE_LIMIT_PER_MINUTE: '100000',
    SESSION_RATE_LIMIT_PER_MINUTE: '100000',
    // A test may seed thousands of rows by one statement of the server's own pool, while other files keep the machine busy.
    DATABASE_TIMEOUT_SECONDS: '60',
  };
}

/**
 * Starts a server in this process.
 * @param environment settings that differ from those of `testEnvironment`
 * @param lines where lines of the log from the level `error` on go; by default the log is as `LOG_LEVEL` says
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  given?: TestDatabase,
  lines?: string[],
): Promise<TestServer> {
  const database = given ?? (await createDatabase());
  const settings = readSettings({ ...testEnvironment(database), ...environment });
  const log = lines
    ? createLog('error', { isTTY: true, write: (line) => lines.push(line) })
    : createLog(settings.logLevel);
  const server = await startServer(settings, log);
  const client = new Client(server.url);
  if (settings.role !== 'worker') await client.logIn(ownerEmail, ownerPassword);
  return Object.assign(client, {
    server,
    database,
    async close() {
      await server.stop(0);
      if (!environment.DATA_DIR) await rm(settings.dataDir, { recursive: true, force: true });
      if (!given) await database.drop();
    },
  });
}

export { allScopes };
