import type { Shape } from '../api/shapes.ts';

/** What somebody says about a file of offers, and how the API is asked for it. */

export type ImportReport = Shape<'OfferImport'>;
export type Preview = Shape<'ImportPreview'>;
export type WaitingList = Shape<'WaitingList'>;

/** What becomes of the offers that are there already. */
export type ImportKind = 'skip' | 'update' | 'replace';

export interface ImportWishes {
  kind: ImportKind;
  /** Name, address or id; empty for the sources that the rows name. */
  source: string;
  hasComma: boolean;
  /** A line number, or nothing. */
  headerRow: string;
  /** The name or number of a sheet of a workbook, or nothing. */
  sheet: string;
  /** The name of a file of an archive, or nothing. */
  file: string;
  /** The fields of columns that have other names; undefined: what is kept for the source. */
  map: Readonly<Record<string, string>> | undefined;
  /** The status of offers that the list no longer has; empty: they are deleted. */
  vanishedStatus: string;
}

export const noWishes: ImportWishes = {
  ...{ kind: 'skip', source: '', hasComma: false, headerRow: '', sheet: '', file: '', map: undefined },
  vanishedStatus: '',
};

/** The endings of files that can be imported, and their media types. The server finds out what a packed file has in it. */
const types: Readonly<Record<string, string>> = {
  ...{ csv: 'text/csv', tsv: 'text/csv', txt: 'text/csv', zip: 'application/zip' },
  ...{ ndjson: 'application/x-ndjson', jsonl: 'application/x-ndjson', gz: 'application/gzip' },
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
export const endings: readonly string[] = [...Object.keys(types).map((ending) => `.${ending}`), 'text/csv'];

/** The media type of a file by its name; of a packed one by what its name says is in it. */
export function typeOf(name: string): string {
  const ending = name.toLowerCase().replace(/(?<=\.(?:ndjson|jsonl))\.gz$/, '');
  return types[ending.slice(ending.lastIndexOf('.') + 1)] ?? 'text/csv';
}

/** How the file is read, as parameters of an import, by which it can also be kept for the source. */
const formatOf = ({ hasComma, headerRow, sheet, map }: ImportWishes) => ({
  ...(hasComma && { decimal: 'comma' as const }),
  ...(headerRow.trim() !== '' && { header_row: headerRow.trim() }),
  ...(sheet.trim() !== '' && { sheet: sheet.trim() }),
  ...(map && { map }),
});

const importPath = '/api/owner/catalog/offers/import';

/** @param asked further parameters */
function pathOf(wishes: ImportWishes, asked: Record<string, string>): string {
  const { map, ...format } = formatOf(wishes);
  const { source, file } = wishes;
  const query = new URLSearchParams({
    ...format,
    ...(map && { map: JSON.stringify(map) }),
    ...(source.trim() !== '' && { source: source.trim() }),
    ...(file.trim() !== '' && { file: file.trim() }),
    ...asked,
  });
  return `${importPath}?${query}`;
}

/** Where to look at a file without importing it. */
export const previewPath = (wishes: ImportWishes): string =>
  pathOf(wishes, { dry_run: 'true', ...(wishes.kind === 'update' && { on_duplicate: 'update' }) });

/** Where to import it. A list that replaces shows its figures before it does. */
export function sendPath(wishes: ImportWishes): string {
  const { kind, vanishedStatus } = wishes;
  if (kind !== 'replace') return pathOf(wishes, kind === 'update' ? { on_duplicate: 'update' } : {});
  const status = vanishedStatus.trim();
  return pathOf(wishes, {
    ...{ mode: 'replace', ask: 'true' },
    ...(status !== '' && { vanished_status: status }),
  });
}

/** What would be kept for the next files of the source; nothing is if all is as usual. */
export function keptFormat(wishes: ImportWishes): Shape<'ImportFormatRequest'> | undefined {
  const { header_row: headerRow, ...format } = formatOf(wishes);
  if (wishes.source.trim() === '' || Object.keys(formatOf(wishes)).length === 0) return undefined;
  return { ...format, ...(headerRow && { header_row: Number(headerRow) }) };
}

/** The columns whose fields somebody said, as `map` has them. */
export const mapOf = (columns: NonNullable<Preview['found']['columns']>): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ column, field }) => (field !== null && field !== column ? [[column, field]] : [])),
  );
