import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sayOnce } from './say-once.ts';

/** Debian has servers in a folder that only root has in its PATH. */
const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];

/** The path of a program of this machine, such as a proxy; undefined if it is not installed. */
export const programPath = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Asks a program to end, and waits until it has. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/**
 * Whether the tests that need these programs can run. Where one is missing, a line on stderr says that they do not;
 * with `CI` set they run and fail, so that skipped tests do not look like passed ones.
 * @param names as in Debian, where each is in the package of the same name
 */
export function shouldRunWith(...names: string[]): boolean {
  const missing = names.filter((name) => programPath(name) === undefined);
  if (missing.length === 0 || process.env.CI) return true;
  sayOnce(`The tests with ${names.join(' and ')} are left out: ${missing.join(' and ')} is not installed.`);
  return false;
}
