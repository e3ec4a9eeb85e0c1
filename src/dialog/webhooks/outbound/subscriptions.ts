import { and, asc, eq, sql } from 'drizzle-orm';
import { newId } from '../../../platform/ids.ts';
import type { Queryable, Transaction } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { type Actor, system, writeAudit } from '../../audit/entry.ts';
import { newSigningSecret } from '../../channels/standard-webhooks.ts';
import { isSlug } from '../../http/slug.ts';
import type { Environment } from '../../schema.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import { rotated, validSecrets } from '../rotation.ts';
import { subscriptions } from '../schema.ts';
import type { EventPattern } from './kinds.ts';

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
  /** Of what happens in these it is told; besides of what belongs to neither. */
  environments: Environment[];
  url: string;
  signingSecret: string | undefined;
}

/**
 * Makes a subscription, or changes the one of that slug. Without a signing secret a new one gets one made here, and an
 * old one keeps its own; another secret than before is a change of secret.
 * @param head of the project's audit log: a new subscription is told of what comes after it.
 * @returns the row, whether it is new, and the secret if it was made here: to be shown this once.
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
  const [current] = validSecrets(vault, placeOf(row!.id), row!);
  if (signingSecret === undefined || signingSecret === current) return { row: row!, isNew, made: undefined };
  const changed = await changeSecret(tx, vault, row!, signingSecret);
  return { row: changed, isNew, made: undefined };
}

/**
 * Gives a subscription another signing secret; for a day requests are signed with the one before as well.
 * @returns the row, and the secret if it was made here: to be shown this once.
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

async function changeSecret(
  tx: Transaction,
  vault: Vault,
  { projectId, id }: SubscriptionRow,
  secret: string,
): Promise<SubscriptionRow> {
  const [row] = await tx.orm
    .update(subscriptions)
    .set(rotated(vault.seal(placeOf(id), secret)))
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
 * Lets a subscription go on where it stopped: what waits for it is due at once, and what happened meanwhile follows.
 * @returns the row, and the lanes to wake once the transaction has committed.
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
  const { rows } = await tx.query<{ lane: string }>(
    `UPDATE dialog.tasks SET due_at = now()
     WHERE project_id = $1 AND target_id = $2 AND kind = 'delivery' AND state = 'queued'
     RETURNING lane`,
    [projectId, row.id],
  );
  return { row, wake: rows.map(({ lane }) => [projectId, lane, row.id]) };
}

/** Stops a subscription whose other end does not take what it is told; written down once, however many find it so. */
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

/** What an attempt needs to know of its subscription. */
export interface Endpoint {
  url: string;
  state: 'enabled' | 'disabled';
  /** Sealed. */
  secret: string;
  previousSecret: string | null;
  previousUntil: Date | null;
}

/** @returns one a delivery, in the same order; undefined where the subscription was deleted. */
export async function readEndpoints(
  database: Queryable,
  wanted: { projectId: string; id: string }[],
): Promise<(Endpoint | undefined)[]> {
  const { rows } = await database.query<Endpoint & { n: number }>({
    name: 'endpoints',
    text: `SELECT w.n::int AS n, s.url, s.state, s.secret, s.previous_secret AS "previousSecret",
             s.previous_until AS "previousUntil"
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w(project_id, id, n)
           JOIN dialog.subscriptions AS s ON s.project_id = w.project_id AND s.id = w.id`,
    values: [wanted.map((w) => w.projectId), wanted.map((w) => w.id)],
  });
  const found: (Endpoint | undefined)[] = wanted.map(() => undefined);
  for (const row of rows) found[row.n - 1] = row;
  return found;
}

/** The secrets that a request to this subscription is signed with now. */
export function signingSecretsOf(vault: Vault, id: string, endpoint: Endpoint): string[] {
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

/** The answer to a slug that the project does not have. */
function subscriptionNotFound(): Problem {
  return new Problem(404, 'subscription_not_found', 'This project has no such subscription.');
}
