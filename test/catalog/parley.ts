import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';
import { sharedBuild } from '../fixtures/server-build.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built `parley` command to its end. @param input what it finds at its standard input */
export async function runParley(
  parameters: string[],
  { settings = {}, input = '' }: { settings?: Record<string, string>; input?: string | Buffer } = {},
): Promise<Ended> {
  const program = join((await sharedBuild(inject('build'))).folder, 'dist/cli/main.js');
  const child = spawn(process.execPath, [program, ...parameters], {
    env: { ...process.env, CATALOG_TOKEN: '', PARLEY_URL: '', ...settings },
  });
  child.stdin.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}
