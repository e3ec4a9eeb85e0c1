import { isRecord, parseJson, writeJson } from '../json.ts';
import { offerFields } from './fields.ts';

/** The columns of an exported CSV, in the order of the API's fields. */
const columns = ['id', 'source', 'source_name', ...offerFields, 'created_at'];

/** Turns pieces of JSON lines into CSV as RFC 4180 has it, with a header row. */
export async function* toCsv(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${columns.join()}\r\n`;
  for await (const piece of pieces) {
    let text = '';
    for (const line of piece.split('\n')) if (line !== '') text += toRow(line);
    yield text;
  }
}

function toRow(line: string): string {
  const parsed = parseJson(line);
  const offer = 'value' in parsed && isRecord(parsed.value) ? parsed.value : {};
  const cells = columns.map((name) => {
    const value = offer[name];
    if (value === null || value === undefined) return '';
    return quote(name === 'raw_payload' || typeof value !== 'string' ? writeJson(value) : value);
  });
  return `${cells.join()}\r\n`;
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
