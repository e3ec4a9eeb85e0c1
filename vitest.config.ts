import { defineConfig } from 'vitest/config';

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
const { backends } = await import('./test/harness/backends.ts');

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Most of the time a test file waits: for a retry, a lease, another process. More of them than cores do so together.
    maxWorkers: 4,
    // To load the server's modules anew for every file would cost as much as the tests. No test changes what modules hold.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'plain', include: withoutBackend.map((glob) => glob.replace('**', '**/*.test.ts')) },
      },
      ...backends.map((name) => ({
        extends: true as const,
        test: {
          name,
          include: ['test/**/*.test.ts'],
          exclude: withoutBackend,
          globalSetup: `./test/harness/setup-${name}.ts`,
        },
      })),
    ],
  },
});
