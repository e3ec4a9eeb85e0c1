import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { CommandFailed } from './failure.ts';
import { ownServer } from './owner.ts';
import { number, startProgress } from './progress.ts';
import { typedPath } from './typed-path.ts';

export interface ImportOptions {
  /** If absent, the server of these settings. */
  url?: string;
  token?: string;
  format?: Format;
  /** If absent, UTF-8. */
  charset?: string;
  /** Of a CSV; if absent, as its header row shows it. */
  delimiter?: Delimiter;
  /** Before the decimals of numbers; if absent, a point. */
  decimal?: Decimal;
  /** What is done with offers that are there already; if absent, they are skipped. */
  onDuplicate?: OnDuplicate;
}

type Format = 'csv' | 'ndjson';

export const delimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const;
type Delimiter = (typeof delimiters)[number];
export const decimals = ['point', 'comma'] as const;
type Decimal = (typeof decimals)[number];
export const onDuplicates = ['skip', 'update', 'error'] as const;
type OnDuplicate = (typeof onDuplicates)[number];

interface Report {
  created: number;
  updated?: number;
  unchanged?: number;
  skipped: number;
  failed: number;
  errors: { line: number; errors: Record<string, unknown> }[];
  /** Absent if the whole file was read. */
  unread_from_line?: number;
}

const formats: Record<string, Format> = { '.csv': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' };
const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** Errors that are printed; the server's report has more. */
const shownErrors = 20;

const again = {
  skip: 'Run the same command again: offers that are there already are skipped.',
  update: 'Run the same command again: offers that have their new values already stay as they are.',
  error: 'Run the command again with --on-duplicate skip: what was imported is skipped.',
};

/**
 * `parley catalog import FILE`: sends the file as one stream. The server reads no faster than it writes, so what was sent is what
 * was imported, except for the buffers in between.
 * @param file its name, or `-` for standard input
 * @throws CommandFailed with a line for the terminal
 */
export async function importFile(file: string, options: ImportOptions): Promise<void> {
  // An empty variable counts as not set, as with the settings.
  const { url, token } = options.url
    ? { url: options.url, token: options.token }
    : ownServer(options.token || undefined);
  const { charset, onDuplicate = 'skip' } = options;
  const address = addressOf(url, options);
  const { bytes, size, format, packed } = openSource(file, options.format);
  process.stderr.write(`Importing ${file === '-' ? 'the standard input' : file} into ${address}\n`);
  const progress = startProgress(size, process.stderr);
  const rows: Rows = { count: packed ? undefined : 0 };
  let answer: Awaited<ReturnType<typeof request>>;
  try {
    answer = await request(address, {
      method: 'POST',
      headers: {
        'content-type': charset ? `${types[format]}; charset=${charset}` : types[format],
        ...(size === undefined ? {} : { 'content-length': String(size) }),
        ...(packed ? { 'content-encoding': 'gzip' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: Readable.from(counted(bytes, format, rows, progress.update), { objectMode: false }),
      // The answer comes after the last offer was written, however long that takes.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  } catch (error) {
    progress.finish();
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED')
      throw new CommandFailed(
        `No server answers at ${url}. Is it running? Set PORT or --url to its address.`,
      );
    if (code === 'ENOTFOUND') {
      throw new CommandFailed(`There is no server with this name: ${new URL(address).host}. Check --url.`);
    }
    const reached = rows.count === undefined ? '' : ` after about ${number(rows.count)} rows`;
    throw new CommandFailed(`The import was interrupted${reached} (${message}). ${again[onDuplicate]}`);
  }
  progress.finish();
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new CommandFailed(explain(answer.statusCode, text));
  printReport(JSON.parse(text) as Report, options.onDuplicate);
}

/** @throws CommandFailed if only a part of the file was imported */
function printReport(report: Report, onDuplicate: OnDuplicate | undefined): void {
  const { created, updated = 0, unchanged = 0, skipped, failed, errors, unread_from_line: unread } = report;
  const there = {
    skip: `${number(skipped)} skipped (already there), `,
    update: `${number(updated)} updated, ${number(unchanged)} unchanged, `,
    error: '',
  };
  process.stdout.write(
    `${number(created)} created, ${there[onDuplicate ?? 'skip']}${number(failed)} failed\n`,
  );
  if (onDuplicate === undefined && skipped > 0) {
    process.stderr.write(
      `${number(skipped)} offers were there already: they were skipped and keep their values. --on-duplicate update gives them those of the file.\n`,
    );
  }
  for (const { line, errors: messages } of errors.slice(0, shownErrors)) {
    process.stdout.write(`  line ${line}: ${JSON.stringify(messages)}\n`);
  }
  if (failed > shownErrors) process.stdout.write(`  and ${number(failed - shownErrors)} more\n`);
  if (unread !== undefined) {
    throw new CommandFailed(
      `Nothing from line ${number(unread)} on was imported: correct that line. ${again[onDuplicate ?? 'skip']}`,
    );
  }
  if (failed > 0) process.exitCode = 2;
}

/** The address of the import on a server, which may be below a path. */
function addressOf(url: string, { onDuplicate, delimiter, decimal }: ImportOptions): string {
  const server = URL.canParse(url) ? new URL(url) : undefined;
  if (!server || !/^https?:$/.test(server.protocol)) {
    throw new CommandFailed(
      `"${url}" is not the address of a server. Give --url as http://host:port or https://host.`,
    );
  }
  const address = new URL(`${server.origin}${server.pathname.replace(/\/+$/, '')}/api/offers/import/`);
  for (const [name, value] of Object.entries({ on_duplicate: onDuplicate, delimiter, decimal }))
    if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
}

interface Source {
  bytes: AsyncIterable<Buffer>;
  /** In bytes; undefined if it is not known in advance. */
  size: number | undefined;
  format: Format;
  /** True for gzip, which the server decompresses. */
  packed: boolean;
}

function openSource(file: string, given: Format | undefined): Source {
  if (file === '-') {
    if (!given) throw new CommandFailed('Standard input has no file name: add --format csv or ndjson.');
    return { bytes: process.stdin, size: undefined, format: given, packed: false };
  }
  const path = typedPath(file);
  const packed = extname(file).toLowerCase() === '.gz';
  const name = packed ? file.slice(0, -'.gz'.length) : file;
  const format = given ?? formats[extname(name).toLowerCase()];
  if (!format)
    throw new CommandFailed(`The name of ${file} does not show its format: add --format csv or ndjson.`);
  const size = sizeOf(path, file);
  return { bytes: createReadStream(path), size, format, packed };
}

/** @param file as the person typed it */
function sizeOf(path: string, file: string): number {
  try {
    const stats = statSync(path);
    if (stats.isFile()) return stats.size;
  } catch {
    throw new CommandFailed(`There is no file ${file}.`);
  }
  throw new CommandFailed(`${file} is not a file.`);
}

/** Undefined if rows cannot be counted, because the file is compressed. */
interface Rows {
  count: number | undefined;
}

const newline = 0x0a;
const quote = 0x22;

/** The bytes of the file; rows are counted as they are sent. In CSV a line break inside quotes ends no row. */
async function* counted(
  chunks: AsyncIterable<Buffer>,
  format: Format,
  rows: Rows,
  update: (bytes: number, rows: number | undefined) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  let quoted = false;
  let lines = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (rows.count !== undefined) {
      for (const byte of chunk) {
        if (byte === newline && !quoted) lines++;
        else if (byte === quote && format === 'csv') quoted = !quoted;
      }
      rows.count = Math.max(0, lines - (format === 'csv' ? 1 : 0));
    }
    update(bytes, rows.count);
    yield chunk;
  }
}

function explain(status: number, text: string): string {
  if (status === 401) return 'The catalog requires a token: set CATALOG_TOKEN, or add --token.';
  if (status === 403) return 'This token may only read: the import needs CATALOG_TOKEN.';
  if (status === 404)
    return 'There is no catalog at this address. Give --url as the address of the server, without /api.';
  return `The server answered ${status}: ${text.slice(0, 500)}`;
}
