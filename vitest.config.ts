import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/longest-first.ts';

/**
 * The same suite on two backends: Postgres embedded and no Redis, as a newcomer runs it, and on the servers that
 * answer at TEST_DATABASE_URL and TEST_REDIS_URL. In CI both are required; elsewhere the second says so when it
 * cannot run. Tests that touch no backend run once. Each part has a short project, which `npm test` runs, and a long one, for
 * `npm run test:long`; `npx vitest run test/messages` runs a folder of both.
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
/** What takes long: pages in a browser, killed processes, frozen connections, leases that have to run out, large files and lists. */
const long = {
  withoutBackend: [
    'test/embedded-postgres.test.ts',
    'test/units/input-schema.test.ts',
    'test/units/schema-attacks.test.ts',
  ],
  onBackends: [
    'test/attacks/console.test.ts',
    'test/browser/**/*.test.ts',
    'test/catalog/{command-line,files,import-limits,interrupted,kept-answers}.test.ts',
    'test/channels/webhook-files.test.ts',
    'test/customers/customers.test.ts',
    'test/database/{frozen,stalled}*.test.ts',
    'test/dialogs/operator.test.ts',
    'test/examples/{bots,every}.test.ts',
    'test/files/**/*.test.ts',
    'test/gate/{slow-clients,tenancy}.test.ts',
    'test/inbox/{assignment,conversations,notifications,pushes}.test.ts',
    'test/mail/**/*.test.ts',
    'test/messages/{outcomes,pace}.test.ts',
    'test/operations/outcomes.test.ts',
    'test/owner/{guesses,keys,second-factors}.test.ts',
    'test/payments/flow/{payments,refunds}.test.ts',
    'test/process/**/*.test.ts',
    'test/search/**/*.test.ts',
    'test/stranger/**/*.test.ts',
    'test/upgrades/**/*.test.ts',
    'test/webchat/dialog.test.ts',
    'test/webhooks/logins.test.ts',
    'test/workflows/{cancel,concurrency,counting,retries,starts-itself}.test.ts',
  ],
};
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

function onBackend(backend: (typeof backends)[number], name: string, include: string[], exclude: string[]) {
  return {
    extends: true as const,
    test: {
      ...{ name, include, exclude },
      globalSetup: `./test/harness/setup-${backend}.ts`,
      maxWorkers: maxWorkers[backend],
      // Projects with different numbers of workers run one after the other.
      sequence: { groupOrder: backend === 'embedded' ? 0 : 1 },
    },
  };
}

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
          exclude: long.withoutBackend,
          maxWorkers: maxWorkers.embedded,
        },
      },
      {
        extends: true,
        test: { name: 'plain-long', include: long.withoutBackend, maxWorkers: maxWorkers.embedded },
      },
      ...backends.flatMap((name) => [
        onBackend(name, name, ['test/**/*.test.ts'], [...withoutBackend, ...image, ...long.onBackends]),
        onBackend(name, `${name}-long`, long.onBackends, name === browserBackend ? [] : inBrowser),
      ]),
    ],
  },
});
