import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { launch, type Programs, success } from './process.ts';

/** The name of the one database user. */
export const superuser = 'parley';

/** Creates the database files. An interrupted start leaves nothing that looks like a database. */
export async function createCluster(programs: Programs, clusterDir: string): Promise<void> {
  const { user } = programs;
  const parent = dirname(clusterDir);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(clusterDir)}.init-`)) discard(join(parent, name));
  }
  const fresh = mkdtempSync(`${clusterDir}.init-`);
  if (user) chownSync(fresh, user.uid, user.gid);
  const run = launch(programs, 'initdb', fresh, [
    ...['-U', superuser, '--auth=trust', '-E', 'UTF8', '--no-locale', '--no-instructions'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ]);
  const end = await run.ended;
  if (end !== success) throw new Error(`The database could not be created: ${run.complaint() || end}`);
  renameSync(fresh, clusterDir);
  // Without this, a crash of the machine could undo the rename, and lose everything committed since.
  const folder = openSync(parent, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function discard(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  } catch {
    // An initdb that is just being interrupted may still write to the folder; the next start removes it.
  }
}
