import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { LoadResult, Plan } from './load.ts';

/** The processes of the bench: the built server, its counterparts, and the load. */

const root = new URL('..', import.meta.url).pathname;

/** Builds the server, and compiles the bench's own processes: tsx would slow down one side only. */
export function build(): void {
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit' });
  execFileSync('npx', ['tsc', '-p', 'bench/tsconfig.json'], { cwd: root, stdio: 'inherit' });
}

export interface Running {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** A server, and how long it took to be ready. */
export interface Started extends Running {
  readyMs: number;
}

/** The arguments of `node` in `npm start`, so that the bench runs the same as everybody. */
function startArguments(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  return scripts.start.split(/\bnode /)[1].split(' ');
}

/** Starts the built server, of this or another checkout, and waits until it is ready. */
export async function startServer(environment: Record<string, string>, checkout = root): Promise<Started> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, profiled(startArguments(checkout)), {
    env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: checkout,
  });
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null) throw new Error(`the server stopped with code ${child.exitCode}`);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    if (tries > 1500) throw new Error('the server did not become ready within 30 s');
    await pause(20);
  }
  return { pid: child.pid!, port, readyMs: performance.now() - began, stop: () => end(child) };
}

/** Starts one of the bench's own processes, as compiled; `port` is 0 for one without. */
export async function startOwn(name: string, environment: Record<string, string>): Promise<Running> {
  const { child, first } = await forked(name, environment);
  return { pid: child.pid!, port: (first as { port?: number }).port ?? 0, stop: () => end(child) };
}

export interface Load {
  run(plan: Plan): Promise<LoadResult>;
  stop(): Promise<void>;
}

export async function startLoad(): Promise<Load> {
  const { child } = await forked('load', {});
  return {
    run: (plan) =>
      new Promise((resolve, reject) => {
        child.once('message', (answer: { result?: LoadResult; error?: string }) =>
          answer.result ? resolve(answer.result) : reject(new Error(`the load failed: ${answer.error}`)),
        );
        child.send(plan);
      }),
    stop: () => end(child),
  };
}

async function forked(
  name: string,
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; first: unknown }> {
  const child = fork(`${root}dist/bench/bench/${name}.js`, {
    env: { PATH: process.env.PATH, ...environment },
    execArgv: [],
  });
  const first = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${name} stopped with code ${code}`)));
  });
  child.removeAllListeners('exit');
  return { child, first };
}

/** With BENCH_PROFILE set, every server writes a CPU profile into that folder when it stops. */
function profiled(args: string[]): string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`, ...args] : args;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGCONT');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await gone;
  clearTimeout(timer);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Processor time that a process has used so far, in ms. Linux only: elsewhere NaN. */
export function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    const ticksPerSecond = 100;
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory in MiB, now and at the most so far. Linux only: elsewhere NaN. */
export function memoryMib(pid: number): { now: number; most: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return { now: read('VmRSS'), most: read('VmHWM') };
  } catch {
    return { now: Number.NaN, most: Number.NaN };
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
