import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError } from 'commander';
import { askCatalog, type CatalogOptions } from './catalog-server.ts';
import { CommandFailed } from './failure.ts';
import { typedPath } from './typed-path.ts';

export const exportFormats = ['csv', 'ndjson'] as const;

interface ExportOptions extends CatalogOptions {
  format?: (typeof exportFormats)[number];
  filter?: [string, string][];
}

/** Reads one more `name=value` of the command line. */
export function readFilter(text: string, before: [string, string][] = []): [string, string][] {
  const at = text.indexOf('=');
  if (at <= 0) throw new InvalidArgumentError('Write it as name=value, such as source_name=Acme.');
  return [...before, [text.slice(0, at), text.slice(at + 1)]];
}

/**
 * `parley catalog export [FILE]`: writes the offers to a file, which is there only if all of them are in it, or to the standard output.
 * @throws CommandFailed
 */
export async function exportOffers(file: string | undefined, options: ExportOptions): Promise<void> {
  const { format = formatOf(file), filter = [] } = options;
  const offers = await askCatalog('/offers/export/', options, { query: [...filter, ['format', format]] });
  const interrupted = (error: unknown) =>
    new CommandFailed(`The export was interrupted (${(error as Error).message}).`);
  if (file === undefined || file === '-') {
    await pipeline(offers, process.stdout, { end: false }).catch((error) => {
      // Who reads it wanted no more, as in `| head`.
      if (error.code !== 'EPIPE') throw interrupted(error);
    });
    return;
  }
  const path = typedPath(file);
  const unfinished = `${path}.part`;
  try {
    await pipeline(offers, createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw interrupted(error);
  }
  process.stderr.write(`Wrote ${file}\n`);
}

const formatOf = (file = ''): 'csv' | 'ndjson' => (extname(file).toLowerCase() === '.csv' ? 'csv' : 'ndjson');
