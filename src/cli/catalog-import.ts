import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { type CatalogOptions, catalogAddress, explain, serverOf, unreachable } from './catalog-server.ts';
import { CommandFailed } from './failure.ts';
import { number, startProgress } from './progress.ts';
import { typedPath } from './typed-path.ts';

export interface ImportOptions extends CatalogOptions {
  format?: Format;
  /** If absent, UTF-8. */
  charset?: string;
  /** Of a CSV, by its name or as it is; if absent, as its header row shows it. */
  delimiter?: string;
  /** The line of the header row. */
  headerRow?: string;
  /** Of a workbook. */
  sheet?: string;
  /** Of an archive. */
  file?: string;
  /** Fields by what the file calls them, and constants by their fields, both as JSON. */
  map?: string;
  set?: string;
  /** Whether nothing is written. */
  dryRun?: boolean;
  /** Before the decimals of numbers; if absent, a point. */
  decimal?: Decimal;
  /** What is done with offers that are there already; if absent, they are skipped. */
  onDuplicate?: OnDuplicate;
  mode?: (typeof modes)[number];
  /** Of rows that name none. */
  source?: string;
  /** Of offers that a list which replaces no longer has. */
  vanishedStatus?: string;
  ask?: boolean;
  /** Of the source's offers, in percent, without a confirmation. */
  mostVanished?: string;
}

type Format = 'csv' | 'ndjson' | 'xlsx' | 'zip';

export const decimals = ['point', 'comma'] as const;
type Decimal = (typeof decimals)[number];
export const modes = ['add', 'replace'] as const;
export const onDuplicates = ['skip', 'update', 'error'] as const;
type OnDuplicate = (typeof onDuplicates)[number];

interface Report {
  created: number;
  updated?: number;
  unchanged?: number;
  skipped: number;
  /** Of a list that replaces, like the next two. */
  vanished?: number;
  state?: 'done' | 'needs_confirmation';
  import?: number;
  failed: number;
  errors: { line: number; errors: Record<string, unknown> }[];
  /** Absent if the whole file was read. */
  unread_from_line?: number;
}

const formats: Record<string, Format> = {
  ...{ '.csv': 'csv', '.tsv': 'csv', '.txt': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' },
  ...{ '.xlsx': 'xlsx', '.zip': 'zip' },
};
const types = {
  ...{ csv: 'text/csv', ndjson: 'application/x-ndjson', zip: 'application/zip' },
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Errors that are printed; the server's report has more. */
const shownErrors = 20;

const queryOf = (options: ImportOptions) => ({
  ...{ on_duplicate: options.onDuplicate, delimiter: options.delimiter, decimal: options.decimal },
  ...{ mode: options.mode, source: options.source },
  ...{ vanished_status: options.vanishedStatus, most_vanished: options.mostVanished },
  ...(options.ask && { ask: 'true' }),
  ...{ header_row: options.headerRow, sheet: options.sheet, file: options.file },
  ...{ map: options.map, set: options.set, ...(options.dryRun && { dry_run: 'true' }) },
});

const again = {
  skip: 'Run the same command again: offers that are there already are skipped.',
  update: 'Run the same command again: offers that have their new values already stay as they are.',
  error: 'Run the command again with --on-duplicate skip: what was imported is skipped.',
};

const againOf = ({ mode, onDuplicate = 'skip' }: ImportOptions) =>
  mode === 'replace'
    ? 'If all of it had arrived, it may be applied: see parley catalog imports. Otherwise nothing was changed; run the same command again.'
    : again[onDuplicate];

/**
 * `parley catalog import FILE`: sends the file as one stream. The server reads no faster than it writes, so what was sent is what
 * was imported, except for the buffers in between.
 * @param file its name, or `-` for standard input
 * @throws CommandFailed with a line for the terminal
 */
export async function importFile(file: string, options: ImportOptions): Promise<void> {
  const { url, token } = serverOf(options);
  const { charset } = options;
  const address = catalogAddress(url, '/offers/import/', queryOf(options));
  const { bytes, size, format, packed } = openSource(file, options.format);
  process.stderr.write(`Importing ${file === '-' ? 'the standard input' : file} into ${address}\n`);
  const progress = startProgress(size, process.stderr);
  const rows: Rows = { count: packed || format === 'xlsx' || format === 'zip' ? undefined : 0 };
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
    const fault = unreachable(error, url, address);
    if (fault) throw fault;
    const reached = rows.count === undefined ? '' : ` after about ${number(rows.count)} rows`;
    throw new CommandFailed(
      `The import was interrupted${reached} (${(error as Error).message}). ${againOf(options)}`,
    );
  }
  progress.finish();
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new CommandFailed(explain(answer.statusCode, text));
  if (options.dryRun) printPreview(JSON.parse(text) as Preview);
  else printReport(JSON.parse(text) as Report, options);
}

interface Preview {
  found: Record<string, unknown> & { columns?: { column: string; field: string | null }[] };
  rows: number;
  failed: number;
  sample: Record<string, unknown>[];
  errors: Report['errors'];
}

/** What a dry run found. */
function printPreview({ found, rows, failed, sample, errors }: Preview): void {
  const { columns, ...others } = found;
  const lines = [
    Object.entries(others)
      .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
      .join(', '),
    ...(columns ?? []).map(({ column, field }) => `  ${column} -> ${field ?? '(not read)'}`),
    `${number(rows)} rows, ${number(failed)} would fail. Nothing was written.`,
    ...sample.map((offer) => `  ${JSON.stringify(offer)}`),
    ...errors
      .slice(0, shownErrors)
      .map(({ line, errors: messages }) => `  line ${line}: ${JSON.stringify(messages)}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (errors.length > 0) process.exitCode = 2;
}

/** @throws CommandFailed if only a part of the file was imported */
function printReport(report: Report, options: ImportOptions): void {
  const { onDuplicate, mode } = options;
  const { created, updated = 0, unchanged = 0, skipped, failed, errors, unread_from_line: unread } = report;
  const kept = `${number(updated)} updated, ${number(unchanged)} unchanged, `;
  const there = { skip: `${number(skipped)} skipped (already there), `, update: kept, error: '' };
  const others =
    mode === 'replace' ? `${kept}${number(report.vanished ?? 0)} vanished, ` : there[onDuplicate ?? 'skip'];
  const would = report.state === 'needs_confirmation' ? 'Nothing was changed. The list would have: ' : '';
  process.stdout.write(`${would}${number(created)} created, ${others}${number(failed)} failed\n`);
  if (mode !== 'replace' && onDuplicate === undefined && skipped > 0) {
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
      `Nothing from line ${number(unread)} on was imported: correct that line. ${againOf(options)}`,
    );
  }
  if (failed > 0) process.exitCode = 2;
  if (report.state === 'needs_confirmation') {
    process.stderr.write(
      `It waits for a confirmation. To do it: parley catalog imports ${report.import} --confirm. To drop it: --cancel.\n`,
    );
    process.exitCode = 3;
  }
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
    if (!given)
      throw new CommandFailed('Standard input has no file name: add --format csv, ndjson, xlsx or zip.');
    return { bytes: process.stdin, size: undefined, format: given, packed: false };
  }
  const path = typedPath(file);
  const packed = extname(file).toLowerCase() === '.gz';
  const name = packed ? file.slice(0, -'.gz'.length) : file;
  const format = given ?? formats[extname(name).toLowerCase()];
  if (!format)
    throw new CommandFailed(
      `The name of ${file} does not show its format: add --format csv, ndjson, xlsx or zip.`,
    );
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
