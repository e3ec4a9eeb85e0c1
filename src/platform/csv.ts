/** Rows of CSV by RFC 4180, as this server writes them. */

export interface CsvOptions {
  /**
   * Puts an apostrophe before texts that a spreadsheet would treat as a formula
   * (https://owasp.org/www-community/attacks/CSV_Injection).
   */
  defuse: boolean;
}

/** A row of a file, with its end. */
export function csvRow(cells: readonly string[], { defuse }: CsvOptions): string {
  const quoted = cells.map((text) => quote(defuse ? defusedCell(text) : text));
  return `${quoted.join()}\r\n`;
}

/** A text as it stands in a cell of a file that people open in a spreadsheet, before it is quoted. Plain numbers stay as they are. */
export const defusedCell = (text: string): string => (isNumber.test(text) ? text : defused(text));

const isNumber = /^-\d+(?:\.\d+)?$/;

/**
 * Where a spreadsheet would compute a text: at its beginning, and behind what may begin a cell inside of it. Where a comma is for decimals, as
 * in most of Europe, spreadsheets split a line at semicolons, see no quotes inside of a cell, and take a line break there for the end of the row.
 */
const places = (apostrophe: string) =>
  new RegExp(
    `^${apostrophe}(?=['"]*[=+\\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])${apostrophe}(?=['"]*[=+\\-@＝＋－＠])`,
    'g',
  );
const [formulas, defusedFormulas] = [places(''), places("'")];

/**
 * Puts an apostrophe before what a spreadsheet would compute, so that what a stranger wrote is not carried out by whoever opens the file:
 * https://owasp.org/www-community/attacks/CSV_Injection. `armed` gives the text back.
 */
export const defused = (text: string): string => text.replace(formulas, "'");

/** The text that `defused` was given. */
export const armed = (text: string): string => text.replace(defusedFormulas, '');

/** JSON as it stands in a cell: a semicolon before what a spreadsheet would compute is escaped, which changes no value. */
export const defusedJson = (json: string): string => json.replace(/;(?=['"]*[=+\-@＝＋－＠])/g, '\\u003b');

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
