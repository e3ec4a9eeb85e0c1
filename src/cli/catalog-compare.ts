import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { InvalidArgumentError } from 'commander';
import { csvRow } from '../platform/csv.ts';
import { askCatalog, type CatalogOptions } from './catalog-server.ts';
import { CommandFailed } from './failure.ts';
import { number } from './progress.ts';
import { typedPath } from './typed-path.ts';

export const compareFormats = ['csv', 'ndjson'] as const;

interface CompareOptions extends CatalogOptions {
  format?: (typeof compareFormats)[number];
  currency?: string;
  best?: boolean;
  perPn?: number;
  ignoreZeros?: boolean;
  priced?: boolean;
  source?: number[];
}

interface Compared {
  results: { pn: string; count: number; offers: Record<string, string | number | null>[] }[];
  not_found: string[];
}

/** Reads one more id of the command line. */
export function readSourceId(text: string, before: number[] = []): number[] {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError('Give the id of a source: parley catalog sources lists them.');
  return [...before, Number(text)];
}

/** Reads how many offers are shown of each part number. */
export function readPerPn(text: string): number {
  if (!/^(?:[1-9]\d?|100)$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 100.');
  return Number(text);
}

/** Part numbers in one request; the answer to so many is in memory. */
const askedAtOnce = 1000;

/**
 * `parley catalog compare [FILE]`: writes the offers of each part number, the best first, as CSV with one row an offer or as JSON lines with one
 * a part number. A part number without offers is a row, too, so that none is missed.
 * @param file a part number a line; the standard input if absent or `-`
 * @throws CommandFailed
 */
export async function compareOffers(file: string | undefined, options: CompareOptions): Promise<void> {
  const { format = 'csv', currency, best, perPn, ignoreZeros, priced, source } = options;
  const asked = {
    ...{ currency, per_pn: best ? 1 : perPn, priced, sources: source },
    ...(ignoreZeros && { zeros: 'ignore' }),
  };
  let all = 0;
  let missing = 0;
  for await (const pns of partNumbers(file)) {
    const answer = await askCatalog('/offers/compare/', options, { method: 'POST', body: { pns, ...asked } });
    const { results, not_found: notFound } = (await answer.json()) as Compared;
    if (format === 'csv' && all === 0) process.stdout.write(csvRow(columns, forPeople));
    all += pns.length;
    missing += notFound.length;
    const found = new Map(results.map((result) => [result.pn, result]));
    for (const pn of pns) {
      const result = found.get(pn) ?? { pn, count: 0, offers: [] };
      process.stdout.write(format === 'csv' ? rowsOf(result) : `${JSON.stringify(result)}\n`);
    }
  }
  if (all === 0) throw new CommandFailed('There is no part number: write one a line.');
  process.stderr.write(`${number(all - missing)} of ${number(all)} part numbers have offers\n`);
}

/** What suppliers write is opened in a spreadsheet. */
const forPeople = { defuse: true };

const shown = [
  ...['pn_raw', 'brand_raw', 'condition_raw', 'status_raw', 'source_name', 'price_raw', 'price_currency'],
  ...['price', 'age_days', 'id', 'product_url'],
];
const columns = ['pn', 'rank', 'count', ...shown];

function rowsOf({ pn, count, offers }: Compared['results'][number]): string {
  if (offers.length === 0) return csvRow([pn, '', '0', ...shown.map(() => '')], forPeople);
  return offers
    .map((offer, at) =>
      csvRow(
        [pn, String(at + 1), String(count), ...shown.map((name) => String(offer[name] ?? ''))],
        forPeople,
      ),
    )
    .join('');
}

/** The lines of a file that are not empty, some at a time. */
async function* partNumbers(file = '-'): AsyncGenerator<string[]> {
  const path = typedPath(file);
  if (file !== '-' && !existsSync(path)) throw new CommandFailed(`There is no file ${file}.`);
  const input = file === '-' ? process.stdin : createReadStream(path);
  let pns: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const pn = line.replace(/^\ufeff/, '').trim();
    if (pn !== '') pns.push(pn);
    if (pns.length < askedAtOnce) continue;
    yield pns;
    pns = [];
  }
  if (pns.length > 0) yield pns;
}
