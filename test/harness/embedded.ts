import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts';
import { buildFolder, filesFolder, makeTemplate, removeFolders } from './template.ts';

/**
 * The set-up of a project of tests on one embedded Postgres, in which each file gets a database of its own.
 * @param findRedis the Redis beside it, or undefined
 */
export function startEmbedded(findRedis: () => Promise<string | undefined>) {
  return async (project: TestProject): Promise<() => Promise<void>> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-suite-'));
    const postgres = await startEmbeddedPostgres({
      dataDir,
      settings: {
        max_connections: '300',
        // Tests kill processes, never the machine, so written data survives without a sync to disk.
        ...{ fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
        // Each file's database lives for seconds: nothing in it is worth tidying, nor to be written out early.
        ...{ autovacuum: 'off', checkpoint_timeout: '1h', max_wal_size: '4GB' },
      },
    });
    const template = 'parley_template';
    await makeTemplate(postgres.connection, template);
    removeFolders(); // of a killed run that had this process id
    project.provide('build', buildFolder);
    project.provide('files', filesFolder);
    project.provide('backend', {
      name: 'embedded',
      admin: postgres.connection,
      template,
      redisUrl: await findRedis(),
    });
    return async () => {
      await postgres.stop();
      removeFolders();
      rmSync(dataDir, { recursive: true, force: true });
    };
  };
}
