/** Cells as spreadsheets put them on the clipboard: a tab between cells, a line for each row, quotes around what has either of them. */

const special = /[\t\n\r"]/;

export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row.map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n');

/** The rows of such a text. A line break at its end ends the last row. */
export function fromTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    let cell: string;
    if (text[at] === '"') [cell, at] = quoted(text, at);
    else {
      const end = /[\t\r\n]|$/g;
      end.lastIndex = at;
      const found = end.exec(text)!.index;
      cell = text.slice(at, found);
      at = found;
    }
    rows.at(-1)!.push(cell);
    if (text[at] === '\t') at++;
    else {
      if (at >= text.length) break;
      at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
      if (at >= text.length) break;
      rows.push([]);
    }
  }
  return rows;
}

/** @returns the content of the quotes that begin at a place, and where the cell ends */
function quoted(text: string, start: number): [string, number] {
  let cell = '';
  let at = start + 1;
  while (at < text.length) {
    if (text[at] !== '"') cell += text[at++];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 2;
    } else break;
  }
  // Whatever stands between the quote and the next cell belongs to it.
  const rest = /^[^\t\r\n]*/.exec(text.slice(at + 1))![0];
  return [cell + rest, Math.min(text.length, at + 1 + rest.length)];
}
