import { inject } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

/**
 * One server for all files of a worker that ask for nothing special: to start one for each of them, with a database and connections of its
 * own, would take a tenth of the suite. Each file makes its own projects, and they are deleted at its end, as an owner deletes them. What
 * belongs to no project stays: rows of the catalog, people, what happened at other projects.
 */

/** The server while nobody uses it. */
let free: TestServer | undefined;

/**
 * A server that trusts its proxy and has the settings of `testEnvironment` otherwise; its owner is logged in, and has no projects. A file
 * starts one of its own by `startTestServer` if it stops its server, changes the owner or the installation, or counts what belongs to no project.
 */
export async function useTestServer(): Promise<TestServer> {
  const environment = { TRUST_PROXY: 'true' };
  // What Redis counts stays for a minute.
  if (inject('backend').redisUrl) return startTestServer(environment);
  const server = free ?? shared(await startTestServer(environment));
  free = undefined;
  return server;
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
    free = server;
  };
  return server;
}
