import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Batcher } from '../../platform/batcher.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { rowsOf } from '../../platform/sql-expressions.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { channels, identities } from '../schema.ts';

const i = alias(identities, 'i');
const c = alias(channels, 'c');
const wantedRecipients = rowsOf('w', { projectId: i.projectId, identityId: i.id });
const { at: w } = wantedRecipients;

const findRecipients = statement({
  name: 'recipients',
  params: { wanted: wantedRecipients },
  columns: {
    n: wantedRecipients.n,
    externalId: i.externalId,
    channelId: c.id,
    type: c.type,
    settings: c.settings,
    secrets: c.secrets,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.wanted}
    JOIN ${identities} AS ${i} ON ${i.projectId} = ${w.projectId} AND ${i.id} = ${w.identityId}
    JOIN ${channels} AS ${c}
      ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL`,
});

/** A customer in their channel, with its sealed secrets. */
export type Recipient = ResultOf<typeof findRecipients>;

/** Reads recipients for several tasks at once; undefined for one whose channel was deleted. */
export function recipientReader(
  database: Database,
): Batcher<{ projectId: string; identityId: string }, Recipient | undefined> {
  return new Batcher((wanted) => readRecipients(database, wanted), { limitMs: database.limitMs });
}

/** Reads the recipients again for every batch, so that an owner's change of address or secret applies at once. */
async function readRecipients(
  database: Database,
  wanted: { projectId: string; identityId: string }[],
): Promise<(Recipient | undefined)[]> {
  const rows = await findRecipients.all(database, { wanted });
  const found: (Recipient | undefined)[] = wanted.map(() => undefined);
  for (const row of rows) found[row.n - 1] = row;
  return found;
}

/** One customer in their channel; undefined if the channel was deleted. */
export const recipientOf = (
  tx: Queryable,
  wanted: { projectId: string; identityId: string },
): Promise<Recipient | undefined> => findRecipients.first(tx, { wanted: [wanted] });
