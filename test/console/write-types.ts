import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildTestApp } from '../rules/app.ts';

/** The types of the owner API from which the console's client is made. */
export const typesFile = 'src/console/api/owner-api.d.ts';

/** Makes the types from the document of the owner API, as the routes are now. @returns the text of the file */
export async function makeTypes(): Promise<string> {
  const app = await buildTestApp();
  const folder = mkdtempSync(join(tmpdir(), 'parley-types-'));
  try {
    const document = (await app.inject('/api/owner/openapi.json')).json();
    const [from, to] = [join(folder, 'owner-api.json'), join(folder, 'owner-api.d.ts')];
    writeFileSync(from, JSON.stringify(document));
    const hook = resolve('test/harness/typescript-5.mjs');
    const generator = resolve('node_modules/openapi-typescript/bin/cli.js');
    const words = [generator, from, '-o', to, '--default-non-nullable=false'];
    await promisify(execFile)(process.execPath, ['--import', hook, ...words]);
    return withoutComments(readFileSync(to, 'utf8'));
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without comments, so that a changed sentence changes nothing here. */
const withoutComments = (text: string) => text.replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(typesFile, await makeTypes());
