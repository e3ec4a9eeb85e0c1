import { isRecord, parseJson, writeJson } from '../json.ts';
import { offerFields } from './columns.ts';

/** The columns of an exported CSV, in the order of the API's fields. */
const columns = ['id', 'source', 'source_name', ...offerFields, 'created_at'];

export interface CsvOptions {
  /**
   * Puts an apostrophe before texts that a spreadsheet would treat as a formula
   * (https://owasp.org/www-community/attacks/CSV_Injection). Importing such a file does not give the same offers.
   */
  defuse: boolean;
}

/** Turns pieces of JSON lines into CSV by RFC 4180, with a header row. */
export async function* toCsv(pieces: AsyncIterable<string>, options: CsvOptions): AsyncGenerator<string> {
  // Sent with the first piece, because until then the answer can still be an error.
  let text = `${columns.join()}\r\n`;
  for await (const piece of pieces) {
    for (const line of piece.split('\n')) if (line !== '') text += toRow(line, options);
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function toRow(line: string, { defuse }: CsvOptions): string {
  const parsed = parseJson(line);
  const offer = 'value' in parsed && isRecord(parsed.value) ? parsed.value : {};
  const cells = columns.map((name) => {
    const value = offer[name];
    if (value === null || value === undefined) return '';
    const text = name === 'raw_payload' || typeof value !== 'string' ? writeJson(value) : value;
    return quote(defuse && mayBeFormula.test(text) && !isNumber.test(text) ? `'${text}` : text);
  });
  return `${cells.join()}\r\n`;
}

/** Texts that a spreadsheet computes, except plain numbers, which it shows as they are. */
const mayBeFormula = /^[=+\-@\t\r\n]/;
const isNumber = /^-\d+(?:\.\d+)?$/;

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
