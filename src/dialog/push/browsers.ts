import { desc, eq, sql } from 'drizzle-orm';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { excluded, name, names } from '../../platform/sql-expressions.ts';
import { orNull } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { pushBrowsers } from './schema.ts';

/** The browsers in which people are told. They belong to a person and to no project. */

/** Most browsers of one person; the oldest ones go. */
export const mostBrowsers = 20;

const b = pushBrowsers;
const shown = { id: b.id, endpoint: b.endpoint, userAgent: b.userAgent, createdAt: b.createdAt };

const add = statement({
  name: 'push-browser-add',
  prepared: false,
  params: {
    id: b.id,
    personId: b.personId,
    endpoint: b.endpoint,
    p256dh: b.p256dh,
    auth: b.auth,
    userAgent: orNull(b.userAgent),
  },
  columns: shown,
  query: (p, columns) => sql`
    INSERT INTO ${b} (${names(b.id, b.personId, b.endpoint, b.p256dh, b.auth, b.userAgent)})
    VALUES (${p.id}, ${p.personId}, ${p.endpoint}, ${p.p256dh}, ${p.auth}, ${p.userAgent})
    ON CONFLICT (${name(b.endpoint)}) DO UPDATE SET ${sql.join(
      [b.personId, b.p256dh, b.auth, b.userAgent].map((column) => sql`${name(column)} = ${excluded(column)}`),
      sql`, `,
    )}, ${name(b.createdAt)} = CASE WHEN ${b.personId} = ${excluded(b.personId)} THEN ${b.createdAt} ELSE now() END
    RETURNING ${columns}`,
});

export type PushBrowser = ResultOf<typeof add>;

const removeOldest = statement({
  name: 'push-browsers-too-many',
  prepared: false,
  params: { personId: b.personId },
  query: ({ personId }) => sql`
    DELETE FROM ${b} WHERE ${b.id} = ANY (ARRAY(
      SELECT id FROM ${b} WHERE person_id = ${personId}
      ORDER BY created_at DESC, id DESC OFFSET ${sql.raw(String(mostBrowsers))}))`,
});

/**
 * Notes that somebody is told in a browser. One that is known already, by its address, is theirs from now on: it is one browser, whoever
 * was logged in there before.
 */
export async function addBrowser(
  tx: Transaction,
  given: { personId: string; endpoint: string; p256dh: string; auth: string; userAgent: string | null },
): Promise<PushBrowser> {
  const added = await add.one(tx, { ...given, id: newId() });
  await removeOldest.run(tx, { personId: given.personId });
  return added;
}

/** The browsers of a person, the newest first. */
export const browsersOf = ({ orm }: Pick<Transaction, 'orm'>, personId: string): Promise<PushBrowser[]> =>
  orm.select(shown).from(b).where(eq(b.personId, personId)).orderBy(desc(b.createdAt), desc(b.id));

/** The same, with the keys that messages for each are encrypted with. */
export const addressesOf = (
  { orm }: Pick<Transaction, 'orm'>,
  personId: string,
): Promise<(PushBrowser & { p256dh: string; auth: string })[]> =>
  orm
    .select({ ...shown, p256dh: b.p256dh, auth: b.auth })
    .from(b)
    .where(eq(b.personId, personId))
    .orderBy(desc(b.createdAt), desc(b.id));

/** @returns whether the person had such a browser */
export async function removeBrowser(
  { orm }: Pick<Transaction, 'orm'>,
  { personId, id }: { personId: string; id: string },
): Promise<boolean> {
  const removed = await orm
    .delete(b)
    .where(sql`${b.id} = ${id} AND ${b.personId} = ${personId}`)
    .returning({ id: b.id });
  return removed.length > 0;
}

/** Ends what a person is told in browsers. One that they go on using subscribes again. */
export async function removeBrowsersOf({ orm }: Pick<Transaction, 'orm'>, personId: string): Promise<void> {
  await orm.delete(b).where(eq(b.personId, personId));
}
