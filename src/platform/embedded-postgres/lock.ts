import { chownSync, lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, type DatabaseUser } from './binaries.ts';

/** The start of the name of every socket folder of ours; the id of the owning process follows. */
export const socketFolderPrefix = 'parley-pg-';
const lockFile = 'postgres.lock';
const dataLink = 'data';
// macOS allows 103 bytes for the path of a socket, Linux 107; what follows the base folder takes up to 40.
const longestBase = 60;

/**
 * Makes the private folder (0700) for the sockets, in the temporary folder because a data folder's path may
 * be too long for a socket. Also clears away what killed processes left behind.
 */
export async function openSocketFolder(dataDir: string, user: DatabaseUser | undefined): Promise<string> {
  const suits = (base: string) => base.length <= longestBase && canEnter(base, user);
  const base = [tmpdir(), '/tmp'].find(suits);
  if (!base) throw new Error('The database found no usable temporary folder; set TMPDIR or DATABASE_URL.');
  await removeAbandonedFolders(base);
  const folder = mkdtempSync(join(base, `${socketFolderPrefix}${process.pid}-`));
  symlinkSync(dataDir, join(folder, dataLink));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Removes a socket folder, by its known contents only: a recursive delete in public can be tricked. */
export function removeSocketFolder(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (name === dataLink || name.startsWith('.s.PGSQL.')) rmSync(join(folder, name), { force: true });
    }
    rmdirSync(folder);
  } catch {
    // Someone else's, or already gone.
  }
}

async function removeAbandonedFolders(base: string): Promise<void> {
  for (const name of readdirSync(base)) {
    if (!name.startsWith(socketFolderPrefix)) continue;
    const folder = join(base, name);
    const pid = Number.parseInt(name.slice(socketFolderPrefix.length), 10);
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() || isAlive(pid)) continue;
    // A container that shares this folder has process ids of its own: its lock tells that it lives.
    if ((await askHolder(join(folder, dataLink, lockFile))) === undefined) removeSocketFolder(folder);
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Takes the data folder for this process. The lock is a listening socket inside the data folder: the kernel
 * drops it with the process however that dies, no process id can be mistaken for a living owner after a
 * reboot, and it holds between containers that share a volume. It is reached by way of the socket folder's
 * link because of the length limit.
 */
export async function lockDataFolder(
  socketFolder: string,
  shownAs: string,
  log: (line: string) => void,
): Promise<{ release(): Promise<void> }> {
  const path = join(socketFolder, dataLink, lockFile);
  for (let attempt = 0; ; attempt++) {
    const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)));
    const problem = await listen(server, path);
    if (!problem) {
      server.unref();
      return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    if (problem.code !== 'EADDRINUSE') {
      // Some network and desktop file systems know no sockets; PostgreSQL's own check remains.
      log(`database folder ${shownAs} cannot be locked (${problem.code})`);
      return { release: async () => {} };
    }
    const holder = await askHolder(path);
    if (holder !== undefined || attempt > 5) {
      const who = holder ? ` (process ${holder})` : '';
      throw new Error(`another Parley is running on ${shownAs}${who}; stop it or set DATA_DIR`);
    }
    rmSync(path, { force: true }); // left by a process that was killed
  }
}

function listen(server: Server, path: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(path, () => resolve(undefined));
  });
}

/** The process id of the holder, '' if the holder does not answer, undefined if nobody holds the lock. */
function askHolder(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(path).setEncoding('utf8').setTimeout(1000);
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTDIR') resolve(undefined);
    });
    socket.on('close', () => resolve(answer));
  });
}
