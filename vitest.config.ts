import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/longest-first.ts';

/**
 * The same suite on two backends: Postgres embedded and no Redis, as a newcomer runs it, and on the servers that
 * answer at TEST_DATABASE_URL and TEST_REDIS_URL. In CI both are required; elsewhere the second says so when it
 * cannot run. Tests that touch no backend run once.
 */
const withoutBackend = [
  'test/channels/telegram/**',
  'test/chaos/**',
  'test/http/**',
  'test/miniapp/pure/**',
  'test/outbound/**',
  'test/payments/provider/**',
  'test/payments/pure/**',
  'test/rules/**',
  'test/scenario/**',
  'test/units/**',
  'test/embedded-postgres.test.ts',
];
const { backends, maxConnections } = await import('./test/harness/backends.ts');
const { shouldRunInBrowser } = await import('./test/harness/chromium.ts');

/** What a person does in a browser is tried once, whatever the number of backends. */
const inBrowser = ['test/browser/**'];
/** The steps of the Dockerfile have a configuration of their own, vitest.image.config.ts. */
const image = ['test/image/**'];
const browserBackend = shouldRunInBrowser() ? backends[0] : undefined;

/**
 * Connections to the database server that one running file of tests needs. Single files hold up to 46 for a moment; files that
 * run together held 23 each when they were counted, and a server that grants no more of them fails a test that is right.
 */
const connectionsOfAFile = 30;

/** Half of the time a test file waits: for a retry, a lease, another process. More of them than cores do so together. */
const mostWorkers = 5;
/** Files that run together on the embedded server, which has connections enough, and on the tested one. */
const maxWorkers = {
  embedded: mostWorkers,
  servers: Math.min(mostWorkers, Math.max(2, Math.floor((maxConnections ?? Infinity) / connectionsOfAFile))),
};

export default defineConfig({
  test: {
    // Only a test that hangs meets these: what a test waits for has limits of its own, which stretch where the machine is
    // busy (test/harness/patience.ts).
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    // To load the server's modules anew for every file would cost as much as the tests. No test changes what modules hold.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: withoutBackend.map((glob) => glob.replace('**', '**/*.test.ts')),
          maxWorkers: maxWorkers.embedded,
        },
      },
      ...backends.map((name) => ({
        extends: true as const,
        test: {
          name,
          include: ['test/**/*.test.ts'],
          exclude: [...withoutBackend, ...image, ...(name === browserBackend ? [] : inBrowser)],
          globalSetup: `./test/harness/setup-${name}.ts`,
          maxWorkers: maxWorkers[name],
          // Projects with different numbers of workers run one after the other.
          sequence: { groupOrder: name === 'embedded' ? 0 : 1 },
        },
      })),
    ],
  },
});
