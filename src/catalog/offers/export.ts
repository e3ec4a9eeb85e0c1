import { type CsvOptions, csvRow } from '../../platform/csv.ts';
import { isRecord, parseJson, writeJson } from '../json.ts';
import { offerFields } from './columns.ts';

/** The columns of an exported CSV, in the order of the API's fields. */
const usual = ['id', 'source', 'source_name', ...offerFields, 'created_at'];

/** Turns pieces of JSON lines into CSV, with a header row. Importing a file with defused formulas does not give the same offers. */
export async function* toCsv(
  pieces: AsyncIterable<string>,
  { withSeen, ...options }: CsvOptions & { withSeen: boolean },
): AsyncGenerator<string> {
  const columns = withSeen ? [...usual, 'updated_at', 'last_seen_at'] : usual;
  // Sent with the first piece, because until then the answer can still be an error.
  let text = `${columns.join()}\r\n`;
  for await (const piece of pieces) {
    for (const line of piece.split('\n')) if (line !== '') text += toRow(line, columns, options);
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function toRow(line: string, columns: readonly string[], options: CsvOptions): string {
  const parsed = parseJson(line);
  const offer = 'value' in parsed && isRecord(parsed.value) ? parsed.value : {};
  const cells = columns.map((name) => {
    const value = offer[name];
    if (value === null || value === undefined) return '';
    return name === 'raw_payload' || typeof value !== 'string' ? writeJson(value) : value;
  });
  return csvRow(cells, options);
}
