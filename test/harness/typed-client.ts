import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const modules = resolve('node_modules');
const hook = resolve('test/harness/typescript-5.mjs');
/** By default Node ends a program that prints more than 1 MiB. */
const mostOutput = 16 * 2 ** 20;
const options = (
  '--strict --module nodenext --rewriteRelativeImportExtensions --target es2023 --lib es2023,dom,dom.iterable ' +
  '--types node'
).split(' ');

/**
 * Generates types from an OpenAPI document, compiles a client against them, and runs it.
 * @param words the arguments of the client
 * @param source of the client, which imports the types from `./contract.ts`
 * @param beside other files that the client imports, by name
 * @returns what it printed
 */
export async function runTypedClient(
  document: object,
  words: string[],
  source: string,
  beside: Record<string, string> = {},
): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'parley-client-'));
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  const node = (...more: string[]) => run(process.execPath, more, { cwd, maxBuffer: mostOutput });
  try {
    symlinkSync(modules, join(cwd, 'node_modules'));
    write('package.json', '{"type":"module"}');
    write('contract.json', JSON.stringify(document));
    write('client.ts', source);
    for (const [name, text] of Object.entries(beside)) write(name, text);
    const generator = join(modules, 'openapi-typescript/bin/cli.js');
    await node(
      '--import',
      hook,
      generator,
      'contract.json',
      '-o',
      'contract.ts',
      '--default-non-nullable=false',
    );
    await run(join(modules, '.bin/tsc'), [...options, 'client.ts'], { cwd }).catch(
      ({ stdout }: { stdout: string }) => {
        throw new Error(`the client does not compile:\n${stdout}`);
      },
    );
    return (await node('client.js', ...words)).stdout;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
