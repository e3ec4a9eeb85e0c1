import { LosslessNumber } from 'lossless-json';
import { Breath } from '../../platform/breath.ts';
import { type FieldErrors, invalid, refuse } from '../errors.ts';
import { putCell } from './cells.ts';
import type { CsvFormat } from './csv-format.ts';
import { type Columns, readHeader } from './csv-header.ts';
import { type FileRecord, longestRecord } from './records.ts';
import {
  brokenWorkbook,
  localName,
  readElements,
  readRows,
  readSharedTexts,
  type SheetRow,
} from './sheet-rows.ts';
import type { Archive } from './zip.ts';

/** What is said about a workbook. */
interface WorkbookSaid extends Pick<CsvFormat, 'emptyCells' | 'needsSource' | 'map' | 'onHeader'> {
  sheet?: string | undefined;
  headerRow?: number | undefined;
}

/** The fields that are numbers, for which a number of a sheet is one, however numbers in texts are written. */
const numbers = ['price_raw', 'weight_value'];

/**
 * Reads a sheet of a workbook like a CSV: its header row, and a record for each row below it that is not empty.
 * @param found gets the name of the sheet
 * @throws Refusal 400 for a broken workbook, an unknown sheet or a header row as `readHeader` says; 413 for more text than can be kept
 */
export async function* readWorkbook(
  archive: Archive,
  said: WorkbookSaid,
  found: { sheet?: string },
): AsyncGenerator<FileRecord> {
  const { name, path } = await chosenSheet(archive, said.sheet);
  found.sheet = name;
  const shared = await sharedTexts(archive);
  const sheet = archive.read(path);
  if (!sheet) throw brokenWorkbook();
  let columns: Columns | undefined;
  let index = 0;
  const breath = new Breath();
  for await (const row of readRows(sheet, shared)) {
    if (breath.isDue) await breath.take();
    if (row.cells.every((cell) => cell === undefined)) continue;
    if (!columns) {
      if (row.line < (said.headerRow ?? 1)) continue;
      const cells = Array.from(row.cells, (cell) => cell?.value ?? '');
      columns = readHeader(cells, undefined, { ...said, line: row.line });
      continue;
    }
    yield { index: index++, line: row.line, size: row.size, ...inputOf(row, columns, said) };
  }
  if (!columns) readHeader(undefined, undefined, { ...said, line: 1 });
}

function inputOf(
  { cells, size }: SheetRow,
  columns: Columns,
  { emptyCells }: WorkbookSaid,
): Pick<FileRecord, 'input' | 'errors'> {
  if (size > longestRecord) return { errors: { non_field_errors: ['This row is longer than 1 MiB.'] } };
  const input: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) {
    if (column === undefined) continue;
    const cell = cells[at];
    if (cell?.kind === 'error') return { errors: { [column]: [`The cell has the error ${cell.value}.`] } };
    const isNumber = cell?.kind === 'number' && numbers.includes(column);
    const fault: FieldErrors | undefined = isNumber
      ? undefined
      : putCell(input, column, cell?.value ?? '', emptyCells);
    if (isNumber) input[column] = new LosslessNumber(cell.value);
    if (fault) return { errors: fault };
  }
  return { input };
}

async function sharedTexts(archive: Archive): Promise<string[]> {
  const chunks = archive.read('xl/sharedStrings.xml');
  if (!chunks) return [];
  const texts = await readSharedTexts(chunks);
  if (texts === 'too large')
    throw refuse(413, 'The workbook has more than 64 MiB of text. Save the sheet as CSV, and send that.');
  return texts;
}

/** The sheet that was asked for, by its name or its number, or the first: its name, and the file that it is in. */
async function chosenSheet(
  archive: Archive,
  asked: string | undefined,
): Promise<{ name: string; path: string }> {
  const sheets: { name: string; id: string }[] = [];
  const targets = new Map<string, string>();
  const book = archive.read('xl/workbook.xml');
  const relations = archive.read('xl/_rels/workbook.xml.rels');
  if (!book || !relations) throw brokenWorkbook();
  await readElements(book, ({ name, attributes }) => {
    if (localName(name) !== 'sheet') return;
    const id = Object.entries(attributes).find(([each]) => localName(each) === 'id' && each !== 'id')?.[1];
    sheets.push({ name: attributes.name ?? '', id: id ?? '' });
  });
  await readElements(relations, ({ name, attributes }) => {
    if (localName(name) === 'Relationship') targets.set(attributes.Id ?? '', attributes.Target ?? '');
  });
  const sheet =
    asked === undefined
      ? sheets[0]
      : (sheets.find(({ name }) => name === asked) ?? sheets[Number(asked) - 1]);
  if (!sheet) {
    const those = sheets
      .slice(0, 20)
      .map(({ name }) => `"${name}"`)
      .join(', ');
    throw invalid({ sheet: [`The workbook has no sheet "${asked}". Its sheets are ${those}.`] });
  }
  const target = targets.get(sheet.id) ?? '';
  return { name: sheet.name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
}
