import { type AuditEntry, system } from '../audit/entry.ts';
import type { Environment } from '../schema.ts';
import type { RowsChanged } from '../tables/change.ts';

/** The flow that writes. */
interface Writer {
  projectId: string;
  environment: Environment;
  identityId: string | null;
  requestId: string | null;
}

/**
 * What a turn writes into tables, for the audit log: one entry for each table, however many steps write it. Nobody else writes
 * the table during the turn, so the rows that it adds have neighbouring positions.
 */
export class WrittenTables {
  readonly #entries = new Map<string, AuditEntry & { data: Written }>();

  add(caller: Writer, table: string, change: RowsChanged) {
    const { projectId, environment, identityId, requestId } = caller;
    const { written, revision, added, last } = change;
    const before = this.#entries.get(table)?.data;
    this.#entries.set(table, {
      ...{ projectId, environment, identityId, requestId },
      actor: system,
      action: 'table.written',
      subject: { type: 'table', id: table },
      data: {
        rows: (before?.rows ?? 0) + written,
        replaced: false,
        revision,
        added: (before?.added ?? 0) + added,
        last: added > 0 ? last : (before?.last ?? last),
      },
    });
  }

  /** Takes out the entries. */
  take(): AuditEntry[] {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    return entries;
  }
}

type Written = {
  /** Added, replaced and deleted. */
  rows: number;
  replaced: false;
  revision: number;
  added: number;
  /** The position of the last row that was added, if one was. */
  last: number;
};
