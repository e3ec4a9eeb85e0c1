import type { Transaction } from '../../platform/postgres.ts';
import { HeldSheets } from '../tables/held.ts';
import type { Outbox } from '../tasks/outbox.ts';
import { HeldWaits } from '../waits/held.ts';
import { WrittenTables } from './written-tables.ts';

/** Some turns that share a transaction, and what they share in it. */
export class TurnGroup {
  readonly tx: Transaction;
  /** What they queue and what the audit log says; written with their outcomes. */
  readonly outbox: Outbox;
  /** The tables that they may write. */
  readonly sheets: HeldSheets;
  /** What the present turn has written into tables. */
  readonly written = new WrittenTables();
  /** What their flows wait for from outside. */
  readonly waits: HeldWaits;
  readonly #read = new Map<string, Promise<unknown>>();

  constructor(tx: Transaction, outbox: Outbox) {
    this.tx = tx;
    this.outbox = outbox;
    this.sheets = new HeldSheets(tx);
    this.waits = new HeldWaits(tx, outbox);
  }

  /** Reads what several turns ask for only once. @param key names it among all that is read */
  once<Found>(key: string, read: () => Promise<Found>): Promise<Found> {
    const known = this.#read.get(key) as Promise<Found> | undefined;
    if (known) return known;
    const found = read();
    this.#read.set(key, found);
    return found;
  }

  /** Writes what was only kept until now. What follows, the outbox, is written by whoever applies the tasks. */
  async settle(): Promise<void> {
    await this.sheets.settle();
    await this.waits.settle();
  }
}
