import type { Readable } from 'node:stream';
import { CsvFault, type CsvRow, readCsv } from '../../platform/csv-reader.ts';
import { showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import type { PersonWriting } from '../profiles/change.ts';
import { holdProfiles } from '../profiles/holding.ts';
import {
  type AccountsPlace,
  accountsOf,
  makeAccounts,
  type Replaced,
  replaceProfiles,
} from '../profiles/many.ts';
import { Overtaken, untilNotOvertaken } from '../tasks/overtaken.ts';
import {
  type Changeable,
  type CustomerRow,
  changeBy,
  type Header,
  type RowFault,
  readHeader,
  readRow,
} from './csv-cells.ts';

/**
 * Customers from a CSV, some hundred rows at a time, each piece in a transaction of its own: one transaction over all would hold the
 * profiles of all of them, and their dialogs would wait. So the rows before a fault and behind it are stored, and the report says which
 * are not; whoever sends the file again changes nothing twice.
 */

/** Rows of one file. */
export const mostRows = 100_000;
/** Faults and outcomes that a report lists; it counts all. */
export const mostListed = 1000;
/** Rows of one transaction. Their customers are held for as long as it takes, some milliseconds. */
const atOnce = 200;

/** What became of the rows, or in a dry run what would. */
export interface ImportReport {
  rows: number;
  created: number;
  changed: number;
  unchanged: number;
  failed: number;
  faults: RowFault[];
  outcomes: { line: number; action: 'created' | 'changed'; profile_id: string | null; columns: string[] }[];
}

export interface CustomersImport {
  person: PersonWriting;
  /** Where customers are found by their external id, and made if there are none; undefined: the file names them by `profile_id`. */
  channel: AccountsPlace | undefined;
  /** Names the charset of the file, see `readCsv`. */
  contentType?: string | undefined;
  isDry: boolean;
  /** No further rows are stored once it is aborted. */
  gone: AbortSignal;
}

/** Reads a file and stores its rows. */
export async function importCustomers(
  database: Database,
  file: Readable,
  wanted: CustomersImport,
): Promise<ImportReport> {
  const report: ImportReport = {
    ...{ rows: 0, created: 0, changed: 0, unchanged: 0, failed: 0 },
    ...{ faults: [], outcomes: [] },
  };
  const fail = (faults: readonly RowFault[]) => {
    report.failed++;
    for (const fault of faults) if (report.faults.length < mostListed) report.faults.push(fault);
  };
  /** What ends the reading is always told, be it in the place of the last fault. */
  const end = (fault: RowFault) => {
    report.faults.splice(mostListed - 1);
    fail([fault]);
  };
  const run = new Run(database, wanted, report, fail);
  let header: Header | undefined;
  try {
    for await (const row of readCsv(file, wanted.contentType)) {
      if (wanted.gone.aborted) break;
      if (!header) {
        const read = headerOf(row, wanted.channel !== undefined);
        if ('fault' in read) {
          fail([{ line: row.line, column: null, message: read.fault }]);
          return report;
        }
        header = read;
        continue;
      }
      if (report.rows === mostRows) {
        const message = `A file may have ${mostRows.toLocaleString('en')} rows. Send the rest, from this line on, in another one.`;
        end({ line: row.line, column: null, message });
        break;
      }
      report.rows++;
      const read = readRow(row, header);
      if (Array.isArray(read)) fail(read);
      else await run.add(read, header);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    end({ line: error.line, column: null, message: `${error.message} Nothing behind this line was read.` });
  }
  if (header) await run.flush(header);
  else if (report.failed === 0) {
    fail([{ line: 1, column: null, message: 'The file has no row with the names of the columns.' }]);
  }
  return report;
}

function headerOf(row: CsvRow, hasChannel: boolean): Header | { fault: string } {
  const read = readHeader(row);
  if ('fault' in read || hasChannel || read.externalId === undefined) return read;
  return { fault: 'With a column external_id, say in channel_id of the address in which channel these are.' };
}

const keyOf = ({ whom }: CustomerRow): string => whom.profileId ?? `external ${whom.externalId}`;

/** A customer while the rows of a piece are gone through. */
interface Customer extends Changeable {
  /** Undefined in a dry run for one that would be made. */
  id: string | undefined;
}

/** Collects rows, and stores a piece of them at a time. */
class Run {
  readonly #database: Database;
  readonly #wanted: CustomersImport;
  readonly #report: ImportReport;
  readonly #fail: (faults: RowFault[]) => void;
  #rows: CustomerRow[] = [];
  /** In a dry run: those who would have been made before. Not more than a file has rows. */
  readonly #imagined = new Map<string, Customer>();

  constructor(
    database: Database,
    wanted: CustomersImport,
    report: ImportReport,
    fail: (faults: RowFault[]) => void,
  ) {
    this.#database = database;
    this.#wanted = wanted;
    this.#report = report;
    this.#fail = fail;
  }

  async add(row: CustomerRow, header: Header): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length >= atOnce) await this.flush(header);
  }

  async flush(header: Header): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    const done = await untilNotOvertaken(() =>
      this.#database.transaction(async (tx) => {
        const customers = await this.#customersOf(tx, rows);
        const { replaced, outcomes } = goThrough(rows, header, customers);
        if (!this.#wanted.isDry) await replaceProfiles(tx, this.#wanted.person, replaced);
        return outcomes;
      }),
    );
    for (const outcome of done) this.#tell(outcome);
  }

  /** Finds the customers of rows, and makes those who are not there. @throws Overtaken if somebody has linked one meanwhile */
  async #customersOf(tx: Transaction, rows: readonly CustomerRow[]): Promise<Found> {
    const { person, channel, isDry } = this.#wanted;
    const made = new Set<string>();
    const profileOf = new Map<string, string>();
    const accountOf = new Map<string, string>();
    const nameOf = new Map<string, string | null>();
    for (const row of rows) {
      if (row.whom.profileId !== undefined) profileOf.set(keyOf(row), row.whom.profileId);
      else if (!nameOf.has(row.whom.externalId)) nameOf.set(row.whom.externalId, row.whom.name);
    }
    if (channel && nameOf.size > 0) {
      const known = await accountsOf(tx, channel, [...nameOf.keys()]);
      const missing = new Map(nameOf);
      for (const { externalId } of known) missing.delete(externalId);
      const absent = [...missing].map(([externalId, name]) => ({ externalId, name }));
      const added = isDry ? [] : await makeAccounts(tx, channel, absent, person);
      for (const { externalId } of added) made.add(`external ${externalId}`);
      // Somebody else has made them at this moment.
      if (!isDry && added.length < absent.length) throw new Overtaken();
      for (const { id, externalId, profileId } of [...known, ...added]) {
        profileOf.set(`external ${externalId}`, profileId);
        accountOf.set(`external ${externalId}`, id);
      }
    }
    const ids = [...new Set(profileOf.values())];
    const held = await holdProfiles(tx, person.projectId, ids, isDry ? 'look' : 'wait');
    const byId = new Map(held.map((profile) => [profile.id, profile]));
    const customers = new Map<string, Customer>();
    // Two rows may name one customer in two ways.
    const sharedById = new Map<string, Customer>();
    for (const [key, id] of profileOf) {
      const profile = byId.get(id);
      const account = accountOf.get(key);
      if (account !== undefined && !profile?.identityIds.includes(account)) throw new Overtaken();
      if (!profile) continue;
      const { status, state, tags } = profile;
      const customer = sharedById.get(id) ?? { id, status, state, tags };
      sharedById.set(id, customer);
      customers.set(key, customer);
    }
    if (isDry) this.#imagine(rows, customers, made);
    return { customers, made, before: byId };
  }

  #imagine(rows: readonly CustomerRow[], customers: Map<string, Customer>, made: Set<string>): void {
    for (const row of rows) {
      const key = keyOf(row);
      if (row.whom.profileId !== undefined || customers.has(key)) continue;
      const known = this.#imagined.get(key);
      const customer = known ?? { id: undefined, status: 'active', state: '{}', tags: [] };
      if (!known) made.add(key);
      this.#imagined.set(key, customer);
      customers.set(key, customer);
    }
  }

  #tell({ row, action, id, columns }: Outcome): void {
    const { line } = row;
    if (action === 'missing') {
      const message = 'The project has no such customer; they may have been linked with another, or deleted.';
      this.#fail([{ line, column: 'profile_id', message }]);
      return;
    }
    this.#report[action]++;
    if (action === 'unchanged' || this.#report.outcomes.length === mostListed) return;
    const profileId = id === undefined ? null : showId('profile', id);
    this.#report.outcomes.push({ line, action, profile_id: profileId, columns });
  }
}

interface Found {
  customers: ReadonlyMap<string, Customer>;
  /** The keys of those who were made for this piece. */
  made: Set<string>;
  before: ReadonlyMap<string, Changeable & { id: string }>;
}

interface Outcome {
  row: CustomerRow;
  action: 'created' | 'changed' | 'unchanged' | 'missing';
  id: string | undefined;
  columns: string[];
}

/** What rows do, each to what the ones before have made of its customer. */
function goThrough(
  rows: readonly CustomerRow[],
  header: Header,
  { customers, made, before }: Found,
): { replaced: Replaced[]; outcomes: Outcome[] } {
  const outcomes: Outcome[] = [];
  const touched = new Map<Customer, { columns: Set<string>; stateKeys: Set<string> }>();
  for (const row of rows) {
    const key = keyOf(row);
    const customer = customers.get(key);
    if (!customer) {
      outcomes.push({ row, action: 'missing', id: undefined, columns: [] });
      continue;
    }
    const { after, columns, stateKeys } = changeBy(row, header, customer);
    const isNew = made.delete(key);
    const action = isNew ? 'created' : columns.length > 0 ? 'changed' : 'unchanged';
    outcomes.push({ row, action, id: customer.id, columns });
    if (columns.length === 0) continue;
    Object.assign(customer, after);
    const all = touched.get(customer) ?? { columns: new Set(), stateKeys: new Set() };
    for (const column of columns) all.columns.add(column);
    for (const name of stateKeys) all.stateKeys.add(name);
    touched.set(customer, all);
  }
  const replaced = [...touched].flatMap(([{ id, ...after }, { columns, stateKeys }]): Replaced[] => {
    const was = id === undefined ? undefined : before.get(id);
    if (!was) return [];
    const fields = ['status', 'state', 'tags'].filter((field) =>
      field === 'state' ? stateKeys.size > 0 : columns.has(field),
    );
    return [{ before: was, after, fields, stateKeys: [...stateKeys] }];
  });
  return { replaced, outcomes };
}
