import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { canEnter, type DatabaseUser, databaseEnvironment, identity } from './binaries.ts';

const largestLog = 10 * 1024 * 1024;

/**
 * Runs a program that ends when this process ends, in whatever way. Standard input is a pipe from this process; when the pipe
 * closes, the watcher interrupts the program (for postgres, a fast shutdown). It repeats the signal, because a program that
 * has just started does not handle it yet. Signals of a terminal or a service manager must not end the shell before its
 * program.
 */
const tiedToUs = `
  trap '' HUP INT TERM
  exec 3<&0 </dev/null
  "$@" 3<&- &
  program=$!
  { read -r _ <&3; while kill -INT $program; do sleep 1; done; } 2>/dev/null &
  watcher=$!
  exec 3<&-
  wait $program
  status=$?
  kill -KILL $watcher
  exit $status`;

/** How `Run.ended` describes success. */
export const success = 'exit code 0';

/** How to run the database's programs. */
export interface Programs {
  /** The folder that holds `bin/postgres`. */
  native: string;
  user: DatabaseUser | undefined;
  logPath: string;
}

/** A started program. */
export interface Run {
  child: ChildProcess;
  ended: Promise<string>;
  isOver: boolean;
  /** What the program has written to the log file about its failure. */
  complaint(): string;
}

/** Starts `initdb` or `postgres` on a data folder. */
export function launch(programs: Programs, program: string, folder: string, args: string[]): Run {
  const { native, user, logPath } = programs;
  const size = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLog) renameSync(logPath, `${logPath}.old`);
  const offset = size > largestLog ? 0 : size;
  const place = placeFor(folder, user);
  const output = openSync(logPath, 'a', 0o600);
  const child = spawn('sh', ['-c', tiedToUs, 'sh', join(native, 'bin', program), '-D', place.path, ...args], {
    ...identity(user),
    cwd: place.cwd,
    env: databaseEnvironment(),
    // Use a new session: Ctrl-C in the terminal must reach Node only, which stops the database last.
    detached: true,
    stdio: ['pipe', output, output],
  });
  closeSync(output);
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  child.stdin?.on('error', () => {});
  const run: Run = {
    child,
    isOver: false,
    ended: new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? describeExit(code ?? 0)));
    }),
    complaint: () => complaintIn(readFileSync(logPath).subarray(offset).toString()),
  };
  run.ended.then(() => {
    run.isOver = true;
    // If only the shell was killed, this makes its watcher stop the server.
    child.stdin?.destroy();
  });
  return run;
}

/** A shell reports the death of its program by a signal as 128 plus the signal's number. */
function describeExit(code: number): string {
  return code > 128 ? `signal ${code - 128}` : `exit code ${code}`;
}

function complaintIn(text: string): string {
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|error:|not found/.test(line));
  return lines.at(-1)?.replace(/^.*?(FATAL|PANIC|error):\s*/, '') ?? '';
}

/**
 * How the database user reaches its files. It cannot enter a folder below one that only root may enter, such as /root; but
 * root can start a process inside the folder, and Linux lets that process name it.
 */
function placeFor(folder: string, user: DatabaseUser | undefined): { cwd: string; path: string } {
  if (!user || canEnter(folder, user)) return { cwd: '/', path: folder };
  if (process.platform === 'linux' && existsSync('/proc/self/cwd')) {
    return { cwd: folder, path: '/proc/self/cwd' };
  }
  throw new Error(
    `PostgreSQL runs as user id ${user.uid}, which cannot enter ${folder}; ` +
      'set DATA_DIR to a folder it can reach, or DATABASE_URL to a PostgreSQL server of your own.',
  );
}
