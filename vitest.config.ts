import { register } from 'tsx/esm/api';
import { defineConfig } from 'vitest/config';
import { findServerWorkers } from './test/harness/backends.ts';
import { shouldRunInBrowser } from './test/harness/chromium.ts';
import { LongestFirst } from './test/harness/longest-first.ts';
import { keepTemporaryFilesInMemory } from './test/harness/memory-folder.ts';

// For the set-ups, which run in vitest's own process.
register();
keepTemporaryFilesInMemory();

/**
 * Each test runs once, in the one of these projects where it says most; a second run, on servers, has what can differ there. With
 * `TEST_EVERYWHERE` (`npm run test:all`) every file runs on every backend. `npx vitest run test/messages` runs a folder in all projects that
 * have it.
 */

/** Pure rules, and what is tried against fakes alone: of no use a second time on servers. */
const withoutBackend = [
  'test/channels/telegram/**/*.test.ts',
  'test/chaos/**/*.test.ts',
  'test/ci/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/miniapp/pure/**/*.test.ts',
  'test/outbound/**/*.test.ts',
  'test/payments/provider/**/*.test.ts',
  'test/payments/pure/**/*.test.ts',
  'test/scenario/**/*.test.ts',
  'test/units/**/*.test.ts',
];

/** `npm run check`: what the sources, the routes and their documents must look like. */
const rules = ['test/rules/**/*.test.ts'];

/**
 * `npm run test:servers`: what another version of Postgres could plan or do otherwise, and what Redis carries in place of Postgres (tickets, the
 * counting of rates). Everything else takes the same way through the same statements on both backends.
 */
const onServers = [
  'test/audit/**/*.test.ts', // numbering under many writers
  'test/catalog/field-filters.test.ts', // plans
  'test/database/**/*.test.ts',
  'test/events/**/*.test.ts',
  'test/gate/**/*.test.ts', // rates
  'test/messages/**/*.test.ts', // tickets, lanes
  'test/process/{backup,least-authority}.test.ts', // roles of a server that somebody else set up, another version of Postgres
  'test/retention/**/*.test.ts', // plans
  'test/search/**/*.test.ts', // plans
  'test/stranger/**/*.test.ts', // every endpoint once
  'test/tasks/**/*.test.ts', // claims, tickets, rates
  'test/upgrades/**/*.test.ts', // migrations
];

/**
 * `npm run test:process`: processes of their own that are killed, started twice or beside each other, and connections that freeze. They wait for
 * real clocks. Their Postgres is the embedded one with room for many connections, their tickets go through Redis where one answers.
 */
const inProcesses = [
  'test/process/**/*.test.ts',
  'test/catalog/{command-line,interrupted}.test.ts',
  'test/database/{frozen,stalled}*.test.ts',
  'test/gate/slow-clients.test.ts',
  'test/embedded-postgres.test.ts',
];
/**
 * Also `npm run test:process`, after the others and with nothing beside it: servers behind proxies, which must not miss a request, and those that
 * Prometheus watches, which must not be busy without a cause.
 */
const alone = ['test/alone/**/*.test.ts'];
/** Not on the servers: frozen connections and slow clients are the same there. */
const notOnServers = inProcesses.filter((glob) => !glob.startsWith('test/process/'));

/** `npm run test:browser`: what a person does, in Chromium. */
const inBrowser = ['test/browser/**/*.test.ts', 'test/attacks/console.test.ts'];

/** The steps of the Dockerfile have a configuration of their own, vitest.image.config.ts. */
const image = ['test/image/**'];

const everywhere = process.env.TEST_EVERYWHERE === 'true';

/** Half of the time a test file waits: for a retry, a lease, another process. More of them than cores do so together. */
const workers = 6;
/** A file that drives a browser waits less, and each has a browser of its own. */
const browserWorkers = 4;

/**
 * Files of one project.
 * @param setup test/harness/setup-*.ts, which provides the backend
 * @param groupOrder projects whose numbers of workers or set-ups differ run one after the other
 */
function project(
  name: string,
  {
    setup,
    groupOrder,
    ...files
  }: { setup?: string; groupOrder: number; include: string[]; exclude?: string[]; maxWorkers?: number },
) {
  const globalSetup = setup ? `./test/harness/setup-${setup}.ts` : [];
  return {
    extends: true as const,
    test: { name, globalSetup, maxWorkers: workers, sequence: { groupOrder }, ...files },
  };
}

const all = ['test/**/*.test.ts'];
const elsewhere = [...rules, ...inBrowser, ...image, ...alone];
/** 0 where the servers do not answer. */
const serverWorkers = await findServerWorkers();

export default defineConfig({
  test: {
    // Modules are loaded by Node, with tsx for their types: that is as in production, and costs less than vite's own runner. Nothing is mocked here.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', 'tsx'],
    setupFiles: './test/harness/time-limits.ts',
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    // To load the server's modules anew for every file would cost as much as the tests. No test changes what modules hold.
    isolate: false,
    projects: [
      project('rules', { groupOrder: 0, include: rules }),
      project('embedded', {
        ...{ setup: 'embedded', groupOrder: 0, include: all },
        exclude: [...elsewhere, ...(everywhere ? [] : inProcesses)],
      }),
      ...(everywhere ? [] : [project('process', { setup: 'process', groupOrder: 1, include: inProcesses })]),
      project('alone', { setup: 'process', groupOrder: 4, include: alone, maxWorkers: 1 }),
      ...(shouldRunInBrowser()
        ? [
            project('browser', {
              setup: 'embedded',
              groupOrder: 2,
              include: inBrowser,
              maxWorkers: browserWorkers,
            }),
          ]
        : []),
      ...(serverWorkers > 0
        ? [
            project('servers', {
              ...{ setup: 'servers', groupOrder: 3, include: everywhere ? all : onServers },
              exclude: [...elsewhere, ...withoutBackend, ...(everywhere ? [] : notOnServers)],
              maxWorkers: serverWorkers,
            }),
          ]
        : []),
    ],
  },
});
