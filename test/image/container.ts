import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Patience } from '../harness/patience.ts';

/**
 * A substitute for containers without Docker: a folder becomes the root of a process in its own mount namespace, with
 * the programs of this machine in it. Root makes it directly; another user makes a user namespace, in which the server
 * then runs as that user and not as `node`.
 */
export const isRoot = process.getuid?.() === 0;
const namespace = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

/** Why no container can be made here; undefined if one can. */
export function whyNoContainer(): string | undefined {
  const tried = spawnSync('unshare', [...namespace, 'true'], { encoding: 'utf8' });
  return tried.status === 0 ? undefined : `unshare: ${tried.error?.message ?? tried.stderr}`;
}

const nodeUser = isRoot ? 1000 : 0;
const systemFolders = ['usr', 'bin', 'sbin', 'lib', 'lib64'];

/**
 * The contents of the base image: the programs, an empty /tmp, a user `node`, host names and certificates for the
 * registry.
 */
export function makeBase(root: string): void {
  for (const folder of ['app', 'tmp', 'proc', 'dev', 'etc', 'root', 'home/node', 'npm-cache']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const folder of systemFolders) {
    const found = lstatSync(`/${folder}`, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) symlinkSync(readlinkSync(`/${folder}`), join(root, folder));
    else if (found) mkdirSync(join(root, folder), { recursive: true });
  }
  for (const name of ['resolv.conf', 'hosts', 'nsswitch.conf', 'ssl', 'ca-certificates']) {
    if (existsSync(`/etc/${name}`))
      cpSync(`/etc/${name}`, join(root, 'etc', name), { recursive: true, dereference: true });
  }
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0:root:/root:/bin/sh\nnode:x:${nodeUser}:${nodeUser}:node:/home/node:/bin/sh\n`,
  );
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nnode:x:${nodeUser}:\n`);
}

export interface Inside {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  /** Writable folders below a read-only root. If absent, everything is writable. */
  volumes?: string[];
}

/** Writes a script that runs its arguments in the container. @returns its path. */
export function enterScript(path: string, { root, workdir, env, user, volumes }: Inside): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const cache = execFileSync('npm', ['config', 'get', 'cache'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  const mounts = [
    `mount --bind ${quote(root)} ${quote(root)}`,
    ...[...systemFolders, 'proc', 'dev']
      .filter((folder) => lstatSync(`/${folder}`, { throwIfNoEntry: false })?.isDirectory())
      .map((folder) => `mount --rbind /${folder} ${quote(join(root, folder))}`),
    // npm's own store, as a build cache.
    ...(volumes
      ? []
      : [`mkdir -p ${quote(cache)}`, `mount --bind ${quote(cache)} ${quote(join(root, 'npm-cache'))}`]),
    ...(volumes ?? []).map(
      (volume) => `mount --bind ${quote(join(root, volume))} ${quote(join(root, volume))}`,
    ),
    ...(volumes
      ? [
          `mount -t tmpfs tmpfs ${quote(join(root, 'tmp'))}`,
          `mount -o remount,ro,bind ${quote(root)} ${quote(root)}`,
        ]
      : []),
  ];
  const id = user === 'node' ? nodeUser : 0;
  const who = isRoot ? `setpriv --reuid=${id} --regid=${id} --clear-groups` : '';
  const variables = {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: user === 'node' ? '/home/node' : '/root',
    ...env,
  };
  const assigned = Object.entries(variables).map(([name, value]) => `${name}=${quote(value)}`);
  const inside = `cd ${workdir} && exec "$@"`;
  writeFileSync(
    path,
    [
      '#!/bin/sh',
      'if [ "$1" != entered ]; then',
      `  exec unshare ${namespace.join(' ')} "$0" entered "$@"`,
      'fi',
      'shift',
      'set -e',
      ...mounts,
      `exec chroot ${quote(root)} ${who} env -i ${assigned.join(' ')} sh -c ${quote(inside)} sh "$@"`,
      '',
    ].join('\n'),
  );
  chmodSync(path, 0o755);
  return path;
}

/** A program whose output is kept. */
export function run(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const program = {
    output: '',
    pid: child.pid!,
    ended: new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code))),
    stop: async () => {
      child.kill('SIGTERM');
      return program.ended;
    },
    async says(pattern: RegExp, withinMs = 60_000): Promise<RegExpExecArray> {
      const patience = new Patience(withinMs);
      for (;;) {
        const found = pattern.exec(program.output);
        if (found) return found;
        if (patience.isOver)
          throw new Error(`${command} ${args.join(' ')} did not say ${pattern} but:\n${program.output}`);
        await patience.pause(50);
      }
    },
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      program.output += text;
    });
  }
  return program;
}
