import {
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, type DatabaseUser } from './binaries.ts';

/** The start of the name of every socket folder; the id of the owning process follows. */
export const socketFolderPrefix = 'parley-pg-';
const lockFile = 'postgres.lock';
const dataLink = 'data';
// macOS allows 103 bytes for the path of a socket, Linux 107; the part after the base folder has up to 40.
const longestBase = 60;

/**
 * Creates the private folder (0700) for the sockets. It is in the temporary folder, because the path of a data folder may be
 * too long for a socket. Also removes folders that killed processes left behind.
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

/** Removes a socket folder, but only files that belong there: a recursive delete in a public folder can be tricked. */
export function removeSocketFolder(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (name === dataLink || name.startsWith('.s.PGSQL.')) rmSync(join(folder, name), { force: true });
    }
    rmdirSync(folder);
  } catch {
    // It belongs to somebody else, or is already gone.
  }
}

async function removeAbandonedFolders(base: string): Promise<void> {
  for (const name of readdirSync(base)) {
    if (!name.startsWith(socketFolderPrefix)) continue;
    const folder = join(base, name);
    const pid = Number.parseInt(name.slice(socketFolderPrefix.length), 10);
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() || isAlive(pid)) continue;
    // A container that shares this folder has its own process ids, so only its lock shows that it is alive.
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

/** Another process uses the data folder; the message says which. */
class DataFolderInUse extends Error {
  /** @param holder the process id, or '' if it is unknown */
  constructor(shownAs: string, holder: string) {
    const who = holder ? ` (process ${holder})` : '';
    super(`another Parley is running on ${shownAs}${who}; stop it or set DATA_DIR`);
  }
}

/**
 * Checks whether another process uses the data folder, without changing anything in it.
 * @returns the error to show; undefined if no process uses the folder, or this cannot be found out
 */
export async function findDataFolderInUse(dataDir: string): Promise<DataFolderInUse | undefined> {
  if (!existsSync(join(dataDir, lockFile))) return undefined;
  const folder = await openSocketFolder(dataDir, undefined).catch(() => undefined);
  if (folder === undefined) return undefined;
  try {
    const holder = await askHolder(join(folder, dataLink, lockFile));
    return holder === undefined ? undefined : new DataFolderInUse(dataDir, holder);
  } finally {
    removeSocketFolder(folder);
  }
}

/**
 * Takes the data folder for this process. The lock is a listening socket inside the data folder: the kernel closes it
 * however the process ends, no process id can be mistaken for a living owner after a reboot, and it works between containers
 * that share a volume. It is reached through a link in the socket folder, because socket paths are limited in length.
 * @throws DataFolderInUse
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
      // Some network and desktop file systems have no sockets; PostgreSQL's own check remains.
      log(`database folder ${shownAs} cannot be locked (${problem.code})`);
      return { release: async () => {} };
    }
    const holder = await askHolder(path);
    if (holder !== undefined || attempt > 5) {
      throw new DataFolderInUse(shownAs, holder ?? '');
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
