import { armed, defusedCell } from '../../platform/csv.ts';
import type { CsvRow } from '../../platform/csv-reader.ts';
import { readId } from '../../platform/ids.ts';
import { losslessMembers } from '../http/json-body.ts';
import { isUnstorable, unstorable } from '../http/unstorable.ts';
import { cleanTags } from '../scenario/tags.ts';

/** The columns of a file of customers, as the export writes them and the import reads them. */

/** Columns of every file; those of the state follow. */
export const ownColumns = ['profile_id', 'name', 'status', 'tags', 'accounts', 'created_at', 'active_at'];

/** Begins the name of a column of the state. */
export const statePrefix = 'state.';

/** What an import reads besides; the other columns of an export say what it does not change. */
const readColumns = ['external_id', ...ownColumns];

/** Tags in one cell. */
export const tagsCell = (tags: readonly string[]): string => tags.join('; ');

const mostColumns = 1000;
const longestName = 255;

/** Where the columns of a file stand. */
export interface Header {
  names: string[];
  profileId: number | undefined;
  externalId: number | undefined;
  name: number | undefined;
  status: number | undefined;
  tags: number | undefined;
  state: { key: string; at: number }[];
}

/** Reads the first row. @returns the columns, or a sentence on what is wrong with them */
export function readHeader({ cells }: CsvRow): Header | { fault: string } {
  const names = cells.map((cell) => armed(cell.trim()));
  if (names.length > mostColumns) return { fault: `A file may have ${mostColumns} columns.` };
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return { fault: `The column ${twice} is there twice.` };
  if (names.some(isUnstorable)) return { fault: `The name of a column: ${unstorable}.` };
  const isState = (name: string) => name.startsWith(statePrefix) && name.length > statePrefix.length;
  const strange = names.find((name) => !readColumns.includes(name) && !isState(name));
  if (strange !== undefined) {
    return {
      fault: `There is no column ${JSON.stringify(strange)}. Columns are ${readColumns.join(', ')}, and state.<key> for a key of the state.`,
    };
  }
  const at = (name: string) => (names.includes(name) ? names.indexOf(name) : undefined);
  const [profileId, externalId] = [at('profile_id'), at('external_id')];
  if (profileId === undefined && externalId === undefined) {
    return { fault: 'A column profile_id or external_id has to say whom a row is about.' };
  }
  return {
    ...{ names, profileId, externalId, name: at('name'), status: at('status'), tags: at('tags') },
    state: names.flatMap((name, n) =>
      isState(name) ? [{ key: name.slice(statePrefix.length), at: n }] : [],
    ),
  };
}

/** Whom a row is about: a customer by id, or the account of a channel. */
export type Whom =
  | { profileId: string; externalId?: undefined }
  | { externalId: string; profileId?: undefined; name: string | null };

/** A row without a fault of form. */
export interface CustomerRow {
  line: number;
  whom: Whom;
  cells: string[];
}

/** A fault at its place; `column` is null for one of the whole line. */
export interface RowFault {
  line: number;
  column: string | null;
  message: string;
}

/** Reads a row. @returns the row, or what is wrong with it */
export function readRow({ line, cells }: CsvRow, header: Header): CustomerRow | RowFault[] {
  const { names } = header;
  if (cells.length !== names.length) {
    const message = `This line has ${cells.length} cells, and the first one ${names.length}.`;
    return [{ line, column: null, message }];
  }
  const unfit = names.filter((_, at) => isUnstorable(cells[at]!));
  if (unfit.length > 0) return unfit.map((column) => ({ line, column, message: `${unstorable}.` }));
  const cell = (at: number | undefined) => (at === undefined ? '' : armed(cells[at]!));
  const shown = cell(header.profileId).trim();
  if (shown !== '') {
    const profileId = readId('profile', shown);
    if (profileId !== undefined) return { line, whom: { profileId }, cells };
    return [{ line, column: 'profile_id', message: 'This is no id of a customer, prof_….' }];
  }
  const externalId = cell(header.externalId);
  if (externalId === '') {
    const column = header.externalId === undefined ? 'profile_id' : 'external_id';
    return [{ line, column, message: 'Every row needs a profile_id or an external_id.' }];
  }
  const name = cell(header.name);
  const long =
    [...externalId].length > longestName ? 'external_id' : [...name].length > longestName && 'name';
  if (long) return [{ line, column: long, message: `This may have ${longestName} characters.` }];
  return { line, whom: { externalId, name: name === '' ? null : name }, cells };
}

/** What of a customer a file can change. `state` is the JSON text of an object of strings. */
export interface Changeable {
  status: string;
  state: string;
  tags: string[];
}

/** What a row makes of a customer. */
export interface Change {
  after: Changeable;
  /** The columns that change something. */
  columns: string[];
  stateKeys: string[];
}

/**
 * What a row makes of a customer. A cell that is empty, or that an export of the customer would have, changes nothing: so a file that
 * was exported changes nothing when it comes back, whatever is in it.
 */
export function changeBy({ cells }: CustomerRow, header: Header, before: Changeable): Change {
  const change: Change = { after: { ...before }, columns: [], stateKeys: [] };
  const given = (at: number | undefined, now: string): string | undefined => {
    const cell = at === undefined ? '' : cells[at]!;
    return cell === '' || cell === defusedCell(now) || cell === now ? undefined : armed(cell);
  };
  const status = given(header.status, before.status);
  if (status !== undefined) {
    change.after.status = status;
    change.columns.push('status');
  }
  const tags = given(header.tags, tagsCell(before.tags));
  if (tags !== undefined) {
    change.after.tags = cleanTags(tags.split(';'));
    if (tagsCell(change.after.tags) !== tagsCell(before.tags)) change.columns.push('tags');
  }
  const members = header.state.length > 0 ? losslessMembers(before.state) : new Map<string, string>();
  for (const { key, at } of header.state) {
    const now = members.get(key);
    const value = given(at, now === undefined ? '' : String(JSON.parse(now)));
    if (value === undefined) continue;
    members.set(key, JSON.stringify(value));
    change.columns.push(statePrefix + key);
    change.stateKeys.push(key);
  }
  if (change.stateKeys.length > 0) {
    change.after.state = `{${[...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
  }
  return change;
}
