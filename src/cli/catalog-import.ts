import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { CommandFailed } from './failure.ts';
import { number, startProgress } from './progress.ts';

export interface ImportOptions {
  url: string;
  token?: string;
  format?: 'csv' | 'ndjson';
}

interface Report {
  created: number;
  skipped: number;
  failed: number;
  errors: { line: number; errors: Record<string, unknown> }[];
}

const formats: Record<string, 'csv' | 'ndjson'> = { '.csv': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' };
const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** Errors that are printed; the report of the server has more. */
const shownErrors = 20;

const again = 'Run the same command again: offers that are there already are skipped.';

/**
 * `parley catalog import FILE`: sends the file as one stream. The server reads no faster than it writes, so what was
 * sent is, but for the buffers in between, what was imported.
 * @throws CommandFailed with a line for the terminal
 */
export async function importFile(file: string, { url, token, format }: ImportOptions): Promise<void> {
  const kind = format ?? formats[extname(file).toLowerCase()];
  if (!kind)
    throw new CommandFailed(`The name of ${file} does not tell its format: add --format csv or ndjson.`);
  const size = sizeOf(file);
  const progress = startProgress(size, process.stderr);
  const rows = { count: 0 };
  let answer: Awaited<ReturnType<typeof request>>;
  try {
    answer = await request(new URL('/api/offers/import/', url), {
      method: 'POST',
      headers: {
        'content-type': types[kind],
        'content-length': String(size),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: Readable.from(counted(file, kind, rows, progress.update), { objectMode: false }),
      // The answer comes when the last offer is written, however long that takes.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  } catch (error) {
    progress.finish();
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED') throw new CommandFailed(`No server answers at ${url}: is it running?`);
    throw new CommandFailed(
      `The import was interrupted after about ${number(rows.count)} rows (${message}). ${again}`,
    );
  }
  progress.finish();
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new CommandFailed(explain(answer.statusCode, text));
  const report = JSON.parse(text) as Report;
  process.stdout.write(
    `${number(report.created)} created, ${number(report.skipped)} skipped (already there), ${number(report.failed)} failed\n`,
  );
  for (const { line, errors } of report.errors.slice(0, shownErrors)) {
    process.stdout.write(`  line ${line}: ${JSON.stringify(errors)}\n`);
  }
  if (report.failed > shownErrors)
    process.stdout.write(`  and ${number(report.failed - shownErrors)} more\n`);
  if (report.failed > 0) process.exitCode = 2;
}

function sizeOf(file: string): number {
  try {
    const stats = statSync(file);
    if (stats.isFile()) return stats.size;
  } catch {
    throw new CommandFailed(`There is no file ${file}.`);
  }
  throw new CommandFailed(`${file} is not a file.`);
}

const newline = 0x0a;
const quote = 0x22;

/** The bytes of the file, counting rows as they leave. In CSV a line break inside quotes ends no row. */
async function* counted(
  file: string,
  kind: 'csv' | 'ndjson',
  rows: { count: number },
  update: (bytes: number, rows: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  let quoted = false;
  let lines = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === newline && !quoted) lines++;
      else if (byte === quote && kind === 'csv') quoted = !quoted;
    }
    bytes += chunk.length;
    rows.count = Math.max(0, lines - (kind === 'csv' ? 1 : 0));
    update(bytes, rows.count);
    yield chunk;
  }
}

function explain(status: number, text: string): string {
  if (status === 401) return 'The catalog asks for a token: set CATALOG_TOKEN, or add --token.';
  if (status === 403) return 'This token may only read: the import needs CATALOG_TOKEN.';
  return `The server answered ${status}: ${text.slice(0, 500)}`;
}
