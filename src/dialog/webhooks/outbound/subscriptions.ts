import { and, asc, eq, sql } from 'drizzle-orm';
import { newId } from '../../../platform/ids.ts';
import type { Queryable, Transaction } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { rowsOf } from '../../../platform/sql-expressions.ts';
import { newSigningSecret } from '../../../platform/standard-webhooks.ts';
import { statement } from '../../../platform/statement.ts';
import { type Actor, system, writeAudit } from '../../audit/entry.ts';
import { announceNow } from '../../audit/news.ts';
import { isSlug } from '../../http/slug.ts';
import type { Environment } from '../../schema.ts';
import { makeDue } from '../../tasks/due.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import { rotated, validSecrets } from '../rotation.ts';
import type { EventPattern } from './kinds.ts';
import { subscriptions } from './schema.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Who changes a subscription, for the audit log. */
interface Change {
  actor: Actor;
  requestId: string | null;
}

type Reader = Pick<Transaction, 'orm'>;

const placeOf = (id: string) => `subscription/${id}`;

export interface WantedSubscription {
  projectId: string;
  slug: string;
  name: string;
  kinds: EventPattern[];
  /** Notified of events in these environments, and of events that belong to none. */
  environments: Environment[];
  url: string;
  signingSecret: string | undefined;
}

/**
 * Creates a subscription, or changes the one with that slug. Without a given signing secret, a new one gets a generated
 * secret and an existing one keeps its own; a different secret starts a rotation.
 * @param head the last number of the project's audit log: a new subscription gets the entries after it
 * @returns the row, whether it is new, and the secret if it was generated, which is shown only now
 */
export async function saveSubscription(
  tx: Transaction,
  vault: Vault,
  { signingSecret, ...wanted }: WantedSubscription,
  head: number,
  change: Change,
): Promise<{ row: SubscriptionRow; isNew: boolean; made: string | undefined }> {
  const id = newId();
  const made = signingSecret === undefined ? newSigningSecret() : undefined;
  const { name, kinds, environments, url } = wanted;
  const [row] = await tx.orm
    .insert(subscriptions)
    .values({ ...wanted, id, cursor: head, secret: vault.seal(placeOf(id), signingSecret ?? made!) })
    .onConflictDoUpdate({
      target: [subscriptions.projectId, subscriptions.slug],
      set: { name, kinds, environments, url, updatedAt: sql`now()` },
    })
    .returning();
  const isNew = row!.id === id;
  await writeAudit(tx, entryOf(row!, isNew ? 'created' : 'updated', change));
  if (isNew) return { row: row!, isNew, made };
  if (signingSecret === undefined || isSealedIn(vault, row!, signingSecret)) {
    return { row: row!, isNew, made: undefined };
  }
  const changed = await changeSecret(tx, vault, row!, signingSecret);
  return { row: changed, isNew, made: undefined };
}

/**
 * Gives a subscription another signing secret; for a day requests are also signed with the previous one.
 * @returns the row, and the secret if it was generated, which is shown only now
 * @throws Problem 404 `subscription_not_found`
 */
export async function rotateSubscription(
  tx: Transaction,
  vault: Vault,
  { projectId, slug, signingSecret }: { projectId: string; slug: string; signingSecret: string | undefined },
  change: Change,
): Promise<{ row: SubscriptionRow; made: string | undefined }> {
  const made = signingSecret === undefined ? newSigningSecret() : undefined;
  const found = await findSubscription(tx, projectId, slug);
  const row = await changeSecret(tx, vault, found, signingSecret ?? made!);
  await writeAudit(tx, entryOf(row, 'rotated', change));
  return { row, made };
}

/** Whether this is the secret of a subscription; false also if that is lost. */
function isSealedIn(vault: Vault, { id, secret }: SubscriptionRow, given: string): boolean {
  const place = placeOf(id);
  return vault.sealedWith(place, secret) !== undefined && vault.open(place, secret) === given;
}

async function changeSecret(
  tx: Transaction,
  vault: Vault,
  known: SubscriptionRow,
  secret: string,
): Promise<SubscriptionRow> {
  const { projectId, id } = known;
  const [row] = await tx.orm
    .update(subscriptions)
    .set(rotated(vault, placeOf(id), known, secret))
    .where(and(eq(subscriptions.projectId, projectId), eq(subscriptions.id, id)))
    .returning();
  if (!row) throw subscriptionNotFound();
  return row;
}

/** @throws Problem 404 `subscription_not_found` */
export async function deleteSubscription(
  tx: Transaction,
  projectId: string,
  slug: string,
  change: Change,
): Promise<void> {
  if (!isSlug(slug)) throw subscriptionNotFound();
  const [row] = await tx.orm
    .delete(subscriptions)
    .where(and(eq(subscriptions.projectId, projectId), eq(subscriptions.slug, slug)))
    .returning();
  if (!row) throw subscriptionNotFound();
  await writeAudit(tx, entryOf(row, 'deleted', change));
}

/**
 * Lets a subscription continue where it stopped: waiting deliveries become due, and later events follow.
 * @returns the row, and the lanes to wake when the transaction has committed
 * @throws Problem 404 `subscription_not_found`
 */
export async function enableSubscription(
  tx: Transaction,
  projectId: string,
  slug: string,
  change: Change,
): Promise<{ row: SubscriptionRow; wake: LaneTicket[] }> {
  if (!isSlug(slug)) throw subscriptionNotFound();
  const [row] = await tx.orm
    .update(subscriptions)
    .set({ state: 'enabled', reason: null, disabledAt: null, updatedAt: sql`now()` })
    .where(
      and(
        eq(subscriptions.projectId, projectId),
        eq(subscriptions.slug, slug),
        eq(subscriptions.state, 'disabled'),
      ),
    )
    .returning();
  if (!row) return { row: await findSubscription(tx, projectId, slug), wake: [] };
  await writeAudit(tx, entryOf(row, 'enabled', change));
  // What happened meanwhile is news to this subscription.
  await announceNow(tx, [projectId]);
  return { row, wake: await makeDue(tx, projectId, row.id, 'delivery') };
}

/** Disables a subscription whose endpoint accepts no notifications. Logged once, even if many deliveries call this. */
export async function disableSubscription(
  tx: Transaction,
  projectId: string,
  id: string,
  reason: string,
): Promise<void> {
  const [row] = await tx.orm
    .update(subscriptions)
    .set({ state: 'disabled', reason, disabledAt: sql`now()`, updatedAt: sql`now()` })
    .where(
      and(
        eq(subscriptions.projectId, projectId),
        eq(subscriptions.id, id),
        eq(subscriptions.state, 'enabled'),
      ),
    )
    .returning();
  if (row) await writeAudit(tx, entryOf(row, 'disabled', { actor: system, requestId: null }, { reason }));
}

/** All subscriptions of a project, by slug. */
export function listSubscriptions({ orm }: Reader, projectId: string): Promise<SubscriptionRow[]> {
  return orm
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.projectId, projectId))
    .orderBy(asc(subscriptions.slug));
}

/** @throws Problem 404 `subscription_not_found` */
export async function findSubscription(
  { orm }: Reader,
  projectId: string,
  slug: string,
): Promise<SubscriptionRow> {
  if (!isSlug(slug)) throw subscriptionNotFound();
  const [row] = await orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.projectId, projectId), eq(subscriptions.slug, slug)));
  if (!row) throw subscriptionNotFound();
  return row;
}

const wantedEndpoints = rowsOf('w', { projectId: subscriptions.projectId, id: subscriptions.id });

const findEndpoints = statement({
  name: 'endpoints',
  params: { wanted: wantedEndpoints },
  columns: {
    n: wantedEndpoints.n,
    url: subscriptions.url,
    state: subscriptions.state,
    secret: subscriptions.secret,
    previousSecret: subscriptions.previousSecret,
    previousUntil: subscriptions.previousUntil,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.wanted}
    JOIN ${subscriptions} ON ${subscriptions.projectId} = ${wantedEndpoints.at.projectId}
      AND ${subscriptions.id} = ${wantedEndpoints.at.id}`,
});

/** The data of a subscription that an attempt needs. Its secrets are sealed. */
export type Endpoint = Awaited<ReturnType<typeof findEndpoints.all>>[number];

/** @returns one for each delivery, in the same order; undefined if the subscription was deleted */
export async function readEndpoints(
  database: Queryable,
  wanted: { projectId: string; id: string }[],
): Promise<(Endpoint | undefined)[]> {
  const found: (Endpoint | undefined)[] = wanted.map(() => undefined);
  for (const row of await findEndpoints.all(database, { wanted })) found[row.n - 1] = row;
  return found;
}

/** The secrets that sign a request to this subscription now. */
export function signingSecretsOf(vault: Vault, id: string, endpoint: Omit<Endpoint, 'n'>): string[] {
  return validSecrets(vault, placeOf(id), endpoint);
}

function entryOf(row: SubscriptionRow, word: string, { actor, requestId }: Change, data = {}) {
  return {
    projectId: row.projectId,
    actor,
    action: `subscription.${word}`,
    subject: { type: 'subscription', id: row.slug },
    requestId,
    data: { name: row.name, ...data },
  };
}

/** The answer if the project has no subscription with this slug. */
function subscriptionNotFound(): Problem {
  return new Problem(404, 'subscription_not_found', 'This project has no such subscription.');
}
