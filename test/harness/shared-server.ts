import { inject, vi } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

/**
 * One server for all files of a worker that ask for nothing special: to start one for each of them, with a database and connections of its
 * own, would take a tenth of the suite. Each file makes its own projects, and they are deleted at its end, as an owner deletes them. What
 * belongs to no project stays: rows of the catalog, people, what happened at other projects.
 */

/** The server while nobody uses it, and what stops it. */
let free: { server: TestServer; end(): Promise<void> } | undefined;

/**
 * A server that trusts its proxy and has the settings of `testEnvironment` otherwise; its owner is logged in, and has no projects. A file
 * starts one of its own by `startTestServer` if it stops its server, changes the owner or the installation, or counts what belongs to no project.
 */
export async function useTestServer(): Promise<TestServer> {
  const environment = { TRUST_PROXY: 'true' };
  // What Redis counts stays for a minute.
  if (inject('backend').redisUrl) return startTestServer(environment);
  const server = free?.server ?? shared(await startTestServer(environment));
  free = undefined;
  return server;
}

/**
 * Fakes timers until `vi.useRealTimers()`. What the shared server, which lives in the same process, plans meanwhile would never come, and the next
 * file would wait for it in vain; so that server is stopped first.
 */
export async function useFakeTimers(which?: Parameters<typeof vi.useFakeTimers>[0]): Promise<void> {
  await free?.end();
  free = undefined;
  vi.useFakeTimers(which);
}

/** Makes `close` delete the projects and put the server back. */
function shared(server: TestServer): TestServer {
  const end = server.close;
  server.close = async () => {
    const { items } = await server.make('GET', '/projects');
    for (const { id } of items) {
      const { status } = await server.owner('DELETE', `/projects/${id}`);
      // With a payment that is under way it can not be deleted.
      if (status !== 204) return end();
    }
    // Attempts of one file, such as wrong keys, are not those of the next.
    await server.server.parts.database.query('DELETE FROM dialog.rate_windows');
    free = { server, end };
  };
  return server;
}
