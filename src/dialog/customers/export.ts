import { z } from 'zod';
import { csvRow } from '../../platform/csv.ts';
import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { type CustomerQuery, customersBy, placeAfter } from '../profiles/listing.ts';
import { showProfiles } from '../profiles/show.ts';
import { ownColumns, statePrefix, tagsCell } from './csv-cells.ts';

/** Customers of one read. */
const atOnce = 500;

const shown = z.object({
  state: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  identities: z.array(z.object({ channel: z.string(), external_id: z.string() })),
});

/**
 * Customers as CSV, a piece at a time: each read goes on after the last customer of the one before, so that neither the database nor
 * this process ever has all of them.
 * @param keys of the state that have a column of their own
 */
export async function* customersAsCsv(
  database: Queryable,
  projectId: string,
  query: Omit<CustomerQuery, 'cursor'>,
  keys: readonly string[],
): AsyncGenerator<string> {
  // People open it in a spreadsheet, and others may have written what is in it.
  const row = (cells: string[]) => csvRow(cells, { defuse: true });
  // Sent with the first piece, because until then the answer can still be an error.
  let piece = row([...ownColumns, ...keys.map((key) => statePrefix + key)]);
  for (let cursor = ''; ; ) {
    const rows = await customersBy(projectId, { ...query, cursor }, atOnce).all(database);
    const profiles = await showProfiles(
      database,
      projectId,
      rows.map(({ id }) => id),
    );
    const read = new Map(
      profiles.map((text) => {
        const profile = JSON.parse(text) as { id: string };
        return [profile.id, shown.parse(profile)];
      }),
    );
    for (const { id, name, status, createdAt, activeAt } of rows) {
      const profile = read.get(showId('profile', id));
      // It was merged into another between the two statements.
      if (!profile) continue;
      const { tags, identities, state } = profile;
      piece += row([
        ...[showId('profile', id), name ?? '', status, tagsCell(tags)],
        identities.map(({ channel, external_id }) => `${channel}:${external_id}`).join('; '),
        ...[createdAt.toISOString(), (activeAt ?? createdAt).toISOString()],
        ...keys.map((key) => (Object.hasOwn(state, key) ? state[key]! : '')),
      ]);
    }
    yield piece;
    piece = '';
    if (rows.length < atOnce) return;
    cursor = placeAfter(rows.at(-1)!, query.order);
  }
}
