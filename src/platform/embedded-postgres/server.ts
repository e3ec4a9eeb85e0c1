import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, socketFolderPrefix } from './lock.ts';
import { launch, type Programs, type Run } from './process.ts';

const pollInterval = 20;
const shortestDelay = 50;
const longestDelay = 5_000;
const healthyAfter = 10_000;
const patience = 60_000;

/** The files of a server, its settings, and where it logs. */
export interface ServerOptions extends Programs {
  clusterDir: string;
  socketDir: string;
  settings: Record<string, string>;
  log: (line: string) => void;
}

/** The database server process. Starts it, restarts it when it dies, and stops it. */
export class DatabaseServer {
  readonly #options: ServerOptions;
  #run: Run | undefined;
  #restarting: Promise<void> | undefined;
  #delay = shortestDelay;
  readonly #stopping = new AbortController();

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  /** Resolves when the server accepts connections. */
  async start(): Promise<void> {
    const deadline = Date.now() + patience;
    await this.#awaitFormerServer(deadline);
    for (;;) {
      const complaint = await this.#startOnce();
      if (complaint === undefined) return;
      // The processes of a killed server may take a moment to end.
      const passing = /pre-existing shared memory block|lock file "postmaster.pid"/.test(complaint);
      if (!passing || Date.now() > deadline) {
        throw new Error(`The database does not start: ${complaint} (see ${this.#options.logPath})`);
      }
      await sleep(100);
    }
  }

  /** Shuts the server down cleanly; resolves when its process has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#run?.child.stdin?.end();
    const holdProcess = setInterval(() => {}, 60_000); // the child itself does not keep Node alive
    await this.#run?.ended;
    await this.#restarting;
    clearInterval(holdProcess);
  }

  /** Starts the server; resolves with its complaint if it ended before it was ready, otherwise with undefined. */
  async #startOnce(): Promise<string | undefined> {
    const { clusterDir, socketDir, settings, log } = this.#options;
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const before = readPidFile(clusterDir).text;
    const run = launch(this.#options, 'postgres', clusterDir, ['-k', socketDir, ...flags]);
    this.#run = run;
    const started = Date.now();
    let nextNotice = started + 5_000;
    while (!run.isOver) {
      const { text, status } = readPidFile(clusterDir);
      if (text !== before && status === 'ready') {
        run.ended.then((end) => this.#onEnd(end, Date.now() - started));
        return undefined;
      }
      if (Date.now() > nextNotice) {
        log('database is still starting (it may be recovering from a crash)');
        nextNotice = Date.now() + 30_000;
      }
      await sleep(pollInterval, undefined, { ref: false });
    }
    return run.complaint() || (await run.ended);
  }

  #onEnd(end: string, lifetime: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#options.log(`database process ended (${end}); starting it again`);
    this.#delay = lifetime > healthyAfter ? shortestDelay : Math.min(this.#delay * 2, longestDelay);
    this.#restarting = this.#restart();
  }

  async #restart(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await sleep(this.#delay, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#awaitFormerServer(Date.now() + patience);
        if (signal.aborted) return;
        const complaint = await this.#startOnce();
        if (complaint === undefined) return this.#options.log('database is running again');
        if (signal.aborted) return;
        this.#options.log(`database does not start: ${complaint}`);
      } catch (error) {
        this.#options.log(`database does not start: ${(error as Error).message}`);
      }
      this.#delay = Math.min(this.#delay * 2, longestDelay);
    }
  }

  /** Waits until a server without its Parley has shut down, and removes a process id that belongs to another program. */
  async #awaitFormerServer(deadline: number): Promise<void> {
    const { clusterDir, log } = this.#options;
    const { pid, socketDir } = readPidFile(clusterDir);
    if (!pid || !isAlive(pid)) return;
    if (!isServerOf(pid, clusterDir)) {
      // After a crash of the machine another program may have this id, and postgres would refuse to start.
      rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
      return;
    }
    log(`waiting for the former database process ${pid} to shut down`);
    if (lostItsOwner(socketDir)) interrupt(pid);
    while (isServerOf(pid, clusterDir)) {
      if (this.#stopping.signal.aborted) return;
      if (Date.now() > deadline) {
        throw new Error(
          `another database process (${pid}) is using ${clusterDir}; stop it, set DATA_DIR or DATABASE_URL`,
        );
      }
      await sleep(pollInterval, undefined, { ref: false });
    }
  }
}

/** Where a running server of this data folder listens; undefined if none is ready. */
export function runningSocket(clusterDir: string): { host: string; port: number } | undefined {
  const { pid, text, socketDir, status } = readPidFile(clusterDir);
  if (!pid || !socketDir || status !== 'ready' || !isAlive(pid)) return undefined;
  return { host: socketDir, port: Number(text.split('\n')[3]) };
}

/** The lines of postmaster.pid: process id, data folder, start time, port, socket folder, …, status. */
function readPidFile(clusterDir: string) {
  try {
    const text = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8');
    const lines = text.split('\n');
    return { text, pid: Number.parseInt(lines[0] ?? '', 10), socketDir: lines[4], status: lines[7]?.trim() };
  } catch {
    return { text: '' };
  }
}

/** Whether a process is the server of this data folder, and not another program that got its id. */
function isServerOf(pid: number, clusterDir: string): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return basename(stdout.trim()) === 'postgres';
  }
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(clusterDir)];
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
  }
  // Root in a container may not be allowed to read more about other users' processes.
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

/** The name of the socket folder contains the id of the process that owns the server. */
function lostItsOwner(socketDir = ''): boolean {
  const name = basename(socketDir);
  if (!name.startsWith(socketFolderPrefix)) return false;
  const owner = Number.parseInt(name.slice(socketFolderPrefix.length), 10);
  return owner === process.pid || !isAlive(owner);
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has gone by itself.
  }
}
