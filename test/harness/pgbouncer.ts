import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../fixtures/ports.ts';
import { Patience } from './patience.ts';
import { programPath } from './programs.ts';

/** A PgBouncer of the tests' own. */
export interface PgBouncer {
  /** The address of a database through it. */
  url: string;
  stop(): Promise<void>;
}

const password = 'secret';

/** What docs/operations.md tells operators to write. */
const block = () =>
  /```ini\n(\[databases\][\s\S]*?)```/.exec(readFileSync('docs/operations.md', 'utf8'))![1]!;

/**
 * Starts PgBouncer with the file of docs/operations.md, in which only what belongs to a machine is replaced.
 * @param url of a database on 127.0.0.1 whose user needs no password
 * @param settings in place of those of the page
 */
export async function startPgBouncer(url: string, settings: Record<string, string> = {}): Promise<PgBouncer> {
  const { port, username, pathname } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'parley-pgbouncer-'));
  chmodSync(folder, 0o755); // PgBouncer refuses to be root
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
  const listenPort = await freePort();
  const given = {
    parley: `host=127.0.0.1 port=${port} dbname=${pathname.slice(1)}`,
    listen_port: String(listenPort),
    auth_file: users,
    ...settings,
  };
  let text = block();
  for (const [name, value] of Object.entries(given)) {
    const line = `${name} = ${value}`;
    const replaced = text.replace(new RegExp(`^${name} = .*$`, 'm'), () => line);
    text = replaced.includes(line) ? replaced : `${text}${line}\n`;
  }
  writeFileSync(file, `${text}unix_socket_dir =\n`);
  writeFileSync(users, `"${username}" "${password}"\n`);
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(programPath('pgbouncer')!, ['-q', ...user, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  let said = '';
  child.stderr.on('data', (more) => {
    said += more;
  });
  const patience = new Patience(10_000);
  while (!(await listens(listenPort))) {
    if (patience.isOver || child.exitCode !== null) throw new Error(`pgbouncer does not start: ${said}`);
    await patience.pause(20);
  }
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${listenPort}/parley`,
    async stop() {
      process.off('exit', kill);
      kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
