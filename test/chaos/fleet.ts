import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../fixtures/ports.ts';
import type { ServerBuild } from '../fixtures/server-build.ts';
import { type ServerProcess, spawnServer } from '../fixtures/server-process.ts';

export type Role = 'all' | 'api' | 'worker';

/** One place in the fleet: its role and port stay the same, and its process is replaced when it ends. */
interface Post {
  role: Role;
  url: string;
  environment: Record<string, string>;
  process: ServerProcess | undefined;
  killed: boolean;
  /** Everything that its processes wrote. */
  lines: string[];
}

/** Several server processes that are started again whenever they end. */
export interface Fleet {
  /** The addresses for requests; some may be down at the moment. */
  apis: string[];
  kills: number;
  /** Starts that failed, for example during an outage of the database. */
  failedStarts: string[];
  /** Processes that were ready and ended without being told to: never allowed. */
  deaths: string[];
  ready(): Promise<void>;
  /** kill -9 of a process, given the choice of those that are up; false when none is. */
  kill(choose: (ids: number[]) => number): Promise<boolean>;
  /** Stops a process for a while with SIGSTOP, like a stalled machine. */
  stall(choose: (ids: number[]) => number, ms: number): Promise<void>;
  /** SIGTERM to all. @returns what was wrong about their ends. */
  stop(): Promise<string[]>;
  /** All log lines so far, with the place of each in the fleet. */
  log(): string[];
}

const pauseBeforeRestartMs = 100;

export async function startFleet(
  build: ServerBuild,
  roles: Role[],
  environment: Record<string, string>,
): Promise<Fleet> {
  const posts: Post[] = [];
  for (const [i, role] of roles.entries()) {
    const port = await freePort();
    posts.push({
      role,
      url: `http://127.0.0.1:${port}`,
      // Leases of different lengths, since operators need not set the same everywhere.
      environment: {
        ...environment,
        ROLE: role,
        PORT: String(port),
        LEASE_SECONDS: String(2 + (i % 4)),
      },
      process: undefined,
      killed: false,
      lines: [],
    });
  }
  let stopping = false;
  const fleet: Fleet = {
    apis: posts.filter((post) => post.role !== 'worker').map((post) => post.url),
    kills: 0,
    failedStarts: [],
    deaths: [],
    async ready() {
      await Promise.all(posts.map((post) => post.process!.ready()));
    },
    async kill(choose) {
      const up = posts.flatMap((post, i) => (post.process && !post.process.isOver ? [i] : []));
      if (up.length === 0) return false;
      const post = posts[choose(up)]!;
      post.killed = true;
      fleet.kills++;
      await post.process!.kill();
      return true;
    },
    async stall(choose, ms) {
      const up = posts.flatMap((post, i) => (post.process && isReady(post.process) ? [i] : []));
      if (up.length === 0) return;
      const { child } = posts[choose(up)]!.process!;
      child.kill('SIGSTOP');
      await sleep(ms);
      child.kill('SIGCONT');
    },
    async stop() {
      stopping = true;
      const faults = await Promise.all(
        posts.map(async (post, i) => {
          if (!post.process || post.process.isOver) return [];
          const { code, signal } = await post.process.stop();
          return code === 0 ? [] : [`server ${i} (${post.role}) ended with ${code ?? signal} on SIGTERM`];
        }),
      );
      return faults.flat();
    },
    log: () => posts.flatMap((post, i) => post.lines.map((line) => `${i} ${post.role} ${line}`)),
  };
  for (const [i, post] of posts.entries()) void keep(i, post);
  // Each was started at least once.
  while (posts.some((post) => !post.process)) await sleep(10);
  return fleet;

  async function keep(i: number, post: Post): Promise<void> {
    while (!stopping) {
      post.killed = false;
      const server = spawnServer(build, post.environment);
      post.process = server;
      const { code, signal } = await server.ended;
      post.lines.push(...server.stdout, ...server.stderr);
      if (stopping) return;
      if (post.killed) {
        await sleep(pauseBeforeRestartMs);
        continue;
      }
      const what = `server ${i} (${post.role}) ended with ${code ?? signal}: ${server.stderr.slice(-12).join(' | ')}`;
      (wasReady(server) ? fleet.deaths : fleet.failedStarts).push(what);
      await sleep(300);
    }
  }
}

const wasReady = (server: ServerProcess): boolean =>
  server.stdout.some((line) => line.includes('Parley is ready at'));
const isReady = (server: ServerProcess): boolean => !server.isOver && wasReady(server);
