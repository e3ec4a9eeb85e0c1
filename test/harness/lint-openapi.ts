import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The linter's complaints about an OpenAPI document by the rules of redocly.yaml; empty for a good one. */
export async function lintOpenApi(document: unknown): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document, null, 2));
    const env = {
      ...process.env,
      NO_COLOR: '1',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      REDOCLY_TELEMETRY: 'off',
    };
    const words = ['lint', file, '--config', 'redocly.yaml'];
    return await promisify(execFile)('node_modules/.bin/redocly', words, { env }).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
