import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { type Outside, startOutside } from './making/outside.ts';
import type { DumpRecord, UpgradeRecord } from './record.ts';

/** The database of a version, and the outside world around it. */
export interface Restored<Beside extends DumpRecord = UpgradeRecord> {
  database: TestDatabase;
  record: Beside;
  outside: Outside;
}

/**
 * Restores the dump of a version into a database of one's own. All data is as old as at the time of the dump, and its
 * addresses are those of new fakes that go on with the records of the old ones.
 */
export async function restore<Beside extends DumpRecord = UpgradeRecord>(
  version: string,
): Promise<Restored<Beside>> {
  const read = (ending: string) => readFileSync(new URL(`${version}.${ending}`, import.meta.url), 'utf8');
  const json = read('json');
  const dumpedAt = new Date((JSON.parse(json) as Beside).dumpedAt);
  const { outside: known } = JSON.parse(moved(json, dumpedAt, new Date())) as Beside;
  const outside = await startOutside(known);
  const database = await createDatabase('template0');
  const client = new pg.Client(database.address);
  await client.connect();
  try {
    // Only now, so that the time until here makes nothing older.
    const now = new Date();
    const present = (text: string) => withHosts(moved(text, dumpedAt, now), outside.hosts);
    await client.query(present(read('sql')));
    // Copies of one installation would share their keys in Redis.
    await client.query('UPDATE dialog.installation SET id = $1', [randomUUID()]);
    return { database, outside, record: JSON.parse(present(json)) as Beside };
  } finally {
    await client.end();
  }
}

const moment = /(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)(\.\d+)?(Z|\+00)/g;
const day = /'(\d{4}-\d\d-\d\d)'/g;
const dayMs = 24 * 3600_000;

/**
 * Moves every time in a text by the time since the dump: in the columns of all tables, and inside of JSON, such as the
 * end of a dialog's wait. Days of figures are moved by whole days.
 */
function moved(text: string, dumpedAt: Date, now: Date): string {
  const passed = now.getTime() - dumpedAt.getTime();
  const days = Math.floor(now.getTime() / dayMs) - Math.floor(dumpedAt.getTime() / dayMs);
  return text
    .replace(moment, (_, date, between, time, fraction = '', zone) => {
      const at = new Date(Date.parse(`${date}T${time}${fraction.slice(0, 4)}Z`) + passed).toISOString();
      // Microseconds stay as they are.
      const digits = fraction && `${at.slice(19, 23)}${fraction.slice(4)}`;
      return at.slice(0, 10) + between + at.slice(11, 19) + digits + zone;
    })
    .replace(day, (_, date) => `'${new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)}'`);
}

function withHosts(text: string, hosts: Record<string, string>): string {
  for (const [name, host] of Object.entries(hosts)) text = text.replaceAll(`${name}.outside.invalid`, host);
  return text;
}
